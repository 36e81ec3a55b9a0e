"""Notebook 04: a situation step by step, a modifier for every base, modifiers and flat bonuses."""

from functools import partial

import numpy as np
import pandas as pd

from combat.osdl import flat, made_certain, modified, modifier_for, modifier_table
from combat.osdl import story as story_of
from combat.workbook import Guess, Panel, Table, charts, choice, slider, tick
from combat.workbook.charts import drawings
from combat.workbook.charts.text import minus

BASES = np.arange(201) / 200  # 0 to 1 in steps of half a percentage point
ORDERS = ("as listed", "worst first", "best first")
NINJA = ["night (for a dark ninja)", "rain", "alligator wound"]
AMBUSH = ["surprise", "darkness", "outnumbered"]
AXES = {"percent": "xy", "xlabel": "base probability", "ylabel": "becomes"}
_FORMATS = {"modifier": "+.0%", "odds ratio": ".3g", "Elo": "+.0f"}
_FORMATS |= dict.fromkeys(["5%", "25%", "50%", "75%", "95%"], ".1%")
_STARS = {"source": "", "workbook": "*"}


def situation(catalogue):
    """A Panel of a base probability under the circumstances of a catalogue, steps of log-odds."""
    told = partial(story, catalogue)
    nothing = dict.fromkeys(catalogue["name"], False) | {"own": 0.0}
    return Panel(
        [
            drawings.waterfall(told, "probability", rows=5, title="The chance"),
            drawings.waterfall(
                told, "log-odds", names=False, rows=5, percent="", title="The same in log-odds"
            ),
        ],
        {
            "base": slider("base probability", 0.01, 0.99, 0.80, step=0.01, percent=True),
            "order": choice("order", ORDERS),
            "own": slider("my own modifier", -1.0, 1.0, 0.0, step=0.01, percent=True),
        }
        | {
            name: tick(f"{name}{_STARS[origin]} {minus(f'{m:+.0%}')}", name in NINJA)
            for name, m, origin in catalogue.itertuples(index=False)
        },
        caption="Blue helps, orange harms, the dotted line is where it ends. In log-odds each "
        "circumstance has a length of its own, 4.2 times its modifier. Of two that cover each "
        "other, such as darkness and poor light, tick one.",
        words=partial(story_in_words, catalogue),
        presets={
            "the ninja on the wall": nothing | dict.fromkeys(NINJA, True) | {"base": 0.80},
            "an ambush in the dark": nothing | dict.fromkeys(AMBUSH, True) | {"base": 0.60},
            "plain circumstances": nothing | {"base": 0.50},
        },
        size=(9.6, 2.9),
    )


def story(catalogue, base, order, own, **ticked):
    """Return `combat.osdl.story` of a base probability and the circumstances that are ticked."""
    return story_of(base, circumstances(catalogue, ticked, own=own, order=order))


def story_in_words(catalogue, base, **situation):
    """Return in a text what each circumstance makes of a base probability."""
    told = story(catalogue, base, **situation)
    end = told["probability"].iloc[-1]
    steps = "; ".join(
        f"{step.Index} {step.modifier:+.0%} makes it {step.probability:.0%}"
        for step in told[1:].itertuples()
    )
    return (
        f"A chance of {{base}} becomes {end:.0%}. "
        f"{f'In turn: {steps}' if steps else 'No circumstances apply'}."
    )


def circumstances(modifiers, ticked, *, own=0.0, order="as listed"):
    """The modifiers ticked in {name: whether}, in one of the `ORDERS`; own: one more, unless 0."""
    steps = modifiers.set_index("name")["modifier"]
    steps = steps[[bool(ticked.get(name)) for name in steps.index]]
    if own:
        steps = pd.concat([steps, pd.Series({"my own": float(own)})])
    if order == "as listed":
        return steps
    return steps.sort_values(ascending=order == "worst first", kind="stable")


def game_master():
    """Return a Panel of the modifier that makes an answer of 50%, and of what it does to others."""
    shown = charts.lines(_for_all, guides=["unchanged"], **AXES, legend="")
    shown += charts.points(_for_five)
    return Panel(
        shown,
        {"would_be": slider("at 50% this would become", 0.01, 0.99, 0.65, step=0.01, percent=True)},
        caption="What the modifier makes of every base; the dots are five of them. On the grey "
        "line nothing changes.",
        words=game_master_in_words,
        size=(6.4, 4.2),
        guess=Guess(
            "A circumstance lifts a chance of 50% to 65%. What does it make of a chance of 5%?",
            _for_five(0.65)["becomes"][0.05],
            plot=0,
            beside=0.05,
        ),
    )


def _for_all(would_be):
    return curves({"becomes": modifier_for(would_be), "unchanged": 0})


def _for_five(would_be):
    return curves({"becomes": modifier_for(would_be)}, [0.05, 0.25, 0.50, 0.75, 0.95])


def game_master_in_words(would_be):
    """Return in a text the modifier that makes an answer of 50%, and what it makes of others."""
    m, becomes = modifier_for(would_be), _for_five(would_be)["becomes"]
    return (
        f"If 50% becomes {{would_be}}, 5% becomes {becomes[0.05]:.0%} and 95% becomes "
        f"{becomes[0.95]:.0%}. The modifier is {m:+.1%}; it takes 25% to {becomes[0.25]:.0%} and "
        f"75% to {becomes[0.75]:.0%}."
    )


def show_modifiers(modifiers, caption, **formats):
    """Return `modifier_table` of a frame of modifiers as a Table. formats: other than the usual."""
    return Table(modifier_table(modifiers), formats=_FORMATS | formats, caption=caption)


def curves(modifiers, bases=BASES):
    """The modified base probabilities, by base, with a column for each {name: modifier}."""
    index = pd.Index(bases, name="base probability")
    made = {name: modified(index.to_numpy(), m) for name, m in modifiers.items()}
    return pd.DataFrame(made, index)


def family():
    """Return a Panel of the source's eleven curves, and one of the reader's own."""
    return Panel(
        drawings.family(_family, "your own", wide=["−50%", "0%", "50%"], mark="base", **AXES),
        {
            "m": slider("modifier", -1.0, 1.0, -0.30, step=0.01, percent=True),
            "base": slider("base probability", 0.0, 1.0, 0.80, step=0.01, percent=True),
        },
        caption="What a modifier makes of each base probability.",
        words=family_in_words,
        size=(6.4, 4.6),
    )


def _family(m):
    tens = {minus(f"{tens}%"): tens / 100 for tens in range(-50, 51, 10)}
    return curves(tens | {"your own": m})


def family_in_words(m, base):
    """Return in a text what the curves look like, and what m makes of one base."""
    return (
        f"A modifier of {{m}} makes {modified(base, m):.1%} of {{base}}. Curves of positive "
        "modifiers bulge up, those of negative ones down; none leaves 0 to 100%."
    )


def beside_flat():
    """Return a Panel of the same number as a modifier and as a flat bonus."""
    return Panel(
        charts.lines(against_flat, guides=["unchanged"], ylim=(0, 1.01), **AXES),
        {"m": slider("modifier or bonus", -0.9, 0.9, 0.30, step=0.05, percent=True)},
        caption="The same number as a modifier and as a flat bonus; on the grey line nothing "
        "changes.",
        words=beside_flat_in_words,
        size=(6.4, 4.0),
    )


def against_flat(m, bases=BASES):
    """The effect of m as a modifier and as a flat bonus, by base probability."""
    table = curves({"modifier": m, "unchanged": 0}, bases)
    table.insert(1, "flat bonus", flat(table.index.to_numpy(), m))
    return table


def beside_flat_in_words(m):
    """Return in a text of how many bases a flat bonus makes certainties."""
    end = "impossible" if m < 0 else "certain"
    return (
        f"A flat {{m}} makes {made_certain(m):.0%} of all base probabilities {end}; as a modifier "
        "it adds none."
    )


def with_total(modifiers):
    """Modifiers with one more row, "all together": "it results in a global modifier"."""
    total = pd.DataFrame({"name": ["all together"], "modifier": [modifiers["modifier"].sum()]})
    return pd.concat([modifiers, total], ignore_index=True)
