"""Notebook 04: which events are worth a check, and one spell over many targets."""

from functools import partial

import numpy as np

from combat.osdl import check_table, number_hit, on_targets, spared
from combat.workbook import Guess, Panel, Table, charts, slider
from combat.workbook.charts.palette import BLUE, VERMILION

_VERDICTS = {"check": BLUE, "no check": VERMILION}
_THRESHOLDS = [0.05, 0.5, 1, 2, 5, 10, 20]


def checks(events):
    """Return a Panel of which events are worth a check, and of what a threshold spares."""
    return Panel(
        [
            charts.named_bars(
                partial(check_table, events),
                labels="axis",
                by="check",
                colors=_VERDICTS,
                dots="threshold",
                percent="",
                xscale="log",
                xlim=(1e-5, 100),
                xticks=[0.0001, 0.01, 1, 100],
                xlabel="weight",
                title="Probability × importance",
            ),
            charts.stairs(
                partial(spared, events),
                mark="threshold",
                xscale="log",
                xlim=(1e-3, 100),
                xticks=[0.001, 0.01, 0.1, 1, 10, 100],
                xlabel="threshold",
                title="What a threshold spares, and costs",
                legend="upper left",
            ),
        ],
        {
            "threshold": slider("threshold", 0.05, 20, 1.0, step=0.05, exported=_THRESHOLDS),
            "modifier": slider("modifier on all events", -0.5, 1.5, 0.0, step=0.05, percent=True),
        },
        caption="Blue events are worth a roll; orange ones lie below the threshold, the upright "
        "strokes. Along both scales the numbers grow tenfold, again and again.",
        words=partial(checks_in_words, events),
        table=partial(_checks_table, events),
        size=(9.6, 3.8),
        width_ratios=[1.2, 1],
    )


def _checks_table(events, threshold, modifier):
    columns = ["probability", "importance", "weight", "check", "checked from"]
    return Table(
        check_table(events, threshold, modifier)[columns],
        formats={
            "probability": in_percent,
            "weight": ".3g",
            "importance": "g",
            "checked from": lambda m: "never" if m == float("inf") else f"{m:+.0%}",
        },
        caption="Checked from: the modifier from which on the event would be worth a check; never: "
        "even certainty would not matter enough",
    )


def in_percent(probability):
    """A probability in percent with up to three significant digits, however small."""
    return np.format_float_positional(100 * probability, 3, fractional=False, trim="-") + "%"


def checks_in_words(events, threshold, modifier):
    """Return in a text how many checks a threshold spares, and what that leaves out."""
    cost = spared(events, modifier, [threshold]).loc[threshold]
    return (
        f"{cost['checks spared']:.0%} of these events need no check; they hold "
        f"{cost['weight left out']:.1%} of what is at stake. That is the sum of probability times "
        "importance."
    )


def strike(targets):
    """Return a Panel of one spell over several targets, each with its own reaction."""
    return Panel(
        [
            charts.named_bars(
                partial(_struck, targets),
                labels="axis",
                dots="announced",
                title="Chance to be struck",
            ),
            charts.bars(
                partial(_how_many, targets),
                ylim=(0, 1),
                xlabel="targets struck",
                title="How many at once",
            ),
        ],
        {
            "base": slider("base probability", 0.05, 0.95, 0.70, step=0.05, percent=True),
            "source": slider("modifier of the spell", -0.5, 0.5, 0.0, step=0.05, percent=True),
            "default": slider("default reaction", -0.5, 0.0, -0.10, step=0.05, percent=True),
        },
        caption="Six targets with their reactions; the upright stroke is the chance before the "
        "reaction is known.",
        words=partial(strike_in_words, targets),
        table=lambda **spell: Table(
            on_targets(targets=targets, **spell),
            formats={"announced": ".1%", "against": "+.0%", "probability": ".1%"},
            caption="Before the reaction is known, and after",
        ),
        size=(9.6, 3.5),
        guess=Guess(
            "Six targets, each struck about half of the time. One roll decides for all of them: "
            "how often are all six struck?",
            _how_many(targets, 0.7, 0.0, -0.1)["one roll for all"].iloc[-1],
            plot=1,
            beside=6,
        ),
    )


def _struck(targets, base, source, default):
    return on_targets(base, targets, source, default)[["probability", "announced"]]


def _how_many(targets, base, source, default):
    return number_hit(_struck(targets, base, source, default)["probability"])


def strike_in_words(targets, base, source, default):
    """Return in a text how many targets are struck, by a roll for each and by one for all."""
    number = _how_many(targets, base, source, default)
    mean = (number["a roll for each"] * number.index).sum()
    (none, one_none), *_, (every, one_every) = number.to_numpy()
    return (
        f"All {len(targets)} are struck {every:.1%} of the time with a roll for each, "
        f"{one_every:.1%} with one roll for all. None: {none:.1%} and {one_none:.1%}. On average "
        f"{mean:.2f} are struck, either way."
    )
