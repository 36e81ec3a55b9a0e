"""Rosters for tests: the files, and made up ones."""

import string
from pathlib import Path

from hypothesis import strategies as st

from combat.marked_for_death import Buff, Fighter, Team, read_team

DATA = Path(__file__).parent.parent.parent / "data" / "marked_for_death"
BATTLES = ("dragon", "four", "large")
HEADER = (
    "Name,XP,BonusXP,BonusHP,BonusToHit,BonusToDefend,AOE,BodyguardFor,LinkedTo,"
    "BuffName,BuffWho,BuffOffense,BuffDefense\n"
)


def load(battle):
    """The heroes and the villains of one of the battles in data/."""
    return tuple(read_team(DATA / f"{battle}_{side}.csv") for side in ("heroes", "villains"))


def several(prefix, count, xp=3000, **fields):
    """A team of so many fighters with the same numbers."""
    return Team(tuple(Fighter(f"{prefix}{n}", xp, **fields) for n in range(count)))


def random_team(rng, size, prefix="F"):
    """A team with bodyguards, links, buffs and AOE, drawn by a numpy Generator."""
    names = [f"{prefix}{number}" for number in range(size)]

    def someone():
        return names[rng.integers(size)]

    def fighter(name):
        buffs = [
            Buff("Banner", (someone(), someone()), bonus(), bonus()) for _ in range(rng.integers(3))
        ]
        return Fighter(
            name,
            int(rng.integers(1000, 9000)),
            bonus_hp=int(rng.integers(-1, 2)),
            bonus_to_hit=bonus(),
            bonus_to_defend=bonus(),
            aoe=[None, 0, 1, 2, 3][rng.integers(5)],
            bodyguard_for=someone() if rng.random() < 0.3 else "",
            linked_to=someone() if rng.random() < 0.3 else "",
            buffs=buffs,
        )

    def bonus():
        return round(float(rng.uniform(-0.1, 0.4)), 2)

    return Team(tuple(map(fighter, names)))


def numbers(limit):
    return st.decimals(-limit, limit, places=4) | st.integers(-limit, limit)


NAMES = st.text(string.ascii_letters + " \"'#;éß竜", max_size=8).map(str.strip).filter(bool)


@st.composite
def teams(draw, most_xp=10_000_000):
    """Any team that a file can hold."""
    names = draw(st.lists(NAMES, max_size=5, unique=True))
    anybody = st.sampled_from(names or ["nobody"]) | NAMES
    buffs = st.builds(
        Buff, NAMES, st.lists(anybody, min_size=1, max_size=3), numbers(100), numbers(100)
    )
    return Team(
        tuple(
            Fighter(
                name,
                draw(st.integers(1, most_xp)),
                draw(st.integers(0, most_xp)),
                draw(st.integers(-1, 10_000)),
                draw(numbers(100)),
                draw(numbers(100)),
                draw(st.none() | st.integers(-1000, 1000)),
                draw(st.just("") | anybody),
                draw(st.just("") | anybody),
                draw(st.lists(buffs, max_size=3)),
            )
            for name in names
        )
    )
