"""Notebook 05: what a change of a fighter's numbers does to a battle, and a single blow."""

from functools import cache

import pandas as pd

from combat import marked_for_death as mfd
from combat.workbook import Answer, Guess, Panel, charts, choice, slider
from combat.workbook.views.marked_for_death import SMALL

# Readers' names of the fields that can be changed.
FIELDS = {
    "bonus_xp": "XP",
    "bonus_hp": "hit points",
    "bonus_to_hit": "ToHit",
    "bonus_to_defend": "ToDefend",
    "aoe": "AOE",
}
_CHANCES = ("bonus_to_hit", "bonus_to_defend")
_COMPARED = 4096  # battles of each kind, where they are simulated


def what_matters(teams):
    """Return a Panel of what a step of each number of anybody does to the heroes' lead."""

    def show(shown, battle):
        found = _effects(*teams[battle])
        most = found["effect"].iloc[0]
        return Answer(
            f"The heroes' lead is changed most by {found.index[0]}, {100 * most:+.0f} points.",
            charts.rows(
                found[["effect"]].head(shown),
                effects=True,
                xlim=(-0.5, 0.5),
                xlabel="change of the heroes' lead, percentage points",
            ),
            note=f"{method_in_words(found)} One step more of one number: 1000 XP, a hit point, 10 "
            "percentage points or one more target. Blue helps the heroes, orange the villains.",
        )

    return Panel(
        show,
        shown=slider("lines", 5, 20, 14),
        cost=20,
        battle=choice("battle", SMALL),
        guess=Guess(
            "Dragon strikes one more enemy in each round. By how many percentage points does the "
            "heroes' lead grow: their chance to win less the villains'?",
            100 * _effects(*teams["dragon"]).loc["Dragon: AOE +1", "effect"],
            among=range(101),
            unit="points",
        ),
    )


@cache
def _effects(heroes, villains):
    return labelled(mfd.effects(heroes, villains, battles=_COMPARED))


def one_blow():
    """Return a Panel of the damage of one blow."""

    def show(offense_dice, to_hit, defense_dice, to_defend):
        damage = mfd.blow(offense_dice, to_hit, defense_dice, to_defend)
        return Answer(
            f"{offense_dice} dice at {to_hit:.0%} against {defense_dice} at {to_defend:.0%} cost "
            f"{damage.mean:.2f} hit points.",
            charts.distribution(damage, xlim=(-0.6, 16.6), ylim=(0, 1), xlabel="hit points lost"),
            note=f"That is the average, the dotted line: {1 - damage.at_least(1):.1%} of such "
            f"blows cost nothing, {damage.at_least(2):.1%} cost 2 or more, a fresh fighter's life.",
        )

    return Panel(
        show,
        offense_dice=slider("offense dice", 1, 20, 6),
        to_hit=slider("ToHit", 0.05, 0.99, 0.45, step=0.01, percent=True),
        defense_dice=slider("defense dice", 1, 20, 6),
        to_defend=slider("ToDefend", 0.0, 0.9, 0.4, step=0.01, percent=True),
        guess=Guess(
            "Six dice strike, each at 45%; six defend, each at 40%. How often does the blow cost "
            "nothing?",
            1 - mfd.blow(6, 0.45, 6, 0.4).at_least(1),
        ),
    )


def your_battle():
    """Return a Panel of a battle between so many heroes and so many villains, solved exactly."""

    def show(heroes, heroes_xp, villains, villains_xp, targets):
        odds = _own(heroes, heroes_xp, villains, villains_xp, targets)
        return Answer(
            f"The heroes win {odds.first:.0%}, the villains {odds.second:.0%}, draws "
            f"{odds.both:.0%}.",
            charts.rows(odds.table()[["chance"]].drop(index="undecided"), title="Who wins"),
            charts.distribution(
                odds.survivors[0], title="How many heroes are left", xlabel="heroes"
            ),
            note=f"Together the heroes have {heroes * heroes_xp:,} XP, the villains "
            f"{villains * villains_xp:,}. Nobody has a bonus, a bodyguard or a link. Solved "
            "exactly.",
        )

    return Panel(
        show,
        heroes=slider("heroes", 1, 4, 3, live=False),
        heroes_xp=slider("XP of each hero", 1000, 15_000, 5000, step=1000),
        villains=slider("villains", 1, 4, 2),
        villains_xp=slider("XP of each villain", 1000, 15_000, 8000, step=1000),
        targets=slider("targets of each villain", 1, 4, 1),
    )


@cache
def _own(heroes, heroes_xp, villains, villains_xp, targets):
    ours = [mfd.Fighter(f"Hero {at + 1}", heroes_xp) for at in range(heroes)]
    theirs = [mfd.Fighter(f"Villain {at + 1}", villains_xp, aoe=targets) for at in range(villains)]
    return mfd.solve(mfd.Team(tuple(ours)), mfd.Team(tuple(theirs)))


def method_in_words(frame):
    """Return in a sentence how the numbers of a frame of `vary` or `effects` were found."""
    method = frame.attrs["method"]
    return "Exact, not simulated." if method == "exact" else f"Simulated: {method}."


def labelled(effects):
    """Return a frame of `effects` with labels as its index that say what was changed, and whose."""
    labels = [f"{line.who}: {change(line.field, line.step)}" for line in effects.itertuples()]
    return effects.set_index(pd.Index(labels, name="change"))


def change(field, amount):
    """Return in words what is added to a field; chances are in percentage points."""
    return f"{FIELDS[field]} {amount:{'+.0%' if field in _CHANCES else '+g'}}"
