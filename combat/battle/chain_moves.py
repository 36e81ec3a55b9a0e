"""How the states of one side move in a round, given who lives of both: two ways of it."""

import numpy as np
from scipy import sparse

from combat.battle.chain_losses import Ground, Losses, damage_chances

_KEPT = 2**22  # numbers of kernels that are made ahead: 32 MB


class Kernels:
    """Kernels from state to state: made once for each difference of numbers, applied often.

    Losses don't depend on the hit points of those who suffer them, so they are found for a
    whole pattern, and each state meets them at random.
    """

    def __init__(self, camp, other, most):
        self._strikers = other.patterns
        self._grounds, self._cases, self._shapes, self.ends = {}, {}, {}, {0: np.zeros(1, int)}
        for pattern in range(1, camp.count):
            ground, cases = Ground(camp, pattern, most), camp.cases(pattern, most)
            self.ends[pattern], end = np.unique(cases.end, return_inverse=True)
            rows = camp.rows(pattern)
            shape = len(self.ends[pattern]), rows.stop - rows.start
            self._shapes[pattern], self._grounds[pattern] = shape, ground
            self._cases[pattern] = sparse.csr_matrix(
                (cases.weight, (end * shape[1] + cases.start, cases.loss)),
                (shape[0] * shape[1], ground.size),
            )
        size = sum(ends * starts for ends, starts in self._shapes.values())
        self.ahead = max(1, _KEPT // max(1, size * other.count))

    def prepare(self, attacks, aoe, defences, at_most):
        """Take the numbers of rounds: attacks, defences (cases, rounds, patterns, groups)."""
        self._kernels, self._of = {}, {}
        aoe = np.broadcast_to(aoe[:, None], (*attacks.shape[:2], aoe.shape[1]))
        for pattern, ground in self._grounds.items():
            losses = Losses(ground, self._strikers, attacks, aoe, defences[:, :, pattern], at_most)
            kernels = (self._cases[pattern] @ losses.chances).T
            kernels = np.ascontiguousarray(kernels)
            self._kernels[pattern] = kernels.reshape(-1, *self._shapes[pattern])
            self._of[pattern] = losses.of

    def moved(self, pattern, strikers, number, block, out=None):
        """Return the chances after the round: (cases, ends, others) of (cases, states, others)."""
        of = self._of[pattern][:, number, strikers]
        kernels = self._kernels[pattern]
        kernels = kernels[of[0]] if (of == of[0]).all() else kernels[of]
        return np.matmul(kernels, block, out=out)


class Applied:
    """No kernel: each blow moves the chances themselves. For many hit points, and few others."""

    ahead = 1

    def __init__(self, camp, other, most):
        self._strikers = other.patterns
        self._grounds, self._starts, self.ends = {}, {}, {0: np.zeros(1, int)}
        for pattern in range(1, camp.count):
            self._grounds[pattern] = Ground(camp, pattern, camp.hit_points)
            self._starts[pattern] = camp.as_losses(pattern)
            self.ends[pattern] = camp.ends(pattern)

    def prepare(self, attacks, aoe, defences, at_most):
        """Take the numbers of rounds: attacks, defences (cases, rounds, patterns, groups)."""
        self._attacks, self._aoe, self._defences = attacks, aoe, defences
        self._at_most = at_most

    def moved(self, pattern, strikers, number, block, out=None):
        """Return the chances after the round: (cases, ends, others) of (cases, states, others)."""
        cases, _, others = block.shape
        ground = self._grounds[pattern]
        chances = np.zeros((ground.size, cases, others))
        chances[self._starts[pattern]] = block.transpose(1, 0, 2)
        for case in range(cases):
            moved = np.ascontiguousarray(chances[:, case])
            for group in np.flatnonzero(self._strikers[strikers]):
                attack = self._attacks[case, number, strikers, group]
                damages = self._damages(ground, pattern, attack, case, number, others)
                for _ in range(self._strikers[strikers, group]):
                    moved = ground.volley(moved, int(self._aoe[case, group]), damages)
            chances[:, case] = moved
        after = chances.transpose(1, 0, 2)
        if out is not None:
            out[:] = after
        return after

    def _damages(self, ground, pattern, attack, case, number, others):
        shields = self._defences[case, number, pattern, ground.places]
        return [
            np.broadcast_to(chances, (len(chances), others))
            for chances in (
                damage_chances(self._at_most[[attack], [shield]], int(ground.most[place]))
                for shield, place in zip(shields, ground.places, strict=True)
            )
        ]
