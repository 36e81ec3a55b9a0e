"""What the cells of a speed, and the headings beside it, show: actions a turn, or movement."""

import re

from combat.core.words import printable
from combat.units.sheets.headings import plain, spelled

_MOST_ACTIONS = 5  # that a unit may have in a turn, unless the mapping says so
# What makes of a speed movement: attack delay, reload, time between shots, Angriffstempo.
_PACE = re.compile(
    r"(?=.*(attack|atk|fir(e|ing)|shot|shoot|swing|strike|hit(?!rate)|angriff|feuer|attaque|ataque|"
    r"attacco|disparo))(?=.*(speed|rate|delay|cooldown|interval|time|period|duration|second|freq|"
    r"geschwindigkeit|tempo|zeit|vitesse|velocid|velocit|delai|cadenc|retardo)).*"
    r"|(reload|nachlade|recharge|rechargement|recarga).*|delay|windup"
)


def why_no_speed(cells, found):
    """Return why speeds are no actions a turn, or None."""
    numbers = [float(cell) for cell in cells if re.fullmatch(r"-?\d+(\.\d+)?", cell)]
    low, high = (min(numbers), max(numbers)) if numbers else (1, 1)
    whole = len(numbers) == len(cells) and all(value.is_integer() for value in numbers)
    if whole and low >= 2:
        return "holds whole numbers from 2 up"
    if high > _MOST_ACTIONS or low <= 0:  # who has 0 doesn't move, and fights
        return f"holds numbers from {low:g} to {high:g}"
    beside = first_of(spelled("beside", "speed"), found) or _pace_in(found)
    return f"stands beside '{beside}'" if beside and {*cells} - {"1"} else None


def first_of(headings, found):
    """Return the first heading of a sheet that is one of some, as it is spelled; "" for none."""
    there = (printable(one.heading) for one in found.columns if plain(one.heading) in headings)
    return next(there, "")


def _pace_in(found):
    """The first heading that says how fast attacks follow each other; "" for none."""
    own = (one.heading for one in found.columns if one.kind in ("own", "text"))
    return next((printable(one) for one in own if _PACE.fullmatch(plain(one))), "")
