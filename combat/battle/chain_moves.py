"""Two ways to compute the transitions of one side in a round, given who lives on both sides.

Patterns of one `Shape` make a form and are moved together. Blocks of chances are arrays (cases,
patterns of the form, patterns of the other side's form, states, states of the other side).
"""

import numpy as np
from scipy import sparse

from combat.battle.chain_losses import LossSpace, damage_chances, losses, shape

_KEPT = 2**22  # numbers in the kernels that are made ahead: 32 MB


def ahead_of(size):
    """Return for how many rounds kernels are made ahead; size: numbers for each round."""
    return max(1, int(_KEPT // max(1, size)))


class Form:
    """The patterns of a side that have one shape, with their states and possible end states.

    patterns (n,). rows (n, states): numbers of the side's states. ends (n, sortings): the state
    after each sorting by losses from full hit points.
    """

    def __init__(self, space, shape, patterns):
        self.shape, self.patterns = shape, np.array(patterns)
        self.rows = np.stack([np.arange(space.states)[space.rows(at)] for at in patterns])
        self.ends = np.stack([space.ends(at) for at in patterns])
        self.places = np.stack([np.flatnonzero(space.patterns[at]) for at in patterns])


class Kernels:
    """Moves states by transition kernels: made once for each set of numbers, applied often.

    Losses don't depend on the hit points of those who suffer them, so they are found once for a
    pattern and then dealt to each state at random.
    """

    def __init__(self, space, other, most, loss_spaces):
        self._other, self._most = other, most
        self._members = np.repeat(np.arange(len(other.sizes)), other.sizes)
        rank = np.concatenate([np.arange(size) for size in other.sizes] or [[]])
        self._strike = other.patterns[:, self._members] > rank
        alike = {}
        for pattern in range(1, space.count):
            alike.setdefault(shape(space, pattern, most), []).append(pattern)
        self.forms = [Form(space, *form) for form in alike.items()]
        self._loss_spaces = [_shared(loss_spaces, LossSpace, form.shape) for form in self.forms]
        self._meetings = [_shared(loss_spaces, _meetings, form.shape) for form in self.forms]
        size = sum(
            np.prod(size, dtype=float) * len(form.patterns)
            for (_, size), form in zip(self._meetings, self.forms, strict=True)
        )
        self.ahead = ahead_of(size * other.count)

    def prepare(self, attacks, aoe, defenses, at_most):
        """Prepare some rounds; attacks, defenses: pools (cases, rounds, patterns, groups)."""
        self._kernels, self._of = [], []
        tables = [damage_chances(at_most, int(cut)) for cut in self._most]
        pools = attacks[..., self._members]
        strikes = np.where(self._strike, aoe[:, None, None, self._members], 0)
        strikes = np.broadcast_to(strikes, pools.shape)
        strikes, pools = (array.reshape(-1, len(self._members)) for array in (strikes, pools))
        parts = zip(self.forms, self._loss_spaces, self._meetings, strict=True)
        for form, loss_space, (meetings, size) in parts:
            count = len(form.patterns)
            shields = defenses[:, :, form.patterns[:, None], form.places].transpose(2, 0, 1, 3)
            chances, of = losses(
                loss_space,
                [tables[at] for at in form.places[0]],
                np.tile(strikes, (count, 1)),
                np.tile(pools, (count, 1)),
                np.repeat(shields.reshape(-1, shields.shape[-1]), self._other.count, axis=0),
            )
            kernels = np.ascontiguousarray((meetings @ chances).T)
            self._kernels.append(kernels.reshape(-1, *size))
            self._of.append(of.reshape(count, *attacks.shape[:3]))

    def moved(self, form, strikers, number, block, out=None):
        """Return the block after a round, by end state; strikers: the other side's patterns."""
        of = self._of[form][:, :, number, strikers].swapaxes(0, 1)
        if (of == of[:1]).all():
            of = of[:1]
        return np.matmul(self._kernels[form][of], block, out=out)


def _shared(kept, make, shape):
    if (make, shape) not in kept:
        kept[make, shape] = make(shape)
    return kept[make, shape]


def _meetings(form):
    """A matrix from losses to kernels, (ends * starts, losses), and the sizes (ends, starts)."""
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
    shape = ends * starts, int(loss.max()) + 1
    return sparse.csr_matrix((weight, (end * starts + start, loss)), shape), (ends, starts)


class Applied:
    """Moves states blow by blow, without kernels: for many hit points and few states opposite."""

    ahead = _KEPT  # nothing has to be made ahead

    def __init__(self, space, other, most, loss_spaces):
        self._space, self._strikers = space, other.patterns
        self.forms = [
            Form(space, shape(space, pattern, space.hit_points), [pattern])
            for pattern in range(1, space.count)
        ]
        self._loss_spaces = [_shared(loss_spaces, LossSpace, form.shape) for form in self.forms]
        self._starts = [space.as_losses(pattern) for pattern in range(1, space.count)]

    def prepare(self, attacks, aoe, defenses, at_most):
        """Prepare some rounds; attacks, defenses: pools (cases, rounds, patterns, groups)."""
        self._attacks, self._aoe, self._defenses = attacks, aoe, defenses
        self._tables = [damage_chances(at_most, int(points)) for points in self._space.hit_points]

    def moved(self, form, strikers, number, block, out=None):
        """Return the block after a round, by end state; strikers: the other side's patterns."""
        cases, _, others, _, columns = block.shape
        size = self._loss_spaces[form].size
        after = np.empty((cases, 1, others, size, columns)) if out is None else out
        for case in range(cases):
            for at, pattern in enumerate(strikers):
                chances = np.zeros((size, columns))
                chances[self._starts[form]] = block[case, 0, at]
                after[case, 0, at] = self._struck(form, pattern, number, case, chances)
        return after

    def _struck(self, form, strikers, number, case, chances):
        """The chances after all living fighters of the other side have struck, one by one."""
        loss_space, pattern = self._loss_spaces[form], self.forms[form].patterns[0]
        shields = self._defenses[case, number, pattern]
        for group in np.flatnonzero(self._strikers[strikers]):
            attack = self._attacks[case, number, strikers, group]
            damages = [
                self._tables[at][:, attack, shields[at], None] for at in self.forms[form].places[0]
            ]
            for _ in range(self._strikers[strikers, group]):
                chances = loss_space.volley(chances, int(self._aoe[case, group]), damages)
        return chances
