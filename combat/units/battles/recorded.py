"""Many fights of two units with dice, moment by moment, to be watched."""

import numpy as np
import pandas as pd

from combat.core.checks import check_whole
from combat.units.rules import PLAIN

MOST_ROUNDS = 200  # of a fight that somebody would watch
SIDES = ("first", "second")


def recorded(first, second, rules=PLAIN, *, fights=1000, seed=0):
    """Return fights with dice: a frame by fight and moment, both from 0 (nobody has struck).

    Columns: first and second, the hit points left; first_acts and second_acts. ValueError for rules
    with a fight of their own, and for a fight not over after 200 rounds.
    """
    from combat.units.engine.dice import Rolling
    from combat.units.engine.game import Setup  # loads scipy's sparse matrices
    from combat.units.engine.orders import Course

    rules.refuse_fight()
    fights, seed = int(check_whole("fights", fights, low=1)), int(check_whole("seed", seed, low=0))
    game, luck = Setup([first, second], [[0, 1]], 1, rules), Rolling(seed)
    course, rows = Course(game, luck), game.begun(np.zeros(fights, int))
    rows["luck"], rows["of"] = luck.keys(0, fights), np.arange(fights)
    going, seen = course.begun(rows), []
    seen.append(_moment(0, going, np.zeros((2, fights), bool)))
    while True:
        going = going.take(going["phase"] >= 0)
        if not going.many:
            break
        if going["turn"].max() > MOST_ROUNDS:
            raise ValueError(
                f"{first.name} against {second.name}: a fight takes more than {MOST_ROUNDS} "
                "rounds, too long to be watched"
            )
        acts = pd.DataFrame((course.counts(going) * (going["hp"] > 0) > 0).T, going["of"])
        going = course.phase(going)
        seen.append(_moment(len(seen), going, acts.loc[going["of"]].to_numpy().T))
    found = pd.concat(seen).set_index(["fight", "moment"]).sort_index()
    return found[~_idle(found)]


def _moment(number, rows, acts):
    return pd.DataFrame(
        {"fight": rows["of"], "moment": number}
        | {side: rows["hp"][at].astype(int) for at, side in enumerate(SIDES)}
        | {f"{side}_acts": acts[at] for at, side in enumerate(SIDES)}
    )


def _idle(moments):
    """Which moments after the first nobody acted in, and nothing changed."""
    points = moments[[*SIDES]]
    same = (points.groupby(level="fight").diff() == 0).all(axis=1)
    return same & ~moments[["first_acts", "second_acts"]].any(axis=1)
