"""A party and its foes: what a battle costs, which number moves it, how many make it hard."""

from bisect import bisect_left

import numpy as np
import pandas as pd

from combat import units as fights
from combat.units.battles.armies import SIDES as BOTH
from combat.units.battles.armies import army_of, match_up
from combat.units.battles.sizing import Meeting
from combat.units.battles.steps import Ends
from combat.workbook import Answer, charts, choice, slider
from combat.workbook.charts.palette import SIDES
from combat.workbook.panels.armies import counters, frozen, sides_of
from combat.workbook.panels.common import columns_of, names_of, observing, rules_by, values_of
from combat.workbook.panels.formation import EXACT
from combat.workbook.panels.game import cached
from combat.workbook.panels.leveling import grows

_LEVELS = (1, 5, 10, 15, 20)
_BATTLES, _LOOKS = 400, 11  # of each step, value and count; values of a number on its curve
_MOST = 100  # of a foe
_SHOWN, _FOES = 8, 6  # steps of numbers, and foes
_ABREAST, _MOST_DRAWN = 5, 15  # figures in a row, and of one kind
HARD = {"easy": 0.9, "even": 0.5, "deadly": 0.1}  # chances to win


def encounter(game, party, foes, *, wanted=0.7, rule=None, **options):
    """Return a Panel of a battle: who falls how surely, which number moves it, and one's curve.

    party, foes: {name of a unit: how many}. wanted: the chance to win whose value is looked for.
    rule: the name of one of the game's rules. What is too large to be solved is fought 400 times.

    >>> from combat.workbook import Game, panels
    >>> game = Game(b"name,hp,attack,defense,damage\\nImp,3,9,9,1\\nOgre,6,9,9,1\\n", "mine.csv")
    >>> panels.encounter(game, {"Ogre": 1}, {"Imp": 2})
    The party wins 9% and loses 0.9 of 1. Ogre: damage 3 for 70%. ...
    """
    fielded = [party, foes]

    def show(number, wanted, **counts):
        left = iter(counts.values())
        armies = [{name: next(left) for name in side} for side in sides_of(game, fielded)]
        sides = frozen(armies)
        costs, moves = cost_of(game, *sides, rule), moves_of(game, *sides, rule)
        name, column = whose(number, armies)
        curve = curve_of(game, *sides, rule, name, column)
        found = value_for(game, *sides, rule, name, column, wanted)
        enough = f"No {column} of {name} is enough" if found is None else f"{number} {found}"
        (won, lost), falls = with_value(game, *sides, rule), costs["falls"]
        return Answer(
            f"The party wins {won:.0%} and loses {lost * len(falls):.1f} of {len(falls)}.",
            drawn(armies),
            charts.rows(falls.to_frame(), title="Who falls"),
            charts.rows(moves.head(_SHOWN), effects=True, title="What a tenth more changes"),
            charts.lines(
                curve,
                colors={"win": SIDES["first"], "lost": SIDES["second"]},
                mark=found,
                title=f"By {column} of {name}",
                xlabel=column,
            ),
            note=f"{enough} for {wanted:.0%}. {_spent(costs)}Lost: the share of the "
            f"party that falls. {how_known(game, *sides, rule)}"
            f"{' '.join(costs.attrs.get('notes', ()))}",
        )

    def controls():
        sides = sides_of(game, fielded)
        labelled = zip(("party: ", "foes: "), sides, strict=True)
        numbered = [(label, *one) for label, side in labelled for one in side.items()]
        numbers = numbers_in(game, sides, rule)
        more = {"number": choice("which number", numbers, exported=numbers[:3])}
        more["wanted"] = slider("wanted", 0.05, 0.95, wanted, step=0.05, percent=True, live=False)
        return more | counters(numbered)

    return observing(game, show, controls, **{"cost": 600} | options)


def numbers_in(game, armies, rule=None):
    """Return the numbers of a battle's units, "Knight: hp", those that move it most first."""
    numbers = {f"{name}: {one}" for army in armies for name in army for one in columns_of(game)}
    steps = moves_of(game, *frozen(armies), rule).index.str.rpartition(" ").get_level_values(0)
    return [number for number in steps if number in numbers]


def whose(number, armies):
    """Return the unit and the column of a number such as "Knight: hp"."""
    names = [name for army in armies for name in army if number.startswith(f"{name}: ")]
    name = max(names, key=len)
    return name, number.removeprefix(f"{name}: ")


def _spent(costs):
    """What is used up, in a sentence; "" for nothing."""
    uses = costs.drop(columns=["falls", "hit_points"], errors="ignore").sum()
    told = ", ".join(f"{name} {spent:.1f} times" for name, spent in uses.items())
    return f"Used up: {told}. " if told else ""


def drawn(armies):
    """Return a Chart of both armies, each kind as rows of figures under its name."""
    parts, low = [], 0
    for sign, side, army in zip((-1, 1), ("first", "second"), armies, strict=True):
        y = 0
        for name, count in army.items():
            label = [f"{name} × {count}"]
            parts.append(charts.texts([sign * (_ABREAST / 2 + 0.7)], [y], label, bold=True))
            for number in range(min(count, _MOST_DRAWN)):
                row, x = divmod(number, _ABREAST)
                parts += figure(sign * (x + 1.2), y - 1.2 - row, SIDES[side])
            y -= 2 + (min(count, _MOST_DRAWN) - 1) // _ABREAST
        low = min(low, y)
    wide = _ABREAST + 1
    return sum(parts, charts.texts([], [], [], bare=True, xlim=(-wide, wide), ylim=(low, 0.5)))


def figure(x, y, color):
    """Return Charts of a small figure that stands at a place: its head and its body."""
    around = np.linspace(0, 2 * np.pi, 13)
    head = x + 0.17 * np.cos(around), y + 0.65 + 0.13 * np.sin(around)
    body = [x - 0.32, x - 0.24, x + 0.24, x + 0.32], [y, y + 0.48, y + 0.48, y]
    return [charts.path(*part, color, fill=True) for part in (head, body)]


@cached
def cost_of(game, party, foes, rule=None):
    """Return how surely each of the party falls, and what it uses up, as `encounter` does."""
    rules, how = rules_by(game, rule), {"units": game.units, "battles": _BATTLES}
    met = match_up(dict(party), dict(foes), rules, units=game.units)
    if met.by_turns:
        how["battles"] = None if met.fighters <= EXACT else _BATTLES
        return fights.encounter(dict(party), dict(foes), rules, **how)
    odds = met.exact() or met.odds(BOTH, _BATTLES)
    return pd.DataFrame({"falls": 1 - odds.alive[0]}, pd.Index(met.armies[0].fighters))


@cached
def moves_of(game, party, foes, rule=None):
    """Return the frame of `what_moves`."""
    how = {"units": game.units, "battles": _BATTLES}
    return fights.what_moves(dict(party), dict(foes), rules_by(game, rule), **how)


@cached
def curve_of(game, party, foes, rule, name, column):
    """Return the chance to win, and the share of the party that falls, by values of a number."""
    values = [*values_of(game, column, _LOOKS)]
    found = [with_value(game, party, foes, rule, name, column, value) for value in values]
    return pd.DataFrame(found, pd.Index(values, name=column), ["win", "lost"])


@cached
def with_value(game, party, foes, rule, name="", column="", value=0):
    """Return the chance to win, and the share that falls; with another value of a number of one."""
    units = game.units.changed(name, **{column: value}) if name else game.units
    won, lost = ends_of(game, party, foes, rule, units).means
    return won, lost / sum(count for _, count in party)


def ends_of(game, party, foes, rule, units):
    """Return the `Ends` of a battle."""
    met = match_up(dict(party), dict(foes), rules_by(game, rule), units=units)
    return Ends(met, _BATTLES)


def how_known(game, party, foes, rule=None):
    """Return how the chance to win is known, in a sentence."""
    if ends_of(game, party, foes, rule, game.units).exact:
        return "The chance to win is exact. "
    return f"{_BATTLES} battles with dice: the chance to win may be off by 5 points. "


@cached
def value_for(game, party, foes, rule, name, column, wanted):
    """Return the value of a number nearest to its worst with a chance to win; None for none."""

    def enough(value):
        return with_value(game, party, foes, rule, name, column, value)[0] >= wanted

    ends = curve_of(game, party, foes, rule, name, column)["win"].iloc[[0, -1]]
    values = range(ends.index[0], ends.index[-1] + 1)
    ordered = values if ends.iloc[1] >= ends.iloc[0] else values[::-1]
    at = bisect_left(ordered, True, key=enough)
    return ordered[at] if at < len(ordered) else None


def how_many(game, party, *, foes=None, aim=0.7, rule=None, **options):
    """Return a Panel of how many of each foe a party beats, by its level if it grows.

    party: {name of a unit: how many}. foes: names, by default of the units that aren't in it. aim:
    the chance to win, at first. rule: the name of one of the game's rules.

    >>> from combat.workbook import Game, panels
    >>> sheet = b"name,hp,attack,defense,damage\\nHero,9+level,9,9,2\\nRat,1,5,5,1\\n"
    >>> panels.how_many(Game(sheet, "mine.csv"), {"Hero": 2}, foes=["Rat"])
    At level 1 the party beats 9 × Rat in 70% of all battles. ...
    """

    def show(aim, **counts):
        army = dict(zip(sides_of(game, [party])[0], counts.values(), strict=True))
        found = counts_of(game, frozen([army])[0], _foes(game, army, foes), aim, rule)
        level, foe = found.columns[0], found.index[0]
        told = f"{found.iloc[0, 0]:.0f} × {foe}"
        grown = found.columns.name == "level of the party"
        drawn = charts.heat(
            found, limits=(0, max(1, found.max(axis=None))), spec=".0f", xlabel=found.columns.name
        )
        where = f"At level {level} the" if grown else "The"
        return Answer(
            f"{where} party beats {told} in {aim:.0%} of all battles.",
            drawn,
            note="The greatest number of each foe alone that the party still beats so often; "
            f"{_BATTLES} battles of each, so one more or less is possible.",
        )

    def controls():
        own = sides_of(game, [party])[0]
        aims = HARD if aim in HARD.values() else {f"{aim:.0%}": aim} | HARD
        counts = counters([("", *one) for one in own.items()])
        for count in counts.values():
            count.exported = [count.value]  # 37 parties would take half a minute
        return {"aim": choice("how hard", aims, aim)} | counts

    return observing(game, show, controls, **{"cost": 400} | options)


def _foes(game, army, foes):
    names = [name for name in names_of(foes) if name in game.units]
    return tuple(names or [name for name in game.names if name not in army][:_FOES] or game.names)


def counts_of(game, party, foes, aim, rule=None):
    """Return how many of each foe a party beats: a frame of counts, foes by the party's level."""
    found = {
        level: [meeting(game, party, foe, level, rule).row(aim, _MOST)[0][0] for foe in foes]
        for level in (_LEVELS if grows(game) else ("now",))
    }
    name = "level of the party" if grows(game) else ""
    return pd.DataFrame(found, foes).rename_axis(columns=name)


@cached
def meeting(game, party, foe, level, rule=None):
    """Return the `Meeting` of a party at a level and a foe, which keeps what it has fought."""
    army = dict(party)
    units = game.units if level == "now" else game.units.at(dict.fromkeys(army, level))
    how = {"rules": rules_by(game, rule)}
    return Meeting(army_of(army, units), game.units[foe], how, _BATTLES)
