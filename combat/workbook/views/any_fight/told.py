"""What a potion is worth to who drinks it as soon as he can, and to who waits."""

from functools import cache

import pandas as pd

from combat.units import best_play, duel
from combat.workbook import Answer, Panel, charts, slider

WAYS = ["at once", "in best play"]
_HEALS = pd.RangeIndex(1, 17, name="heals")


def potion(meeting, rules):
    """The Panel of a hero's chance by what his potion heals; meeting(heals, hp, damage): both."""

    @cache
    def won(heals, hp, damage):
        sides = meeting(heals, hp, damage)
        return duel(*sides, rules).first, best_play(*sides, rules).value()

    def show(heals, hp, damage):
        at_once, best = won(heals, hp, damage)
        by_healing = pd.DataFrame([won(many, hp, damage) for many in _HEALS], _HEALS, WAYS)
        return Answer(
            f"A potion of {heals} drunk at the first wound wins {at_once:.1%}, at the right moment "
            f"{best:.1%}.",
            charts.steps(
                by_healing, where="mid", mark="heals", xlabel="hit points that the potion heals"
            ),
            note=f"The hero has {hp} hit points, the Ogre does {damage} a blow. His chance to win, "
            "exactly, by what his one potion heals.",
        )

    return Panel(
        show,
        heals=slider("potion heals", 1, 16, 8, unit="hp"),
        hp=slider("hero has", 4, 24, 12, unit="hp", exported=[6, 18], live=False),
        damage=slider("the Ogre does", 1, 8, 4, unit="a blow", exported=[2, 6], live=False),
        size=(8.2, 3.6),
    )
