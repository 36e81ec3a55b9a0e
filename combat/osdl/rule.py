"""The rule, a shift of a probability's log-odds; its inverse, odds ratios and Elo; flat bonuses."""

import math

import numpy as np
from scipy.special import logit

from combat.core.checks import check_numbers, scalar

SCALE = 4.2  # log-odds a modifier of 1 (100 %) adds; the source's own coefficient


def modified(p, *modifiers, scale=SCALE):
    """Return the probability that the base probability p becomes under the modifiers.

    "fp(x) = p.exp(x)/(1+p.(exp(x)-1))" with x = scale * (the sum of the modifiers): a shift
    by x in log-odds. p in [0, 1]; modifiers any finite fractions; all broadcast. 0 stays 0
    and 1 stays 1, whatever the modifiers. ValueError outside.

    The source's ninja climbs at 80 %, "-35+10-5=-30":

    >>> round(modified(0.8, -0.35, 0.10, -0.05), 2)
    0.53
    >>> modified([0, 0.25, 1], 0.2).round(4)
    array([0.    , 0.4357, 1.    ])
    """
    p, x = np.broadcast_arrays(check_numbers("p", p, low=0, high=1), _shift(modifiers, scale))
    with np.errstate(under="ignore"):
        # Only e^-|x| is ever taken, which can't overflow; at x = 0 the result is p itself.
        small = np.exp(-np.abs(x))
    chance = np.where(x < 0, p * small, p)
    other = np.where(x < 0, 1 - p, (1 - p) * small)
    certain = (p == 0) | (p == 1)
    result = np.where(certain, p, chance / np.where(certain, 1, chance + other))
    return scalar(np.where(np.isnan(x), np.nan, result))


def combine(*modifiers):
    """Return the one modifier with the effect of all of them, in any order: their sum.

    "applying m1 then m2 results in the same as applying m2 then m1, which is (in practice)
    the same as applying directly m3 = m1 + m2". Finite fractions; they broadcast. Without
    any it is 0. ValueError for infinities.

    >>> round(combine(-0.35, 0.10, -0.05), 2)
    -0.3
    """
    with np.errstate(over="ignore"):
        return scalar(
            np.asarray(sum((check_numbers("modifier", m) for m in modifiers), np.zeros(())))
        )


def modifier_for(p_new, p=0.5, *, scale=SCALE):
    """Return the modifier that leads from p to p_new: the exact inverse of `modified`.

    "The Game Master just has to imagine the case where ... 50% of chance": with p = 0.5 this
    is the exact abacus, ln(p_new/(1 - p_new))/4.2. Both in (0, 1); they broadcast. ValueError at
    0 and 1, as no finite modifier reaches or leaves them.

    >>> round(modifier_for(0.6), 4), round(modifier_for(0.53, 0.8), 2)
    (0.0965, -0.3)
    """
    values = [
        check_numbers(name, value, low=0, high=1) for name, value in (("p_new", p_new), ("p", p))
    ]
    for name, value in zip(("p_new", "p"), values, strict=True):
        certain = (value == 0) | (value == 1)
        if certain.any():
            raise ValueError(
                f"{name} = {value[certain].flat[0]:g} is out of range: it must be "
                f"between 0 and 1 without the ends, which no finite modifier reaches"
            )
    return scalar((logit(values[0]) - logit(values[1])) / _checked_scale(scale))


def odds_ratio(modifier):
    """Return the factor by which a modifier multiplies the odds p/(1 - p): its Bayes factor.

    Finite fractions; broadcasts. ValueError for infinities.

    >>> round(odds_ratio(0.10), 3)
    1.522
    """
    with np.errstate(over="ignore"):
        return scalar(np.exp(_shift([modifier])))


def elo(modifier):
    """Return the Elo difference equal to a modifier: 400 log10 of its odds ratio.

    Finite fractions; broadcasts. ValueError for infinities.

    >>> round(elo(0.10), 1)
    73.0
    """
    return scalar(_shift([modifier]) * (400 / np.log(10)))


def check(p, rng, size=None):
    """Return simulated checks: True where the action succeeds.

    "If r<p, then the action succeeds, if r>p it fails, otherwise r=p (... a success)". r is
    drawn from (0, 1], so that 0 always fails and 1 always succeeds. p in [0, 1], broadcast
    against `size`; rng: a numpy Generator or a seed. ValueError outside.

    >>> check(0.5, rng=3, size=5).tolist()
    [False, False, True, True, False]
    """
    p = check_numbers("p", p, low=0, high=1)
    if np.isnan(p).any():
        raise ValueError("p = nan is out of range: a draw needs a number between 0 and 1")
    size = np.shape(p) if size is None else size
    return scalar(np.asarray(1 - np.random.default_rng(rng).random(size) <= p))


def _shift(modifiers, scale=SCALE):
    with np.errstate(over="ignore"):
        return np.asarray(_checked_scale(scale) * np.asarray(combine(*modifiers)))


def _checked_scale(scale):
    return check_numbers("scale", scale, low=0, open_low=True)


def literal_formula(p, m):
    """Return the source's formula exactly as it is written, in floating point.

    "fp(x) = p.exp(x)/(1+p.(exp(x)-1))" with x = 4.2 m. p and m are single numbers, unchecked.
    `modified` gives the same but for the last digits, and keeps 0 and 1 exactly.

    >>> literal_formula(0.5, 0.1) == modified(0.5, 0.1), literal_formula(1.0, -0.3)
    (True, 0.9999999999999998)
    """
    factor = math.exp(SCALE * m)
    return p * factor / (1 + p * (factor - 1))


def flat(p, *bonuses):
    """Return a probability after flat bonuses: each in turn is added, and the sum cut to [0, 1].

    For example, +6 on a d20 is a flat 0.30. p in [0, 1], bonuses are finite fractions; all
    broadcast. ValueError outside.

    >>> flat(0.9, 0.3), round(flat(0.9, 0.3, -0.3), 12)
    (1.0, 0.7)
    """
    chance = check_numbers("p", p, low=0, high=1)
    for bonus in bonuses:
        chance = np.clip(chance + check_numbers("bonus", bonus), 0, 1)
    return scalar(chance)


def made_certain(bonus):
    """Return the share of all base probabilities that a flat bonus turns into 0 or 1.

    These lie within |bonus| of the end that the bonus pushes to. Finite fractions; broadcasts.
    ValueError for infinities. A modifier never makes a probability 0 or 1.

    >>> made_certain(-0.30), made_certain(2)
    (0.3, 1.0)
    """
    return scalar(np.minimum(np.abs(check_numbers("bonus", bonus)), 1))
