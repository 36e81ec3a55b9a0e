"""Notebook 06: a hit rule's shape beside the bell curve's, and four degrees."""

from functools import lru_cache, partial

import numpy as np

from combat import compare, hit_rules
from combat.workbook import Panel, charts, choice, slider
from combat.workbook.charts.palette import BLUE, EDGE, NAMED, OCHRE, SKY, VERMILION
from combat.workbook.views.compare import AHEAD, BELL, D20, that_bend

_SPREADS = np.arange(4.0, 12.5, 0.5)  # standard deviations of the bell curve, in points


def tuned_alike(rules):
    """Return a Panel of a rule beside the bell curve to which it is tuned, and what remains."""

    def both_curves(sd, name):
        heads = [f"bell curve, sd {sd:g}", name]
        return _matched(rules[name], sd)[["reference", "rule"]].set_axis(heads, axis=1)

    def what_remains(sd, name):
        return _matched(rules[name], sd)["difference"]

    return Panel(
        [
            charts.lines(
                both_curves,
                title="Chance to hit",
                xlabel="points of the bell curve",
                legend="upper left",
                colors={f"bell curve, sd {sd:g}": NAMED[BELL] for sd in _SPREADS},
            ),
            charts.lines(
                what_remains,
                colors={"difference": EDGE},
                title="What remains",
                xlabel="points of the bell curve",
                ylim=(-0.3, 0.3),  # kept, so that one rule can be compared with the next
            ),
        ],
        {
            "sd": slider("standard deviation", 4.0, 12.0, 8.0, step=0.5, unit="points"),
            "name": choice("rule", list(that_bend(rules)), "TOME, smooth"),
        },
        words=lambda sd, name: tuned_in_words(rules[name], sd),
        caption="Left both curves, right what remains: above zero the rule is kinder to the "
        "attacker. Rules that look at more than the difference are taken at defence 50.",
        size=(9.6, 3.6),
    )


@lru_cache(maxsize=512)
def _tuned(rule, sd):
    return compare.tuned(rule, _bell(sd))


@lru_cache(maxsize=512)
def _matched(rule, sd):
    return compare.matched(rule, _bell(sd), _tuned(rule, sd).unit)


def _bell(sd):
    return partial(hit_rules.rules()[BELL], sd=sd)


def tuned_in_words(rule, sd):
    """How many points of a rule do what one of the bell curve does, and what remains, as a text."""
    found = _tuned(rule, sd)
    itself = f" (its own {found.parameter} would be {found.value:.1f})" if found.parameter else ""
    return (
        f'Tuned alike, "{rule.name}" stays within {100 * found.gap:.1f} percentage points of the '
        f"bell curve. {found.unit:.2f} of its points are worth one of the bell curve, whose sd is "
        f"{sd:g}{itself}; what remains is {100 * found.rms:.1f} (root mean square from −20 to 20)."
    )


def four_degrees():
    """Return a Panel of Pathfinder's four results of a d20, by attack - defence."""
    degrees = hit_rules.degrees_of_success(range(-30, 31))
    colors = dict(zip(degrees, [BLUE, SKY, OCHRE, VERMILION], strict=True))
    return Panel(
        charts.areas(degrees, mark="ahead", colors=colors, xlabel=AHEAD),
        {"ahead": slider("attack − defence", -30, 30, 5, unit="points")},
        words=degrees_in_words,
        caption="Pathfinder's four degrees by the difference.",
        size=(9.6, 3.6),
    )


def degrees_in_words(ahead):
    """Return the chances of the four degrees so many points ahead, and that of the plain d20."""
    degrees = hit_rules.degrees_of_success([ahead]).loc[ahead]
    text = ", ".join(f"{degree} {share:.0%}" for degree, share in degrees.items())
    plain = hit_rules.rules()[D20](30 + ahead, 30)
    return f"{{ahead}} points ahead: {text}. The plain d20 hits {plain:.0%}."
