"""Who can reach whom, as a battle of rows begins."""

import numpy as np
import pandas as pd

from combat.units.battles.armies import army_of, match_up_by_turns
from combat.units.rules import PLAIN


def reached(army, other, rules=PLAIN, *, units=None):
    """Return whom each fighter of an army reaches as a battle begins: a frame of bools.

    A row for each fighter, a column for each of the others; True where one of its actions, or its
    plain blow, could be aimed there, whatever its condition. Who waits in the reserve reaches
    nobody, and nobody him. army, other, units: as for `battle`.

    >>> from combat.units import Unit, Units
    >>> guard = Unit("Guard", hp=5, damage=2, row=1, reach=1)
    >>> units = Units([guard, guard.changed(name="Archer", row=2, reach=2)])
    >>> reached({"Guard": 1, "Archer": 1}, {"Guard": 1, "Archer": 1}, units=units)
              Guard 1  Archer 1
    Guard 1      True     False
    Archer 1     True     False
    """
    from combat.units.engine.luck import Branching  # loads scipy's sparse matrices
    from combat.units.engine.turns import Turns

    armies = tuple(army_of(one, units) for one in (army, other))
    game = match_up_by_turns(armies, rules).game
    w, targets = game.begun([0]), Turns(game, Branching()).targets
    targets.effects.begin(w)
    stands, foes = w["hp"][:, 0] > 0, game.side == 1
    found = np.zeros((len(armies[0]), len(armies[1])), bool)
    for slot in np.flatnonzero(stands & ~foes).tolist():
        kind, w["actor"] = game.places[0, slot], np.array([slot])
        targets.effects.acting(w)
        for number, action in enumerate(game.actions[kind]):
            if action.on == "foe":
                found[slot] |= (stands & targets.within(w, w["actor"], kind, number)[:, 0])[foes]
    return pd.DataFrame(found, *(list(one.fighters) for one in armies))
