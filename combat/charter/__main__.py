"""Check what a designer promises about a game against its rules.

A charter is a table, CSV or xlsx, with a row for each claim and the columns claim, system, first,
second, measure, at least, at most, given (name=value; name=value) and budget (battles). Files that
it names lie in its folder or below; those elsewhere are read only with --trust. Systems:
units, python; --measures lists what each of them can measure.

`*` in a name is a pattern: Gob* matches all names that begin with Gob, and the row becomes a claim
for each. For units, first and second may be armies: 6 Goblin + Bugbear, or 6x Goblin + 1x Bugbear.
One name of an army may be a pattern: 6 Gob* + Bugbear. With cost=600 in the column given, each side
is as many of its one unit as 600 buys. With items=* (or names) or budget=20 in it, units are each
with what it may carry: Knight: Spear, Mail; Knight: * are all of the Knight.

For the system python the measure is file.py:function, or a public function of this package such as
combat.luck:success_rate, with its arguments in given: any function that returns a number, a
Distribution, a result of combat.markov.solve, or scores by seed. This Python, and that of rules
that a row names, is run if the file lies in the charter's folder or below; otherwise only with
--trust.

In a battle, all fighters who act at the same time choose their targets before any blow falls: with
targeting=front, or weakest, ten sure shots at ten targets kill only one. If neither side can hurt
the other, the battle is a draw.

--mend names the smallest changes of numbers, five at most, that keep every promise: all single
numbers, then pairs for two minutes. If all hold it says how far each number
may move before one breaks. What --change and --keep name is a unit, a column, or "unit: column",
separated by commas, with * for any. Its exit status is 0 if all hold or a mend was found, else 1.

Exit status: 0 all claims hold; 1 some are broken; 2 bad input (the valid claims are judged); 3 some
are open; 130 if interrupted (the claims decided so far are printed, no report is written).
"""

import sys

from combat.cli import interrupts, terminal


def main(arguments=None):
    """Run the command; returns the exit status: 0 to 3, or 130."""
    return _parser().run(_run, arguments)


def _run(options):
    from combat.charter.command import judge_files, measures  # slow to import; --help skips it

    if options.measures:
        terminal.refuse(options, "counts nothing beside --measures", but=["measures"])
        terminal.tell(measures())
        return 0
    return judge_files(options, _page_maker)


def _page_maker():
    # Only a command knows the mechanics and, above them, the workbook that draws.
    with terminal.needing_workbook(", or write a .csv"):
        from combat.workbook.reports.verdicts import page_of
    return page_of


def _parser():
    parser = terminal.Parser("combat.charter", __doc__)
    add = parser.add_argument
    add("files", nargs="*", metavar="FILE", help="a charter, CSV or xlsx")
    add("--out", type=terminal.path, metavar="FILE", help="write a report too: .csv or .html")
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
        help="for units whose row names no rules: module:name, file.py:name, or a hit rule's name",
    )
    add(
        "--error",
        type=terminal.number_between(0, 1),
        default=0.05,
        metavar="P",
        help="the chance that any verdict of a charter is wrong (default: 0.05)",
    )
    add("--sheet", metavar="NAME", help="the sheet of an xlsx charter (default: the first)")
    add(
        "--columns",
        type=terminal.path,
        metavar="FILE",
        help="a mapping of the units' headings (default: units.columns.csv beside units.csv)",
    )
    add(
        "--trust",
        action="store_true",
        help="let charters run Python and read files from outside their own folders",
    )
    _add_mend(parser.add_argument_group("what mends it").add_argument)
    terminal.add_workers(parser)
    add("--dask", metavar="ADDRESS", help="fight the battles on the cluster of this scheduler")
    add("--open-is-broken", action="store_true", help="exit with 1 if a claim stays open")
    add("--measures", action="store_true", help="print what each system can measure, and stop")
    return parser


def _add_mend(add):
    add("--mend", action="store_true", help="find the smallest changes that keep every promise")
    add("--write", type=terminal.path, metavar="FILE", help="the sheet with the first of them")
    add("--overwrite", action="store_true", help="write over a file that is there")
    add(
        "--most",
        type=terminal.whole_from(1, 2),
        metavar="N",
        help="numbers in one mend (default: 2)",
    )
    add(
        "--within", metavar="P", help='how far a number may move, such as "30 %%" (default: 100 %%)'
    )
    add("--margin", metavar="P", help='how far inside its band every promise must lie: "2 %%"')
    add("--change", metavar="NAMES", help='the numbers that may change, such as "hp, damage"')
    add("--keep", metavar="NAMES", help='those that may not, such as "Knight, *: cost"')


if __name__ == "__main__":
    sys.exit(interrupts.run(main))
