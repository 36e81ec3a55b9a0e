"""Two circumstances that do more or less together: how wrong is the sum of their modifiers?"""

import numpy as np

from combat.core.checks import check_numbers, scalar
from combat.osdl.rule import SCALE, modifier_for


def excess(first, second, together):
    """Return the modifier by which two circumstances together exceed the sum of both.

    first, second, together: the chance that 50 % becomes under each alone and under both, in
    (0, 1); they broadcast. 0 if they are independent. ValueError outside.

    >>> round(excess(0.6, 0.45, 0.4), 3)
    -0.145
    """
    alone = modifier_for(first) + np.asarray(modifier_for(second))
    return scalar(np.asarray(modifier_for(together) - alone))


def worst_error(beyond):
    """Return the greatest error, over all bases, of a sum that leaves out the modifier `beyond`.

    tanh(SCALE |beyond|/4), a difference of probabilities. It occurs where the computed chance and
    the true one lie equally far from one half, on opposite sides. beyond: as from `excess`,
    finite fractions; broadcasts. ValueError for infinities.

    >>> round(worst_error(-0.1), 4)
    0.1046
    """
    return scalar(np.tanh(SCALE * np.abs(check_numbers("beyond", beyond)) / 4))
