"""Notebook 06: hit rules side by side, in curves, tables and sentences for readers.

rules: a dict of rules by name, the published ones and those of one's own.
"""

from functools import cache, partial

from combat import compare, hit_rules
from combat.core.words import percent
from combat.workbook import Answer, Panel, charts, choice, slider
from combat.workbook.charts.palette import BLUE, EDGE, NAMED, OCHRE, SKY, VERMILION

BELL = "NetHack EV/DR, bell curve"

D20 = "d20 against armour class"
# Eight rules that at equality are all near one half.
_ALIKE = [
    D20,
    "3d6 roll under (GURPS)",
    "ratio",
    "Elo, logistic",
    "Fire Emblem, two random numbers",
    "TOME, smooth",
    BELL,
    "OSDL, log-odds",
]
# In Wesnoth the attacker has no part in the chance; in World of Warcraft a point adds only 0.1%.
_FLAT = ["Battle for Wesnoth", "World of Warcraft Classic"]

AHEAD = "attack − defence (points)"


def own(rules):
    """Return the names of the rules that aren't published ones."""
    return [name for name in rules if name not in hit_rules.rules()]


def of_eight(rules):
    """Return eight published rules that at equality are near one half, and those of one's own."""
    return {name: rules[name] for name in [*_ALIKE, *own(rules)]}


def that_bend(rules):
    """Return the rules but for two whose chance hardly moves with the attack."""
    return {name: rule for name, rule in rules.items() if name not in _FLAT}


def _three(rules, *names):
    """Three lists to choose one of the rules from each: a dict of controls."""
    places = zip(("first", "second", "third"), names, strict=True)
    return {place: choice(f"{place} rule", list(rules), name) for place, name in places}


def a_sword(rules):
    """Return a Panel of what ten points are worth: a slope for each rule, three coloured."""

    def show(level, **three_of_them):
        three = {name: rules[name] for name in three_of_them.values()}
        found = compare.curves(of_eight(rules) | three, level, advantages=[0, 10])
        worth = 100 * (found.loc[10] - found.loc[0])
        return Answer(
            f"A +10 sword is worth {worth.min():.0f} to {worth.max():.0f} percentage points.",
            charts.lines(
                found,
                guides=[*found.columns.difference([*three])],
                legend="ends",
                title="Chance to hit, as equals and ten points ahead",
                xlabel=AHEAD,
                xticks=[0, 10],
                ylim=(min(0.45, found.min(axis=None)), 1),
            ),
            note=curves_in_words(three, level),
        )

    return Panel(show, level=_defence(), **_three(rules, BELL, "ratio", D20), cost=3)


def _defence():
    return slider("defence", 5, 100, 30, unit="points")


def side_by_side(rules):
    """Return a Panel of the chances under three rules, and of what a point is worth."""

    def show(level, **three_of_them):
        chosen = {name: rules[name] for name in three_of_them.values()}
        adds = 100 * compare.slopes(chosen, level, advantages=[10]).loc[10]
        return Answer(
            f"Ten points ahead, one more adds {adds.min():.1f} to {adds.max():.1f} percentage "
            "points.",
            charts.lines(compare.curves(chosen, level), title="Chance to hit", xlabel=AHEAD),
            charts.lines(
                compare.slopes(chosen, level),
                title="Worth of one more point",
                xlabel=AHEAD,
                ylim=(0, 0.2),
                legend=False,
            ),
            note=curves_in_words(chosen, level),
        )

    return Panel(show, level=_defence(), **_three(rules, BELL, "ratio", D20), cost=3)


def as_numbers_grow(rules):
    """Return a Panel of the same advantage at every level, in points and in per cent."""
    axes = {"xlabel": "defence (points)", "xlim": (0, 200), "ylim": (0, 1.02)}

    def show(points, share, **three_of_them):
        chosen = {name: rules[name] for name in three_of_them.values()}
        ahead = compare.growth_by_points(chosen, points)
        name = (ahead.loc[10] - ahead.loc[100]).idxmax()  # it makes least of a lead as numbers grow
        low, high = (percent(chance, 0) for chance in ahead.loc[[10, 100], name])
        return Answer(
            f"{points} points ahead, {name}: {low} at defence 10, {high} at 100.",
            charts.lines(ahead, title="A lead in points", **axes),
            charts.lines(
                compare.growth_by_share(chosen, share),
                title="A lead in per cent",
                legend=False,
                **axes,
            ),
            note=growth_in_words(chosen, points, share),
        )

    return Panel(
        show,
        points=slider("ahead by", 1, 30, 10, unit="points"),
        share=slider("or ahead by", 0.05, 1.0, 0.25, step=0.05, percent=True),
        **_three(that_bend(rules), BELL, "ratio", "TOME, exponential"),
    )


def growth_in_words(rules, points, share):
    """The chances at defence 10 and 100 as a text, the attack ahead by points or by a share."""
    levels = [10, 100]
    by_points = compare.growth_by_points(rules, points, levels=levels)
    by_share = compare.growth_by_share(rules, share, levels=levels)

    def told(table):
        ends = table.map(lambda chance: percent(chance, 0)).items()
        return ", ".join(f"{name} {low} and {high}" for name, (low, high) in ends)

    return (
        f"{points} points ahead of defence 10 and of 100: {told(by_points)}. "
        f"{share:.0%} ahead: {told(by_share)}."
    )


def curves_in_words(rules, level):
    """The chances at equality and ten points ahead as a text; parameters as in `curves`."""
    found = compare.curves(rules, level, advantages=[0, 10])
    ahead = ", ".join(f"{name} {percent(chance, 0)}" for name, chance in found.loc[10].items())
    equal = ", ".join(f"{name} {percent(chance, 0)}" for name, chance in found.loc[0].items())
    return f"Ten points ahead of a defence of {level}: {ahead}. At equality: {equal}."


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

    return Panel(show, ahead=slider("attack − defence", -30, 30, 5, unit="points"))
