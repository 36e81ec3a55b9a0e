"""What an encounter costs a party: hit points, uses, and who falls."""

import numpy as np
import pandas as pd

from combat.units.battles.armies import army_of, battles_within, match_up_by_turns
from combat.units.engine.armies import SIDES
from combat.units.rules import PLAIN


def encounter(
    party,
    foes,
    rules=PLAIN,
    *,
    units=None,
    targeting="random",
    max_rounds=None,
    battles=None,
    seed=0,
):
    """Return what an encounter costs each fighter of a party: a frame by fighter, of means.

    party, foes: as the armies of `battle`. falls: the chance to fall; hit_points: how many are
    lost, all of them if the fighter falls; and a column for each action with uses: how many of them
    are spent, 0 for a fighter without that action. attrs["won"] is the chance that the party wins,
    attrs["battles"] how many were simulated with dice, turn by turn. All else, and ValueError, as
    for `battle`.

    >>> from combat.units import Action, Rules, Unit, Units
    >>> knight = Unit("Knight", hp=20, attack=12, defense=10, damage="1d8", actions=[
    ...     Action("Smite", columns=(("damage", "2d8"),), uses=2)])
    >>> imp = Unit("Imp", hp=6, attack=10, defense=8, damage="1d4")
    >>> found = encounter({"Knight": 1}, {"Imp": 2}, Rules(order="initiative"),
    ...                   units=Units([knight, imp]))
    >>> found.columns.tolist(), 1 < found["Smite"].item() <= 2, found.attrs["won"] > 0.9
    (['falls', 'hit_points', 'Smite'], True, True)
    """
    armies = army_of(party, units), army_of(foes, units)
    rules.refuse_fight()
    met = match_up_by_turns(armies, rules, targeting, max_rounds)
    battles = battles_within(battles, met.blows)
    game, side = met.game, met.game.side
    found = met.fought(met.begun(battles), seed).rows
    own = np.flatnonzero(side == 0)
    left = found["hp"][own]
    stands = [(found["hp"][side == one] > 0).any(axis=0) for one in (0, 1)]
    frame = pd.DataFrame(
        {
            "falls": (left == 0).mean(axis=1),
            "hit_points": armies[0].each([unit.hp for unit in armies[0].units]) - left.mean(axis=1),
        },
        pd.Index(met.names[SIDES[0]], name="fighter"),
    )
    for slot in own.tolist():
        kind = game.places[0, slot]
        for number, action in enumerate(game.actions[kind]):
            if action.uses is None:
                continue
            if action.name not in frame:
                frame[action.name] = 0.0
            spent = action.uses - found["uses"][slot, game.uses.places[kind, number]].mean()
            frame.loc[frame.index[slot], action.name] = spent
    frame.attrs |= {"won": float((stands[0] & ~stands[1]).mean()), "battles": battles}
    return frame
