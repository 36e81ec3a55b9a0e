"""`python -m combat.patch`: what did a change of numbers do?"""

import sys
from pathlib import Path

from combat import interrupts, terminal

_EPILOG = """\
With one FILE, what git has is compared with what lies there: HEAD, or the revision --from. Units
and rosters are told apart by their columns. Two settings of a hit rule are written as text:

  python -m combat.patch "rule=NetHack EV/DR, bell curve; sd=8" "sd=6"

First stand the numbers that changed, then what they do: exactly, or with intervals from battles
with the same luck before and after.

Exit status: 0, also where nothing changed; 2 for bad input, with a line on standard error; 130 if
interrupted.
"""


def main(arguments=None):
    """Run the command; returns the exit status: 0, 2 with one line on standard error, or 130.

    >>> main(["rule=ratio", "rule=ratio"])
    rule=ratio -> rule=ratio: nothing changed.
    0
    >>> main(["nowhere.csv", "--out", "patch.pdf"])
    2
    """
    return _parser().run(_run, arguments)


def _run(options):
    from combat.patch.command import report  # slow to import; --help skips it

    return report(options)


def _parser():
    parser = terminal.Parser(
        "combat.patch",
        "What did a patch change? Two versions of units, of a roster, or of a rule.",
        _EPILOG,
    )
    add = parser.add_argument
    add("file", metavar="FILE", help="a table of units or a roster, CSV or xlsx; or rule=...")
    add("other", metavar="OTHER", nargs="?", help="its later version, where that is another file")
    add("--from", dest="since", metavar="REV", help="compare with this git revision of FILE")
    add("--to", metavar="REV", help="and not FILE as it lies there, but this revision of it")
    add("--charter", type=Path, metavar="FILE", help="tell which of its claims changed verdict")
    add(
        "--trust",
        action="store_true",
        help="let the charter run Python that doesn't lie in its own folder",
    )
    add(
        "--rules", metavar="RULES", help="of units: module:name, file.py:name, or a hit rule's name"
    )
    add("--sheet", metavar="NAME", help="of units: the sheet of an xlsx file (default: the first)")
    add(
        "--price",
        type=terminal.number_between(0),
        metavar="N",
        help="of units: armies of one price are fought, too",
    )
    add(
        "--rounds",
        type=terminal.whole_from(1, 10_000),
        metavar="N",
        help="of units: duels and battles stop after so many turns (default: when they end)",
    )
    add(
        "--targeting",
        metavar="WHOM",
        help="of units: whom an army's fighters strike, random, weakest, strongest or front",
    )
    add(
        "--against",
        type=Path,
        action="append",
        metavar="ROSTER",
        help="of a roster: whom both versions meet; may be given several times (default: the "
        "earlier version)",
    )
    add(
        "--points",
        nargs=2,
        type=int,
        default=(0, 100),
        metavar=("LOW", "HIGH"),
        help="of a hit rule: attack and defense go from LOW to HIGH (default: 0 100)",
    )
    add(
        "--battles",
        type=terminal.whole_from(100, 10**7),
        default=4000,
        metavar="N",
        help="of what isn't exact (default: %(default)s)",
    )
    add(
        "--seed",
        type=terminal.whole_from(0, 2**32),
        default=0,
        metavar="N",
        help="of the luck (default: 0)",
    )
    add("--out", type=Path, metavar="FILE", help="write the report as .txt, .csv or .html, too")
    return parser


if __name__ == "__main__":
    sys.exit(interrupts.run(main))
