"""The panels of notebook 10: terms, means of uniform numbers, words for armour, bosses.

Parameters: cast as from `read_cast`, circumstances as from `read_circumstances`, everybody the
`Encounters` of all kits; sd is the standard deviation and `at` the net without a term, in points. A
panel's parts are replaced by keywords, as in `Panel`.
"""

from functools import cache, partial

import pandas as pd

from combat.nethack import (
    STAGE_LEVELS,
    STAGES,
    appraised_suits,
    approximation_error,
    boss_ev,
    hit_chance,
    mean_of_uniforms,
    ranked_right,
    tornado,
)
from combat.nethack.suits import ARMOR_STEP, ARMOR_WORDS, EVASION_STEP, EVASION_WORDS
from combat.workbook import charts
from combat.workbook.charts.palette import BLUE, GREY, VERMILION
from combat.workbook.charts.text import minus
from combat.workbook.panel.controls import choice, slider
from combat.workbook.panel.guess import Guess
from combat.workbook.panel.panel import Panel
from combat.workbook.panel.table import Table
from combat.workbook.views.nethack import roles, sd_slider

# Situations that repeat the term of "distance 8", "divine protection 6" or "arrow from a crossbow",
# and one that lies between two such terms.
_SHOWN = 16  # terms
_NOTHING = "nothing"
_OFFERED = ["distance 8", "gigantic defender", "skill Expert"]
_SHOWN_ALREADY = [
    "distance 8, by spell",
    "divine protection 9",
    "arrow from the hand",
    "spell protection 8 over divine 6",
]


def terms(circumstances, **parts):
    """Return a Panel of the greatest effects of single terms on the chance to hit."""
    found = cache(partial(greatest_effects, circumstances, count=_SHOWN))
    shown = charts.tornado(
        found,
        xlim=lambda sd, at: charts.room(found(sd=sd, at=at), (-0.6, -1), (0.6, 1)),
        ylim=(_SHOWN, -0.8),
        xlabel="change of the chance to hit (percentage points)",
    )
    controls = {
        "sd": sd_slider(),
        "at": slider("net without the term", -16, 16, 0, unit="points"),
    }
    looks = {
        "caption": f"The {_SHOWN} greatest terms and what each does to the chance to hit, from an "
        "otherwise given net; in brackets its points. Blue helps the attacker, orange the "
        "defender.",
        "words": lambda sd, at: terms_in_words(found(sd=sd, at=at), sd, at),
        "size": (9.0, 4.5),
    }
    return Panel(shown, controls, **looks | parts)


def greatest_effects(circumstances, *, sd=8.0, at=0.0, count=24):
    """The `count` greatest of `tornado`, named with their points; equal terms count once."""
    effects = (
        tornado(circumstances, sd=sd, at=at).drop(_SHOWN_ALREADY).query("effect != 0").iloc[:count]
    )
    moved = effects["points"] * effects["side"].map({"attacker": 1, "defender": -1})
    lines = [f"{line} ({points:+.3g})" for line, points in moved.items()]
    return pd.DataFrame({"effect": effects["effect"].to_numpy()}, pd.Index(lines, name="line"))


def terms_in_words(found, sd, at):
    """Return the four greatest of the effects found, as a text."""
    effects = 100 * found["effect"].head(4)
    others = ", ".join(f"{line} {effect:+.1f}" for line, effect in effects.iloc[1:].items())
    return (
        f"The greatest term is {effects.index[0]}: {effects.iloc[0]:+.1f} percentage points. Then "
        f"come {others}, where the rest gives {hit_chance(at, sd=sd):.0%} (net {at:+g}, standard "
        f"deviation {sd:g})."
    )


def added_up(circumstances, **parts):
    """Return a Panel of a blow's chance to hit as up to three terms are added to its net."""
    points = {_NOTHING: 0.0} | term_points(circumstances)
    shown = charts.named_bars(
        partial(term_by_term, points),
        by="side",
        title="Chance to hit, term by term",
        xlim=(0, 1),
    )
    controls = {"at": slider("net without them", -16, 16, 0, unit="points")} | {
        place: choice(place, list(points), name, exported=[_NOTHING, *_OFFERED])
        for place, name in zip(("first", "second", "third"), _OFFERED, strict=True)
    }
    looks = {
        "caption": "Points add up to a net; at 0 a blow hits every second time (standard "
        "deviation 8). Blue helps the attacker, orange the defender.",
        "words": partial(added_in_words, points),
        "size": (8.2, 2.8),
    }
    return Panel(shown, controls, **looks | parts)


def term_points(circumstances):
    """Return by how much each term moves the net of a blow: {line: points}."""
    lines = tornado(circumstances).query("effect != 0")
    moved = lines["points"] * lines["side"].map({"attacker": 1, "defender": -1})
    return {line: float(moved[line]) for line in sorted(moved.index, key=str.lower)}


def term_by_term(points, at, first, second, third):
    """Return the chance to hit without the terms, and after each of them: a frame."""
    net, rows = at, [(_told(f"net {at:+g}", hit_chance(at)), hit_chance(at), "draw")]
    for line, place in _chosen(first, second, third).items():
        net += points[line]
        name = _told(f"{place}. {line} ({points[line]:+.3g})", hit_chance(net))
        rows.append((name, hit_chance(net), "attackers" if points[line] > 0 else "defenders"))
    return pd.DataFrame(rows, columns=["term", "chance", "side"]).set_index("term")


def _chosen(*lines):
    """The terms that are chosen, with their first places: no circumstance counts twice."""
    places = {}
    for place, line in enumerate(lines, 1):
        if line != _NOTHING:
            places.setdefault(line, place)
    return places


def _told(term, chance):
    return minus(f"{term}: {chance:.0%}")


def added_in_words(points, at, first, second, third):
    """Return a blow's chance to hit before and after the terms, as a text."""
    net = at + sum(points[line] for line in _chosen(first, second, third))
    return (
        f"Together they take a blow from {hit_chance(at):.1%} to {hit_chance(net):.1%}. The net "
        f"goes from {at:+g} to {net:+.3g} points."
    )


def means_of_uniforms(**parts):
    """Return a Panel of the bell curve beside a mean of uniform numbers, and of their tails."""
    axes = {"xlabel": "net (points)"}
    shown = [
        charts.lines(approximation, legend="upper left", title="Chance to hit at sd 8", **axes),
        charts.lines(
            approximation,
            percent="",
            legend="",
            yscale="log",
            xlim=(-30, 0),
            ylim=(1e-4, 1),
            title="The tail (logarithmic)",
            **axes,
        ),
    ]
    looks = {
        "caption": "Whole uniform numbers, spread so that their mean has a standard deviation "
        "near 8.",
        "words": approximation_in_words,
        "size": (9.6, 3.4),
    }
    return Panel(shown, {"count": slider("uniform numbers in the mean", 1, 12, 4)}, **looks | parts)


def approximation(count, *, sd=8.0, reach=40):
    """The chance to hit with the bell curve and with a mean of `count` uniform numbers, by net."""
    nets = pd.RangeIndex(-reach, reach + 1, name="net")
    drawn = hit_chance(nets, sd=sd, uniforms=count)
    return pd.DataFrame({"bell curve": hit_chance(nets, sd=sd), f"mean of {count}": drawn}, nets)


def approximation_in_words(count):
    """Return how far a mean of `count` uniform numbers is off the bell curve, as a text."""
    drawn = mean_of_uniforms(count)
    most, off = drawn.values[-1], approximation_error(count)
    return (
        f"A mean of {{count}} uniform numbers is off by up to {100 * off:.1f} percentage points. "
        f"Each goes from {-most:.0f} to {most:.0f}, the mean has sd {drawn.sd:.2f}; at {-most:.0f} "
        "points and below nothing hits."
    )


def words_shown():
    """Return the words that a status bar has for defence and for armour, as a Table."""
    words = {
        "defence": _from_steps(EVASION_WORDS, EVASION_STEP, start=0),
        "armour": _from_steps(ARMOR_WORDS, ARMOR_STEP, start=ARMOR_STEP),
    }
    return Table(pd.DataFrame(words.items(), columns=["the word for", "words"]))


def _from_steps(words, step, start):
    """The words of a scale, each with the points from which it is said."""
    first, *others = words
    said = [f"{word} from {start + step * place:g}" for place, word in enumerate(others)]
    return ", ".join([f"{first} below {start:g}", *said])


READERS = {
    "two words": "grade",
    "defence and DR, as numbers": lambda suits: 2 * suits["defence"] + suits["DR"],
    "vanilla's armour class": lambda suits: -suits["AC"],
}


def status_bar(cast, **parts):
    """Return a Panel of how three readers rank the suits that a role can try on."""
    shown = charts.bars(
        partial(ranked, cast),
        colors={"right": BLUE, "tied": GREY, "wrong": VERMILION},
        ylim=(0, 1),
        title="How a reader ranks pairs of suits",
    )
    offered = ["Samurai", "Valkyrie", "Wizard"]
    controls = {
        "role": choice("role", roles(cast), "Knight", exported=offered),
        "stage": choice("stage of the game", list(STAGES), "mid"),
    }
    looks = {
        "caption": "Suits that are alike, such as dragon scales of nine colours, count once. "
        "Loss: hit points a blow costs on average.",
        "words": partial(ranked_in_words, cast),
        "table": lambda role, stage: Table(
            tried_on(cast, role, stage).drop(columns="grade"),
            formats={"defence": "+.1f", "DR": ".1f", "AC": ".0f", "loss": ".2f"},
        ),
        "size": (8.6, 3.2),
        "guess": Guess(
            "A knight in mid-game compares pairs of suits by vanilla's armour class. Of how many "
            "does it name the better one?",
            ranked(cast, "Knight", "mid").loc["vanilla's armour class", "right"],
            plot=0,
            beside=2,
        ),
    }
    return Panel(shown, controls, **looks | parts)


@cache
def tried_on(cast, role, stage):
    """Return all body armour on a role's kit, best first: a frame as from `appraised_suits`."""
    return appraised_suits(cast, cast.character(role, stage), STAGE_LEVELS[stage])


def ranked(cast, role, stage):
    """Return the shares of pairs of suits ranked right, tied and wrong: a frame by reader."""
    rows = {name: ranked_right(tried_on(cast, role, stage), by) for name, by in READERS.items()}
    return pd.DataFrame(rows, ["right", "tied", "wrong"]).T.rename_axis("reader")


def ranked_in_words(cast, role, stage):
    """Return the best suit of a role, and how the three readers rank pairs, as a text."""
    best = tried_on(cast, role, stage).iloc[0]
    by_words, by_numbers, by_ac = (row for _, row in ranked(cast, role, stage).iterrows())
    return (
        f"Best is {best.name}: {best['evasion']}, {best['armour']}. By the words "
        f"{by_words['right']:.0%} of the pairs are ranked right, {by_words['tied']:.0%} look "
        f"alike, {by_words['wrong']:.0%} are wrong; by the numbers {by_numbers['wrong']:.0%} are "
        f"wrong, by vanilla's armour class {by_ac['wrong']:.0%}."
    )


def bosses(everybody, **parts):
    """Return a Panel of the EV that each boss would need to be hit with a chosen chance."""

    @cache
    def found(chance, sd):
        needs = boss_ev(everybody, chance, sd=sd)
        return needs.sort_values("change", ascending=False, kind="stable")

    count = len(found(0.6, 8.0))
    shown = charts.tornado(
        found,
        value="change",
        percent="",
        xlim=lambda chance, sd: charts.room(found(chance, sd)["change"], (-9, -20), (15, 25)),
        ylim=(count, -0.8),
        xlabel="change of EV (points)",
    )
    controls = {
        "chance": slider("late kits hit it", 0.3, 0.9, 0.6, step=0.05, percent=True),
        "sd": sd_slider(),
    }
    looks = {
        "caption": "The EV that a boss would need, less the one that the split gives it.",
        "words": lambda chance, sd: bosses_in_words(found(chance, sd), chance),
        "table": lambda chance, sd: Table(
            found(chance, sd),
            formats={"now": ".0%", "EV": "+.1f", "needed": "+.1f", "change": "+.1f"},
        ),
        "size": (8.0, 5.6),
        "guess": Guess(
            f"Late kits shall hit each boss in 60%. How many of the {count} bosses need more EV "
            "than they have, by over half a point?",
            int((found(0.6, 8.0)["change"] > 0.5).sum()),
            low=0,
            high=count,
            step=1,
            percent=False,
            unit="bosses",
            plot=0,
            on_axis=lambda bosses: bosses - 0.5,
        ),
    }
    return Panel(shown, controls, **looks | parts)


def bosses_in_words(found, chance):
    """Return how many bosses need more EV, and which most, as a text."""
    most, needed = found["change"].idxmax(), found["needed"]
    return (
        f"To be hit in {{chance}} by late kits, {(found['change'] > 0.5).sum()} of "
        f"{len(found)} bosses need over half a point more EV, {most} most: "
        f"{found.loc[most, 'change']:+.1f}. The EV needed runs from {needed.min():.1f} to "
        f"{needed.max():.1f}."
    )
