"""Reroll tokens: a number of them for each session, which players spend by a fixed rule."""

from dataclasses import dataclass

import numpy as np

from combat.core.checks import check_numbers, check_whole
from combat.luck.system import System


@dataclass(frozen=True)
class RerollTokens(System):
    """`tokens` rerolls for each session of `session` rolls, spent at the first occasion.

    An occasion is a roll of `from_chance` points or more with at least `after_misses` misses in a
    row before it in this session. If it misses, it is rolled again, and the second roll counts.
    With `before` the token is paid before the roll, which is then made twice, and the better roll
    counts (advantage). A new session restores all tokens and clears the count of misses.
    ValueError for a negative number of tokens, or a session of no rolls.

    >>> from combat.luck import success_rate
    >>> rate = success_rate(75, rules=RerollTokens(tokens=3, session=20))
    >>> round(rate, 4), round(success_rate(75, rules=RerollTokens(before=True)), 4)
    (0.858, 0.7781)
    """

    tokens: int = 3
    session: int = 20
    from_chance: float = 0.0
    after_misses: int = 0
    before: bool = False

    name, tell = "reroll tokens", "how many are left, and that a miss can be rolled again"

    def __post_init__(self):
        check_whole("tokens", self.tokens, low=0)
        check_whole("session", self.session, low=1)
        check_whole("after_misses", self.after_misses, low=0)
        check_numbers("from_chance", self.from_chance, low=0, high=100)

    def outcomes(self, chance, states):
        """A hit without a token, a hit with one, and a miss."""
        done, used, missed = self._decode(np.asarray(states))
        may = (used < self.tokens) & (missed >= self.after_misses) & (chance >= self.from_chance)
        once = np.full(np.shape(states), chance / 100)
        again = may * (1 - once) * once
        # A token paid before the roll is gone even if the first roll hits.
        spent = may & self.before
        weights = [once, again, 1 - once - again]
        after = [
            self._encode(done + 1, used + spent, 0 * missed),
            self._encode(done + 1, used + may, 0 * missed),
            self._encode(done + 1, used + may, missed + 1),
        ]
        success = np.broadcast_to([True, True, False], (*np.shape(states), 3))
        return np.stack(weights, axis=-1), success, np.stack(after, axis=-1)

    def hit_chance(self, chance, states):
        weights, success, _ = self.outcomes(chance, states)
        return (weights * success).sum(axis=-1)

    def play(self, chance, states, rng):
        weights, success, after = self.outcomes(chance, states)
        passed = rng.random(np.shape(states))[..., None] >= weights.cumsum(axis=-1)[..., :-1]
        drawn = passed.sum(axis=-1)[..., None]
        return tuple(
            np.take_along_axis(choice, drawn, axis=-1)[..., 0] for choice in (success, after)
        )

    def _encode(self, done, used, missed):
        missed = np.minimum(missed, self.after_misses)
        state = (done * (self.tokens + 1) + used) * (self.after_misses + 1) + missed
        return np.where(done == self.session, 0, state)

    def _decode(self, states):
        rest, missed = np.divmod(states, self.after_misses + 1)
        return *np.divmod(rest, self.tokens + 1), missed
