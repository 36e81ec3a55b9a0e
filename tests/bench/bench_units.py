"""Units of one's own game: tables of duels, battles and campaigns, beside plain loops."""

import numpy as np

from combat.units import Rules, Unit, Units, battle, blow, campaign, duel, matrix
from tests.bench.timing import Case
from tests.units.plain import army_fight, blows_of

DICE = ("1d6", "1d8+1", "2d6", "3", "2d4+1", "1d10")
RULES = Rules(critical=(0.1, 2), spread=0.1)


def some_units(count, hp=60):
    """Units of 20 to 60 hit points, drawn."""
    rng = np.random.default_rng(0)
    return Units(
        Unit(
            f"unit {number}",
            hp=int(rng.integers(hp // 3, hp + 1)),
            attack=int(rng.integers(5, 30)),
            defense=int(rng.integers(5, 30)),
            damage=str(rng.choice(DICE)),
            armor=int(rng.integers(0, 5)),
            speed=float(rng.choice([0.75, 1, 1, 1.5])),
        )
        for number in range(count)
    )


THIRTY, HUNDRED = some_units(30), some_units(100)
ONE, OTHER, THIRD = list(THIRTY)[:3]
ARMIES = {ONE.name: 10, OTHER.name: 3}, {THIRD.name: 12}


def on_a_plane():
    """One duel of two of 60 hit points with both sides' hit points in one table, turn by turn."""
    units = ONE.changed(hp=60, speed=1), OTHER.changed(hp=60, speed=1)
    blows = blow(*units), blow(*units[::-1])
    now = np.zeros((61, 61))
    now[-1, -1] = 1
    while now[1:, 1:].sum() > 1e-13:
        now[0], now[:, 0] = 0, 0
        for side, struck in enumerate(blows):
            after = np.zeros_like(now)
            for value, chance in zip(struck.values, struck.chances, strict=True):
                left = np.maximum(np.arange(61) - int(value), 0)
                np.add.at(after, (slice(None), left) if side == 0 else left, chance * now)
            now = after


def groups_of(armies):
    return [[THIRTY[name] for name, many in army.items() for _ in range(many)] for army in armies]


def plain_battles(count=5):
    rng = np.random.default_rng(0)
    groups = groups_of(ARMIES)
    blows = blows_of(groups, RULES, rng, 1000)
    return [army_fight(groups, blows, RULES, rng) for _ in range(count)]


def plain_campaigns(count=3):
    rng = np.random.default_rng(0)
    groups = groups_of(ARMIES)
    blows = blows_of(groups, RULES, rng, 1000)
    for _ in range(count):
        left = [unit.hp for unit in groups[0]]
        for _ in range(3):
            start = [left, [unit.hp for unit in groups[1]]]
            (left, _), _ = army_fight(groups, blows, RULES, rng, start=start)


def cases():
    yield Case(
        "units.matrix, 30 units of 20 to 60 hit points",
        lambda: matrix(THIRTY, RULES),
        "one pair on a plane",
        on_a_plane,
        share=1 / 465,
    )
    yield Case(
        "units.matrix, 100 units of 20 to 60 hit points",
        lambda: matrix(HUNDRED, RULES),
        "each duel by itself, every 50th",
        lambda: [duel(one, ONE, RULES) for one in HUNDRED],
        share=100 / 5050,
    )
    yield Case(
        "units.battle, 13 against 12, 10,000 battles",
        lambda: battle(*ARMIES, RULES, units=THIRTY, battles=10_000),
        "plain loop, 5 battles",
        plain_battles,
        share=5 / 10_000,
    )
    yield Case(
        "units.campaign, three fights, 5,000 times",
        lambda: campaign(ARMIES[0], [ARMIES[1]] * 3, RULES, units=THIRTY, campaigns=5000),
        "plain loop, 3 campaigns",
        plain_campaigns,
        share=3 / 5000,
    )
