"""Two armies in their rows: who reaches whom, and what the place of one unit is worth."""

import pandas as pd

from combat import units as fights
from combat.core.words import percent
from combat.units import Units
from combat.workbook import Answer, charts, choice, slider
from combat.workbook.charts.palette import GREY, SIDES
from combat.workbook.panels.armies import frozen
from combat.workbook.panels.common import observing, rules_by
from combat.workbook.panels.game import cached

_ROWS = 3
EXACT = 4  # fighters, whose battles may be solved; of more, so many are fought:
_BATTLES = 500
_SHOWN = 5  # fighters of one row that are drawn


def places(game, first, second, *, who=None, rule=None, **options):
    """Return a Panel of two armies in rows, in which one unit of the first is moved.

    first, second: {name of a unit: how many}. who: the unit that is moved at first. rule: the name
    of one of the game's rules. Blue arrows: whom it reaches; orange ones: who reaches it.

    >>> from combat.workbook import Game, panels
    >>> sheet = b"name,hp,damage,row,reach\\nGuard,5,2,1,1\\nArcher,3,1,2,2\\n"
    >>> game = Game(sheet, "mine.csv")
    >>> side = {"Guard": 1, "Archer": 1}
    >>> panels.places(game, side, side, who="Archer")
    With the Archer in row 2 ...
    """
    names = [*first]

    def show(who, row):
        armies, rows = frozen([first, second]), range(1, _ROWS + 1)
        found = {at: stood(game, who, at, *armies, rule) for at in rows}
        ends = {f"in row {at}": one.table().loc["first"] for at, one in found.items()}
        odds = {at: one.first for at, one in found.items()}
        best = max(odds, key=odds.get)
        better = f"; in row {best} it would be {percent(odds[best])}" if best != row else ""
        units, army = moved(game, who, row, first, second)
        mover = [*army][names.index(who)]
        return Answer(
            f"With the {who} in row {row} the first army wins {percent(odds[row])}{better}.",
            drawn(units, mover, (army, second), rules_by(game, rule)),
            charts.rows(pd.DataFrame(ends).T, title="The first army wins"),
            note=f"Blue: whom the {who} reaches as the battle begins; orange: who reaches it. "
            "Only rows in which somebody stands count.",
        )

    def controls():
        shown = who if who in names else names[-1]
        row = int(game.units[shown].more.get("row", 1))
        return {
            "who": choice("who", names, shown),
            "row": slider("row", 1, _ROWS, min(row, _ROWS), live=False),
        }

    return observing(game, show, controls, together=("who", "row"), cost=60, **options)


def moved(game, who, row, first, second):
    """Return (the units with one in another row, the first army); that of the second stays."""
    if who not in second:
        return game.units.changed(who, row=row), first
    mine = f"{who}*"  # another kind, as both armies have it
    units = Units([*game.units, game.units[who].changed(name=mine, row=row)])
    return units, {mine if name == who else name: count for name, count in first.items()}


@cached
def stood(game, who, row, first, second, rule=None):
    """Return the `Odds` of a battle in which a unit stands in a row."""
    units, army = moved(game, who, row, dict(first), dict(second))
    many = sum(count for _, count in first + second) > EXACT
    how = {"units": units, "battles": _BATTLES if many else None}
    return fights.battle(army, dict(second), rules_by(game, rule), **how)


def drawn(units, who, armies, rules):
    """Return a Chart of two armies in their rows, with arrows from and to one kind of unit."""
    places = [_places(units, army, sign) for army, sign in zip(armies, (-1, 1), strict=True)]
    reach = fights.reached(*armies, rules, units=units)
    back = fights.reached(*armies[::-1], rules, units=units)
    chart = charts.texts([], [], [], bare=True, xlim=(-_ROWS - 1, _ROWS + 1), ylim=(-0.35, 1.2))
    arrows = [(reach, places, SIDES["first"]), (back, places[::-1], SIDES["second"])]
    for at, (frame, (mine, theirs), color) in enumerate(arrows):
        for one, row in frame.iterrows():
            for other, does in row.items():
                mover = (one, other)[at]
                if does and _kind(mover) == who and one in mine and other in theirs:
                    chart += _arrow(mine[one], theirs[other], color, -0.02 + 0.04 * at)
    for side, there in zip(("first", "second"), places, strict=True):
        for name, (x, y) in there.items():
            chart += charts.box(x - 0.09, y - 0.04, x + 0.09, y + 0.04, SIDES[side])
            # Names stand outside, as arrows go to the middle, and apart from those of the next row.
            above = y > 0.5 or (y == 0.5 and x % 2)
            away = 0.1 if x % 2 or y == 0.5 else 0.28
            label = y + away if above else y - away
            chart += charts.texts([x], [label], [name], bold=_kind(name) == who)
    rows = [*range(-_ROWS, 0), *range(1, _ROWS + 1)]
    labels = [f"row {abs(row)}" for row in rows]
    return chart + charts.texts(rows, [-0.27] * len(rows), labels, color=GREY)


def _arrow(start, end, color, shift):
    """An arrow between two places, a little beside both and beside the one that comes back."""
    away = 0.12 if start[0] < end[0] else -0.12
    x, y = [start[0] + away, end[0] - away], [start[1] + shift, end[1] + shift]
    return charts.path(x, y, color, width=2, arrow=True)


def _kind(fighter):
    """The name of a unit without the number by which a fighter is told from others."""
    return fighter.rpartition(" ")[0] or fighter


def _places(units, army, sign):
    """Where each fighter of an army is drawn: {name: (x, y)}, its first row in the middle."""
    found, rows = {}, {}
    for name, count in army.items():
        row = min(int(units[name].more.get("row", 1)), _ROWS)
        for number in range(1, count + 1):
            rows.setdefault(row, []).append(f"{name} {number}")
    for row, fighters in rows.items():
        shown = fighters[:_SHOWN]
        for at, fighter in enumerate(shown):
            found[fighter] = sign * row, 1 - (at + 0.5) / len(shown)
    return found
