"""What a round's blows do to one side of an exact battle, given who lives: chances of losses."""

from math import comb

import numpy as np
from scipy import sparse

_SLAB = 2**21  # numbers at once where many cases are moved: 16 MB
_STILL = 1e-18  # what a further draw may leave unmoved: a thousand of them move 1e-15


class Ground:
    """Who lives of a camp in one pattern, and how blows move it: chances (sortings, columns).

    camp: a `Camp`. most (groups,): the losses of one fighter that matter. Sortings are by losses
    of 0..most, group by group; a column is one case, whatever the caller counts by columns.
    """

    def __init__(self, camp, pattern, most):
        self.camp, self.most = camp, most
        counts = camp.patterns[pattern]
        self.places = np.flatnonzero(counts)  # the groups of whom somebody lives
        self.counts = [int(counts[at]) for at in self.places]
        self.sizes = [camp.groups(pattern)[at].sortings(int(most[at])) for at in self.places]
        self.size = int(np.prod(self.sizes, dtype=float))
        self.living = sum(self.counts)
        self._groups = [camp.groups(pattern)[at] for at in self.places]
        self._instead = [self._stepping_in(at) for at in self.places]
        self._kept = {}

    def _stepping_in(self, place):
        """Who is struck in place of one of this group: pairs (number of a group, share)."""
        guards = [at for at, who in enumerate(self.places) if self.camp.guards[who, place]]
        count = sum(self.counts[at] for at in guards)
        return [(at, self.counts[at] / count) for at in guards]

    def volley(self, chances, aoe, damages):
        """Return the chances after one fighter's blows.

        chances (sortings, columns). aoe: how many he goes for, "once everybody was drawn, anybody
        again". damages: for each group with somebody alive, (damage + 1, columns): the chance of
        each damage of a blow, the last of so much or more.
        """
        once = min(aoe, self.living)
        if once == 1:
            chances = self._anybody(chances, damages)
        else:
            chances = self._different(chances, once, damages)
        for _ in range(aoe - once):
            before, chances = chances, self._anybody(chances, damages)
            if np.abs(chances - before).max() < _STILL:
                break
        return chances

    def _anybody(self, chances, damages):
        """One of all, drawn at random, a guard stepping in."""
        shares = np.zeros(len(self.places))
        for at, count in enumerate(self.counts):
            for who, share in self._instead[at] or [(at, 1.0)]:
                shares[who] += share * count / self.living
        total = 0
        for at in np.flatnonzero(shares):
            total = total + shares[at] * self._struck(at, chances, damages)
        return total

    def _different(self, chances, once, damages):
        """So many different ones, drawn at random: by_number[n] when n were drawn so far.

        Of `comb(living, once)` choices each is as likely: those of a group times those of the
        groups before.
        """
        by_number = {0: chances}
        for at, count in enumerate(self.counts):
            added = dict(by_number)
            for drawn, so_far in by_number.items():
                struck = self._drawn(at, min(count, once - drawn), so_far, damages)
                for more, after in enumerate(struck, 1):
                    after = comb(count, more) * after
                    added[drawn + more] = added[drawn + more] + after if (
                        drawn + more
                    ) in added else after
            by_number = added
        return by_number[once] / comb(self.living, once)

    def _drawn(self, at, most, chances, damages):
        """Chances when 1, 2, ... `most` different ones of a group were drawn."""
        for drawn in range(1, most + 1):
            if self._instead[at]:
                # Each draw finds a guard of its own, maybe the same again.
                chances = sum(
                    share * self._struck(who, chances, damages) for who, share in self._instead[at]
                )
                yield chances
            elif drawn == 1:
                yield self._struck(at, chances, damages)
            else:
                yield self._together(at, drawn, chances, damages)

    def _struck(self, at, chances, damages):
        """One of a group, drawn at random, is struck."""
        damage = len(damages[at]) - 1
        moves = self._matrix((at, damage), lambda: self._groups[at].struck(self._most(at), damage))
        return damages[at][0] * chances + _moved(moves, chances, damages[at][1:])

    def _together(self, at, drawn, chances, damages):
        """So many different ones of a group are struck."""
        damage, key = len(damages[at]) - 1, (at, len(damages[at]) - 1, drawn)
        if key not in self._kept:
            suffered, moves = self._groups[at].struck_together(drawn, self._most(at), damage)
            self._kept[key] = suffered, self._spread(at, moves)
        suffered, moves = self._kept[key]
        return _moved(moves, chances, _multinomial(suffered, damages[at]))

    def _most(self, at):
        return int(self.most[self.places[at]])

    def _matrix(self, key, moves):
        if key not in self._kept:
            self._kept[key] = self._spread(key[0], moves())
        return self._kept[key]

    def _spread(self, at, moves):
        """A group's `Moves` as a matrix (terms * sortings, sortings) of everybody's sortings."""
        before = int(np.prod(self.sizes[:at], dtype=float))
        behind = int(np.prod(self.sizes[at + 1 :], dtype=float))
        size = self.sizes[at]
        outer = np.arange(before)[:, None, None] * size
        inner = np.arange(behind)
        columns = (outer + moves.before[:, None]) * behind + inner
        rows = (outer + moves.after[:, None]) * behind + inner
        rows = rows + moves.term[:, None] * self.size
        weights = np.broadcast_to(moves.weight[:, None], rows.shape)
        terms = int(moves.term.max()) + 1
        return sparse.csr_matrix(
            (weights.ravel(), (rows.ravel(), columns.ravel())), (terms * self.size, self.size)
        )


def _moved(moves, chances, weights):
    """The sum of all terms, each with its weight: (sortings, columns)."""
    terms, (size, columns) = len(weights), chances.shape
    step = max(1, _SLAB // (terms * size))
    if columns <= step:
        moved = (moves @ chances).reshape(terms, size, columns)
        return np.einsum("tsc,tc->sc", moved, weights)
    slabs = [slice(at, at + step) for at in range(0, columns, step)]
    parts = [
        _moved(moves, np.ascontiguousarray(chances[:, slab]), weights[:, slab]) for slab in slabs
    ]
    return np.hstack(parts)


def _multinomial(suffered, damages):
    """The chance that fighters struck suffer so: (ways, columns), of (ways, damage + 1)."""
    logs = _log_factorials(suffered.sum(axis=1)) - _log_factorials(suffered).sum(axis=1)
    powers = np.prod(damages[None] ** suffered[:, :, None], axis=1)
    return np.rint(np.exp(logs))[:, None] * powers


def _log_factorials(counts):
    steps = np.log(np.maximum(np.arange(counts.max() + 1), 1))
    return np.cumsum(steps)[counts]


class Losses:
    """The losses of one camp in a pattern, for many cases at once; equal ones are found once.

    chances (sortings, cases). of: the case's column, an array like the cases asked for.
    """

    def __init__(self, ground, strikers, attacks, aoe, defences, at_most):
        """Find them.

        strikers (patterns, groups): who lives of the other camp, in each of its patterns.
        attacks (..., patterns, groups): the number of each group's attack pool there. aoe
        (..., groups), defences (..., groups): of the struck, in their one pattern; "..." alike.
        at_most (attacks, defences, damages): P(damage <= k).
        """
        self._ground, self._at_most = ground, at_most
        lead = attacks.shape[:-2]
        shields = defences[..., ground.places].reshape(-1, len(ground.places))
        self._shields, first = np.unique(shields, axis=0, return_inverse=True)
        self._shield = np.arange(len(self._shields))
        self.of = np.repeat(first.reshape(*lead, 1), len(strikers), axis=-1)
        self.chances = np.zeros((ground.size, len(self._shields)))
        self.chances[0] = 1
        for group in range(strikers.shape[1]):
            targets = np.broadcast_to(aoe[..., None, group], self.of.shape)
            for member in range(int(strikers[:, group].max())):
                strikes = strikers[:, group] > member
                self._join(np.where(strikes, targets, 0), attacks[..., group])

    def _join(self, targets, attacks):
        """One more striker: cases that were alike stay so where the striker is alike.

        targets: how many he goes for, 0 where he doesn't live.
        """
        pools, most = len(self._at_most), int(targets.max()) + 1
        key = (self.of * pools + np.where(targets > 0, attacks, 0)) * most + targets
        key, of = np.unique(key, return_inverse=True)
        self.of = of.reshape(targets.shape)
        key, aims = np.divmod(key, most)
        parents, pool = np.divmod(key, pools)
        self._shield = self._shield[parents]
        chances = np.ascontiguousarray(self.chances[:, parents])
        for aoe in np.unique(aims[aims > 0]):
            struck = np.flatnonzero(aims == aoe)
            damages = self._damages(pool[struck], self._shields[self._shield[struck]])
            chances[:, struck] = self._ground.volley(chances[:, struck], int(aoe), damages)
        self.chances = chances

    def _damages(self, attacks, shields):
        """For each group the chances of damages: (damage + 1, columns)."""
        ground = self._ground
        return [
            damage_chances(self._at_most[attacks, shields[:, at]], int(ground.most[place]))
            for at, place in enumerate(ground.places)
        ]


def damage_chances(at_most, most):
    """Return the chance of a damage of 0, 1, ... , the last of so much or more, `most` at most.

    at_most (columns, damages): P(damage <= k). Returns (damage + 1, columns).

    >>> damage_chances(np.array([[0.5, 0.75, 1.0]]), 2).ravel()
    array([0.5 , 0.25, 0.25])
    """
    cut = at_most[:, :most].T
    # Rounding may let a sum fall by 1e-17, or pass 1: no chance is below 0.
    chances = np.diff(cut, axis=0, prepend=0, append=1)
    return np.maximum(chances, 0)
