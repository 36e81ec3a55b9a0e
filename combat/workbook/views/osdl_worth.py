"""Notebook 04: which events are worth a check, and one spell over many targets."""

import numpy as np

from combat.osdl import check_table, checks_saved, number_hit, on_targets
from combat.workbook import Answer, Guess, Panel, Table, charts, slider
from combat.workbook.charts.palette import BLUE, VERMILION

_VERDICTS = {"check": BLUE, "no check": VERMILION}
_COLUMNS = ["probability", "importance", "weight", "check", "checked from"]
_CAPTION = (
    "Checked from: the modifier from which on the event would be worth a check; never: even "
    "certainty would not matter enough"
)


def in_percent(probability):
    """A probability in percent with up to three significant digits, however small."""
    return np.format_float_positional(100 * probability, 3, fractional=False, trim="-") + "%"


_FORMATS = {
    "probability": in_percent,
    "weight": ".3g",
    "importance": "g",
    "checked from": lambda m: "never" if m == float("inf") else f"{m:+.0%}",
}


def checks(events):
    """Return a Panel of which events are worth a check, and of what a threshold spares."""

    def show(threshold, modifier):
        table = check_table(events, threshold, modifier)
        cost = checks_saved(events, modifier, [threshold]).loc[threshold]
        return Answer(
            f"{cost['checks saved']:.0%} of these events need no check; they hold "
            f"{cost['weight left out']:.1%} of what is at stake.",
            charts.rows(
                table[["weight", "check", "threshold"]],
                by="check",
                colors=_VERDICTS,
                dots="threshold",
                percent="",
                log="x",
                xlim=(1e-5, 100),
                xticks=(1e-4, 0.01, 1, 100),
                xlabel="weight",
                title="Probability × importance",
            ),
            charts.steps(
                checks_saved(events, modifier),
                mark="threshold",
                log="x",
                xlim=(1e-3, 100),
                title="What a threshold spares, and costs",
            ),
            table=Table(table[_COLUMNS], formats=_FORMATS, caption=_CAPTION),
            note="At stake is the sum of probability times importance. Blue events are worth a "
            "roll; orange ones lie below the threshold, the upright strokes. Along both scales the "
            "numbers grow tenfold, again and again.",
        )

    return Panel(
        show,
        threshold=slider("threshold", 0.05, 20, 1.0, step=0.05),
        modifier=slider("modifier on all events", -0.5, 1.5, 0.0, step=0.05, percent=True),
    )


def strike(targets):
    """Return a Panel of one spell over several targets, each with its own reaction."""

    def show(base, source, default):
        struck = on_targets(base, targets, source, default)
        number = number_hit(struck["probability"])
        mean = (number["a roll for each"] * number.index).sum()
        (none, one_none), *_, (every, one_every) = number.to_numpy()
        most = number.index[-1]
        return Answer(
            f"All {most} are struck: {every:.1%} by {most} rolls, {one_every:.1%} by one.",
            charts.rows(
                struck[["probability", "announced"]], dots="announced", title="Chance to be struck"
            ),
            charts.bars(number, xlabel="targets struck", title="How many at once"),
            table=Table(
                struck,
                formats={"announced": ".1%", "against": "+.0%", "probability": ".1%"},
                caption="Before the reaction is known, and after",
            ),
            note=f"None: {none:.1%} and {one_none:.1%}. On average {mean:.2f} are struck, either "
            "way. The upright stroke is the chance before the reaction is known.",
        )

    each = number_hit(on_targets(0.7, targets, 0.0, -0.1)["probability"])
    return Panel(
        show,
        base=slider("base probability", 0.05, 0.95, 0.70, step=0.05, percent=True),
        source=slider("modifier of the spell", -0.5, 0.5, 0.0, step=0.05, percent=True),
        default=slider("default reaction", -0.5, 0.0, -0.10, step=0.05, percent=True),
        guess=Guess(
            "Six targets, each struck about half of the time. One roll decides for all of them: "
            "how often are all six struck?",
            each["one roll for all"].iloc[-1],
        ),
    )
