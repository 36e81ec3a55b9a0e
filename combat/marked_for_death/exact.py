"""The exact odds of small battles: `combat.battle.chain` with the numbers of this game."""

import math

import numpy as np

from combat.battle.chain import DECIDED, MOST_ROUNDS, Pools, chain
from combat.battle.chain_space import MOST_STEPS, StateSpace, steps
from combat.core.checks import check_whole
from combat.marked_for_death.blows import damage_at_most
from combat.marked_for_death.rules import Rules
from combat.marked_for_death.side import SIDES, Side


def solve(heroes, villains, *, max_rounds=None, rules=Rules()):
    """Return the exact `Odds` of a battle of small teams, to 1e-12.

    The states are the hit points of all fighters of both sides; equal fighters are
    interchangeable. max_rounds >= 1. ValueError for a battle of more than MOST_STEPS a round
    (`combat.battle.steps`), with the number needed, and if it can be undecided after 10,000 rounds.

    >>> from combat.marked_for_death import Fighter, Team
    >>> tom, orc = Fighter("Tom", 7001), Fighter("Orc", 5900)
    >>> solve(Team((tom,)), Team((orc,))).table()["chance"].round(4).tolist()
    [0.6005, 0.1877, 0.2118, 0.0]
    """
    if max_rounds is not None:
        max_rounds = int(check_whole("max_rounds", max_rounds, low=1))
    battle = Exact(heroes, villains, rules)
    if battle.steps > MOST_STEPS:
        raise ValueError(
            f"heroes and villains need {_in_words(battle.steps)} steps a round, too many to solve "
            f"(at most {MOST_STEPS:,}): take fewer fighters, hit points or targets (AOE), or "
            f"simulate it (--odds 100000)"
        )
    return battle.odds(max_rounds)


def _in_words(count):
    return f"{count:,}" if count < 10**12 else f"about 10^{round(math.log10(count))}"


class Exact:
    """A battle of two teams as the `blows` of `combat.battle.chain`.

    steps: how many a round takes, as `combat.battle.steps` says; for more than MOST_STEPS nothing
    else may be known.
    """

    def __init__(self, heroes, villains, rules=Rules()):
        sides = [Side(team, rules) for team in (heroes, villains)]
        kinds = [_kinds(side) for side in sides]
        # The fewest states: as if all with equal numbers were interchangeable.
        self.steps = sum(len(side.names) for side in sides) * math.prod(
            math.comb(len(kind) + int(side.hit_points[kind[0]]), len(kind))
            for side, found in zip(sides, kinds, strict=True)
            for kind in found
        )
        if self.steps > MOST_STEPS:
            return
        self._grouped = [_Grouped(*each) for each in zip(sides, kinds, strict=True)]
        self.spaces = [grouped.space for grouped in self._grouped]
        self.aoe = [grouped.side.aoe[grouped.first] for grouped in self._grouped]
        self._attacks, self._defenses = ({}, {}), ({}, {})
        aoe = [int(side.max(initial=1)) for side in self.aoe]
        self.steps = steps(self.spaces, aoe, [grouped.dice for grouped in self._grouped])

    def pools(self, spaces, number):
        """The pools of a round as indices; see `combat.battle.chain.Steady`."""
        pairs = zip(self._grouped, spaces, strict=True)
        rolls = [grouped.numbers(space.patterns, number) for grouped, space in pairs]
        attacks, defenses = [], []
        for rolled, known, met in zip(rolls, self._attacks, self._defenses, strict=True):
            attacks.append(_places(known, rolled.offense_dice, rolled.to_hit))
            defenses.append(_places(met, rolled.defense_dice, rolled.to_defend))
        return Pools(tuple(attacks), tuple(defenses))

    def at_most(self, side):
        """P(damage <= k) of the blows of a side; see `combat.battle.chain.Steady`."""
        attacks, defenses = list(self._attacks[side]), list(self._defenses[1 - side])
        # More damage than the target has hit points doesn't matter.
        dice = max((dice for dice, _ in attacks), default=0)
        most = max(1, min(dice, self.spaces[1 - side].hit_points.max(initial=1)))
        return damage_at_most(attacks, defenses, int(most))

    def odds(self, max_rounds=None):
        """Return the `Odds`."""
        most = max_rounds or MOST_ROUNDS
        ends = chain(self.spaces, self, max_rounds=most)
        if max_rounds is None and ends.left.sum() > DECIDED:
            raise ValueError(
                f"max_rounds = None is out of range: the battle is undecided after "
                f"{MOST_ROUNDS} rounds; say after how many to stop"
            )
        tally = ends.tally(self.spaces, [grouped.each for grouped in self._grouped])
        names = [grouped.side.names for grouped in self._grouped]
        return tally.odds(dict(zip(SIDES, names, strict=True)))


class _Grouped:
    """A side with its interchangeable fighters in groups; first: the first fighter of each."""

    def __init__(self, side, kinds):
        self.side, self._groups = side, _together(side, kinds)
        self.first = np.array([group[0] for group in self._groups], int)
        sizes = np.array([len(group) for group in self._groups], int)
        pairs = np.ix_(self.first, self.first)
        self.space = StateSpace(
            sizes, side.hit_points[self.first], side.guards[pairs], side.falls[pairs]
        )

    def numbers(self, patterns, number):
        """Return the `Numbers` of each group's fighters in a round: arrays (patterns, groups)."""
        alive = np.zeros((len(patterns), len(self.side.names)), bool)
        for at, group in enumerate(self._groups):
            alive[:, group] = np.arange(len(group)) < patterns[:, at, None]
        rolls = self.side.numbers(alive, number)
        return type(rolls)(*(array[:, self.first] for array in rolls))

    @property
    def dice(self):
        """The most dice of one attack in the first round, all living."""
        return int(self.numbers(self.space.sizes[None], 1).offense_dice.max(initial=0))

    def each(self, values):
        """Return an array with each group's value for each of its fighters."""
        found = np.zeros(len(self.side.names))
        for group, value in zip(self._groups, values, strict=True):
            found[group] = value
        return found


def _kinds(side):
    """The fighters of a side in lists of those with equal numbers of their own."""
    kinds = {}
    for at, own in enumerate(zip(*side.own.T.tolist(), side.hit_points, side.aoe, strict=True)):
        kinds.setdefault(own, []).append(at)
    return list(kinds.values())


def _together(side, kinds):
    """Return groups of interchangeable fighters: only the number of survivors matters."""
    relations = np.dstack([side.guards, side.falls, *side.given])
    groups = []
    for kind in kinds:
        found = []
        for at in kind:
            group = next((group for group in found if _alike(group[0], at, relations)), None)
            if group is None:
                found.append([at])
            else:
                group.append(at)
        groups += found
    return sorted(groups)


def _alike(one, other, relations):
    """Whether two fighters can swap places, guards and who dies with whom included."""
    if relations[one, other, :2].any() or relations[one, one, :2].any():
        return False
    swapped = np.arange(len(relations))
    swapped[[one, other]] = other, one
    return np.array_equal(relations[one][swapped], relations[other]) and np.array_equal(
        relations[swapped, one], relations[:, other]
    )


def _places(known, dice, chances):
    """The indices of these pools among those known; new pools are added."""
    pairs = zip(dice.ravel().tolist(), chances.ravel().tolist(), strict=True)
    found = [known.setdefault(pair, len(known)) for pair in pairs]
    return np.array(found, np.int64).reshape(dice.shape)
