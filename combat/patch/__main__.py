"""`python -m combat.patch`: what did a change of numbers do?"""

import sys
from pathlib import Path

from combat.cli import interrupts, terminal

_EPILOG = """\
With one FILE, git's version of it, HEAD or the revision --from, is compared with the file on disk.
Its columns show whether it holds units or a roster.

The report lists first the numbers that changed, then their effects: exact, or simulated, with
intervals, in battles that have the same random numbers before and after.

Exit status: 0, also where nothing changed; 2 for bad input, with a line on standard error; 130 if
interrupted.
"""


def main(arguments=None):
    """Run the command; returns the exit status: 0, 2 with one line on standard error, or 130."""
    return _parser().run(_run, arguments)


def _run(options):
    from combat.patch.command import report  # slow to import; --help skips it

    return report(options, lambda: _page_maker(options.program))


def _page_maker(program):
    # Only a command knows the mechanics and, above them, the workbook that draws.
    with terminal.needing_workbook(", or write a .txt or .csv"):
        from combat.workbook.reports.patch import page_of
    return lambda patch: page_of(patch, made=f"Made by {program}.")


def _parser():
    parser = terminal.Parser(
        "combat.patch",
        "What did a patch change? Two versions of units or of a roster.",
        _EPILOG,
    )
    add = parser.add_argument
    add("file", metavar="FILE", help="a table of units or a roster, CSV or xlsx")
    add("other", metavar="OTHER", nargs="?", help="its later version, if that is another file")
    add("--from", dest="since", metavar="REV", help="the earlier version: a git revision of FILE")
    add("--to", metavar="REV", help="the later version: a git revision, not the file on disk")
    add(
        "--charter",
        type=Path,
        metavar="FILE",
        help="also list the claims of this charter whose verdict changed",
    )
    add(
        "--trust",
        action="store_true",
        help="let the charter run Python and read files from outside its own folder",
    )
    add(
        "--rules",
        metavar="RULES",
        help="for units: module:name, file.py:name, or a hit rule's name",
    )
    add("--sheet", metavar="NAME", help="for units: the sheet of a spreadsheet")
    add("--columns", type=Path, metavar="FILE", help="for units: what their headings mean")
    add(
        "--price",
        type=terminal.number_between(0),
        metavar="N",
        help="for units: also fight armies of a single unit, as many as N buys",
    )
    add(
        "--rounds",
        type=terminal.whole_from(1, 10_000),
        metavar="N",
        help="for units: stop duels and battles after so many turns (default: when they end)",
    )
    add(
        "--targeting",
        metavar="WHOM",
        help="for units: the targets of an army's fighters: random, weakest, strongest or front",
    )
    add(
        "--against",
        type=Path,
        action="append",
        metavar="ROSTER",
        help="for a roster: an opponent of both versions; may be given several times (default: "
        "the earlier version)",
    )
    add(
        "--battles",
        type=terminal.whole_from(100, 10**7),
        default=4000,
        metavar="N",
        help="battles to simulate where odds aren't exact (default: %(default)s)",
    )
    add(
        "--seed",
        type=terminal.whole_from(0, 2**32),
        default=0,
        metavar="N",
        help="seed of the random numbers (default: 0)",
    )
    add(
        "--out",
        type=terminal.path,
        metavar="FILE",
        help="also write the report, as .txt, .csv or .html",
    )
    return parser


if __name__ == "__main__":
    sys.exit(interrupts.run(main))
