"""The one table of colours: of sides, rules and systems of luck, on paper and on a dark screen.

A picture is drawn for paper. Its vectors keep those colours, and `style` has a page or JupyterLab
show each of them, on a dark screen, as the counterpart that stands beside it here.
"""

from functools import lru_cache

import numpy as np
from matplotlib.colors import LinearSegmentedColormap, ListedColormap, to_hex, to_rgb

# Okabe and Ito's colours, which colour-blind readers can tell apart. Pale ones were made darker, so
# that each has a contrast of at least 3 to white; yellow, too pale on white, is left out.
BLUE, VERMILION, GREEN, PINK = "#0072B2", "#D55E00", "#009E73", "#CC79A7"
SKY, OCHRE, BLACK, WHITE = "#3D9BD1", "#C28500", "#000000", "#FFFFFF"
BROWN, VIOLET, WINE = "#795302", "#5E3EA1", "#833241"
SERIES = [BLUE, VERMILION, GREEN, PINK, SKY, OCHRE, BLACK]  # for names that have no colour below
GREY = "#8C8C8C"  # lines to compare with: honest chances, limits, marks; what does no harm
EDGE, BAND, RED = "#666666", "#D9D9D9", "#B00000"

SOFT, RULED, CURVE = "#444444", "#DDDDDD", "#333333"
INKS = (BLACK, CURVE)  # what is drawn in the colour of texts
_FLIPS = {(BLACK, WHITE): "#010101", (WHITE, BLACK): "#FEFEFE"}  # texts, light and dark

_DARK = {
    BLUE: "#4BA3E3",
    VERMILION: "#F0803A",
    GREEN: "#2EC99A",
    PINK: "#EBA3CB",
    SKY: "#94DAFF",
    OCHRE: "#F1C853",
    BROWN: "#BA8B74",
    VIOLET: "#A8B1FF",
    WINE: "#C2638A",
    GREY: "#8F969E",
    EDGE: "#A4ADB8",
    BAND: "#3A424B",
    RED: "#FF8078",
    SOFT: "#A4ADB8",
    RULED: "#363C44",
    **{here: dark for (_, dark), here in _FLIPS.items()},
}

SIDES = (
    dict.fromkeys(["first", "first wins", "heroes", "attackers", "rifles"], BLUE)
    | dict.fromkeys(["second", "second wins", "villains", "defenders", "armour"], VERMILION)
    | {"draw": GREY, "undecided": PINK}
)
# Rules that share a colour are told apart by their dashes.
RULES = {
    "TOME, linear": BLUE,
    "TOME, exponential": VERMILION,
    "TOME, smooth": GREEN,
    "NetHack EV/DR, bell curve": VIOLET,
    "NetHack, vanilla d20": OCHRE,
    "OSDL, log-odds": WINE,
    "d20 against armour class": BLACK,
    "Pathfinder 2, degrees of success": BLACK,
    "3d6 roll under (GURPS)": BROWN,
    "Elo, logistic": SKY,
    "ratio": PINK,
    "Fire Emblem, two random numbers": VERMILION,
    "Civilization IV, whole battle": WINE,
    "Diablo II": OCHRE,
    "Old School RuneScape": BLUE,
    "World of Warcraft Classic": BROWN,
    "Cataclysm: DDA": SKY,
    "Battle for Wesnoth": GREEN,
}
LUCK = {
    "Luck meter": BLUE,
    "independent rolls": BLACK,
    "two random numbers": VERMILION,
    "pseudo-random distribution": GREEN,
    "XCOM 2's aim assistance": PINK,
    "Wesnoth's biased mode": OCHRE,
    "neutral meter": SKY,
}
# What pictures call them, too.
_ALSO = {
    "linear": RULES["TOME, linear"],
    "exponential": RULES["TOME, exponential"],
    "smooth": RULES["TOME, smooth"],
    "check hit": RULES["TOME, linear"],
    "check hit old": RULES["TOME, exponential"],
    "check hit smooth": RULES["TOME, smooth"],
    "overhaul": RULES["NetHack EV/DR, bell curve"],
    "vanilla": RULES["NetHack, vanilla d20"],
    "as given": LUCK["independent rolls"],
    "pseudo-random": LUCK["pseudo-random distribution"],
    "XCOM 2's aim": LUCK["XCOM 2's aim assistance"],
}
NAMED = SIDES | RULES | LUCK | _ALSO

_HUES = [color for color in _DARK if color not in (BAND, *_FLIPS.values())]

# Of heat maps, from "less" to "more", readable without telling red from green. Few steps, so that a
# style can name them all.
STEPS = 41
_SHARES = np.linspace(0, 1, STEPS)


def _map(name, light, dark):
    shades = [
        [to_hex(color) for color in LinearSegmentedColormap.from_list("", one.split())(_SHARES)]
        for one in (light, dark)
    ]
    _DARK.update((paper.upper(), screen.upper()) for paper, screen in zip(*shades, strict=True))
    return ListedColormap(shades[0], name)


SEQUENTIAL = _map(
    "less to more",
    "#F7FBFF #DCE9F6 #BAD6EB #89BEDC #539ECD #2B7BBA #0B559F #08306B",
    "#1B2026 #1C2F40 #1D3E5B #1F5079 #2A6699 #4A8FC7 #80BDEB #C4E4FC",
)
DIVERGING = _map(  # from them to you
    "less, equal, more",
    "#7A2E00 #B04A05 #D97433 #F0A878 #FADCC8 #F7F7F7 #D3E5F3 #9DC7E5 #5BA0D1 #1F6FAF #083A6C",
    "#FFC9A3 #F09A5E #B8622A #7A3F1C #452C1F #1E2228 #1F3144 #27496B #346B9E #62A3DA #BEE0FF",
)


def dark(color):
    """Return a colour's counterpart on a dark screen; one that isn't of the palette stays."""
    return _DARK.get(to_hex(color).upper(), to_hex(color).upper())


def free(count, taken):
    """Return so many colours for names that have none, in turn, without those that are taken."""
    left = [one for one in SERIES if one not in {one.upper() for one in taken}] or SERIES
    return [left[at % len(left)] for at in range(count)]


@lru_cache(maxsize=1024)
def text_on(color):
    """Return the colour of a text on this colour: readable on it, and on its dark counterpart."""
    both = tuple(WHITE if brightness(one) < 0.25 else BLACK for one in (color, dark(color)))
    return _FLIPS.get(both, both[0])


def brightness(color):
    """Return the relative luminance of a colour, 0 to 1, by the Web's guidelines."""
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
        for part in to_rgb(color)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def shown(color):
    """Return a colour as CSS that follows the screen."""
    return f"light-dark({color.lower()}, {dark(color).lower()})"


def shades():
    """Return the colours of cells by the name of their scale, each with that of a number on it."""
    maps = {"sequential": SEQUENTIAL, "diverging": DIVERGING}
    return {
        name: [(color, text_on(color).lower()) for color in map(to_hex, one.colors)]
        for name, one in maps.items()
    }


def style():
    """Return CSS by which a page or JupyterLab shows each colour as its counterpart when dark."""
    return "\n".join(
        f'svg.drawn [{what}="{color.lower()}"] {{ {what}: {shown(color)}; }}'
        for what, colors in (("fill", _DARK), ("stroke", _HUES))
        for color in colors
    )
