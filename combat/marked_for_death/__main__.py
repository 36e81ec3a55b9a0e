"""Large-scale combat in Marked for Death, after the manual of Fight.rkt 1.0.

Without --odds or --exact one battle is fought. Its log is printed and saved to BattleLog.txt, all
combatants to Heroes-final.csv and Villains-final.csv, the fallen too; all three are OVERWRITTEN by
the next battle. For healing or reinforcements in the middle of a fight, stop it with --max-rounds,
edit the final files and go on with --heroes Heroes-final.csv --villains Villains-final.csv. Who
has 0 hit points or fewer is out of the fight; whose BonusHP is raised to -1 or more is back in it.

Exit status: 0; 2 with one line on standard error; 130 if interrupted.
"""

import secrets
import sys
from pathlib import Path

from combat.cli import interrupts, terminal
from combat.core.files import write_whole
from combat.core.words import percent


def main(arguments=None):
    """Run the command; returns the exit status: 0, 2 with one line on standard error, or 130."""
    return _parser().run(_run, arguments)


def _run(options):
    if not options.odds:
        terminal.refuse(options, "is for --odds", "workers")
    if options.odds or options.exact:
        terminal.refuse(options, "is for a battle that is fought once", "out_dir")
    if options.exact and not options.odds:
        terminal.refuse(options, "counts nothing for exact odds", "seed")
    terminal.tell(_odds(options) if options.odds or options.exact else _battle(options))
    return 0


def _parser():
    parser = terminal.Parser("combat.marked_for_death", __doc__)
    add = parser.add_argument
    rounds = "stop after N rounds even if there are still people alive on both sides"
    add("-m", "--max-rounds", type=terminal.whole_from(1), metavar="N", help=rounds)
    for side in ("heroes", "villains"):
        file, text = Path(f"{side.title()}.csv"), "a combatants CSV file (default: ./%(default)s)"
        add(f"--{side}", type=Path, default=file, metavar="FILE", help=text)
    seed = "a whole number; it repeats a battle, or odds (default: a new one, which is printed)"
    add("--seed", type=terminal.whole_from(0, 2**64), metavar="N", help=seed)
    out = "where to write the three files; made if it isn't there (default: the current directory)"
    add("--out-dir", type=terminal.path, default=Path(), metavar="FOLDER", help=out)
    odds = "fight N battles without log or files; print how often each side wins, with intervals"
    add("--odds", type=terminal.whole_from(1), metavar="N", help=odds)
    terminal.add_workers(parser)
    add("--exact", action="store_true", help="print the exact odds; for small rosters")
    strict = "treat a name in BuffWho, BodyguardFor or LinkedTo that isn't in the file as an error"
    add("--strict", action="store_true", help=strict)
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
    rounds = {"max_rounds": options.max_rounds}
    parts = [f"Note: {warning}\n" for team in (heroes, villains) for warning in team.warnings]
    if options.odds:
        how = rounds | {"battles": options.odds, "seed": _seed(options)}
        with terminal.workers(options.workers) as executor:
            bar = terminal.progress()
            odds = simulate(heroes, villains, **how, executor=executor, progress=bar)
        title = f"{options.odds:,} battles; --seed {how['seed']} repeats them. Intervals of 95 %."
        parts.append(_tables(title, odds))
    if options.exact:
        parts.append(_tables("Exact odds.", solve(heroes, villains, **rounds)))
    return "\n".join(parts)


def _teams(options):
    from combat.marked_for_death import read_team

    return [read_team(path, strict=options.strict) for path in (options.heroes, options.villains)]


def _seed(options):
    return secrets.randbits(32) if options.seed is None else options.seed


def _tables(title, odds):
    from combat.marked_for_death import NO_ONE

    columns = ["chance"] if odds.fights is None else ["chance", "low", "high"]
    wins, left = (
        table[columns].map(percent, digits=2).to_string() if len(table) else NO_ONE
        for table in (odds.table(), odds.survival.set_index(["side", "name"]))
    )
    rounds = f"Mean rounds: {odds.turns.mean:.2f}"
    return f"{title}\n\n{wins}\n\n{rounds}\n\nWho is left standing:\n{left}\n"


if __name__ == "__main__":
    sys.exit(interrupts.run(main))
