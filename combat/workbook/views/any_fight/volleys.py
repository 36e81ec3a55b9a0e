"""Two squads that fire in turn."""

from functools import cache
from typing import NamedTuple

import pandas as pd

from combat.core.words import percent
from combat.dice import constant, dice, mix
from combat.questions import seek
from combat.workbook import Answer, Panel, charts, choice, slider

SAVES = {f"{least}+": least for least in range(2, 7)}
INVULNERABLE = {"none": 7, "6+": 6, "5+": 5, "4+": 4}
WANTED = 0.6  # three battles of five
_STEPS = pd.RangeIndex(7, name="armour penetration")


class Volley(NamedTuple):
    """Models of both, what their front model has lost, whose volley it is and its attacks left."""

    models: tuple
    lost: tuple = (0, 0)
    side: int = 0
    attacks: int = 0


def begun(at, squads, side):
    """Return the state at the begin of a side's volley."""
    return at._replace(side=side, attacks=at.models[side] * squads[side].attacks)


@cache
def damage_of(one, other):
    """Return what an attack does: rolls to hit, to wound, to save, and to ignore each point."""
    save = min(other.save + one.penetration, other.invulnerable)
    pierces = min(6, max(1, save - 1)) / 6
    lands = (7 - one.hits_on) / 6 * wounds_in(one.strength, other.toughness) * pierces
    felt, damage = (other.ignores_on - 1) / 6, dice(one.damage)
    point = mix([1 - felt, felt], [constant(0), constant(1)])
    wounds = mix(damage.chances, [sum([point] * many, constant(0)) for many in damage.values])
    return mix([1 - lands, lands], [constant(0), wounds])


def wounds_in(strength, toughness):
    """Return the chance to wound; each of four steps of strength makes it easier by one."""
    steps = (2 * strength > toughness) + (strength >= toughness) + (strength > toughness)
    return (1 + steps + (strength >= 2 * toughness)) / 6


def squads(bought, battle_of, one_volley):
    """The Panel of rifles against armour: squads bought, their battle's `Ends`, one volley."""
    fought = cache(lambda *bargain: battle_of(*bought(*bargain)))
    one_volley = cache(one_volley)

    def show(penetration, damage, save, invulnerable, points):
        bargain = points, penetration, damage, save, invulnerable
        both = bought(*bargain)
        sides = {"rifles": one_volley(*both), "armour": one_volley(*both[::-1])}
        killed = {name: pd.Series(one.chances, one.values) for name, one in sides.items()}
        killed = pd.DataFrame(killed).fillna(0).rename_axis("models")
        found = [fought(points, step, damage, save, invulnerable) for step in _STEPS]
        chances = pd.Series([ends.chance(lambda at: at.models[1] == 0) for ends in found], _STEPS)
        answer = seek(chances.get, WANTED, 0, 6, whole=True)
        ends = fought(*bargain)
        left = [ends.mean(lambda at, side=side: at.models[side]) for side in (0, 1)]
        needed = f"they need {answer.value:.0f}" if answer.reached else "no penetration will do"
        return Answer(
            f"{both[0].models} rifles win {percent(chances[penetration])} against "
            f"{both[1].models} in armour.",
            charts.bars(
                killed, title="Models that the first volley kills", ylim=charts.room(killed)
            ),
            charts.lines(
                pd.DataFrame({"the rifles win": chances, "three of five": WANTED}),
                guides=["three of five"],
                mark="penetration",
                markers=True,
                title="The rifles win (grey: three of five)",
            ),
            note=f"Who fires first is a coin's; on average {left[0]:.1f} and {left[1]:.1f} models "
            f"are left. For three battles of five {needed}. Rifles at 9 points a model against "
            "armour at 18, as many as the points buy.",
        )

    return Panel(
        show,
        penetration=slider("the rifles' penetration", 0, 6, 1),
        damage=choice("their damage", ["1", "1d3", "2", "1d6"], exported=["1", "2"]),
        save=choice("the armour's save", SAVES, 3, exported=[2, 3]),
        invulnerable=choice("invulnerable save", INVULNERABLE, 7, exported=[7, 4]),
        points=slider("points on each side", 36, 180, 90, step=18, exported=[54], live=False),
    )
