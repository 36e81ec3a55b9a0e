"""Other constants for the Luck meter: how far off they are, and a search for better ones."""

from itertools import product

import numpy as np

from combat.core.checks import check_whole
from combat.luck.meter import LuckRules
from combat.luck.questions import reachable_luck, streak_chance, success_rate
from combat.luck.rivals import Independent


def meter_within(limit, **constants):
    """Return the `LuckRules` of a meter from minus to plus `limit` points.

    constants: other fields of `LuckRules`, by name. ValueError for a limit below 0 or a fraction,
    and as in `LuckRules`.

    >>> rules = meter_within(24, decay=16)
    >>> rules.low, rules.high, rules.decay
    (-24, 24, 16)
    """
    limit = int(check_whole("limit", limit, low=0))
    return LuckRules(low=-limit, high=limit, **constants)


def variants(**values):
    """Return the `LuckRules` with every combination of values, a list.

    values: by name, `limit` or a field of `LuckRules`, an iterable of the values to try; the last
    one named varies fastest.

    >>> [(rules.high, rules.decay) for rules in variants(limit=[20, 30], decay=[0, 2])]
    [(20, 0), (20, 2), (30, 0), (30, 2)]
    """
    return [
        meter_within(**dict(zip(values, chosen, strict=True)))
        for chosen in product(*values.values())
    ]


def largest_error(rules, chances=range(5, 96)):
    """Return the largest difference of the long-run rate from the displayed chance, in [0, 1].

    chances: points. ValueError outside the domain.

    >>> round(largest_error(LuckRules(), [25, 50, 75]), 3)
    0.25
    """
    shown = np.asarray(chances)
    return float(np.abs(success_rate(shown, rules=rules) - shown / 100).max())


def relative_streak_risk(rules, *, chance=75, rolls=20, misses=3):
    """Return the chance of a miss streak in a battle, relative to independent dice.

    The battle has `rolls` rolls at `chance` points, the streak at least `misses` misses in a row.
    1 means no help, 0.5 half as many battles with a streak. ValueError outside the domain.

    >>> round(relative_streak_risk(meter_within(24, decay=16)), 3)
    0.49
    """
    own, plain = (streak_chance(chance, rolls, misses, rules=one) for one in (rules, Independent()))
    return own / plain


def ranked(candidates, chances=range(5, 96), *, keep=8):
    """Return the candidates with the smallest `largest_error` over those chances, best first.

    At most `keep` of them. Errors that agree to 1e-9 are ties; ties keep their order.

    >>> best = ranked(variants(limit=[24, 200], decay=[0, 16]), [25, 75], keep=2)
    >>> [(rules.high, rules.decay) for rules in best]
    [(24, 16), (200, 16)]
    """
    chances = list(chances)
    return sorted(candidates, key=lambda rules: round(largest_error(rules, chances), 9))[:keep]


def chances_without_effect(rules, chances=range(1, 100)):
    """Return the chances, in points, at which the meter never leaves 0, a list.

    There the decay cancels at once whatever a roll adds or takes.

    >>> chances_without_effect(meter_within(200, decay=16), [30, 39, 50, 61, 62])
    [39, 50, 61]
    """
    return [chance for chance in chances if reachable_luck([chance], rules=rules) == (0, 0)]
