"""Notebook 04: two circumstances that do more or less together, or come together."""

from combat.osdl import by_correlation, excess, modifier_for, worst_error
from combat.workbook import Panel, charts, slider
from combat.workbook.charts.palette import VERMILION
from combat.workbook.views.osdl import AXES, BASES, curves


def dependence():
    """Return a Panel of what the sum of two modifiers makes of bases, and of what holds."""
    return Panel(
        [
            charts.lines(
                lambda night, rain, both: by_dependence(night, rain, both).iloc[:, :2],
                title="What becomes of a chance in both",
                **AXES,
            ),
            charts.lines(
                lambda night, rain, both: by_dependence(night, rain, both)["error"],
                ylim=_error_scale,
                percent="xy",
                xlabel="base probability",
                title="How far the sum is off",
                colors={"error": VERMILION},
                legend="",
            ),
        ],
        {
            "night": slider("at night, 50% becomes", 0.05, 0.95, 0.60, step=0.01, percent=True),
            "rain": slider("in the rain, 50% becomes", 0.05, 0.95, 0.45, step=0.01, percent=True),
            "both": slider("in both, 50% becomes", 0.05, 0.95, 0.40, step=0.01, percent=True),
        },
        caption="Two circumstances that do more, or less, together than alone.",
        words=dependence_in_words,
        size=(9.6, 3.6),
    )


def _error_scale(night, rain, both):
    reach = 0.5 if worst_error(excess(night, rain, both)) <= 0.5 else 1
    return -reach, reach


def by_dependence(first, second, together, bases=BASES):
    """Two modifiers' sum beside their true effect together (see `excess`), by base probability."""
    alone = modifier_for(first) + modifier_for(second)
    found = curves({"as the sum says": alone, "as answered": modifier_for(together)}, bases)
    return found.assign(error=found["as the sum says"] - found["as answered"])


def dependence_in_words(night, rain, both):
    """Return in a text what the answer for both says beyond the sum, and what that does."""
    beyond, off = excess(night, rain, both), by_dependence(night, rain, both)["error"][0.8]
    return (
        f"In both, the modifier is {abs(beyond):.1%} {'lower' if beyond < 0 else 'higher'} than "
        f"the sum of the two. The sum is off by {100 * worst_error(beyond):.1f} percentage points "
        f"at the worst base, at 80% by {100 * off:+.1f}."
    )


def correlation():
    """Return a Panel of modifiers that are read off play, by how often two come together."""
    return Panel(
        charts.lines(
            _read_off,
            xlabel="correlation of the two circumstances",
            title="Chance under both: by modifiers read off play, and true",
        ),
        {
            "base": slider("base probability", 0.05, 0.95, 0.80, step=0.05, percent=True),
            "first": slider("first modifier", -0.5, 0.5, -0.20, step=0.05, percent=True),
            "second": slider("second modifier", -0.5, 0.5, -0.10, step=0.05, percent=True),
        },
        caption="Circumstances that come together more often than by chance.",
        words=correlation_in_words,
        size=(7.6, 3.4),
    )


def _read_off(base, first, second):
    return by_correlation(base, first, second)[["summed", "together"]]


def correlation_in_words(base, first, second):
    """Return in a text what modifiers read off play make of a base, alone and in company."""
    found = _read_off(base, first, second)
    apart, often = found.loc[0.0], found.loc[0.6]
    return (
        f"Under both the chance is {often['together']:.0%}. Read off play the modifiers make "
        f"{apart['summed']:.0%} of {base:.0%} if the circumstances are independent, and "
        f"{often['summed']:.0%} at a correlation of 0.6: each is seen in the other."
    )
