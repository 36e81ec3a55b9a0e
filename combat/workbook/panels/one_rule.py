"""A hit rule at work: the chance of a blow, and how soon the target has fallen."""

import numpy as np
import pandas as pd

from combat import blows
from combat.core.words import percent
from combat.workbook import Answer, Panel, charts, slider
from combat.workbook.charts.palette import BLACK

ATTACKS = pd.RangeIndex(0, 101, name="attack")
_BLOWS = pd.RangeIndex(0, 31, name="after so many blows")
_TRIED = np.arange(1001)  # attacks among which the one that is wanted is looked for


def hit_chances(rule, *others, **options):
    """Return a Panel of a hit rule: the chance by attack, and the chance to have felled the target.

    rule, others: functions of (attack, defense), or `HitRule`s; the words are about the first.

    >>> from combat.tome import check_hit_smooth
    >>> hit_chances(check_hit_smooth)
    Attack 40 against defence 30 hits 75% of the time. ... attack 33. ...
    """
    rules = {name_of(one): one for one in (rule, *others)}

    def show(attack, defense, hits, wanted):
        chances = {name: one(ATTACKS.to_numpy(), defense) for name, one in rules.items()}
        fallen = {
            name: 1 - blows.survival(one(attack, defense), hits, _BLOWS.to_numpy())
            for name, one in rules.items()
        }
        at, chance = needed(rule, defense, wanted)
        goal = pd.Series([chance], [at], name="the chance you want", dtype=float)
        title, *rest = fight_in_words(rule, attack, defense, hits, wanted)
        return Answer(
            title,
            charts.lines(pd.DataFrame(chances, ATTACKS), mark="attack", title="Chance to hit")
            + charts.points(goal, colors={goal.name: BLACK}),
            charts.steps(
                pd.DataFrame(fallen, _BLOWS),
                title="Chance that the target has fallen",
            ),
            note=" ".join(rest),
        )

    return Panel(
        show,
        attack=slider("attack", 1, 100, 40, unit="points"),
        defense=slider("defence", 1, 100, 30, unit="points"),
        hits=slider("hits to kill", 1, 10, 3),
        wanted=slider("the chance you want", 0.1, 0.9, 0.6, step=0.05, percent=True),
        **options,
    )


def name_of(rule):
    """Return what a rule is called: its name, or that of its function in words."""
    return getattr(rule, "name", None) or rule.__name__.replace("_", " ")


def needed(rule, defense, wanted):
    """Return (the least whole attack with the chance that is wanted, its chance); NaN for none."""
    found = np.asarray(rule(ATTACKS.to_numpy(), defense), float)
    enough = found >= wanted - 1e-12
    return (int(enough.argmax()), found[enough][0]) if enough.any() else (np.nan, np.nan)


def fight_in_words(rule, attack, defense, hits, wanted):
    """Return in sentences what an attack does, and which one has the chance that is wanted."""
    chance = float(rule(attack, defense))
    to_kill = "1 hit" if hits == 1 else f"{hits} hits"
    yield f"Attack {attack} against defence {defense} hits {percent(chance, 0)} of the time."
    if chance > 0:
        yield (
            f"To fell the target takes {to_kill}: {blows.expected_blows(chance, hits):.1f} blows "
            f"on average; nine fights in ten need {blows.blows_for(0.9, chance, hits):.0f} or "
            f"fewer. In {percent(blows.streak_chance(chance, hits, 3), 0)} of fights you miss "
            "three times in a row on the way."
        )
    yield need_in_words(rule, defense, wanted)
    yield "Black dot: the lowest attack, up to 100, that has the chance you want."


def need_in_words(rule, defense, wanted):
    """Return which attack has the chance that is wanted, in a sentence."""
    found = np.asarray(rule(_TRIED, defense), float)
    if found[0] > wanted:
        return f"Even attack 0 hits {percent(found[0], 0)} of the time, more than you want."
    at = int(np.argmax(found >= wanted - 1e-12))
    if found[at] < wanted - 1e-12:
        return f"No attack up to {_TRIED[-1]} hits {wanted:.0%} of the time."
    beyond = ", beyond the picture" if at > ATTACKS[-1] else ""
    return f"To hit {wanted:.0%} of the time you need attack {at}{beyond}."
