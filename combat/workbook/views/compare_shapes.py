"""Notebook 06: a hit rule's shape beside the bell curve's, and four degrees."""

from functools import cache, partial

from combat import compare, hit_rules
from combat.workbook import Answer, Panel, charts, choice, slider
from combat.workbook.charts.palette import BLUE, EDGE, NAMED, OCHRE, SKY, VERMILION
from combat.workbook.views.compare import AHEAD, BELL, D20, that_bend


def tuned_alike(rules):
    """Return a Panel of a rule beside the bell curve to which it is tuned, and what remains."""

    def show(sd, name):
        (_, found), bell = _beside_the_bell(rules[name], sd), f"bell curve, sd {sd:g}"
        title, note = tuned_in_words(rules[name], sd)
        return Answer(
            title,
            charts.lines(
                found[["reference", "rule"]].set_axis([bell, name], axis=1),
                title="Chance to hit",
                colors={bell: NAMED[BELL]},
            ),
            charts.lines(
                found["difference"],
                colors={"difference": EDGE},
                title="What remains",
                ylim=(-0.3, 0.3),  # kept, so that one rule can be compared with the next
            ),
            note=f"{note} Above zero the rule is kinder to the attacker. Rules that look at more "
            "than the difference are taken at defence 50.",
        )

    return Panel(
        show,
        sd=slider("standard deviation", 4.0, 12.0, 8.0, step=0.5, unit="points"),
        name=choice("rule", list(that_bend(rules)), "TOME, smooth"),
    )


@cache
def _beside_the_bell(rule, sd):
    """(How a rule is tuned to the bell curve, both curves, and what remains.)"""
    bell = partial(hit_rules.rules()[BELL], sd=sd)
    tuned = compare.tuned(rule, bell)
    return tuned, compare.matched(rule, bell, tuned.unit).rename_axis("points of the bell curve")


def tuned_in_words(rule, sd):
    """How near a rule comes to the bell curve, as (title, note)."""
    found, _ = _beside_the_bell(rule, sd)
    itself = f" (its own {found.parameter} would be {found.value:.1f})" if found.parameter else ""
    return (
        f'Tuned alike, "{rule.name}" stays within {100 * found.gap:.1f} percentage points of the '
        "bell curve.",
        f"{found.unit:.2f} of its points are worth one of the bell curve, whose sd is "
        f"{sd:g}{itself}; what remains is {100 * found.rms:.1f} (root mean square from −20 to 20).",
    )


def four_degrees():
    """Return a Panel of Pathfinder's four results of a d20, by attack - defence."""
    degrees = hit_rules.degrees_of_success(range(-30, 31))
    colors = dict(zip(degrees, [BLUE, SKY, OCHRE, VERMILION], strict=True))

    def show(ahead):
        text = ", ".join(f"{degree} {share:.0%}" for degree, share in degrees.loc[ahead].items())
        plain = hit_rules.rules()[D20](30 + ahead, 30)
        return Answer(
            f"{ahead} points ahead: {text}.",
            charts.areas(degrees, mark="ahead", colors=colors, xlabel=AHEAD),
            note=f"The plain d20 hits {plain:.0%}.",
        )

    control = slider("attack − defence", -30, 30, 5, unit="points")
    return Panel(show, ahead=control)
