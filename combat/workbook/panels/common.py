"""What the panels of a game share: they follow it, and offer its units, its rules, its numbers.

The game itself stands in `game`.
"""

import math

from combat.ranking import strength, win_rates
from combat.units import matrices
from combat.workbook.panel.controls import choice
from combat.workbook.panel.panel import Panel
from combat.workbook.panels.game import cached

_MOST_EXPORTED = 16  # units that a list offers on a page, where several controls move together
_RULES_EXPORTED = 3
_POINTS = 60


def observing(game, show, controls=dict, quick=False, **options):
    """Return a `Panel` that shows the game anew as it changes, quick ones before other panels."""
    panel = Panel(show, **options, controls=controls())
    game.observe(lambda: panel.renew(controls()), quick)
    return panel.follows()


def scores(game, rule):
    """Return the score of each unit against each; where the row attacks, the mean of both roles."""
    found = tables(game, rule)["score"]
    return win_rates(found, attacks=True) if game.rules[rule].attacking else found


@cached
def tables(game, rule, against=None):
    """Return the frames of all duels by their measures, see `matrices`."""
    return matrices(game.units, game.rules[rule], against=against)


@cached
def by_strength(game):
    """Return the names of the units by strength; in their own order if they can't be ranked."""
    try:
        return [*strength(scores(game, next(iter(game.rules)))).index]
    except ValueError:
        return game.names


def one_of(game, label, wanted=None, *, unlike="", exported=_MOST_EXPORTED):
    """Return a list to choose a unit from, the first wanted one or the strongest, not `unlike`."""
    names = game.names
    ranks = [name for name in (*names_of(wanted), *by_strength(game)) if name in names]
    shown = next((name for name in ranks if name != unlike), unlike)
    offered = list(dict.fromkeys([shown, *ranks]))[:exported]
    return choice(label, names, shown, exported=[name for name in names if name in offered])


def rule_of(game, wanted=None):
    """Return a list to choose one of the game's rules from."""
    names = list(game.rules)
    shown = wanted if wanted in names else names[0]
    offered = list(dict.fromkeys([shown, *names]))[:_RULES_EXPORTED]
    return choice("rule", names, shown, exported=[name for name in names if name in offered])


def rules_by(game, rule=None):
    """Return the game's `Rules` of a name, its first ones by default."""
    return game.rules[rule or next(iter(game.rules))]


def pair_of(game, first=None, second=None, rule=None, labels=("first", "second")):
    """Return the lists of a duel: two units, the strongest at first, and a rule."""
    one = one_of(game, labels[0], first)
    return {
        "first": one,
        "second": one_of(game, labels[1], second, unlike=one.value),
        "rule": rule_of(game, rule),
    }


def names_of(wanted):
    """Return one name, several or none as a list."""
    return [wanted] if isinstance(wanted, str) else list(wanted or ())


def columns_of(game, wanted=None):
    """Return the numbers of the game's units that a panel can move: the names of columns."""
    unit = game.units[game.names[0]]
    known = ["attack", "damage", "hp", "armor", "defense", "speed"]
    numbers = [column for column in known if column in game.units.columns]
    numbers += [name for name, value in unit.more.items() if isinstance(value, int | float)]
    return [name for name in wanted or numbers if name in numbers] or numbers


def values_of(game, column, most=_POINTS):
    """Return whole numbers to try in a column, from 0 (hp: 1) to beyond its highest."""
    highest = max(number_of(unit, column) for unit in game.units)
    top = max(most, math.ceil(1.25 * highest))
    step = max(1, round(top / most))
    return range(1 if column == "hp" else 0, top + 1, step)


def number_of(unit, column):
    """Return a number of a unit, of dice their mean; 0 for none."""
    value = unit.role(column) if column in ("damage", "speed") else unit[column]
    value = float(getattr(value, "mean", value))
    return value if math.isfinite(value) else 0.0
