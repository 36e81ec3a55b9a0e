"""One battle, told line by line."""

from combat.core.checks import check_whole
from combat.units.battles.armies import Army, army_of, match_up_by_turns
from combat.units.rules import PLAIN
from combat.units.sheets.unit import Unit

MOST_TOLD = 40  # fighters


def tell(army, other, rules=PLAIN, *, units=None, targeting="random", max_rounds=None, seed=0):
    """Return one fight as one would tell it: lines of text, to be printed.

    A line for each action says who, what, the dice (a blow's damage, or that it misses), and what
    changed; and of actions earlier in the list why they weren't done: the way to see why one never
    is. Where several act in one moment, its results stand behind it. army, other: as for `battle`,
    or a unit each; the other arguments, too. The same seed tells the same fight. ValueError for
    rules with a fight of their own, and for more than 40 fighters.

    >>> from combat.units import Action, Rules, Unit
    >>> potion = Action("Potion", on="self", heals=3, uses=1, when="hp < 50 %")
    >>> hero = Unit("Hero", hp=5, damage=4, actions=[potion])
    >>> print(tell(hero, Unit("Imp", hp=8, damage=3), Rules(hit="always hits", order="first")))
    Round 1
      Hero: attack (4): Imp 8 -> 4 hp. Not Potion, as nobody fulfils 'hp < 50 %'.
      Imp: attack (3): Hero 5 -> 2 hp.
    Round 2
      Hero: Potion (3): Hero 2 -> 5 hp.
      Imp: attack (3): Hero 5 -> 2 hp.
    Round 3
      Hero: attack (4): Imp 4 -> 0 hp, falls. Not Potion, which is used up.
    The first side wins.
    """
    armies = tuple(
        Army(((one, 1),)) if isinstance(one, Unit) else army_of(one, units) for one in (army, other)
    )
    rules.refuse_fight()
    if max_rounds is not None:
        max_rounds = int(check_whole("max_rounds", max_rounds, low=1))
    if not all(map(len, armies)):
        return "Nobody stands against the other: there is no fight to tell."
    if sum(map(len, armies)) > MOST_TOLD:
        raise ValueError(f"{sum(map(len, armies))} fighters are too many to tell of: at most 40")
    from combat.units.engine.told import course_of  # loads scipy's sparse matrices

    met = match_up_by_turns(armies, rules, targeting, max_rounds)
    return "\n".join(course_of(met.game, _names(armies), int(check_whole("seed", seed, low=0))))


def _names(armies):
    """The fighters' names; a number only where a unit is there several times, a side if in both."""
    found = []
    for side, army in zip(("first", "second"), armies, strict=True):
        both = {unit.name for one in armies if one is not army for unit in one.units}
        for unit, count in army.groups:
            name = f"{unit.name} ({side})" if unit.name in both else unit.name
            found += [name if count == 1 else f"{name} {n}" for n in range(1, count + 1)]
    return found
