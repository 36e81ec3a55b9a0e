"""The NetHack overhaul and vanilla NetHack in a charter: exact duels and blows."""

from dataclasses import replace
from functools import partial

from combat import nethack
from combat.charter.cells import Fault, each_of
from combat.charter.claim import Exact
from combat.charter.systems import fights
from combat.charter.systems.system import System
from combat.tables import TableError

MEASURES = {
    "win": "chance",
    "lose": "chance",
    "turns": "number",
    "hits": "chance",
    "is hit": "chance",
    "hits at {points}": "chance",
    "defence": "number",
}
OF_A_BLOW = ("hits", "is hit")
SETTINGS = ("by", "stage", "sd", "uniforms", "distance")
BY = ("overhaul", "vanilla")
_FOLDER = ("monsters.csv", "armor.csv", "weapons.csv", "artifacts.csv", "kits.csv")


def questions(row, place):
    """Yield (role, monster, answer) for each pair of a row.

    first: a role, in its kit of the setting stage (start, mid or late); second: a monster. The
    tables lie in the charter's folder.

    >>> from pathlib import Path
    >>> from combat.charter.place import Place
    >>> from combat.charter.systems.system import Row
    >>> row = Row("Samurai", "hill orc", "win", (), {"by": "vanilla"})
    >>> [(first, second, round(answer().value, 2)) for first, second, answer in questions(
    ...     row, Place(Path("data/nethack")))]
    [('Samurai', 'hill orc', 0.98)]
    """
    sd, by = row.number("sd", 8.0), row.word("by", "overhaul", BY)
    if sd <= 0:
        raise Fault("given", f"sd: {sd:g} is out of range; write a number above 0")
    if row.measure == "hits at {points}":
        row.no_second(f"'{row.measure}' needs only a net")
        if row.first:
            raise Fault("first", f"'{row.measure}' needs only a net: leave the cell empty")
        uniforms = row.whole("uniforms", None, 1, 1000)
        yield "", "", partial(_of_net, row.numbers[0], sd, uniforms)
        return
    distance = row.whole("distance", None, 0, 1000)
    if distance is not None and row.measure not in OF_A_BLOW:
        raise Fault("given", f"distance: '{row.measure}' is fought hand to hand; leave it out")
    cast, stage = _cast(place), row.word("stage", "start", nethack.STAGES)
    roles = each_of("first", row.first, list(dict.fromkeys(cast.kits.index.get_level_values(0))))
    if row.measure == "defence":
        row.no_second("'defence' needs only a role")
        for role in roles:
            yield role, "", partial(_defense, place, cast, role, stage)
        return
    for role in roles:
        for monster in each_of("second", row.second, list(cast.monsters.index), "monsters"):
            pair = cast, role, stage, monster
            if row.measure in OF_A_BLOW:
                yield role, monster, partial(_blow, row.measure, pair, sd, by, distance)
            else:
                yield role, monster, partial(_duel, row.measure, pair, sd, by)


def _cast(place):
    for file in _FOLDER:
        place.source("first", file)
    if place.folder is None:
        raise Fault("first", "the tables of NetHack are read from a folder, not from an upload")
    try:
        return place.memoised("cast", lambda: nethack.read_cast(place.folder))
    except TableError as error:
        raise Fault("first", str(error)) from None


def _of_net(net, sd, uniforms):
    return Exact(float(nethack.hit_chance(net, sd=sd, uniforms=uniforms)))


def _defense(place, cast, role, stage):
    totals = place.memoised("defence", lambda: nethack.defense_totals(cast))
    return Exact(float(totals.loc[role, stage]))


def _blow(measure, pair, sd, by, distance):
    turn = nethack.TURNS[0 if measure == "hits" else 1]
    attacker, target = nethack.encounter(*pair, turn)
    if distance is not None:
        attacker = replace(attacker, distance=distance)
    found = nethack.odds(attacker, target, sd=sd)
    return Exact(float(found.chance if by == "overhaul" else found.vanilla))


def _duel(measure, pair, sd, by):
    cast, role, stage, monster = pair
    fighters = cast.character(role, stage), cast.monster(monster)
    duel = partial(nethack.duel, sd=sd) if by == "overhaul" else nethack.vanilla_duel
    found = duel(*fighters)
    if measure == "turns":
        turns = found.turns()
        return Exact(turns.mean, turns, "turns to the victory")
    value = found.chances[0 if measure == "win" else 1]
    left = found.left_to_winner()
    chances = [left.iloc[::-1, 1].to_numpy(), left.iloc[:, 0].to_numpy()]
    return Exact(value, fights.signed(left.index.to_numpy(), *chances), fights.POINTS)


SYSTEM = System("nethack", MEASURES, SETTINGS, questions)
