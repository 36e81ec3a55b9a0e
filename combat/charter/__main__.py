"""`python -m combat.charter`: check what a designer promises about a game against its rules."""

import sys

from combat import interrupts, terminal, workers
from combat.charter.systems import SYSTEMS

_EPILOG = f"""\
A charter is a table, CSV or xlsx, with a row for each claim and the columns claim, system, first,
second, measure, at least, at most, given (name=value; name=value) and budget (battles). The files
that it speaks of lie beside it. Systems: {", ".join(SYSTEMS)};
--measures tells what each of them can measure.

`*` stands for each: Gob* for all whose names begin so, and the row becomes a claim for each. For
units, first and second may be armies: 6 Goblin + Bugbear, or 6x Goblin + 1x Bugbear. One name of
them may be a pattern, 6 Gob* + Bugbear. With cost=600 under given each side is as many of its one
unit as 600 buys. The system python takes file.py:function as its measure, any function that returns
a number, a Distribution, what combat.markov solved, or scores by seed: it is run, as are the rules
that a row names, if the file lies in the charter's folder or below, else only with --trust.

In a battle all who act at once aim before any blow falls: ten sure shots with
targeting=front, or weakest, kill one of ten, whatever the order. Who can't hurt each other draw.

Exit status: 0 all hold; 1 some are broken; 2 bad input (what could be judged is); 3 some are
open; 130 if interrupted, then what is decided so far is printed and no report written.
"""


def main(arguments=None):
    """Run the command; returns the exit status: 0 to 3, or 130."""
    return _parser().run(_run, arguments)


def _run(options):
    from combat.charter.command import judge_files, measures  # slow to import; --help skips it

    if options.measures:
        terminal.tell(measures())
        return 0
    return judge_files(options)


def _parser():
    parser = terminal.Parser(
        "combat.charter",
        "Judge the claims of balance charters.",
        _EPILOG,
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
    add(
        "--trust",
        action="store_true",
        help="let charters run Python that doesn't lie in their own folder",
    )
    workers.add_switch(parser)
    add("--dask", metavar="ADDRESS", help="fight them on the cluster of this scheduler")
    add("--open-is-broken", action="store_true", help="exit with 1 where a claim stays open")
    add("--measures", action="store_true", help="print what each system can measure, and stop")
    return parser


if __name__ == "__main__":
    sys.exit(interrupts.run(main))
