"""`python -m combat.charter`: hold what a designer promises of a game against its rules."""

import argparse
import sys
from concurrent.futures import CancelledError
from contextlib import contextmanager
from pathlib import Path

from combat import interrupts, terminal, workers
from combat.charter import output
from combat.charter.cells import Fault
from combat.charter.judging import judged
from combat.charter.reading import read_charter
from combat.charter.rules import by_whom, rules_of
from combat.charter.systems import SYSTEMS
from combat.charter.verdicts import Verdicts
from combat.files import write_whole

_PROGRAM = "python -m combat.charter"
_HOLDS, _BROKEN, _BAD_INPUT, _OPEN = 0, 1, 2, 3
_EPILOG = f"""\
A charter is a table, CSV or xlsx, with a row for each claim and the columns claim, system, first,
second, measure, at least, at most, given (name=value; name=value) and budget (battles). The files
that it speaks of lie beside it. Systems: {", ".join(SYSTEMS)};
--measures tells what each of them can measure.

`*` stands for each: Gob* for all whose names begin so, and the row becomes a claim for each. For
units, first and second may be armies: 6 Goblin + Bugbear, or 6x Goblin + 1x Bugbear. One name of
them may be a pattern, 6 Gob* + Bugbear. With cost=600 under given each side is as many of its one
unit as 600 buys. In a battle all who act at once aim before any blow falls: ten sure shots with
targeting=front, or weakest, kill one of ten, whatever the order. Who can't hurt each other draw.

Exit status: 0 all hold; 1 some are broken; 2 bad input (what could be judged is); 3 some are
open; 130 if interrupted, then what is decided so far is printed and no report written.
"""


def main(arguments=None):
    """Run the command; returns the exit status: 0 to 3, or 130."""
    return terminal.ended(_PROGRAM, lambda: _run(arguments))


def _run(arguments):
    options = _parser().parse_args(arguments)
    if options.measures:
        terminal.tell(measures())
        return _HOLDS
    return _judge(options)


def _parser():
    parser = terminal.Parser(
        prog=_PROGRAM,
        description="Judge the claims of balance charters.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("files", nargs="*", metavar="FILE", help="a charter, CSV or xlsx")
    add("--out", metavar="FILE", help="write a report too: .csv or .html")
    add(
        "--seed",
        type=terminal.whole_from(0, 2**53),
        default=0,
        metavar="N",
        help="a whole number; the same seed gives the same verdicts (default: 0)",
    )
    add(
        "--rules",
        metavar="RULES",
        help="of units: module:name, file.py:name, or a hit rule's name; where a row gives none",
    )
    add(
        "--error",
        type=terminal.number_between(0, 1),
        default=0.05,
        metavar="P",
        help="the chance that any verdict of a charter is wrong (default: 0.05)",
    )
    add("--sheet", metavar="NAME", help="of charters in xlsx: their sheet (default: the first)")
    workers.add_switch(parser)
    add("--dask", metavar="ADDRESS", help="fight them on the cluster of this scheduler")
    add("--open-is-broken", action="store_true", help="exit with 1 where a claim stays open")
    add("--measures", action="store_true", help="print what each system can measure, and stop")
    return parser


def measures():
    """Return what each system can measure and which settings it knows, as text.

    >>> print(measures().splitlines()[0])
    units
    """
    lines = []
    for system in SYSTEMS.values():
        lines += [system.name, f"  measures: {', '.join(system.measures)}"]
        lines += [f"  given:    {', '.join(system.settings)}"]
    return "\n".join(lines) + "\n"


def _judge(options):
    if not options.files:
        raise ValueError("name a charter, a CSV or xlsx file; --help explains the switches")
    if options.out:
        output.check(options.out)
    rules = _rules(options.rules)
    charters = [read_charter(file, rules=rules, sheet=options.sheet) for file in options.files]
    found, status = [], _HOLDS
    with _executor(options) as executor:
        for file, charter in zip(options.files, charters, strict=True):
            verdicts = _verdicts(charter, options, executor)
            if verdicts is None:
                return interrupts.INTERRUPTED
            found.append((file, charter.faults, verdicts))
            _tell(file if len(charters) > 1 else "", charter, verdicts, options.rules)
            status = _worse(status, _status(charter, verdicts, options.open_is_broken))
    if options.out:
        write_whole({Path(options.out): output.report(found, options.out)})
    return status


def _rules(text):
    if text is None:
        return None
    try:
        return rules_of(text, Path())
    except Fault as fault:
        raise ValueError(f"--rules: {fault.what}") from None


def _verdicts(charter, options, executor):
    """The `Verdicts` of a charter; None after Ctrl-C, when those so far have been told."""
    found, bar = {}, terminal.progress()
    how = {"seed": options.seed, "error": options.error, "executor": executor}
    total = len(charter.claims)
    try:
        for place, verdict in judged(charter.claims, **how):
            found[place] = verdict
            if bar is not None:
                bar(len(found), total)
    except KeyboardInterrupt:
        if bar is not None:
            bar(total, total)
        so_far = Verdicts(tuple(found[place] for place in sorted(found)), options.error)
        claims = "claim is" if total == 1 else "claims are"
        terminal.tell(f"{so_far}\nInterrupted: {len(found)} of {total} {claims} decided.\n")
        return None
    return Verdicts(tuple(found[place] for place in range(total)), options.error)


def _tell(file, charter, verdicts, rules):
    for fault in charter.faults:
        terminal.complain(f"{_PROGRAM}: {fault}")
    for fault in verdicts.faults:
        terminal.complain(f"{_PROGRAM}: {charter.name}, {fault}")
    table, _, summary = str(verdicts).rpartition("\n")
    named = (
        one.given.get("hit", one.given.get("rules", rules))
        for one in charter.claims
        if one.system == "units"
    )
    by = [f"Units {by_whom(name)}." for name in dict.fromkeys(named)]
    terminal.tell("".join(f"{line}\n" for line in filter(None, (file, table, *by, summary))))


def _status(charter, verdicts, open_is_broken):
    if charter.faults or verdicts.faults:
        return _BAD_INPUT
    if verdicts.count("broken"):
        return _BROKEN
    if verdicts.count("open"):
        return _BROKEN if open_is_broken else _OPEN
    return _HOLDS


def _worse(one, other):
    """The status of several charters: bad input before broken before open."""
    order = (_HOLDS, _OPEN, _BROKEN, _BAD_INPUT)
    return max(one, other, key=order.index)


@contextmanager
def _executor(options):
    """What fights the battles: nothing else, processes, or a cluster."""
    if options.dask:
        try:
            from distributed import Client
        except ImportError:
            raise ValueError(
                "--dask needs dask.distributed, which isn't there; pip install distributed"
            ) from None
        try:
            client = Client(options.dask, timeout="10s")
        except OSError as error:
            what = terminal.line_of(error)
            raise ValueError(f"--dask {options.dask}: no cluster answers ({what})") from None
        with client:
            try:
                yield client.get_executor()
            except CancelledError:
                raise ValueError(f"--dask {options.dask}: the cluster is gone") from None
    else:
        with workers.started(options.workers) as pool:
            yield pool


if __name__ == "__main__":
    sys.exit(interrupts.run(main))
