"""How the states of one side move in a round, given who lives of both: two ways of it."""

import numpy as np
from scipy import sparse

from combat.battle.chain_losses import Ground, damage_chances, losses, shape

_KEPT = 2**22  # numbers of kernels that are made ahead: 32 MB


class Kernels:
    """Kernels from state to state: made once for each difference of numbers, applied often.

    Losses don't depend on the hit points of those who suffer them, so they are found for a
    whole pattern, for all patterns of a `Shape` at once, and each state meets them at random.
    """

    def __init__(self, camp, other, most):
        self._camp, self._other, self._most = camp, other, most
        self._members = np.repeat(np.arange(len(other.sizes)), other.sizes)
        rank = np.concatenate([np.arange(size) for size in other.sizes] or [[]])
        self._strike = other.patterns[:, self._members] > rank
        self._patterns, self.ends = {}, {0: np.zeros(1, int)}
        for pattern in range(1, camp.count):
            self._patterns.setdefault(shape(camp, pattern, most), []).append(pattern)
            self.ends[pattern] = camp.ends(pattern)
        self._grounds = {form: (Ground(form), _meetings(form)) for form in self._patterns}
        size = sum(
            np.prod(meetings[1], dtype=float) * len(self._patterns[form])
            for form, (_, meetings) in self._grounds.items()
        )
        self.ahead = max(1, int(_KEPT // max(1, size * other.count)))

    def prepare(self, attacks, aoe, defences, at_most):
        """Take the numbers of rounds: attacks, defences (cases, rounds, patterns, groups)."""
        self._kernels, self._of = {}, {}
        tables = [damage_chances(at_most, int(cut)) for cut in self._most]
        pools = attacks[..., self._members]
        strikes = np.where(self._strike, aoe[:, None, None, self._members], 0)
        strikes = np.broadcast_to(strikes, pools.shape)
        strikes, pools = (array.reshape(-1, len(self._members)) for array in (strikes, pools))
        cases = (*attacks.shape[:2], self._other.count)
        for form, patterns in self._patterns.items():
            ground, (meetings, size) = self._grounds[form]
            places = [np.flatnonzero(self._camp.patterns[pattern]) for pattern in patterns]
            shields = np.stack(
                [defences[:, :, at][..., who] for at, who in zip(patterns, places, strict=True)]
            )
            shields = np.repeat(shields[:, :, :, None], self._other.count, axis=3)
            chances, of = losses(
                ground,
                [tables[at] for at in places[0]],
                np.tile(strikes, (len(patterns), 1)),
                np.tile(pools, (len(patterns), 1)),
                shields.reshape(-1, len(places[0])),
            )
            kernels = np.ascontiguousarray((meetings @ chances).T).reshape(-1, *size)
            of = of.reshape(len(patterns), *cases)
            for pattern, its in zip(patterns, of, strict=True):
                self._kernels[pattern], self._of[pattern] = kernels, its

    def moved(self, pattern, strikers, number, block, out=None):
        """Return the chances after the round: (cases, ends, others) of (cases, states, others)."""
        of = self._of[pattern][:, number, strikers]
        kernels = self._kernels[pattern]
        kernels = kernels[of[:1]] if (of == of[0]).all() else kernels[of]
        return np.matmul(kernels, block, out=out)


def _meetings(form):
    """A matrix from losses to kernels, (ends * starts, losses), and (ends, starts).

    Ends are places among the sortings by losses from full hit points.
    """
    matches = [group.match(cut) for group, cut in zip(form.groups, form.most, strict=True)]
    at = np.indices([len(match.loss) for match in matches]).reshape(len(matches), -1)
    start, loss, end = (
        np.ravel_multi_index(
            [getattr(match, what)[rows] for match, rows in zip(matches, at, strict=True)], sizes
        )
        for what, sizes in (
            ("start", [group.states for group in form.groups]),
            ("loss", [g.sortings(cut) for g, cut in zip(form.groups, form.most, strict=True)]),
            ("after", [group.sortings(group.hit_points) for group in form.groups]),
        )
    )
    weight = np.prod([m.weight[rows] for m, rows in zip(matches, at, strict=True)], axis=0)
    ends = int(np.prod([group.sortings(group.hit_points) for group in form.groups]))
    starts = int(np.prod([group.states for group in form.groups]))
    matrix = sparse.csr_matrix((weight, (end * starts + start, loss)), (ends * starts, max(loss) + 1))
    return matrix, (ends, starts)


class Applied:
    """No kernel: each blow moves the chances themselves. For many hit points, and few others."""

    ahead = 1

    def __init__(self, camp, other, most):
        self._camp, self._strikers = camp, other.patterns
        self._grounds, self._starts, self.ends = {}, {}, {0: np.zeros(1, int)}
        for pattern in range(1, camp.count):
            self._grounds[pattern] = Ground(shape(camp, pattern, camp.hit_points))
            self._starts[pattern] = camp.as_losses(pattern)
            self.ends[pattern] = camp.ends(pattern)

    def prepare(self, attacks, aoe, defences, at_most):
        """Take the numbers of rounds: attacks, defences (cases, rounds, patterns, groups)."""
        self._attacks, self._aoe, self._defences = attacks, aoe, defences
        self._tables = [damage_chances(at_most, int(points)) for points in self._camp.hit_points]

    def moved(self, pattern, strikers, number, block, out=None):
        """Return the chances after the round: (cases, ends, others) of (cases, states, others)."""
        ground, living = self._grounds[pattern], self._strikers[strikers]
        after = np.zeros((len(block), ground.size, block.shape[2])) if out is None else out
        for case, before in enumerate(block):
            chances = np.zeros((ground.size, block.shape[2]))
            chances[self._starts[pattern]] = before
            for group in np.flatnonzero(living):
                attack = self._attacks[case, number, strikers, group]
                damages = self._damages(pattern, attack, self._defences[case, number, pattern])
                for _ in range(living[group]):
                    chances = ground.volley(chances, int(self._aoe[case, group]), damages)
            after[case] = chances
        return after

    def _damages(self, pattern, attack, shields):
        return [
            self._tables[at][:, attack, shields[at], None]
            for at in np.flatnonzero(self._camp.patterns[pattern])
        ]
