"""Fights a block of battles at once: arrays with a row per battle and a column per fighter."""

import numpy as np

from combat.battle.draws import Damage
from combat.battle.side import Stances, actions_in
from combat.battle.standing import FEW, Guards, Standing, Targets

ORDERS = ("together", "fastest", "coin")
MOST_ROUNDS = 10_000  # most battles take less than ten; only those of the invulnerable get here
_AT_ONCE = 2**13  # attackers at once: arrays of 64 KB; at twice the size each costs twice as much
_MANY = 2**20  # opponents, or blows, at once if attackers have many targets
_ACTION = 2**20  # random numbers reserved for the blows of one action


class Force:
    """A side prepared once for all blocks: its guards, links and damage tables.

    speeds: a function that returns the speed of each fighter, (battles, n), if battles differ.
    """

    def __init__(self, side, most, speeds=None):
        self.side, self.size, self._speeds = side, len(side), speeds
        self.guards = Guards(side.guards)
        self.links = _alike(side.falls)
        self.kinds = _kinds(side)
        whose = f"the side of {next(iter(side.names), 'nobody')}"
        self.damage = Damage(side.damage, most, whose)
        self._constant = None if side.stances else Stances.constant(side.attack, side.defense)

    @property
    def speed(self):
        """The speed of each fighter: (n,), or (battles, n)."""
        return self.side.speed if self._speeds is None else self._speeds()

    def stances(self, alive, number):
        """Return the `Stances` of a round; alive: who lives at its start, (battles, n)."""
        return self._constant or self.side.stances(alive, number)

    def settle(self, points, alive):
        """Let all fall, in place, who are linked to a fighter of `alive` that has fallen."""
        if not self.links:
            return
        died = alive & (points <= 0)
        for rows, causes in self.links:
            fell = [died[:, cause] for cause in causes]
            battles = np.flatnonzero(np.logical_or.reduce(fell))
            if len(battles):
                place = battles[:, None], rows
                points[place] = np.minimum(points[place], 0)


def _alike(falls):
    """Pairs (rows, causes): these rows fall when one of the causes does."""
    groups = {}
    for row in np.flatnonzero(falls.any(axis=0)):
        groups.setdefault(tuple(np.flatnonzero(falls[:, row]).tolist()), []).append(row)
    return [(np.array(rows), causes) for causes, rows in groups.items()]


def _kinds(side):
    """Groups that choose targets in the same way: (targeting, most blows of an action, who)."""
    kinds = []
    for targeting in np.unique(side.targeting):
        for many in (False, True):
            who = (side.targeting == targeting) & ((side.targets > FEW) == many)
            if who.any():
                kinds.append((targeting, int(side.targets[who].max()), who))
    return kinds


def fight(forces, hit_points, luck, *, max_rounds=None, order="together", deadlock=None):
    """Return how a block of battles ended: (hit points left, rounds fought).

    Hit points left: an array (battles, n) for each side; rounds: (battles,). hit_points: at the
    start, two arrays (battles, n).
    """
    # Copied into numpy's own int64 type: an unpickled array has an equal type that isn't the same
    # object, and with it `ufunc.at` takes ten to forty times as long.
    points = [side.astype(np.int64, order="C") for side in hit_points]
    battles, number = np.arange(len(points[0])), 0
    ends, rounds = [np.zeros_like(side) for side in points], np.zeros_like(battles)
    while True:
        standing = [Standing(side) for side in points]
        over = (standing[0].count == 0) | (standing[1].count == 0)
        if deadlock is not None:
            over |= deadlock(*(side.alive for side in standing))
        if number == (max_rounds or MOST_ROUNDS):
            if max_rounds is None and not over.all():
                raise ValueError(
                    f"max_rounds = None is out of range: a battle is undecided after "
                    f"{MOST_ROUNDS} rounds; say after how many to stop"
                )
            over[:] = True
        if over.any():
            ended, going = np.flatnonzero(over), np.flatnonzero(~over)
            which = battles.take(ended)
            rounds[which] = number
            for end, left in zip(ends, points, strict=True):
                end[which] = np.maximum(left.take(ended, axis=0), 0)
            if not len(going):
                return ends, rounds
            battles, standing = battles.take(going), [side.keep(going) for side in standing]
            points = [side.points for side in standing]
            luck.keep(going)
        number += 1
        _round(forces, standing, number, luck, order)


def _round(forces, standing, number, luck, order):
    """Fight a round, in place."""
    luck.begin_round(number)
    stances = [
        force.stances(side.alive, number) for force, side in zip(forces, standing, strict=True)
    ]
    actions = [actions_in(number, force.speed) for force in forces]
    before = standing
    for acting in _phases(forces, actions, luck, order):
        before = before or [Standing(side.points) for side in standing]
        for at in (0, 1):
            _Strikes(forces, before, stances, luck, at).fall(acting[at], actions[at])
        for force, side in zip(forces, before, strict=True):
            force.settle(side.points, side.alive)
        before = None


def _phases(forces, actions, luck, order):
    """Yield for each phase who acts in it: for each side bools, (n,) or (battles, n)."""
    able = [number > 0 for number in actions]
    if order == "together":
        yield able
    elif order == "fastest":
        speeds = [force.speed for force in forces]
        for speed in np.unique(np.concatenate([own.ravel() for own in speeds]))[::-1]:
            yield [(own == speed) & can for own, can in zip(speeds, able, strict=True)]
    else:
        heads = luck.coin()[:, None]
        yield [heads & able[0], ~heads & able[1]]
        yield [~heads & able[0], heads & able[1]]


class _Strikes:
    """The blows of one side (number `at`) in a phase; standing: both sides before the phase."""

    def __init__(self, forces, standing, stances, luck, at):
        self.own, self.other = forces[at], forces[1 - at]
        self.standing, self.opponents = standing[at], standing[1 - at]
        self.points, self.at, self.luck = self.opponents.points.reshape(-1), at, luck
        mine, theirs = stances[at], stances[1 - at]
        self.pairs = self.own.damage.pairs(mine.attacks, theirs.defenses)
        self.width = len(theirs.defenses)
        self.attack = np.broadcast_to(mine.attack, self.standing.alive.shape).ravel()
        self.defense = np.broadcast_to(theirs.defense, self.opponents.alive.shape).ravel()

    def fall(self, acting, actions):
        """Let those of the acting strike who live; subtract their damage from the hit points."""
        if self.other.guards:
            self.other.guards.of_phase(self.opponents.alive)
        for targeting, *_ in self.own.kinds:
            self.opponents.ordered(targeting)  # ordered by the hit points before these blows
        for action in range(actions.max(initial=0)):
            for targeting, most, kind in self.own.kinds:
                places = self._attackers(acting & kind & (actions > action))
                step = _AT_ONCE if most <= FEW else max(1, _MANY // max(most, self.other.size))
                for first in range(0, len(places), step):
                    self._volley(places[first : first + step], targeting, action, most)

    def _attackers(self, who):
        """The places of those of `who` who live and have an opponent left."""
        if self.opponents.count.all():
            return self.standing.at if who.all() else np.flatnonzero(self.standing.alive & who)
        return np.flatnonzero(self.standing.alive & who & (self.opponents.count[:, None] > 0))

    def _volley(self, places, targeting, action, most):
        """Strike all blows of one action: first each attacker's first blow, then the second..."""
        battles = places // self.own.size
        rows = places - battles * self.own.size
        keys = self.luck.of_fighters(self.at, battles, rows) + self.luck.of_draws(action * _ACTION)
        attack = self.attack.take(places) * self.width
        targets = Targets(self.opponents, targeting, battles, most)
        for blow in range(most):
            if most > FEW and targets.are_met(blow):
                self._others(self.own.side.targets.take(rows) - blow, blow, keys, attack, targets)
                return
            if blow:
                kept = np.flatnonzero(self.own.side.targets.take(rows) > blow)
                if len(kept) < len(rows):
                    rows, keys, attack = (array.take(kept) for array in (rows, keys, attack))
                    targets = targets.of(kept)
            self._strike(keys, blow, attack, targets.of_blow)

    def _others(self, number, blow, keys, attack, targets):
        """Strike `number` more blows of each attacker at once, counted from number `blow` on."""
        which = np.repeat(np.arange(len(number)), number)
        blows = np.arange(len(which)) + np.repeat(blow - np.cumsum(number) + number, number)
        for first in range(0, len(which), _AT_ONCE):
            some, now = which[first : first + _AT_ONCE], blows[first : first + _AT_ONCE]
            self._strike(keys.take(some), now, attack.take(some), targets.of(some).anybody)

    def _strike(self, keys, blow, attack, chosen):
        """Strike one blow of each attacker; chosen: the function that finds its target."""
        high, low = self.luck.halves(keys, blow)
        target, left = chosen(blow, high)
        if self.other.guards:
            target = self.other.guards.instead(target, left)
        damage = self.pairs.drawn(attack + self.defense.take(target), low)
        np.subtract.at(self.points, target, damage)
