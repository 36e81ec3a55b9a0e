"""A fight between two units, blow by blow, and a thousand like it: a picture that plays."""

import json
import math
import os

import anywidget
import ipywidgets as widgets
import numpy as np
import pandas as pd
import traitlets

from combat import units as fights_of
from combat.core.words import percent
from combat.units.battles.recorded import recorded
from combat.workbook import Panel, charts
from combat.workbook.charts import palette
from combat.workbook.charts.glyphs import initial, outline
from combat.workbook.charts.text import error_line
from combat.workbook.panel.looks import looks, script
from combat.workbook.panel.panel import EXPORT
from combat.workbook.panel.picture import panel_of
from combat.workbook.panel.running import as_live
from combat.workbook.panels.choices import one_of, rule_of

_FIGHTS, _SHOWN, _SEED = 1000, 24, 0  # fights in all; those of them that are kept blow by blow
_BARS = 48  # at most, about
_START = """
export default {
  render({ model, el }) {
    let fights = null;
    const put = () => {
      fights?.pause();
      if (model.get("told")) fights = new Fights(el, JSON.parse(model.get("told")));
    };
    el.classList.add("fights");
    put();
    model.on("change:told", put);
    return () => { fights?.pause(); model.off("change:told", put); };
  },
};"""
_LINE = palette.CURVE
_CAPTION = "A thousand fights beside the exact chances."


class Stage(anywidget.AnyWidget):
    """The picture in JupyterLab; `told` is what `Fights.told` returns, as JSON."""

    _esm = f"{script('fights.js')}\n{_START}"
    _css = script("fights.css") + looks(".combat-panel")

    told = traitlets.Unicode().tag(sync=True)


class Fights:
    """Two units that fight before one's eyes; `panels.fights` makes it, and says what it shows."""

    def __init__(self, game, first, second, rule):
        self._game, self._wanted = game, (first, second, rule)
        self.stage, self._line, self.error = Stage(), widgets.HTML(), ""
        self.widget = panel_of([self._line, self.stage])
        self._show()
        game.watch(self._show)

    def told(self):
        """Return what the picture needs, as a dict for JSON.

        fights: some, each a flat list of moments: hit points of both, and 1, 2 or 3 for who acted;
        ends: the bar of each, below 0 if the second stands; chances: of the bars from `low` on.
        """
        moments, ends, width = self._moments, self._ends, self._width
        acts = moments["first_acts"] + 2 * moments["second_acts"]
        shown = moments[["first", "second"]].assign(acts=acts).loc[: _SHOWN - 1]
        return {
            "names": [unit.name for unit in self._units],
            "dice": [_dice(unit) for unit in self._units],
            "hp": [unit.hp for unit in self._units],
            "colors": [palette.SIDES[side] for side in ("first", "second", "draw")],
            "glyphs": [[outline(at), initial(one.name)] for at, one in enumerate(self._units)],
            "fights": [one.to_numpy().ravel().tolist() for _, one in shown.groupby(level="fight")],
            "ends": bars_of(ends, width).tolist(),
            "low": int(self._chances.index[0]),
            "chances": [float(f"{chance:.4g}") for chance in self._chances],
            "width": width,
            "words": self.words,
        }

    @property
    def words(self):
        """What the thousand fights came to, and what is exact, in two sentences."""
        first, second = (unit.name for unit in self._units)
        won, lost = int((self._ends > 0).sum()), int((self._ends < 0).sum())
        chances = [percent(one) for one in (self._exact.first, self._exact.second)]
        solved = self._exact.fights is None
        certain = "Exactly" if solved else f"In {self._exact.fights:,} fights"
        return (
            f"Of {len(self._ends):,} fights {first} wins {won} and {second} {lost}; in "
            f"{len(self._ends) - won - lost} both fall. {certain}, {first} wins "
            f"{chances[0]} and {second} {chances[1]}: the line."
        )

    def _show(self):
        try:
            self._fight()
        except ValueError as error:
            self.error = str(error)
        else:
            self.error, self.stage.told = "", json.dumps(self.told())
        self._line.value = error_line(self.error) if self.error else ""
        self.stage.layout.display = "none" if self.error else None

    def _fight(self):
        game, (first, second, rule) = self._game, self._wanted
        one = one_of(game, "first", first).value
        other = one_of(game, "second", second, unlike=one).value
        rules = game.rules[rule_of(game, rule).value]
        self._units = game.units[one], game.units[other]
        self._exact = fights_of.duel(*self._units, rules)
        self._moments = recorded(*self._units, rules, fights=_FIGHTS, seed=_SEED)
        last = self._moments.groupby(level="fight").last()
        self._ends = (last["first"].clip(lower=0) - last["second"].clip(lower=0)).to_numpy()
        points = [unit.hp for unit in self._units]
        self._width = math.ceil(sum(points) / _BARS)
        low, high = bars_of(np.array([-points[1], points[0]]), self._width)
        margin = self._exact.margin
        found = pd.Series(margin.chances, bars_of(margin.values, self._width))
        every = pd.RangeIndex(low, high + 1, name="points left")
        self._chances = found.groupby(level=0).sum().reindex(every, fill_value=0.0)

    def still(self):
        """Return the histogram as a Panel, for paper and where nothing plays."""
        shares = pd.Series(bars_of(self._ends, self._width)).value_counts(normalize=True)
        shares = shares.reindex(self._chances.index, fill_value=0.0)
        exact = charts.stairs(self._chances.rename("exact"), where="mid", colors={"exact": _LINE})
        names = [unit.name for unit in self._units]
        kinds = dict(zip((*names, "both fall"), (1, -1, 0), strict=True))
        shown = [
            charts.bars(
                shares.where(np.sign(shares.index) == sign, 0.0).rename(name),
                colors={name: color},
                ylim=(0, 1.15 * max(shares.max(), self._chances.max())),
                xlabel=f"hit points left, in steps of {self._width}"
                if self._width > 1
                else "hit points left",
            )
            for (name, sign), color in zip(kinds.items(), self.told()["colors"], strict=True)
        ]
        shown = sum(shown[1:], start=shown[0]) + exact
        return Panel(shown, caption=_CAPTION, words=self.words, size=(7.2, 2.8))

    def __repr__(self):
        return self.error or self.words

    def _repr_mimebundle_(self, **_kwargs):
        data = {**as_live(self.widget), "text/plain": repr(self)}
        if self.error:
            return data, {}
        still = {"width": 720, "height": 280, "alt": self.words}
        combat = {"caption": _CAPTION}
        if EXPORT in os.environ:
            combat["fights"] = self.told()
        return data | {"image/png": self.still().png()}, {"image/png": still, "combat": combat}


def fights(game, first=None, second=None, *, rule=None):
    """Return two units that fight before one's eyes, a thousand times, beside the exact chances.

    They play in JupyterLab and on a page, where they need no Python: their fights are recorded,
    fought by the engine with one seed. first, second: names, else the strongest units; rule: the
    name of one of the game's rules. Rules with a fight of their own can't be watched, nor units
    that need more than 200 rounds: a line says so in their place.

    >>> from combat.workbook import Game, panels
    >>> game = Game(b"name,hp,attack,defense,damage\\nImp,2,9,9,1\\nOgre,5,9,9,1\\n", "mine.csv")
    >>> panels.fights(game, "Imp", "Ogre")
    Of 1,000 fights Imp wins ... and Ogre ...; in ... both fall. Exactly, Imp wins 3.2% ...
    """
    return Fights(game, first, second, rule)


def _dice(unit):
    """What one hit of a unit does, such as "hits for 4 to 11"."""
    values = getattr(unit.damage, "values", np.atleast_1d(unit.damage))
    low, high = min(values), max(values)
    return f"hits for {low:g}" if low == high else f"hits for {low:g} to {high:g}"


def bars_of(ends, width):
    """Return the bar of each end, hit points left, negative for the second side's; 0: both fell."""
    return (np.sign(ends) * np.ceil(np.abs(ends) / width)).astype(int)
