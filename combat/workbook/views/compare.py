"""Notebook 06: hit rules side by side, in curves, tables and sentences for readers.

rules: a dict of rules by name, the published ones and those of one's own.
"""

from combat import hit_rules
from combat.compare import curves, growth_by_points, growth_by_share, slopes
from combat.core.words import percent
from combat.workbook import Answer, Panel, charts, choice, slider

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


def side_by_side(rules):
    """Return a Panel of the chances under three rules, and of what a point is worth."""

    def show(level, **three_of_them):
        chosen = {name: rules[name] for name in three_of_them.values()}
        return Answer(
            curves_in_words(chosen, level),
            charts.lines(curves(chosen, level), title="Chance to hit", xlabel=AHEAD),
            charts.lines(
                slopes(chosen, level),
                title="Worth of one more point",
                xlabel=AHEAD,
                ylim=(0, 0.2),
                legend=False,
            ),
        )

    return Panel(
        show,
        level=slider("defence", 5, 100, 30, unit="points"),
        **_three(rules, BELL, "ratio", D20),
    )


def as_numbers_grow(rules):
    """Return a Panel of the same advantage at every level, in points and in per cent."""
    axes = {"xlabel": "defence (points)", "xlim": (0, 200), "ylim": (0, 1.02)}

    def show(points, share, **three_of_them):
        chosen = {name: rules[name] for name in three_of_them.values()}
        return Answer(
            growth_in_words(chosen, points, share),
            charts.lines(growth_by_points(chosen, points), title="So many points ahead", **axes),
            charts.lines(
                growth_by_share(chosen, share), title="So much per cent ahead", legend=False, **axes
            ),
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
    by_points = growth_by_points(rules, points, levels=levels)
    by_share = growth_by_share(rules, share, levels=levels)

    def told(table):
        ends = table.map(lambda chance: percent(chance, 0)).items()
        return ", ".join(f"{name} {low} and {high}" for name, (low, high) in ends)

    return (
        f"{points} points ahead of defence 10 and of 100: {told(by_points)}. "
        f"{share:.0%} ahead: {told(by_share)}."
    )


def curves_in_words(rules, level):
    """The chances at equality and ten points ahead as a text; parameters as in `curves`."""
    found = curves(rules, level, advantages=[0, 10])
    ahead = ", ".join(f"{name} {percent(chance, 0)}" for name, chance in found.loc[10].items())
    equal = ", ".join(f"{name} {percent(chance, 0)}" for name, chance in found.loc[0].items())
    return f"Ten points ahead of a defence of {level}: {ahead}. At equality: {equal}."
