"""Confidence intervals of a mean that stay valid however often one looks, by betting.

Suppose the mean of a battle's score is m. A gambler starts with a capital of 1 and stakes a share
t of it on each battle, betting that the score x is above m. Each battle multiplies the capital by
1 + t (x - m) / (m - low). As x is never below low, the capital is never negative, and on average
it does not grow. So by Ville's inequality (1939) the chance that it ever reaches 1/a is at most a,
however often one looks. A value of m at which the capital gets so large is rejected; the values
that are left form a confidence sequence. Here 64 shares t are bet at once, from cautious to bold,
with an equal part of the capital on each (Robbins 1970, the method of mixtures; for bounded scores
Waudby-Smith and Ramdas 2024, "Estimating means of bounded random variables by betting"). Half of
the error goes to bets that the scores are above m, half to bets that they are below.

The scores need not share one distribution: each must only have the mean m, given those before it.
So a battle as written and one with the sides exchanged count as one score, the mean of the two.
"""

import math

import numpy as np
from scipy.special import ndtri

from combat.core.checks import check_numbers, check_whole, within_rounding

_BETS = np.geomspace(1e-4, 0.999, 64)  # shares of the capital
_NEAR = 1e-15  # of the range: means as near are the same
_FAR = 30  # a capital (its logarithm) farther from enough counts as so far; it may be infinite
_UNLUCKY = float(ndtri(0.95))  # standard errors
_ROUNDING = 1e-9  # how far a score may lie outside its range
MOST_NEEDED = 1e12


def capital(values, counts, mean, low=0.0, high=1.0, above=True):
    """Return the logarithm of the capital after betting 1 against a mean on the scores so far.

    values: the distinct scores; counts: how often each came, (..., values). mean: the value that is
    bet against, within [low, high], the range of a score; neither is checked here. above: True to
    bet that scores lie above the mean, False for below. Infinite where a score proves that the
    value can't be the mean.
    """
    values, counts = np.asarray(values, float), np.asarray(counts, float)
    room = mean - low if above else high - mean
    ahead = values - mean if above else mean - values
    if room <= 0:
        shown = (counts[..., ahead > 0] > 0).any(axis=-1)
        return np.where(shown, np.inf, 0.0)
    grown = np.log1p(_BETS[:, None] * np.maximum(ahead / room, -1.0))
    return np.logaddexp.reduce(counts @ grown.T, axis=-1) - math.log(len(_BETS))


def interval(values, counts, error=0.05, low=0.0, high=1.0):
    """Return the confidence interval of a mean, (least, greatest), valid at every look at once.

    values, counts, low, high: as for `capital`. error: the chance that the mean is ever outside the
    interval, however often one looks.
    """
    check_numbers("score", values, low=low - _ROUNDING, high=high + _ROUNDING)
    enough = math.log(2 / error)
    return (
        _end(lambda mean: capital(values, counts, mean, low, high) - enough, low, high),
        _end(lambda mean: capital(values, counts, mean, low, high, False) - enough, high, low),
    )


def _end(more, start, stop):
    """The last value from start on that the bets refute; start itself if they don't refute it.

    more: how much more capital they have than is enough.
    """
    from scipy.optimize import brentq  # slow to import, and exact claims need no interval

    if not more(start) >= 0:
        return float(start)

    def finite(mean):
        return max(-_FAR, min(more(mean), _FAR))

    return float(brentq(finite, start, stop, xtol=_NEAR * abs(stop - start)))


def decided(values, counts, band, error=0.05, low=0.0, high=1.0):
    """Return "holds", "broken" or "open": whether a mean lies in a band (at least, at most)."""
    enough, sure = math.log(2 / error), True
    for edge, is_least in ((band[0], True), (band[1], False)):
        if edge <= low if is_least else edge >= high:
            continue
        if not low <= edge <= high:
            return "broken"
        if capital(values, counts, edge, low, high, not is_least) >= enough:
            return "broken"
        sure = sure and capital(values, counts, edge, low, high, is_least) >= enough
    return "holds" if sure else "open"


def needed(values, chances, edge, error=0.05, low=0.0, high=1.0):
    """Return how many scores it takes to tell the mean of a distribution from an edge.

    The bets have decided by then with a chance of about 95 %: the count is computed for unlucky
    scores, whose mean is nearer to the edge than in all but 1 in 20 cases.
    """
    values, chances = np.asarray(values, float), np.asarray(chances, float)
    mean = float(values @ chances)
    if mean == edge:
        return math.inf
    spread = float((values - mean) ** 2 @ chances)
    direction = np.sign(edge - mean)

    def wins(count):
        unlucky = chances
        if spread:
            lean = direction * _UNLUCKY / math.sqrt(spread * count) * (values - mean)
            unlucky = chances * np.maximum(1 + lean, 0)
            unlucky = unlucky / unlucky.sum()
        if (unlucky @ values - edge) * direction >= 0:
            return False
        won = capital(values, count * unlucky, edge, low, high, mean > edge)
        return won >= math.log(2 / error)

    few, many = 0, 1
    while not wins(many):
        few, many = many, 2 * many
        if many > MOST_NEEDED:
            return math.inf
    while many - few > 1:
        middle = (few + many) // 2
        few, many = (few, middle) if wins(middle) else (middle, many)
    return many


def battles_needed(distance, edge=0.5, *, error=0.05, claims=1):
    """Return how many battles decide a claim about a chance at this distance from the band's edge.

    distance: the chance minus the edge, in [-1, 1], an array or one number; 0 takes infinitely
    many. edge: the end of the band, a chance. claims: how many sampled claims the charter has;
    they share the error. So many battles are enough with a chance of 95 %. Half the distance takes
    four times the battles; a hundred claims instead of one take half as many again. ValueError for
    chances outside [0, 1], an error outside (0, 1), or no claims.

    >>> battles_needed([0.1, 0.02]), battles_needed(0.02, claims=100)
    (array([  654., 16565.]), 25258.0)
    """
    check_numbers("edge", edge, low=0, high=1)
    distances = check_numbers("distance", distance, low=-1, high=1)
    chances = check_numbers("edge + distance", within_rounding(edge + distances), low=0, high=1)
    if np.isnan(chances).any():
        raise ValueError("edge + distance = nan is out of range: both must be numbers")
    if not 0 < check_numbers("error", error) < 1:
        raise ValueError(f"error = {error:g} is out of range: it must be above 0 and below 1")
    claims = int(check_whole("claims", claims, low=1))
    found = [
        needed([0, 1], [1 - chance, chance], edge, error / claims) for chance in chances.ravel()
    ]
    found = np.array(found, float).reshape(distances.shape)
    return found if found.ndim else found.item()
