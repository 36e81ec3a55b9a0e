"""Fights of your own: the rules' `fight` says the odds of a pair, their `plays` rolls the dice."""

from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter

import numpy as np

from combat.battle import Ends, Odds, Tally
from combat.battle.joint import crossed
from combat.core.words import printable
from combat.dice import constant
from combat.dice.distribution import gathered

FIGHTS = 10_000
_SOON = 1.0  # seconds, after which fights that would take too long are refused
_MOST_SECONDS = 60.0  # of all fights of a pair, or of a table, if no progress is shown
_TRIED = 20  # fights by which the time of all is estimated
_SIDES = ("first", "second")
_UNKNOWN = "How long such a fight takes, and what is left of whom, the rules' plays doesn't say."


def fought(first, second, rules, max_turns=None):
    """Return the `Odds` that the rules' own `fight` makes of two units."""
    refuse_turns(max_turns)
    if rules.plays is not None:
        return played(first, second, rules)
    pair = f"{first.name} against {second.name}"
    try:
        found = rules.fight(first, second)
    except Exception as error:
        raise ValueError(
            f"fight: {pair}: {type(error).__name__}: {printable(str(error))}"
        ) from error
    if not isinstance(found, Odds):
        raise ValueError(
            f"fight: {pair} gives {printable(repr(found))}; it must be Odds, made by "
            f"Odds.of(solve(...), ...)"
        )
    return replace(found, names=(first.name, second.name), fighters=())


def in_time(duels, many, fewer, progress=None):
    """Yield duels fought one by one; ValueError after a second if all would take minutes."""
    began = perf_counter()
    for done, one in enumerate(duels, 1):
        yield one
        if progress is not None:
            progress(done, many)
        else:
            _refuse_long(perf_counter() - began, done, many, fewer)


def _refuse_long(spent, done, many, fewer):
    each = spent / done
    if spent >= _SOON and each * many > _MOST_SECONDS:
        raise ValueError(
            f"{many:,} duels of some {each:.2g} seconds each take {each * many / 60:,.1f} minutes: "
            f"{fewer(int(_MOST_SECONDS / each))}"
        )


def refuse_turns(max_turns):
    """Raise ValueError if a fight of your own is to end after a number of turns."""
    if max_turns is not None:
        raise ValueError("max_turns: a fight of your own says itself when it is over; leave it out")


def scores(first, second, rules, fights, seed=0):
    """Return the scores of fights, 1, 0.5 or 0 for the first side: an array (fights,)."""
    rng = np.random.default_rng(seed)
    try:
        if rules.at_once:
            found = np.asarray(rules.plays(first, second, rng, fights), float)
        else:
            found = np.array(_one_by_one(partial(rules.plays, first, second, rng), fights), float)
    except Exception as error:
        raise ValueError(f"plays: {type(error).__name__}: {printable(str(error))}") from error
    if found.shape != (fights,):
        raise ValueError(
            f"plays gives an array {found.shape} for {fights:,} fights: it must be {(fights,)}"
        )
    strange = found[~np.isin(found, (0, 0.5, 1))]
    if strange.size:
        raise ValueError(
            f"plays gives {strange[0]:g}: it must be 1 if the first wins, 0 if the second does, "
            f"or 0.5"
        )
    return found


def _one_by_one(play, fights):
    began = perf_counter()
    found = [play() for _ in range(min(fights, _TRIED))]
    seconds = (perf_counter() - began) / max(1, len(found)) * fights
    if seconds > _MOST_SECONDS:
        raise ValueError(
            f"{fights:,} fights take some {seconds:,.0f} seconds: play many at once (at_once)"
        )
    return found + [play() for _ in range(fights - len(found))]


def played(first, second, rules):
    """Return the `Odds` of two units' duel, from `FIGHTS` fights; what is left counts 1 or 0."""
    found = scores(first, second, rules, FIGHTS)
    won, lost = float((found == 1).mean()), float((found == 0).mean())
    hp = [(found > 0).astype(int), (found < 1).astype(int)]
    share = np.full(FIGHTS, 1 / FIGHTS)
    return Odds(
        (first.name, second.name),
        np.array([won, lost, 0.0, max(0.0, 1 - won - lost)]),
        constant(1),
        tuple(gathered(side, share) for side in hp),
        together=partial(crossed, *hp, share),
        fights=FIGHTS,
        notes=(_UNKNOWN,),
    )


@dataclass(frozen=True, eq=False)
class SampledMatchUp:
    """Two armies whose fights a function plays; like `MatchUp`, each side as if it were one."""

    armies: tuple
    rules: object
    max_rounds: int | None = None
    by_turns = True
    helpless = False
    fighters = 2
    blows = 1.0

    def exact(self, names=_SIDES):
        """Return None: there are only dice."""
        return

    @property
    def _sides(self):
        units = [
            tuple(unit for unit, count in army.groups for _ in range(count)) for army in self.armies
        ]
        return [side[0] if len(side) == 1 else side for side in units]

    def ends(self, battles, seed=0, *, exchanged=False):
        """Return the `Ends` of many battles; a side that hasn't lost counts as one that stands."""
        found = scores(*self._sides, self.rules, battles, seed)
        hp = [(found > 0).astype(int)[None], (found < 1).astype(int)[None]]
        names = {side: (side,) for side in _SIDES}
        return Ends(dict(zip(_SIDES, hp, strict=True)), np.ones(battles, int), names)

    def odds(self, names, battles, seed=0, progress=None, executor=None):
        """Return the `Odds` of many battles, in one piece; executor is unused."""
        found = self.ends(battles, seed)
        if progress is not None:
            progress(battles, battles)
        points = [found.hit_points[side].T for side in _SIDES]
        fighters = {name: (name,) for name in names}
        return Tally.of(points, found.rounds).odds(fighters, battles, notes=(_UNKNOWN,))
