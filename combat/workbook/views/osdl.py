"""Notebook 04: a situation step by step, a modifier for every base, modifiers and flat bonuses."""

import numpy as np
import pandas as pd

from combat import osdl
from combat.core.words import minus
from combat.workbook import Answer, Guess, Panel, Table, charts, choice, slider, tick
from combat.workbook.charts.palette import BLUE, SOFT, VERMILION

BASES = np.arange(101) / 100
ORDERS = ("as listed", "worst first", "best first")
NINJA = ["night (for a dark ninja)", "rain", "alligator wound"]
AMBUSH = ["surprise", "darkness", "outnumbered"]
AXES = {"percent": "xy", "ylabel": "becomes"}
_FORMATS = {"modifier": "+.0%", "odds ratio": ".3g", "Elo": "+.0f"}
_FORMATS |= dict.fromkeys(["5%", "25%", "50%", "75%", "95%"], ".1%")
_STARS = {"source": "", "workbook": "*"}


def situation(catalogue):
    """A Panel of a base probability under the circumstances of a catalogue, steps of log-odds."""
    nothing = dict.fromkeys(catalogue["name"], False)
    named = {
        name: f"{name}{_STARS[star]} {minus(f'{m:+.0%}')}"
        for name, m, star in catalogue.itertuples(index=False)
    }

    def show(base, order, own, **ticked):
        told = osdl.story(base, circumstances(catalogue, ticked, own=own, order=order))
        steps = "; ".join(
            f"{step.Index} {step.modifier:+.0%} makes it {step.probability:.0%}"
            for step in told[1:].itertuples()
        )
        return Answer(
            f"A chance of {base:.0%} becomes {told['probability'].iloc[-1]:.0%}.",
            waterfall(told["probability"], title="The chance", xlim=(0, 1)),
            waterfall(told["log-odds"], title="The same in log-odds", percent=""),
            note=f"{f'In turn: {steps}' if steps else 'No circumstances apply'}. Blue helps, "
            "orange harms, the dotted line is where it ends. In log-odds each circumstance has a "
            "length of its own, 4.2 times its modifier. Of two that cover each other, such as "
            "darkness and poor light, tick one.",
        )

    return Panel(
        show,
        base=slider("base probability", 0.01, 0.99, 0.80, step=0.01, percent=True),
        order=choice("order", ORDERS),
        own=slider("my own modifier", -1.0, 1.0, 0.0, step=0.01, percent=True),
        **{name: tick(label, name in NINJA) for name, label in named.items()},
        cost=3,
        together=[("base", "order", name) for name in named],
        presets={
            "the ninja on the wall": {"base": 0.80},
            "an ambush in the dark": nothing | dict.fromkeys(AMBUSH, True) | {"base": 0.60},
            "plain circumstances": nothing | {"base": 0.50},
        },
    )


def waterfall(totals, percent="x", **options):
    """Return a Chart of a running total: each bar begins where the last one ended."""
    if not percent:  # as far to both sides of zero
        reach = 1.06 * max(3, np.ceil(totals.abs().max()))
        options["xlim"] = (-reach, reach)
    steps = totals.to_frame("to").assign(before=totals.shift(fill_value=0.0))
    return charts.rows(steps, base="before", percent=percent, mark=totals.iloc[-1], **options)


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
    five = [0.05, 0.25, 0.50, 0.75, 0.95]

    def show(would_be):
        m = osdl.modifier_for(would_be)
        dots = curves({"becomes": m}, five)
        low, *_, high = dots["becomes"]
        return Answer(
            f"If 50% becomes {would_be:.0%}, 5% becomes {low:.0%} and 95% becomes {high:.0%}.",
            charts.lines(
                curves({"becomes": m, "unchanged": 0}), guides=["unchanged"], legend=False, **AXES
            )
            + charts.points(dots, colors={"becomes": BLUE}),
            note=f"The modifier is {m:+.1%}. Dots are at 5%, 25%, 50%, 75% and 95%; on the grey "
            "line nothing changes.",
        )

    return Panel(
        show,
        would_be=slider("at 50% this would become", 0.01, 0.99, 0.65, step=0.01, percent=True),
        guess=Guess(
            "A circumstance lifts a chance of 50% to 65%. What does it make of a chance of 5%?",
            osdl.modified(0.05, osdl.modifier_for(0.65)),
        ),
    )


def show_modifiers(modifiers, caption, **formats):
    """Return `modifier_table` of a frame of modifiers as a Table. formats: other than the usual."""
    return Table(osdl.modifier_table(modifiers), formats=_FORMATS | formats, caption=caption)


def curves(modifiers, bases=BASES):
    """The modified base probabilities, by base, with a column for each {name: modifier}."""
    index = pd.Index(bases, name="base probability")
    made = {name: osdl.modified(index.to_numpy(), m) for name, m in modifiers.items()}
    return pd.DataFrame(made, index)


def family():
    """Return a Panel of the source's eleven curves, and one of the reader's own."""
    tens = {minus(f"{tens}%"): tens / 100 for tens in range(-50, 51, 10)}
    wide = ["−50%", "0%", "50%"]
    eleven = curves(tens)
    named = charts.texts(
        [0.5] * 3, [eleven[name][0.5] for name in wide], wide, size=12, color=SOFT, bold=True
    )

    def show(m, base):
        own = curves({"your own": m})
        return Answer(
            f"A modifier of {m:+.0%} makes {osdl.modified(base, m):.1%} of {base:.0%}.",
            charts.lines(own, colors={"your own": VERMILION}, mark="base", legend=False, **AXES)
            + charts.lines(eleven, guides=[*tens])
            + charts.lines(eleven[wide], colors=dict.fromkeys(wide, BLUE))
            + named,
            note="Curves of positive modifiers bulge up, those of negative ones down; none leaves "
            "0 to 100%.",
        )

    return Panel(
        show,
        m=slider("modifier", -1.0, 1.0, -0.30, step=0.01, percent=True),
        base=slider("base probability", 0.0, 1.0, 0.80, step=0.01, percent=True),
    )


def beside_flat():
    """Return a Panel of the same number as a modifier and as a flat bonus."""

    def show(m):
        end = "impossible" if m < 0 else "certain"
        table = curves({"modifier": m, "unchanged": 0})
        table.insert(1, "flat bonus", osdl.flat(BASES, m))
        return Answer(
            f"A flat {m:+.0%} makes {osdl.made_certain(m):.0%} of all base probabilities {end}; as "
            "a modifier it adds none.",
            charts.lines(table, guides=["unchanged"], ylim=(0, 1.01), **AXES),
            note="The same number as a modifier and as a flat bonus; on the grey line nothing "
            "changes.",
        )

    return Panel(show, m=slider("modifier or bonus", -0.9, 0.9, 0.30, step=0.05, percent=True))


def with_total(modifiers):
    """Modifiers with one more row, "all together": "it results in a global modifier"."""
    total = pd.DataFrame({"name": ["all together"], "modifier": [modifiers["modifier"].sum()]})
    return pd.concat([modifiers, total], ignore_index=True)


def dependence():
    """Return a Panel of what the sum of two modifiers makes of bases, and of what holds."""

    def show(night, rain, both):
        beyond, found = osdl.excess(night, rain, both), by_dependence(night, rain, both)
        worst = osdl.worst_error(beyond)
        _, reach = charts.room(worst)
        return Answer(
            f"With both together, the modifier is {abs(beyond):.1%} "
            f"{'lower' if beyond < 0 else 'higher'} than the sum of the two.",
            charts.lines(found.iloc[:, :2], title="A chance with both together", **AXES),
            charts.lines(
                found["error"],
                ylim=(-reach, reach),
                percent="xy",
                title="How far the sum is off",
                colors={"error": VERMILION},
            ),
            note=f"The sum is off by {100 * worst:.1f} percentage points at the worst base, at 80% "
            f"by {100 * found['error'][0.8]:+.1f}.",
        )

    return Panel(
        show,
        night=slider("at night, 50% becomes", 0.05, 0.95, 0.60, step=0.01, percent=True),
        rain=slider("in the rain, 50% becomes", 0.05, 0.95, 0.45, step=0.01, percent=True),
        both=slider("in both, 50% becomes", 0.05, 0.95, 0.40, step=0.01, percent=True),
    )


def by_dependence(first, second, together):
    """Two modifiers' sum beside their true effect together (see `excess`), by base probability."""
    alone = osdl.modifier_for(first) + osdl.modifier_for(second)
    found = curves({"as the sum says": alone, "as answered": osdl.modifier_for(together)})
    return found.assign(error=found["as the sum says"] - found["as answered"])
