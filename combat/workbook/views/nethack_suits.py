"""Four suits of armour in notebook 03: how often they are hit, what passes, how long one lives.

Parameters: cast as from `read_cast`; monster: who attacks; hp: hit points; burden: points moved
from EV to DR for 100 units of weight; share: of armour class that is EV. A panel's parts are
replaced by keywords, as in `Panel`.
"""

from functools import cache, partial

from combat.nethack import suits_compared
from combat.workbook import charts
from combat.workbook.charts.palette import NAMED
from combat.workbook.panel.controls import choice, slider
from combat.workbook.panel.panel import Panel
from combat.workbook.panel.table import Table

FOES = ["jackal", "soldier ant", "owlbear", "troll", "minotaur", "black dragon"]

_LIVES = ["turns to live", "turns in vanilla"]
_SHORT = {"leather armor": "leather", "elven mithril-coat": "mithril", "plate mail": "plate"}


def four_suits(cast, **parts):
    """Return a Panel of four suits under the attacks of a monster, and of the split's numbers."""
    # The hardest blow has the same scale for all monsters, turns to live one for each.
    shown = [
        charts.bars(_columns(cast, "hit chance"), title="How often it hits"),
        charts.bars(
            _columns(cast, "mean damage"),
            percent="",
            ylim=(0, 17),
            title="Its hardest blow (hit points)",
        ),
        charts.bars(
            _columns(cast, *_LIVES),
            percent="",
            colors=dict(zip(_LIVES, [NAMED["overhaul"], NAMED["vanilla"]], strict=True)),
            legend="upper left",
            ylim=partial(_room_above, cast),
            title="Turns to live",
        ),
    ]
    looks = {
        "caption": "One suit and nothing else. Turns until a monster kills a target that doesn't "
        "strike back; exact.",
        "words": partial(suits_in_words, cast),
        "table": partial(_suits_table, cast),
        "size": (10.0, 3.6),
    }
    return Panel(shown, _controls(), **looks | parts)


def _controls():
    settled = partial(slider, live=False)
    return {
        "hp": settled("your hit points", 10, 80, 60, step=10, exported=[30]),
        "monster": choice("who attacks", FOES, "owlbear", exported=["soldier ant", "troll"]),
        "burden": settled("points moved for 100 weight", 0.0, 2.0, 1.0, step=0.25, exported=[0, 2]),
        "share": settled(
            "share of armour class that is EV",
            0.0,
            1.0,
            0.5,
            step=0.1,
            percent=True,
            exported=[0, 1],
        ),
    }


@cache
def suits(cast, monster, hp, burden, share):
    """Return what four suits are worth against a monster: a frame as from `suits_compared`."""
    return suits_compared(cast, monster, hp, burden=burden, share=share)


def _columns(cast, *names):
    """A function of the panel's values that returns these columns of `suits`."""

    def shown(monster, hp, burden, share):
        return suits(cast, monster, hp, burden, share)[list(names)].rename(_SHORT)

    return shown


def _room_above(cast, monster, hp, burden, share):
    return 0, 1.3 * suits(cast, monster, hp, burden, share)[_LIVES].to_numpy().max()


def suits_in_words(cast, hp, monster, burden, share):
    """Return how each suit fares against a monster, as a text."""
    found = suits(cast, monster, hp, burden, share)
    lives = found["turns to live"]
    lines = [
        f"{suit}: hit {row['hit chance']:.0%}, hardest blow {row['mean damage']:.1f}, alive "
        f"{row['turns to live']:.1f} turns (vanilla {row['turns in vanilla']:.1f})"
        for suit, row in found.iterrows()
    ]
    return (
        f"Against {monster} one lives longest in {lives.idxmax()}, {lives.max():.1f} turns, and "
        f"shortest in {lives.idxmin()}, {lives.min():.1f}. From {hp} hit points: "
        f"{'; '.join(lines)}."
    )


def _suits_table(cast, hp, monster, burden, share):
    formats = {"EV": "+.2f", "DR": "+.2f", "hit chance": ".1%", "mean damage": ".2f"}
    formats |= dict.fromkeys(_LIVES, ".1f")
    return Table(suits(cast, monster, hp, burden, share), formats=formats)
