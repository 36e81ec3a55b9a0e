"""The hit chance from the net of bonuses: the bell curve, and dice that approximate it."""

import numpy as np
from scipy.special import ndtr, ndtri

from combat.core.checks import check_numbers, check_whole, scalar
from combat.dice import Distribution, dice

# "An attack should always have a non-zero chance to hit and a non-zero chance to miss": beyond a
# net of some 66 points the bell's are nearer to 0 and 1 than the numbers next to these.
_OPEN = np.nextafter(0, 1), np.nextafter(1, 0)


def hit_chance(net, *, sd=8.0, uniforms=None):
    """Return P(Gaussian > -net): the chance in [0, 1] to hit at that net, attacker - defender.

    "a hit is scored if gaussian_rnd(mean=0, stdev=who knows) > (total defender bonus) - (total
    attacker bonus)". net and sd > 0 in points, broadcast; a Distribution of nets gives the
    exact mean. uniforms: use the mean of that many uniform whole numbers in place of the
    Gaussian (see `mean_of_uniforms`), at one sd. ValueError outside.

    >>> hit_chance(0), round(hit_chance(8), 4), round(hit_chance(dice("1d3") - 2), 4)
    (0.5, 0.8413, 0.5)
    """
    if isinstance(net, Distribution):
        chances = hit_chance(net.values, sd=np.asarray(sd)[..., None], uniforms=uniforms)
        return scalar(np.asarray(chances @ net.chances))
    net = check_numbers("net", net)
    sd = check_numbers("sd", sd, low=0, open_low=True)
    if uniforms is not None:
        drawn = mean_of_uniforms(uniforms, sd.item())
        hits = (drawn.values > -net[..., None]) @ drawn.chances
        return scalar(np.where(np.isnan(net), np.nan, hits))
    return scalar(np.clip(ndtr(net / sd), *_OPEN))


def mean_of_uniforms(uniforms, sd=8.0):
    """Return the distribution of the mean of that many uniform whole numbers in -a..a.

    "Gaussian distributions can be approximated well enough with an average of uniformly
    distributed random numbers." The variance of one number is a(a+1)/3; a is the whole number
    that brings the mean's standard deviation nearest to sd. uniforms >= 1, sd > 0; ValueError
    outside.

    >>> four = mean_of_uniforms(4)
    >>> four, round(four.sd, 2)
    (Distribution(-27..27 by 0.25, mean 0), 7.94)
    """
    uniforms = int(check_whole("uniforms", uniforms, low=1, high=1000))
    sd = float(check_numbers("sd", sd, low=0, open_low=True))
    reach = max(1, round((0.25 + 3 * uniforms * sd**2) ** 0.5 - 0.5))
    faces = 2 * reach + 1
    summed = dice(f"{uniforms}d{faces}") - uniforms * (reach + 1)
    return Distribution(summed.values / uniforms, summed.chances)


def net_for(chance, *, sd=8.0):
    """Return the net that gives that hit chance: the exact inverse of `hit_chance`.

    chance in (0, 1), sd > 0, broadcast. ValueError at 0 and 1, which no net reaches.

    >>> round(net_for(0.6), 2)
    2.03
    """
    chance = check_numbers("chance", chance, low=0, high=1, open_low=True)
    if np.any(chance == 1):
        raise ValueError("chance = 1 is out of range: no net makes a hit certain")
    return scalar(ndtri(chance) * check_numbers("sd", sd, low=0, open_low=True))
