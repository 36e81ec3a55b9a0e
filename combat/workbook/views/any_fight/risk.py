"""The fight for a country in Risk."""

from functools import cache

import pandas as pd

from combat.core.words import percent
from combat.workbook import Answer, Guess, Panel, charts, slider

_SIDES = ["attackers", "defenders"]
DEFENDERS = pd.RangeIndex(1, 11, name="defenders")
ATTACKERS = pd.RangeIndex(1, 17, name="attackers")
_ARMIES = pd.RangeIndex(1, 41, name="attackers")


def country(fought_out, with_a_halt, battle):
    """The Panel of an attack on a country: `Ends` if fought out, a `Played` attack with a halt."""
    fought_out = cache(fought_out)

    def taken(attackers, defenders):
        return fought_out(attackers, defenders).chance(lambda at: at.defenders == 0)

    @cache
    def one_more_throw(prize):
        moves = with_a_halt(prize).moves
        values = [[moves(battle(a, d))["value"] for d in DEFENDERS] for a in ATTACKERS]
        gains = [[value["attack"] - value["stop"] for value in row] for row in values]
        return pd.DataFrame(gains, ATTACKERS, DEFENDERS)

    def show(attackers, defenders, prize):
        ends = fought_out(attackers, defenders).ends
        left = {side: ends[ends[side] > 0].set_index(side)["chance"] for side in _SIDES}
        left = pd.DataFrame(left).rename_axis("armies").fillna(0)
        falls = {"the country falls": [taken(many, defenders) for many in _ARMIES], "even": 0.5}
        mean = fought_out(attackers, defenders).mean(lambda at: at.attackers - at.defenders)
        chance, halting = taken(attackers, defenders), with_a_halt(prize)
        title, note = battle_in_words(battle(attackers, defenders), chance, mean, prize, halting)
        return Answer(
            title,
            charts.lines(
                pd.DataFrame(falls, _ARMIES),
                guides=["even"],
                mark="attackers",
                title="The country falls",
            ),
            charts.bars(left, title="Armies that are left", ylim=charts.room(left)),
            charts.heat(
                one_more_throw(prize),
                limits=(-2, 2),
                spec=".1f",
                title="Attack (blue) or stop (orange)",
                opens=("attackers", "defenders"),
            ),
            note=f"{note} First fought to the end. Then what one more throw and the best play "
            "after it are worth against a halt, in armies.",
        )

    return Panel(
        show,
        attackers=slider("attackers", 1, 40, 10),
        defenders=slider("defenders", 1, 40, 10),
        prize=slider("the country is worth", 0, 20, 8, unit="armies", live=False),
        guess=Guess(
            "Ten armies attack ten, and ties go to the defender. How often does the country fall?",
            taken(10, 10),
        ),
    )


def battle_in_words(battle, chance, left, prize, halting):
    """A battle fought to its end as (title, note); halting: from `optimal`, if it may stop."""
    mean = f"{abs(left):.1f} {'attackers' if left > 0 else 'defenders'}"
    worth, ours = halting.value(battle), battle.attackers
    advice = f"attack: with a halt in time that is worth {worth:.2f}, to stop at once {ours}"
    if worth < ours + 0.005:
        advice = "don't attack: nothing is gained"
    return (
        f"{battle.attackers} against {battle.defenders}: the country falls {percent(chance)} of "
        "the time.",
        f"Fought out, {mean} are left over on average. If it is worth {prize} armies, {advice}.",
    )
