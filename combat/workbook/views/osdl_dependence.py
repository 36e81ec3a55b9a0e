"""Notebook 04: two circumstances that do more or less together."""

from combat.osdl import excess, modifier_for, worst_error
from combat.workbook import Answer, Panel, charts, slider
from combat.workbook.charts.palette import VERMILION
from combat.workbook.views.osdl import AXES, BASES, curves


def dependence():
    """Return a Panel of what the sum of two modifiers makes of bases, and of what holds."""

    def show(night, rain, both):
        beyond, found = excess(night, rain, both), by_dependence(night, rain, both)
        worst = worst_error(beyond)
        reach = 0.5 if worst <= 0.5 else 1
        return Answer(
            f"In both, the modifier is {abs(beyond):.1%} {'lower' if beyond < 0 else 'higher'} "
            "than the sum of the two.",
            charts.lines(found.iloc[:, :2], title="What becomes of a chance in both", **AXES),
            charts.lines(
                found["error"],
                ylim=(-reach, reach),
                percent="xy",
                xlabel="base probability",
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
        size=(9.6, 3.6),
    )


def by_dependence(first, second, together, bases=BASES):
    """Two modifiers' sum beside their true effect together (see `excess`), by base probability."""
    alone = modifier_for(first) + modifier_for(second)
    found = curves({"as the sum says": alone, "as answered": modifier_for(together)}, bases)
    return found.assign(error=found["as the sum says"] - found["as answered"])
