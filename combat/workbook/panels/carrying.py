"""The best builds of a unit for a budget: what it carries, and which items nobody needs."""

from itertools import zip_longest
from math import ceil, floor

import pandas as pd

from combat.core.words import percent
from combat.units import item_worth, loadouts
from combat.workbook import Answer, Table, charts, slider
from combat.workbook.charts.palette import BAND, BLACK, BLUE, GREY, text_on
from combat.workbook.panels.common import observing, one_of, rule_of
from combat.workbook.panels.game import cached

_SHOWN = 6  # builds
_FORMATS = dict.fromkeys(("with", "without", "fielded", "ban costs"), ".0%")


def builds(game, *, unit=None, budget=None, rule=None, **options):
    """Return a Panel of a unit's best builds for a budget, by their scores against all builds.

    unit, budget, rule: what is shown at first. An item is grey if no loadout that is fielded, or
    that no others replace, carries it; it has a ring if all that are fielded do.

    >>> from combat.workbook import Game, panels
    >>> sheet = b"name,hp,attack,defense,damage\\nImp,2,9,9,1\\nOgre,5,9,9,1\\n"
    >>> game = Game(sheet, "mine.csv", items=b"item,slot,cost,changes\\nRing,finger,2,hp +1\\n")
    >>> panels.builds(game, unit="Imp")
    Imp: Ring is best: 37% on average...
    """

    def show(unit, budget, rule):
        units, worth = carried(game, budget, rule)
        own = [one for one in units if one.moment.of == unit]
        if not own:
            raise ValueError(f"{unit} costs more than {budget:g}: raise the budget")
        scores = pd.Series(worth.attrs["scores"])[[one.name for one in own]]
        best = scores.sort_values(ascending=False, kind="stable").head(_SHOWN)
        rows = {name: units[name].moment.carries for name in best.index}
        slots = {item.name: item.slot for item in game.units[unit].moment.items}
        return Answer(
            f"{best.index[0]} is best: {percent(best.iloc[0], 0)} on average.",
            drawn(rows, best, worth, slots),
            table=Table(worth, formats=_FORMATS),
            note="Mean scores against all builds. A ring: whoever is fielded carries it. Grey: no "
            "build carries it that is fielded, or that others don't replace.",
        )

    def controls():
        costs = [0 if one.cost != one.cost else one.cost for one in game.units]
        low, every = floor(min(costs)), sum(item.cost for item in game.units.items.values())
        high = max(ceil(max(costs) + every), low + 1)
        shown = high if budget is None else min(max(budget, low), high)
        return {
            "unit": one_of(game, "unit", unit),
            "budget": slider("budget", low, high, shown, live=False),
            "rule": rule_of(game, rule),
        }

    return observing(game, show, controls, **{"cost": 60} | options)


@cached
def carried(game, budget, rule):
    """Return the loadouts for a budget, and what items are worth to them, see `item_worth`."""
    units = loadouts(game.units, budget=budget)
    return units, item_worth(units, game.rules[rule])


def drawn(builds, scores, worth, slots):
    """Return a Chart of builds {name: items}, a row each; slots: {item: its column of plates}."""
    columns, said = [*dict.fromkeys(slots.values())], [percent(score, 0) for score in scores]
    dead = [name for name in slots if name in worth.index and _is_dead(worth.loc[name])]
    stacks = ([name for name in dead if slots[name] == slot] for slot in columns)
    rows = [*builds.values(), *([one for one in row if one] for row in zip_longest(*stacks))]
    ends = {"xlim": (-0.6, len(columns) + 0.5), "ylim": (0.5 - len(rows), 0.9)}
    chart = charts.texts(range(len(columns)), [0.65] * len(columns), columns, bare=True, **ends)
    for at, carries in enumerate(rows):
        score = said[at] if at < len(said) else "never fielded"
        chart += charts.texts([len(columns)], [-at], [score], bold=not at)
        for name in carries:
            chart += _plate(columns.index(slots[name]), -at, name, worth.loc[name])
        if not carries:
            chart += charts.texts([0], [-at], ["nothing"], color=GREY)
    return chart


def _is_dead(worth):
    return not (worth["undominated"] or worth["fielded"])


def _plate(x, y, name, worth):
    """The plate of an item, with a ring if it is in each loadout that is fielded."""
    color = BAND if _is_dead(worth) else BLUE
    plate = charts.box(x - 0.45, y - 0.32, x + 0.45, y + 0.32, color)
    if worth["fielded"] == 1:
        left, low, right, high = x - 0.48, y - 0.4, x + 0.48, y + 0.4
        ring = [left, right, right, left, left], [low, low, high, high, low]
        plate += charts.path(*ring, BLACK, width=2)
    return plate + charts.texts([x], [y], [name], color=text_on(color))
