"""A day of three encounters in the fifth edition."""

from functools import cache
from typing import NamedTuple

import pandas as pd

from combat.core.words import percent
from combat.dice import constant, dice, mix
from combat.workbook import Answer, Guess, Panel, charts, slider
from combat.workbook.views.any_fight import changed

GOBLINS, BUGBEARS = "goblins", "bugbears"


class Day(NamedTuple):
    """Hit points of the heroes, goblins and bugbears, those to come, and whose turn it is.

    lost: what the first foe who stands has lost.
    """

    heroes: tuple
    foes: tuple
    coming: tuple = ()
    fireballs: int = 2
    cures: int = 3
    lost: int = 0
    turn: int = 0


class Party:
    """Four heroes, and what may come of their turns; people: a frame, the two foes last.

    averages: whether a hit does the average of its dice, as a stat block prints.
    """

    def __init__(self, people, averages=True):
        self.who = {one.Index: one for one in people.itertuples()}
        self.heroes, self.averages = [*self.who][:-2], averages
        self.turns = (*self.heroes, "Fighter", GOBLINS, BUGBEARS)
        self.attacks = cache(self._attacks)

    def _attacks(self, name, armor, many=1):
        """Return what so many attacks do, a list of (chance, damage)."""
        one = self.who[name]
        hits = min(18, max(0, 20 + one.bonus - armor)) / 20  # by all but a natural 20
        harm = [constant(0), self.rolled(one.damage), self.rolled(one.doubled)]
        return listed(sum([mix([0.95 - hits, hits, 0.05], harm)] * many, constant(0)))

    def rolled(self, text):
        """Return dice, or their average, rounded down."""
        # 1e-9: a mean of 9 may be summed to 8.999999999999998, which another machine rounds to 8.
        return constant(int(dice(text).mean + 1e-9)) if self.averages else dice(text)

    def healed(self, day, place, by):
        """Return the day after a hero has been healed, or hurt by a number below 0."""
        most = self.who[self.heroes[place]].hp
        return day._replace(heroes=changed(day.heroes, place, by, most))

    def cured(self, day):
        """Return what may come of a cure of the first who has fallen."""
        left, down = day._replace(cures=day.cures - 1), day.heroes.index(0)
        return [(p, self.healed(left, down, v)) for p, v in listed(self.rolled("2d8+4"))]

    def burnt(self, day):
        """Return what comes of a fireball, which kills six goblins."""
        goblins, bugbears = day.foes
        left = max(0, goblins - 6), bugbears
        return [(1, day._replace(foes=left, lost=0, fireballs=day.fireballs - 1))]

    def struck(self, day, name):
        """Return what may come of a hero's attack on the first foe who stands."""
        foe = GOBLINS if day.foes[0] else BUGBEARS
        blows = self.attacks(name, self.who[foe].armor)
        return [(p, self._wounded(day, foe, v)) for p, v in blows]

    def _wounded(self, day, foe, damage):
        lost = day.lost + damage
        if lost < self.who[foe].hp:
            return day._replace(lost=lost)
        return day._replace(foes=changed(day.foes, int(foe == BUGBEARS), -1), lost=0)

    def bitten(self, day, foe):
        """Return what may come of the attacks of all goblins, or bugbears, on the first hero."""
        many, place = day.foes[foe == BUGBEARS], [hp > 0 for hp in day.heroes].index(True)
        blows = self.attacks(foe, self.who[self.heroes[place]].armor, many)
        return [(p, self.healed(day, place, -v)) for p, v in blows]

    def rested(self, day, rest):
        """Return the next encounter after a rest, or nothing at the end of the day."""
        if not day.coming:
            return []
        for place in range(len(self.heroes)):
            day = self.healed(day, place, rest)
        return [(1, day._replace(foes=day.coming[0], coming=day.coming[1:], turn=0))]

    def begun(self, plan, fireballs):
        """Return {morning: chance}: a coin says whether the heroes begin the first encounter."""
        most = tuple(self.who[hero].hp for hero in self.heroes)
        first = Day(most, plan[0], plan[1:], fireballs)
        return {first: 0.5, first._replace(turn=len(self.heroes) + 1): 0.5}


def listed(damage):
    """Return a list of (chance, damage) of dice."""
    return list(zip(damage.chances.tolist(), damage.values.tolist(), strict=True))


def stands(day):
    """Return whether one of the heroes stands."""
    return any(day.heroes)


def day(days):
    """The Panel of how a day ends; days: a function that returns the `Simulated` days."""

    def by_fireballs(plan, rest):
        survived = [days(plan, rest, many).chance(stands) for many in range(4)]
        return estimates(survived, pd.RangeIndex(4, name="fireballs a day"))

    def show(g1, b1, g2, b2, g3, b3, rest, fireballs):
        plan = (g1, b1), (g2, b2), (g3, b3)
        found, by = days(plan, rest, fireballs), by_fireballs(plan, rest)
        lost = [
            found.chance(lambda at, left=left: not stands(at) and len(at.coming) == left)
            for left in (2, 1, 0)
        ]
        names = ["the day is survived", *(f"lost in encounter {number}" for number in (1, 2, 3))]
        return Answer(
            day_in_words(found),
            charts.rows(estimates([found.chance(stands), *lost], names), title="How the day ends"),
            charts.points(by, ylim=(0, 1.05), title="Chance to survive the day, by fireballs"),
            note=f"{found.runs} days each, with 95% intervals. In each encounter there are as many "
            "goblins and bugbears as the sliders say; after the first and the second comes a short "
            "rest.",
        )

    chances = by_fireballs(((6, 2), (8, 3), (8, 4)), 10)["chance"]
    return Panel(
        show,
        **foes(1, 6, 2),
        **foes(2, 8, 3),
        **foes(3, 8, 4),
        rest=slider("a rest brings each", 0, 25, 10, unit="hp", live=False, exported=[0]),
        fireballs=slider("fireballs", 0, 3, 2, live=False, exported=[0]),
        cost=240,
        guess=Guess(
            f"With two fireballs the four survive {chances[2]:.0%} of such days. How often without "
            "any?",
            chances[0],
        ),
    )


def foes(number, goblins, bugbears):
    """Return the sliders of an encounter."""
    # A page has two values of each, and all pairs of them: an answer takes a quarter of a second.
    some, others = ([3] if number == 1 else [12]), [5]
    return {
        f"g{number}": slider(f"{number}. goblins", 0, 12, goblins, exported=some, live=False),
        f"b{number}": slider(f"{number}. bugbears", 0, 5, bugbears, exported=others, live=False),
    }


def estimates(found, index):
    """Return estimates and the ends of their intervals as a frame, for charts with whiskers."""
    rows = [(float(one), one.low, one.high) for one in found]
    return pd.DataFrame(rows, index, columns=["chance", "low", "high"])


def day_in_words(found):
    """A day as a title; found: from `simulate`."""
    survived = found.chance(stands)
    known = f"{percent(survived.low, 0)} to {percent(survived.high, 0)}"
    left = found.given(stands).mean(lambda day: sum(day.heroes)) if survived else 0.0
    return (
        f"The four survive {percent(survived, 0)} of the days ({known}), then with {left:.0f} hit "
        "points among them."
    )
