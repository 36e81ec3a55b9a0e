"""How many of each foe does a party beat?

PARTY has a column count: how many there are of each, 1 where it is blank. Prints a line for each
unit of FOES, whose own counts say nothing here: the greatest count that the party beats with the
chance --aim, the chance with its 95 % interval, the chance against one more, whether both lie clear
of the aim, how many of the party fall if it wins, and how that was found: exactly, or with dice.

Exit status: 0; 2 for bad input, with a line on standard error; 130 if interrupted.
"""

import sys
from pathlib import Path

from combat.cli import interrupts, terminal


def main(arguments=None):
    """Run the command; returns the exit status: 0, 2 with one line on standard error, or 130."""
    return _parser().run(_run, arguments)


def _run(options):
    from combat.core.numbers import checked, share_in
    from combat.core.words import percent
    from combat.units import Units, how_many, read_units  # slow to import; --help skips it
    from combat.units.which_rules import by_whom, guessed, rules_of

    aim = checked("--aim", share_in, options.aim)
    armies = read_units(options.party), read_units(options.foes)
    if options.rules is None:
        name, rules = guessed(Units({one.name: one for army in armies for one in army}.values()))
    else:
        name, rules = "", rules_of(options.rules, Path.cwd(), "--rules")
    found = how_many(*armies, rules, aim=aim, most=options.most, max_rounds=options.rounds)
    shown = found.round({"lost if won": 2}).replace({"sure": {True: "yes", False: "no"}})
    for column in ("chance", "low", "high", "at one more"):
        shown[column] = found[column].map(percent)
    by = (
        f"The party beats so many in {percent(aim)} of all battles, {by_whom(options.rules, name)}."
    )
    terminal.tell("\n".join([by, shown.to_string(), *found.attrs["notes"], ""]))


def _parser():
    parser = terminal.Parser("combat.units.battles", __doc__, name="encounter")
    add, whole = parser.add_argument, terminal.whole_from(1, 10_000)
    add("party", type=Path, metavar="PARTY", help="a table of units, with how many of each")
    add("foes", type=Path, metavar="FOES", help="a table of units: each alone is met in numbers")
    add("--aim", default="70%", metavar="P", help="the chance to win (default: 70 %%)")
    add("--most", type=whole, default=100, metavar="N", help="the greatest count (default: 100)")
    add("--rules", metavar="RULES", help="module:name, file.py:name, or a hit rule's name")
    add("--rounds", type=whole, metavar="N", help="stop battles after so many rounds, undecided")
    return parser


if __name__ == "__main__":
    interrupts.begin()
    sys.exit(interrupts.run(main))
