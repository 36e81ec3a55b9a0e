"""`python -m combat.patch`: what did a change of numbers do?"""

import argparse
import sys
from pathlib import Path

from combat import interrupts, terminal
from combat.battle import TARGETING
from combat.charter import read_charter
from combat.charter.cells import Fault
from combat.charter.rules import by_whom, rules_of
from combat.files import write_whole
from combat.marked_for_death import read_team
from combat.patch import (
    at_revision,
    on_disk,
    patch_of_rosters,
    patch_of_rule,
    patch_of_units,
    read_settings,
    with_claims,
)
from combat.tables import shown
from combat.units import PLAIN, read_units

_PROGRAM = "python -m combat.patch"
_ENDINGS = (".txt", ".csv", ".html")
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
    return terminal.ended(_PROGRAM, lambda: _run(arguments))


def _run(arguments):
    faults = _report(_parser().parse_args(arguments))
    for fault in faults:
        terminal.complain(f"{_PROGRAM}: {fault}")
    return 2 if faults else 0


def _parser():
    parser = terminal.Parser(
        prog=_PROGRAM,
        description="What did a patch change? Two versions of units, of a roster, or of a rule.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("file", metavar="FILE", help="a table of units or a roster, CSV or xlsx; or rule=...")
    add("other", metavar="OTHER", nargs="?", help="its later version, where that is another file")
    add("--from", dest="since", metavar="REV", help="compare with this git revision of FILE")
    add("--to", metavar="REV", help="and not FILE as it lies there, but this revision of it")
    add("--charter", type=Path, metavar="FILE", help="tell which of its claims changed verdict")
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
        choices=TARGETING,
        help="of units: whom fighters of an army strike (default: random)",
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


def _report(options):
    """Print the report and write it; returns the faults of the charter."""
    write = _writer(options.out)
    if "=" in options.file and not Path(options.file).exists():
        found, faults = _of_settings(options), ()
    else:
        found, faults = _of_files(options)
    terminal.tell(f"{found}\n")
    if write:
        options.out.parent.mkdir(parents=True, exist_ok=True)
        write_whole({options.out: write(found)})
    return faults


def _writer(path):
    """What makes a file's text of a patch, by the ending; checked before anything is computed."""
    if path is None:
        return None
    if path.suffix.lower() not in _ENDINGS:
        raise ValueError(
            f"--out {shown(path.name)}: it must end in .txt (as on the terminal), .csv (all rows) "
            f"or .html (a page)"
        )
    if path.suffix.lower() == ".html":
        return _page()
    return (
        (lambda found: f"{found}\n") if path.suffix.lower() == ".txt" else lambda found: found.csv()
    )


def _page():
    try:
        from combat.workbook.patches import parts_of
        from combat.workbook.report import page
    except ImportError as error:
        raise ValueError(
            f"a page is drawn by what the extra 'workbook' installs, and {error.name} isn't "
            f"there: pip install 'combat-design-workbook[workbook]', or write a .txt or .csv"
        ) from None

    def made(found):
        title = f"{found.before} → {found.after}"
        return page(title, parts_of(found), made=f"Made by {_PROGRAM}.")

    return made


def _of_settings(options):
    _refuse(
        options,
        "a hit rule",
        "since",
        "to",
        "charter",
        "rules",
        "sheet",
        "price",
        "rounds",
        "targeting",
        "against",
    )
    if options.other is None:
        raise ValueError(f"'{shown(options.file)}' needs other settings to compare with")
    before = read_settings(options.file)
    after = read_settings(options.other, before[0])
    return patch_of_rule(before, after, points=options.points)


def _of_files(options):
    versions = _versions(options)
    names = tuple(version.label for version in versions)
    common = {"battles": options.battles, "seed": options.seed, "names": names}
    if any(map(_is_roster, versions)):
        _refuse(options, "a roster", "rules", "sheet", "price", "rounds", "targeting")
        teams = [read_team(version.content, name=version.label) for version in versions]
        others = {path.stem: read_team(path) for path in options.against or ()}
        found = patch_of_rosters(*teams, others, progress=terminal.progress(), **common)
        rules = None
    else:
        _refuse(options, "a table of units", "against")
        units = [
            read_units(version.content, version.label, sheet=options.sheet) for version in versions
        ]
        rules, told = _rules(options.rules, options.charter)
        found = patch_of_units(
            *units,
            rules,
            price=options.price,
            rule=told,
            max_turns=options.rounds,
            max_rounds=options.rounds,
            targeting=options.targeting or "random",
            progress=terminal.progress(),
            **common,
        )
    if options.charter is None or not found:
        return found, ()
    given = rules if options.rules else None
    bar = terminal.progress()
    return with_claims(
        found, options.charter, versions, rules=given, seed=options.seed, progress=bar
    )


def _versions(options):
    if options.other is not None:
        if options.since or options.to:
            raise ValueError("two files need no revisions: leave --from and --to out, or OTHER")
        return on_disk(options.file), on_disk(options.other)
    if options.to and not options.since:
        raise ValueError("--to needs --from: the revision to begin with")
    before = at_revision(options.file, options.since or "HEAD")
    return before, at_revision(options.file, options.to) if options.to else on_disk(options.file)


def _is_roster(version):
    """A roster has columns that no table of units needs."""
    return b"BonusXP" in version.content.lstrip().partition(b"\n")[0]


def _rules(text, charter):
    """The rules of a switch, or those that a charter names for all its units, and a sentence."""
    folder = Path.cwd()
    if text is None and charter is not None:
        text, folder = _rules_of(charter), charter.parent
    try:
        found = PLAIN if text is None else rules_of(text, folder, "--rules")
    except Fault as fault:
        raise ValueError(f"--rules: {fault.what}") from None
    by = by_whom(text)
    return found, f"{by[0].upper()}{by[1:]}."


def _rules_of(charter):
    """What the charter's units are judged by, where all rows say the same; else None."""
    named = {
        claim.given.get("rules")
        for claim in read_charter(charter).claims
        if claim.system == "units"
    }
    return named.pop() if len(named) == 1 else None


def _refuse(options, what, *switches):
    """ValueError for a switch that doesn't go with what was given."""
    for name in switches:
        if getattr(options, name) is not None:
            switch = {"since": "from"}.get(name, name)
            raise ValueError(f"--{switch} doesn't go with {what}: leave it out")


if __name__ == "__main__":
    sys.exit(interrupts.run(main))
