"""The odds of small battles, exact: the Markov chain of `combat.battle.chain` with this game's rules."""

import numpy as np

from combat.battle.chain import MOST_ROUNDS, Pools, chain
from combat.battle.chain_camp import Camp
from combat.domain import whole
from combat.marked_for_death.blows import damage_at_most
from combat.marked_for_death.odds import Tally
from combat.marked_for_death.rules import Rules
from combat.marked_for_death.side import Side


def solve(heroes, villains, *, max_rounds=None, rules=Rules()):
    if max_rounds is not None:
        max_rounds = int(whole("max_rounds", max_rounds, low=1))
    return solve_all([(heroes, villains)], max_rounds=max_rounds, rules=rules)[0]


def solve_all(pairs, *, max_rounds=None, rules=Rules()):
    batches = _batches(pairs, rules)
    found = {}
    for batch in batches:
        for at, odds in zip(batch.at, batch.odds(max_rounds), strict=True):
            found[at] = odds
    return [found[at] for at in range(len(pairs))]


def _batches(pairs, rules):
    """The pairs of teams, together whose camps are the same."""
    known, batches = {}, {}
    for at, pair in enumerate(pairs):
        rosters = []
        for team in pair:
            if team not in known:
                known[team] = Roster(team, rules)
            rosters.append(known[team])
        key = tuple(roster.key for roster in rosters)
        batches.setdefault(key, []).append((at, rosters))
    return [Batch(*zip(*batch, strict=True)) for batch in batches.values()]


class Roster:
    """A team as the chain counts it: fighters alike in groups.

    groups: the places of the fighters of each. camp_key: what the camp is made of.
    """

    def __init__(self, team, rules):
        self.side = Side(team, rules)
        self.groups = _groups(team, self.side, rules)
        first = [group[0] for group in self.groups]
        self.sizes = np.array([len(group) for group in self.groups], int)
        self.hit_points, self.aoe = self.side.hit_points[first], self.side.aoe[first]
        # A group that guards or fells its own like is of one (see `_alike`).
        self.guards = self.side.guards[np.ix_(first, first)]
        self.falls = self.side.falls[np.ix_(first, first)]
        self.first = first
        arrays = self.hit_points, self.guards, self.falls
        self.key = tuple(map(tuple, self.groups)), *(array.tobytes() for array in arrays)

    def camp(self):
        return Camp(self.sizes, self.hit_points, self.guards, self.falls)

    def numbers(self, patterns, number):
        """The `Numbers` of each group's fighters in these patterns: arrays (patterns, groups)."""
        alive = np.zeros((len(patterns), len(self.side.names)), bool)
        for at, group in enumerate(self.groups):
            alive[:, group] = np.arange(len(group)) < patterns[:, at, None]
        rolls = self.side.numbers(alive, number)
        return type(rolls)(*(array[:, self.first] for array in rolls))


def _groups(team, side, rules):
    """Fighters alike: whoever of them lives, the battle goes on the same."""
    given = np.zeros((len(side.names), len(side.names), 2), int)
    for taker in range(len(side.names)):
        for giver, buff in side.buffs_of(taker):
            given[giver, taker] = buff
    own = [
        (-(-f.total_xp // rules.xp_per_die), f.bonus_to_hit, f.bonus_to_defend, points, aoe)
        for f, points, aoe in zip(team.fighters, side.hit_points, side.aoe, strict=True)
    ]
    relations = np.dstack([given, side.guards, side.falls])
    groups = []
    for fighter in range(len(own)):
        for group in groups:
            if own[group[0]] == own[fighter] and _alike(group[0], fighter, relations):
                group.append(fighter)
                break
        else:
            groups.append([fighter])
    return groups


def _alike(one, other, relations):
    """Whether nothing changes when the two change places, and neither guards nor fells the other."""
    if relations[one, other, 2:].any() or relations[one, one, 2:].any():
        return False
    places = np.arange(len(relations))
    places[[one, other]] = other, one
    return np.array_equal(relations[np.ix_(places, places)], relations)


class Batch:
    """Battles of the same camps, solved together.

    at: their places among those asked for. rosters: a pair for each.
    """

    def __init__(self, at, rosters):
        self.at, self.cases = at, len(at)
        self.rosters = rosters
        self.camps = [roster.camp() for roster in rosters[0]]
        self.aoe = [np.array([pair[side].aoe for pair in rosters]) for side in (0, 1)]
        self._attacks, self._defences = ({}, {}), ({}, {})
        self._known = {}
        first = self.pools(self.camps, 1)
        self.damage = [
            np.array([dice for dice, _ in self._attacks[side]])[first.attacks[side]].max(
                axis=(0, 1), initial=0
            )
            if self._attacks[side]
            else np.zeros(0, int)
            for side in (0, 1)
        ]

    def pools(self, camps, number):
        attacks, defences = [], []
        for side in (0, 1):
            known = {}
            for pair in self.rosters:
                roster = pair[side]
                if id(roster) not in known:
                    known[id(roster)] = self._numbered(side, roster, number)
            columns = [known[id(pair[side])] for pair in self.rosters]
            attack, defence = zip(*columns, strict=True)
            attacks.append(np.stack(attack))
            defences.append(np.stack(defence))
        return Pools(tuple(attacks), tuple(defences))

    def _numbered(self, side, roster, number):
        rolls = roster.numbers(self.camps[side].patterns, number)
        return (
            _placed(self._attacks[side], rolls.offense_dice, rolls.to_hit),
            _placed(self._defences[side], rolls.defense_dice, rolls.to_defend),
        )

    def at_most(self, side):
        attacks, defences = self._attacks[side], self._defences[1 - side]
        most = min(
            max(dice for dice, _ in attacks), int(self.camps[1 - side].hit_points.max())
        )
        return damage_at_most(list(attacks), list(defences), max(most, 1))

    def odds(self, max_rounds):
        ends = chain(self.camps, self, max_rounds=max_rounds, applied=getattr(self, "applied", (False, False)))
        left = ends.left.sum(axis=(1, 2))
        if max_rounds is None and left.max() > 1e-13:
            raise ValueError(
                f"max_rounds = None is out of range: the battle is undecided after "
                f"{MOST_ROUNDS} rounds; say after how many to stop"
            )
        return [self._odds(ends, case) for case in range(self.cases)]

    def _odds(self, ends, case):
        won = [side[case].copy() for side in ends.won]
        left = ends.left[case]
        wins = [side[1:].sum() for side in won]
        draw = won[0][0]
        won[0] += left.sum(axis=1)
        won[1] += left.sum(axis=0)
        won[0][0] += wins[1]
        won[1][0] += wins[0]
        alive, survivors, points = [], [], []
        for mass, camp, roster in zip(won, self.camps, self.rosters[case], strict=True):
            share = mass @ camp.living / camp.sizes
            chances = np.zeros(len(roster.side.names))
            for group, chance in zip(roster.groups, share, strict=True):
                chances[group] = chance
            alive.append(chances)
            survivors.append(np.bincount(camp.living.sum(axis=1), mass))
            points.append(np.bincount(camp.points, mass))
        tally = Tally(
            np.array([*wins, draw, left.sum()]), tuple(alive), ends.rounds[case], tuple(survivors), tuple(points)
        )
        return tally.odds([roster.side.names for roster in self.rosters[case]])


def _placed(known, dice, chances):
    """The numbers of these pools among those known; new ones are added."""
    pairs = zip(dice.ravel().tolist(), chances.ravel().tolist(), strict=True)
    found = [known.setdefault(pair, len(known)) for pair in pairs]
    return np.array(found, np.int64).reshape(dice.shape)
