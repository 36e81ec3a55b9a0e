"""Notebook 05: what a change of a fighter's numbers does to a battle, and a single blow."""

from functools import cache

import numpy as np
import pandas as pd

from combat.marked_for_death import (
    STEPS,
    Fighter,
    Team,
    allowed,
    balance,
    blow,
    effects,
    groups,
    solve,
    vary,
)
from combat.workbook import Guess, Panel, charts, choice, slider
from combat.workbook.views.marked_for_death import BATTLES, SIDES

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
_SMALL = {label: battle for label, battle in BATTLES.items() if battle != "large"}
_XP = tuple(range(-2000, 4001, 500))


def what_if(teams):
    """Return a Panel of the odds by one number of one fighter. teams: as from `battles`."""
    people = {
        f"{who} ({side})": (sides, side, tuple(names))
        for sides in teams.values()
        for side, team in zip(SIDES, sides, strict=True)
        for who, names in groups(team).items()
    }

    def varied(who, number):
        return _varied(*people[who], number)

    def as_shown(who, number):
        table = varied(who, number)
        return table.set_axis((table.index * _shown(number)).to_numpy().round(6))

    def amount(steps, who, number):
        amounts = varied(who, number).index
        return float(np.clip(steps * STEPS[number], amounts.min(), amounts.max()))

    return Panel(
        charts.lines(
            as_shown,
            mark=lambda steps, who, number: _shown(number) * amount(steps, who, number),
            markers=True,
            legend="beside",
            xlabel=_added,
        ),
        {
            "steps": slider("steps", -3, 3, 1),
            "who": choice("who", list(people), exported=list(people)[:7]),
            "number": choice(
                "what", {name: one for one, name in FIELDS.items()}, "bonus_to_defend"
            ),
        },
        words=lambda steps, who, number: what_if_in_words(
            varied(who, number), amount(steps, who, number), who, number
        ),
        caption="A step is 1000 XP (one die), one hit point, 10 percentage points or one more "
        "target.",
    )


def _shown(number):
    return 100 if number in _CHANCES else 1  # chances in percentage points


def _added(who, number):
    points = "percentage points of " if number in _CHANCES else ""
    return f"{points}{FIELDS[number]} added to {who}"


@cache
def _varied(sides, side, names, field):
    fighter = sides[SIDES.index(side)][names[0]]
    amounts = [round(times * STEPS[field], 3) for times in range(-3, 4)]
    amounts = allowed(fighter, field, amounts)
    return vary(*sides, side, names, field, amounts, battles=_COMPARED)


def what_if_in_words(table, amount, who, number):
    """Return in a text what so much more of a number does to who wins; table: of `vary`."""
    now, start = table.loc[round(amount, 3)], table.loc[0]
    return (
        f"With {change(number, amount)} for {who} the heroes win {now['heroes']:.1%} "
        f"instead of {start['heroes']:.1%}. The villains win {now['villains']:.1%} instead of "
        f"{start['villains']:.1%}. {method_in_words(table)}"
    )


def even_fight(teams):
    """Return a Panel of the odds by the BonusXP of villains, of one or of all in a battle."""
    villains = {battle: teams[battle][1].names for battle in _SMALL.values()}
    receivers = {
        f"{name} ({battle})": (teams[battle], (name,))
        for battle, names in villains.items()
        for name in names
    }
    receivers["each villain (dragon)"] = teams["dragon"], villains["dragon"]
    return Panel(
        charts.stairs(
            lambda who: _balanced(*receivers[who])[1][SIDES],
            where="mid",
            mark=lambda who: _balanced(*receivers[who])[0],
            legend="beside",
            xlabel="BonusXP added",
        ),
        {"who": choice("who gets it", list(receivers), "Bramble Golem (dragon)")},
        words=lambda who: even_fight_in_words(who, *_balanced(*receivers[who])),
        size=(8.0, 3.4),
        caption="The dotted line is the amount that comes nearest to an even fight.",
    )


@cache
def _balanced(sides, names):
    return balance(*sides, "villains", names, "bonus_xp", _XP)


def even_fight_in_words(who, amount, curve):
    """Return in a text the amount that is nearest to an even fight; both as from `balance`."""
    even = curve.loc[amount]
    return (
        f"{amount:+d} BonusXP for {who} comes nearest to an even fight. Then the heroes win "
        f"{even['heroes']:.1%}, the villains {even['villains']:.1%}, draws {even['draw']:.1%}. "
        f"{method_in_words(curve)}"
    )


def what_matters(teams):
    """Return a Panel of what a step of each number of anybody does to the heroes' lead."""
    return Panel(
        charts.tornado(
            lambda battle, shown: _effects(*teams[battle]).head(shown),
            xlim=(-0.5, 0.5),
            ylim=lambda shown: (shown - 0.3, -0.7),
            xlabel="change of the heroes' lead, percentage points",
        ),
        {"shown": slider("lines", 5, 20, 14), "battle": choice("battle", _SMALL)},
        caption="One step more of one number: 1000 XP, a hit point, 10 percentage points or one "
        "more target. Blue helps the heroes, orange the villains.",
        words=lambda battle: what_matters_in_words(_effects(*teams[battle])),
        size=(9.0, 5.0),
        guess=Guess(
            "Dragon strikes one more enemy in each round. By how many percentage points does the "
            "heroes' lead grow: their chance to win less the villains'?",
            100 * _effects(*teams["dragon"]).loc["Dragon: AOE +1", "effect"],
            low=0,
            high=100,
            step=1,
            percent=False,
            unit="points",
            plot=0,
            axis="x",
            beside=0,
            on_axis=lambda points: points / 100,
        ),
    )


@cache
def _effects(heroes, villains):
    return labelled(effects(heroes, villains, battles=_COMPARED))


def what_matters_in_words(found):
    """Return in a text the three changes that move the heroes' lead most."""
    first, *others = (
        f"{change}, {100 * effect:+.0f} points"
        for change, effect in found["effect"].head(3).items()
    )
    return (
        f"The heroes' lead is changed most by {first}. Then come {'; '.join(others)}. "
        f"{method_in_words(found)}"
    )


def one_blow():
    """Return a Panel of the damage of one blow."""
    return Panel(
        charts.distribution(blow, xlim=(-0.6, 16.6), xlabel="hit points lost"),
        {
            "offense_dice": slider("offense dice", 1, 20, 6),
            "to_hit": slider("ToHit", 0.05, 0.99, 0.45, step=0.01, percent=True),
            "defense_dice": slider("defense dice", 1, 20, 6),
            "to_defend": slider("ToDefend", 0.0, 0.9, 0.4, step=0.01, percent=True),
        },
        caption="The damage of one blow; the dotted line is the mean.",
        words=one_blow_in_words,
        size=(7.6, 3.4),
        guess=Guess(
            "Six dice strike, each at 45%; six defend, each at 40%. How often does the blow cost "
            "nothing?",
            1 - blow(6, 0.45, 6, 0.4).at_least(1),
            plot=0,
            beside=0,
        ),
    )


def one_blow_in_words(offense_dice, to_hit, defense_dice, to_defend):
    """Return in a text what a blow costs on average, and how often nothing or a life."""
    damage = blow(offense_dice, to_hit, defense_dice, to_defend)
    return (
        f"{{offense_dice}} dice at {{to_hit}} against {{defense_dice}} at {{to_defend}} cost "
        f"{damage.mean:.2f} hit points. That is the average: {1 - damage.at_least(1):.1%} of such "
        f"blows cost nothing, {damage.at_least(2):.1%} cost 2 or more, a fresh fighter's life."
    )


def your_battle():
    """Return a Panel of a battle between so many heroes and so many villains, solved exactly."""
    return Panel(
        [
            charts.named_bars(
                lambda **sides: _own(**sides).table()[["chance"]].drop(index="undecided"),
                title="Who wins",
            ),
            charts.distribution(
                lambda **sides: _own(**sides).survivors[0],
                title="How many heroes are left",
                xlabel="heroes",
                xlim=(-0.6, 4.6),
            ),
        ],
        {
            "heroes": slider("heroes", 1, 4, 3),
            "heroes_xp": slider("XP of each hero", 1000, 15_000, 5000, step=1000),
            "villains": slider("villains", 1, 4, 2),
            "villains_xp": slider("XP of each villain", 1000, 15_000, 8000, step=1000),
            "targets": slider("targets of each villain", 1, 4, 1),
        },
        words=_own_in_words,
        caption="Nobody has a bonus, a bodyguard or a link. Solved exactly.",
        size=(9.0, 3.2),
    )


@cache
def _own(heroes, heroes_xp, villains, villains_xp, targets):
    sides = (
        Team(tuple(Fighter(f"{name} {at + 1}", xp, aoe=aoe) for at in range(count)))
        for name, count, xp, aoe in (
            ("Hero", heroes, heroes_xp, None),
            ("Villain", villains, villains_xp, targets),
        )
    )
    return solve(*sides)


def _own_in_words(**sides):
    odds = _own(**sides)
    xp = {side: sides[side] * sides[f"{side}_xp"] for side in SIDES}
    return (
        f"The heroes win {odds.first:.0%}, the villains {odds.second:.0%}, draws "
        f"{odds.both:.0%}. Together the heroes have {xp['heroes']:,} XP, the villains "
        f"{xp['villains']:,}."
    )


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
