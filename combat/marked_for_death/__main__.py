"""`python -m combat.marked_for_death`: fight a battle between two rosters, or print its odds."""

import secrets
import sys
from pathlib import Path

from combat.cli import interrupts, terminal, workers
from combat.core.files import write_whole
from combat.core.words import percent

_EPILOG = """\
Without --odds or --exact one battle is fought. Its log is printed and saved to BattleLog.txt, all
combatants to Heroes-final.csv and Villains-final.csv, the fallen too; all three are OVERWRITTEN by
the next battle. For healing or reinforcements in the middle of a fight, stop it with --max-rounds,
edit the final files and go on with --heroes Heroes-final.csv --villains Villains-final.csv. Who
has 0 hit points or fewer is out of the fight; whose BonusHP is raised to -1 or more is back in it.

Exit status: 0; 2 with one line on standard error; 130 if interrupted.
"""


def main(arguments=None):
    """Run the command; returns the exit status: 0, 2 with one line on standard error, or 130."""
    return _parser().run(_run, arguments)


def _run(options):
    terminal.tell(_odds(options) if options.odds or options.exact else _battle(options))
    return 0


def _parser():
    parser = terminal.Parser(
        "combat.marked_for_death",
        "Large-scale combat in Marked for Death, after the manual of Fight.rkt 1.0.",
        _EPILOG,
    )
    add = parser.add_argument
    add(
        "-m",
        "--max-rounds",
        type=terminal.whole_from(1),
        metavar="N",
        help="stop after N rounds even if there are still people alive on both sides",
    )
    add(
        "--heroes",
        type=Path,
        default=Path("Heroes.csv"),
        metavar="FILE",
        help="a combatants CSV file (default: ./Heroes.csv)",
    )
    add(
        "--villains",
        type=Path,
        default=Path("Villains.csv"),
        metavar="FILE",
        help="a combatants CSV file (default: ./Villains.csv)",
    )
    add(
        "--seed",
        type=terminal.whole_from(0, 2**64),
        metavar="N",
        help="a whole number; the same seed "
        "gives the same battle, or odds (default: a new one, which is printed)",
    )
    add(
        "--out-dir",
        type=terminal.path,
        default=Path(),
        metavar="FOLDER",
        help="where to write the three "
        "files; made if it isn't there (default: the current directory)",
    )
    add(
        "--odds",
        type=terminal.whole_from(1),
        metavar="N",
        help="fight N battles without log or files, and "
        "print how often each side wins, with intervals of 95 %%",
    )
    workers.add_switch(parser)
    add("--exact", action="store_true", help="print the exact odds; for small rosters")
    add(
        "--strict",
        action="store_true",
        help="treat a name in BuffWho, BodyguardFor or LinkedTo that isn't in the file as an "
        "error, not as a note in the log",
    )
    return parser


def _battle(options):
    """Fight one battle and write its files; returns the log."""
    from combat.marked_for_death import fight, team_text  # slow to import; --help skips it

    heroes, villains = _teams(options)
    seed = _seed(options)
    battle = fight(heroes, villains, max_rounds=options.max_rounds, seed=seed)
    log = f"--seed {seed} repeats this battle.\n\n{battle.log}"
    write_whole(
        {
            options.out_dir / "BattleLog.txt": log,
            options.out_dir / "Heroes-final.csv": team_text(battle.heroes),
            options.out_dir / "Villains-final.csv": team_text(battle.villains),
        },
        folders=True,
    )
    return log


def _odds(options):
    """Return the odds as text, by simulation, exactly, or both."""
    from combat.marked_for_death import simulate, solve

    heroes, villains = _teams(options)
    parts = [f"Note: {warning}\n" for team in (heroes, villains) for warning in team.warnings]
    if options.odds:
        seed = _seed(options)
        with workers.started(options.workers) as executor:
            odds = simulate(
                heroes,
                villains,
                battles=options.odds,
                max_rounds=options.max_rounds,
                seed=seed,
                executor=executor,
                progress=terminal.progress(),
            )
        title = f"{options.odds:,} battles; --seed {seed} repeats them. Intervals of 95 %."
        parts.append(_tables(title, odds))
    if options.exact:
        odds = solve(heroes, villains, max_rounds=options.max_rounds)
        parts.append(_tables("Exact odds.", odds))
    return "\n".join(parts)


def _teams(options):
    from combat.marked_for_death import read_team

    return [read_team(path, strict=options.strict) for path in (options.heroes, options.villains)]


def _seed(options):
    return secrets.randbits(32) if options.seed is None else options.seed


def _tables(title, odds):
    from combat.marked_for_death import NO_ONE

    exact = odds.fights is None
    survival = odds.survival.set_index(["side", "name"])
    return "\n".join(
        [
            title,
            "",
            _percents(odds.table(), exact),
            "",
            f"Mean rounds: {odds.turns.mean:.2f}",
            "",
            "Who is left standing:",
            _percents(survival, exact) if len(survival) else NO_ONE,
            "",
        ]
    )


def _percents(table, exact):
    columns = ["chance"] if exact else ["chance", "low", "high"]
    return table[columns].map(percent, digits=2).to_string()


if __name__ == "__main__":
    sys.exit(interrupts.run(main))
