"""Teams for a budget: which ones informed players field, who beats whom, what each unit adds."""

from itertools import permutations

from combat.core.words import percent
from combat.units import adds
from combat.units import teams as fielded
from combat.workbook import Answer, Table, charts, slider
from combat.workbook.charts.palette import EDGE, GREY
from combat.workbook.panels.common import observing, rule_of
from combat.workbook.panels.game import cached

_SHOWN = 5  # teams
_BEATS = 0.52  # a score, from which an arrow is drawn
_BATTLES = 320  # of a pair
_FORMATS = dict.fromkeys(("share", "cost", "low", "high"), ".1%")


def teams(game, *, budget=None, most=3, rule=None, **options):
    """Return a Panel of the teams that informed players field for a budget.

    budget: what is spent at first, by default enough for three of a middling cost. most: units in a
    team. An arrow leads from a team to one that it beats.

    >>> from combat.workbook import Game, panels
    >>> sheet = b"name,hp,attack,defense,damage,cost\\nImp,2,9,9,1,1\\nOgre,9,9,9,1,2\\n"
    >>> panels.teams(Game(sheet, "mine.csv"), budget=3, most=2)
    Banning Ogre costs one player ...% of all battles. ...
    """

    def show(budget, rule):
        found, added = scanned(game, budget, most, rule)
        costs = found.units["cost"].sort_values(ascending=False, kind="stable")
        worst = f"Banning {costs.index[0]} costs one player {percent(costs.iloc[0])}"
        around = f" All that were tried: {found.circle}." if found.circle else ""
        return Answer(
            f"{worst} of all battles.",
            drawn(found),
            charts.rows(added.iloc[:, :3], effects=True, title="What a unit adds to its team"),
            table=Table(found.units, formats=_FORMATS),
            note=f"Fielded: {found}{around} What a unit adds: the score of teams with it less that "
            "of the same with what its cost buys else.",
        )

    def controls():
        costs = sorted(unit.role("cost") for unit in game.units)
        first = budget or round(3 * max(costs[len(costs) // 2], 1))
        offered = sorted({max(1, first - 1), first, first + 1})
        spent = slider("budget", 1, 2 * first, first, exported=offered, live=False)
        return {"budget": spent, "rule": rule_of(game, rule)}

    return observing(game, show, controls, **{"cost": 3000} | options)


@cached
def scanned(game, budget, most, rule):
    """Return the `Teams` of a budget, and what each unit adds."""
    how = {"most": most}
    found = fielded(game.units, budget, game.rules[rule], battles=_BATTLES, **how)
    return found, adds(game.units, budget, game.rules[rule], **how)


def drawn(found):
    """Return a Chart of teams as rows of figures, the most fielded on top, and who beats whom."""
    shown = [*dict.fromkeys([*found.fielded.index, *found.scores.index])][:_SHOWN]
    widest = max(sum(found.rosters[name].values()) for name in shown)
    limits = {"xlim": (-1.3, widest + len(shown) * 0.5), "ylim": (0.4 - len(shown), 0.6)}
    chart = charts.texts([], [], [], bare=True, title="Teams, and whom they beat", **limits)
    for at, name in enumerate(shown):
        weight = found.fielded["weight"].get(name, 0)
        chart += charts.texts([-0.8], [-at], [percent(weight, 0)], bold=weight > 0)
        figures = [who for who, count in found.rosters[name].items() for _ in range(count)]
        for place, who in enumerate(figures):
            chart += charts.box(
                place - 0.45, -at - 0.3, place + 0.45, -at + 0.3, GREY, opacity=0.25
            )
            chart += charts.texts([place], [-at], [who], size=10)
    pairs = permutations(enumerate(shown), 2)
    beaten = [(at, to) for (at, one), (to, two) in pairs if found.scores.loc[one, two] > _BEATS]
    for number, (at, to) in enumerate(beaten):  # each in a lane of its own
        x = widest - 0.3 + len(shown) * 0.5 * (number + 1) / (len(beaten) + 1)
        chart += charts.path([x, x], [-at, -to], EDGE, width=2, arrow=True)
        chart += charts.texts([x], [-at], ["•"], color=EDGE)
    return chart
