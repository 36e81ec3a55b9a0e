"""Circumstances that aren't independent: how wrong is the sum of their modifiers?

There are two kinds of dependence. Two circumstances together may do more or less than the sum of
both (rain at night). Or they occur together more often than by chance, which distorts modifiers
that were estimated from play.
"""

import numpy as np
import pandas as pd
from scipy.special import logit

from combat.core.checks import check_numbers, scalar
from combat.osdl.rule import SCALE, modified, modifier_for

CORRELATIONS = np.arange(0, 91) / 100


def excess(first, second, together, *, scale=SCALE):
    """Return the modifier by which two circumstances together exceed the sum of both.

    first, second, together: the chance that 50 % becomes under each alone and under both, in
    (0, 1); they broadcast. 0 if they are independent. ValueError outside.

    >>> round(excess(0.6, 0.45, 0.4), 3)
    -0.145
    """
    alone = modifier_for(first, scale=scale) + np.asarray(modifier_for(second, scale=scale))
    return scalar(np.asarray(modifier_for(together, scale=scale) - alone))


def worst_error(beyond, *, scale=SCALE):
    """Return the greatest error, over all bases, of a sum that leaves out the modifier `beyond`.

    tanh(scale |beyond|/4), a difference of probabilities. It occurs where the computed chance and
    the true one lie equally far from one half, on opposite sides. beyond: as from `excess`,
    finite fractions; broadcasts. ValueError for infinities.

    >>> round(worst_error(-0.1), 4)
    0.1046
    """
    scale = check_numbers("scale", scale, low=0, open_low=True)
    return scalar(np.tanh(scale * np.abs(check_numbers("beyond", beyond)) / 4))


def seen_modifier(base, own, other, with_it, without, *, scale=SCALE):
    """Return the modifier that a circumstance seems to have when it is estimated from play.

    Its true modifier is `own`. Another circumstance, of modifier `other`, holds in the share
    `with_it` of the cases with the first one, and in the share `without` of the cases without it.
    The estimate is the modifier that leads from the success rate without the first circumstance
    to the rate with it. base in (0, 1), shares in [0, 1]; all broadcast. ValueError outside.

    >>> round(seen_modifier(0.5, -0.2, -0.1, 0.3, 0.3), 4)
    -0.1984
    >>> round(seen_modifier(0.5, -0.2, -0.1, 1, 0), 9)
    -0.3
    """
    shares = [
        check_numbers(name, value, low=0, high=1)
        for name, value in (("with_it", with_it), ("without", without))
    ]
    seen = [
        share * modified(base, alone, other, scale=scale)
        + (1 - share) * np.asarray(modified(base, alone, scale=scale))
        for alone, share in zip((own, 0.0), shares, strict=True)
    ]
    return scalar(np.asarray((logit(seen[0]) - logit(seen[1])) / scale))


def by_correlation(base, first, second, share=0.3, correlations=CORRELATIONS, *, scale=SCALE):
    """Return the effect of summing modifiers estimated from play: a frame by correlation.

    Two circumstances with the modifiers `first` and `second` each hold in `share` of all cases.
    Their effects are independent, but they coincide: at a correlation c both hold in
    share (share + c (1 - share)) of all cases. Columns: "first as seen" and "second as seen", the
    estimates (see `seen_modifier`); summed, the chance under both by these estimates; together,
    the true chance. base and share in (0, 1), correlations in [0, 1]. ValueError outside.

    >>> by_correlation(0.5, -0.2, -0.1, correlations=[0, 0.6]).round(3).loc[0.6].tolist()
    [-0.258, -0.214, 0.121, 0.221]
    """
    index = pd.Index(correlations, name="correlation")
    c = check_numbers("correlations", index.to_numpy(), low=0, high=1)
    share = float(check_numbers("share", share, low=0, high=1))
    # The share of cases with the one circumstance, among those with and without the other.
    with_it, without = share + c * (1 - share), share * (1 - c)
    seen = [
        np.asarray(seen_modifier(base, own, other, with_it, without, scale=scale))
        for own, other in ((first, second), (second, first))
    ]
    found = {
        "first as seen": seen[0],
        "second as seen": seen[1],
        "summed": modified(base, *seen, scale=scale),
        "together": modified(base, first, second, scale=scale),
    }
    return pd.DataFrame(found, index)
