"""The three hit rules of notebook 01 side by side: what they give, and the panels that show it.

Parameters: m is the smooth rule's constant, in points; limits are those of the other two rules,
probabilities; with `engine` these two are as in the game's own code.
"""

from functools import partial

import numpy as np
import pandas as pd

from combat.tome import attack_for, check_hit, check_hit_old, check_hit_smooth
from combat.workbook import Guess, Panel, Table, bounds, charts, choice, slider, tick

RULES = ("linear", "exponential", "smooth")
LIMITS = (0.05, 0.95)

DIFFERENCES = np.arange(-60, 60.5, 0.5)  # points

_DIFFERENCE = "attack − defence (points)"
_STEPS = {-20: "at −20", -10: "at −10", 0: "equal", 10: "at +10", 20: "at +20"}
_NEEDED = "attack for 60%"


def m_slider(value, **parts):
    """Return the slider of the smooth rule's constant; parts: as in `slider`."""
    return slider("m of the smooth rule", 1, 60, value, unit="points", **parts)


def limits_slider():
    """Return the slider of the other rules' limits."""
    return bounds("limits of the other two", 0, 1, LIMITS)


def three(m=10.0, limits=LIMITS, engine=False):
    """Return the three rules as functions of (attack, defense), by name."""
    lo, hi = limits
    return {
        "linear": lambda a, d: check_hit(a, d, lo=lo, hi=hi, engine=engine),
        "exponential": lambda a, d: check_hit_old(a, d, lo=lo, hi=hi, engine=engine),
        "smooth": lambda a, d: check_hit_smooth(a, d, m=m),
    }


def curves():
    """Return a Panel of the three rules by attack - defence, and of what a point is worth."""
    return Panel(
        [
            charts.lines(by_difference, title="Chance to hit", xlabel=_DIFFERENCE),
            charts.lines(
                worth_of_a_point,
                title="What 1 more attack is worth",
                xlabel=_DIFFERENCE,
                ylim=(0, 0.12),
                legend="",
            ),
        ],
        {
            "defense": slider("defence", 1, 100, 30, unit="points"),
            "m": m_slider(10),
            "limits": limits_slider(),
            "engine": tick("as the engine plays: negatives are 0, linear rounded up"),
        },
        presets={
            "early: defence 5": {"defense": 5, "m": 10},
            "late: defence 90": {"defense": 90, "m": 10},
        },
        words=ten_ahead_in_words,
        table=lambda **rule: Table(
            readings(**rule), formats=dict.fromkeys(_STEPS.values(), ".1%") | {_NEEDED: ".1f"}
        ),
        caption=_curves_caption,
        size=(9.6, 3.6),
    )


def by_difference(defense, m=10.0, limits=LIMITS, engine=False, differences=DIFFERENCES):
    """The chances of the three rules by attack - defense, in points; the attack is above 0."""
    attack = defense + np.asarray(differences, float)
    found = {name: rule(attack, defense) for name, rule in three(m, limits, engine).items()}
    found["exponential"] = np.where(attack > 0, found["exponential"], np.nan)
    return pd.DataFrame(found, index=pd.Index(differences, name="difference"))


def worth_of_a_point(defense, m=10.0, limits=LIMITS, engine=False):
    """Return what one more point of attack adds to each chance, by attack - defense: a frame."""
    return by_difference(defense, m, limits, engine, DIFFERENCES + 1).set_axis(
        pd.Index(DIFFERENCES, name="difference")
    ) - by_difference(defense, m, limits, engine)


def ten_ahead_in_words(defense, m=10.0, limits=LIMITS, engine=False):
    """Return the chances of the three rules ten points ahead, as a text."""
    ahead = by_difference(defense, m, limits, engine, [10]).loc[10]
    text = ", ".join(f"{name} {chance:.1%}" for name, chance in ahead.items())
    return f"Ten points ahead of defence {{defense}} you hit with a chance of: {text}."


def readings(defense, m=10.0, limits=LIMITS, engine=False):
    """Return the chances at five differences, and the attack for 60 %: a frame by rule."""
    table = by_difference(defense, m, limits, engine, list(_STEPS)).T.rename(columns=_STEPS)
    needed = [attack_for(0.6, defense, rule=rule) for rule in three(m, limits, engine).values()]
    return table.assign(**{_NEEDED: needed}).rename_axis("rule").rename_axis(None, axis=1)


def _curves_caption(engine):
    zigzag = " Rounded up to whole percent a point adds 2% and 3% in turn: the zigzag."
    above = " The exponential rule is drawn for an attack above 0 only."
    return f"The three rules for a fixed defence.{above}{zigzag * engine}"


def two_rules():
    """Return a Panel that maps where two of the rules differ, by attack and by defence."""
    return Panel(
        charts.heat(
            partial(gap, step=10),
            limits=(-0.3, 0.3),
            center=0,
            scale=100,
            spec="+.0f",
            xlabel="defence (points)",
            ylabel="attack (points)",
            title=lambda first, second: f"{first} minus {second}, in percentage points",
        ),
        {
            "first": choice("chance under", RULES, "smooth"),
            "second": choice("minus chance under", RULES, "exponential"),
            "m": m_slider(20),
            "limits": limits_slider(),
        },
        words=gap_in_words,
        caption="A cell is a match-up. Purple: the first rule hits more often; orange: the "
        "second does; white: they agree; blank: one of them has no value.",
        size=(7.2, 5.2),
        drawings=150,  # of 40 kB
        guess=Guess(
            "How large must attack and defence both be, for the smooth rule with m = 20 to stay "
            "within five percentage points of the exponential one?",
            alike_from(0.05, m=20),
            low=0,
            high=100,
            step=1,
            percent=False,
            plot=0,
            on_axis=lambda attack: attack / 10,  # a cell for every tenth
        ),
    )


def alike_from(most, m):
    """Return from which attack and defence on the smooth rule is so near the exponential one."""
    apart = gap("smooth", "exponential", m).abs()
    return next(low for low in apart.index if apart.loc[low:, low:].max(axis=None) <= most)


def gap(first, second, m=10.0, limits=LIMITS, step=1):
    """One rule's chance less another's, attacks as rows, defences as columns, from 0 to 100."""
    points = np.arange(0, 101, step)
    attack, defense = np.meshgrid(points, points, indexing="ij")
    known = three(m, limits)
    cells = known[first](attack, defense) - known[second](attack, defense)
    axes = (pd.Index(points, name=name) for name in ("attack", "defense"))
    return pd.DataFrame(cells, *axes)


def gap_in_words(first, second, m=10.0, limits=LIMITS):
    """Return how often one rule's chance is near another's, and how far off it gets, as a text."""
    found = gap(first, second, m, limits).to_numpy()
    near = np.mean(np.abs(found) <= 0.05)
    return (
        f"The {first} and the {second} rule agree to 5 percentage points on {near:.0%} of the "
        f"map. Elsewhere the {first} chance is up to {100 * np.nanmax(found):.0f} points above "
        f"the {second} one, or {abs(100 * np.nanmin(found)):.0f} below."
    )
