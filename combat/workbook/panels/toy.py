"""Two units to be typed, who fight at once: blow by blow, a thousand times, and exactly."""

import anywidget
import pandas as pd
import traitlets

from combat.core.checks import check_whole
from combat.units import Rules, Unit, duel, turns_to_kill
from combat.workbook import Answer, charts
from combat.workbook.charts import palette
from combat.workbook.panel.picture import script, style

KNIGHT, GIANT = ("Knight", 27, 85, "1d8+2"), ("Giant", 54, 40, "2d6")
RULES = Rules(hit=lambda attacker, _defender: attacker.attack / 100)
_SHOWN = 0.997  # of all fights, as in the script
_START = """export default { render({ model, el }) {
  const toy = new Toy(el, model.get("units")); return () => clearTimeout(toy.timer); } };"""


class TwoUnits(anywidget.AnyWidget):
    """Two units that the reader changes, who fight with dice beside their exact chances.

    first, second: (name, hit points up to 200, chance to hit in %, damage such as "2d4+1"), which
    stand there at first. Each turn both strike. It plays in JupyterLab and on pages, where it needs
    no Python. ValueError for what is no such unit, and for two that can't hurt each other.

    >>> TwoUnits(("Imp", 2, 50, "1d4"), ("Ogre", 5, 50, "1"))
    Imp wins 31.7% of all fights, Ogre 52.9%, in 15.4% both fall; one takes 3.2 turns ...
    """

    _esm = "\n".join([script("keys.js"), script("toy.js"), _START])
    _css = script("toy.css") + style()
    units = traitlets.List().tag(sync=True)

    def __init__(self, first=KNIGHT, second=GIANT):
        self.pair = [_unit(*one) for one in (first, second)]
        self.odds = duel(*self.pair, RULES)
        if self.odds.helpless:
            raise ValueError(str(self.odds))
        super().__init__(units=[[str(cell) for cell in one] for one in (first, second)])
        self.add_class("combat-panel")

    def ends(self):
        """Return the exact chances of how the fight ends, as a frame by turn."""
        turns = pd.RangeIndex(1, self.odds.turns.quantile(_SHOWN) + 1, name="turn")
        times = [turns_to_kill(one, other, RULES) for one, other in (self.pair[::-1], self.pair)]
        falls = [pd.Series(one.chances, one.values).reindex(turns, fill_value=0) for one in times]
        stands = [1 - chance.cumsum() for chance in falls]
        first, second = self.odds.names
        return pd.DataFrame(
            {
                f"{first} wins": falls[1] * stands[0],
                "both fall": falls[0] * falls[1],
                f"{second} wins": falls[0] * stands[1],
            }
        )

    def __repr__(self):
        return str(self.odds)

    def _repr_mimebundle_(self, **_kwargs):
        ends, sides = self.ends(), ("first", "draw", "second")
        colors = dict(zip(ends, map(palette.SIDES.get, sides), strict=True))
        defaults = {"ylim": (0, 1.1 * ends.max(axis=None)), "xlabel": "the turn in which it ends"}
        still = Answer("", charts.steps(ends, where="mid", colors=colors, **defaults)).png(
            (7.2, 2.8)
        )
        data = super()._repr_mimebundle_()[0] | {"image/png": still}
        alt = {"width": 720, "height": 280, "alt": repr(self)}
        return data, {"image/png": alt, "combat": {"toy": self.units}}


def _unit(name, hp, chance, damage):
    """The unit of which its rule for hits reads the chance, in the place of attack."""
    check_whole("hit points", hp, low=1, high=200)
    check_whole("chance to hit in %", chance, low=0, high=100)
    return Unit(name, hp=hp, attack=chance, damage=damage)
