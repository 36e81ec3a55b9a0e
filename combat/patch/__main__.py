"""What did a patch change? Two versions of a table of units.

With one FILE, git's version of it, HEAD or the revision --from, is compared with the file on disk.

The report lists first the numbers that changed, then their effects on duels, scores and ranks.

Exit status: 0, also where nothing changed; 2 for bad input, with a line on standard error; 130 if
interrupted.
"""

import sys
from pathlib import Path

from combat.cli import interrupts, terminal


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
    parser = terminal.Parser("combat.patch", __doc__)
    add = parser.add_argument
    add("file", metavar="FILE", help="a table of units, CSV or xlsx")
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
    add("--rules", metavar="RULES", help="module:name, file.py:name, or a hit rule's name")
    add("--sheet", metavar="NAME", help="the sheet of a spreadsheet")
    add("--columns", type=Path, metavar="FILE", help="what their headings mean")
    add(
        "--rounds",
        type=terminal.whole_from(1, 10_000),
        metavar="N",
        help="stop duels after so many turns (default: when they end)",
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
