"""By which rules units fight: those that a text names, those that suit, and those guessed.

Charters and commands name rules. Only pages and panels guess, from the units' numbers, and say so;
a charter, a mend and a patch have a rule that is named, or the plain one.
"""

from dataclasses import replace

import numpy as np

from combat import hit_rules
from combat.core.own_code import loaded
from combat.core.words import printable
from combat.units.duels import duel
from combat.units.own_functions import at_full
from combat.units.rules import PLAIN, Rules, hit_names
from combat.units.sheets.rolls import replacing
from combat.units.strikes.strikes import AttackTable


def rules_of(text, folder=None, switch=""):
    """Return the `Rules` that a text names; ValueError, in one line, if it names none.

    text: a hit rule's name, or "module:name" or "file.py:name" of Rules of your own, or of a
    function that is their hit rule. folder: where the file is, see `combat.core.own_code.loaded`.
    switch: where the text comes from; an error message begins with it.

    >>> rules_of("combat.units:PLAIN").hit, rules_of("d20 against armour class").order
    ('ratio', 'both')
    """
    try:
        return _named(text, folder)
    except ValueError as error:
        raise ValueError(f"{switch}: {error}" if switch else str(error)) from None


def _named(text, folder):
    if text in hit_names() or text in hit_rules.rules():
        return Rules(hit=text)
    if ":" not in text:
        raise ValueError(
            f"'{printable(text)}' names no rules; write a hit rule's name, module:name or "
            "file.py:name"
        )
    found = loaded(text, folder)
    if isinstance(found, Rules):
        return found
    if not callable(found):
        raise ValueError(f"'{printable(text)}' names no Rules; make them with Rules(...)")
    return Rules(hit=found)


def by_whom(text):
    """Return in words by which rules units are judged; text: as for `rules_of`, None for plain."""
    if text is None:
        return f"by the plain rule, attack against defense by '{PLAIN.hit}'"
    if text in hit_names():
        return f"by the hit rule '{text}'"
    return f"by the rules {printable(text)}"


def usable(rules, units):
    """Return the rules, from {name: Rules}, by which these units can fight.

    A rule is tried on a unit of each kind: the lowest and the highest of each number, and each
    that acts otherwise. ValueError if there is none, saying why, preferably that a column such as
    attack or defense is missing.

    >>> from combat.units import Rules, Unit, Units
    >>> rules = {"by dex": Rules(hit=lambda a, d: a.dex / 20), "ratio": Rules(hit="ratio")}
    >>> list(usable(rules, Units([Unit("Imp", hp=2, attack=10, defense=10, damage=1)])))
    ['ratio']
    """
    some, found, missed, tried = _of_each_kind(units), {}, [], []
    for name, one in rules.items():
        try:
            _try_blows(one, some)
            # Of rules that differ in a published hit rule alone the first turn is tried once.
            plain = replace(one, hit=PLAIN.hit) if one.published else None
            if plain is None or plain not in tried:
                _try_turns(one, some)
                tried.append(plain)
        except Exception as error:  # a designer's own code may raise any
            missed.append(f"the rule '{name}' can't be used: {error or type(error).__name__}")
        else:
            found[name] = one
    if missed and not found:
        raise ValueError(next((one for one in missed if ".columns.csv" in one), missed[0]))
    return found


def _of_each_kind(units):
    """Some of the units: with the lowest and the highest of each number, and with each actions."""
    found = {}
    for column in units.columns:
        if all(isinstance(unit[column], int | float) for unit in units):
            ends = [end(units, key=lambda unit: unit[column]) for end in (min, max)]
            found |= {unit.name: unit for unit in ends}
    acting = {tuple(one.name for one in unit.actions): unit for unit in units if unit.actions}
    found |= {unit.name: unit for unit in [*acting.values()][:_MOST_TRIED]}
    return [*found.values()]


def _try_blows(rules, units):
    """Raise what goes wrong where these units strike each other, by any of their actions."""
    if rules.decided:
        return
    acting = [
        unit.changed(**replacing(dict(action.columns)))
        for unit in units
        for action in unit.actions
        if action.on == "foe"
    ]
    AttackTable(at_full([*units, *acting]), at_full(units), rules)


def _try_turns(rules, units):
    """Raise what goes wrong in the first turn of those that fight by turns, or a fight's own."""
    if rules.decided:
        duel(units[0], units[-1], rules)
    for unit in units:
        if rules.duels_by_turns([unit]):
            duel(unit, units[0], rules, max_turns=1)


RATIO, D20, ALWAYS = "ratio", "d20 against printed armour class", "always hits"
LESS, IS_DAMAGE = "attack less defense", "attack is the damage"
UNDER, LESS_PERCENT = "a roll under attack in percent", "attack less defense in percent"
_ARMOR_CLASSES = ("armor_class", "armour_class", "ac")  # columns of one's own, as they are read
_SMALL, _CLASSES = (-5, 20), (5, 30)  # bonuses to a d20, and armour classes
_MOST_TRIED = 6  # units with actions, whose first turn takes some 5 ms
_APART = 3  # points by which armour classes lie above bonuses, in the median


def guessed(units):
    """Return (name, `Rules`) by which units seem to fight.

    Without damage it is "attack less defense", without attack or defense every blow hits. Attacks
    that are small beside defenses of 8 to 25 are bonuses to a d20, shares are percents to roll
    under, and all else is compared by "ratio". Where that rule can't be used, as "ratio" can't for
    an attack and a defense of 0, every blow hits. ValueError, and how to mend it, for units of
    which nobody can hurt anybody.

    >>> from combat.units import Unit, Units
    >>> orc = Unit("Orc", hp=15, attack=5, defense=13, damage="1d12+3")
    >>> guessed(Units([orc, orc.changed(name="Goblin", attack=4, defense=15)]))[0]
    'd20 against printed armour class'
    """
    name, rules = _by_numbers(units, set(units.columns))
    candidates = {name: rules, ALWAYS: Rules(hit=ALWAYS)}
    first, *_ = usable(candidates, units)
    return first, candidates[first]


def _by_numbers(units, there):
    """(Name, `Rules`) for which the numbers of some units speak, by the columns that are there."""
    if "damage" not in there:
        return _without_damage(there)
    guard = next((name for name in ("defense", *_ARMOR_CLASSES) if name in there), None)
    if "attack" not in there or guard is None:
        return ALWAYS, Rules(hit=ALWAYS)
    attack, defense = (np.array([unit[name] for unit in units]) for name in ("attack", guard))
    if _shares(attack):
        return _in_percent(guard, _shares(defense))
    if _bonuses(attack, defense):
        return (D20, Rules(hit=D20)) if guard == "defense" else _against(guard)
    return (RATIO, Rules(hit=RATIO)) if guard == "defense" else (ALWAYS, Rules(hit=ALWAYS))


def _without_damage(there):
    if {"attack", "defense"} <= there:
        return LESS, Rules(hit=ALWAYS, damage=LESS)
    if "attack" in there:
        return IS_DAMAGE, Rules(hit=ALWAYS, damage=lambda attacker, _defender: attacker.attack)
    raise ValueError(
        "neither damage nor attack was found, so nobody can hurt anybody: say in a line of the "
        "file's .columns.csv which heading is the damage, such as 'strength,damage'"
    )


def _shares(values):
    """Whether all are shares, and not all of them 0 or 1."""
    return bool(((values >= 0) & (values <= 1)).all() and (values % 1 != 0).any())


def _bonuses(attack, defense):
    """Whether attacks are bonuses to a d20 that defenses, as armour classes, are rolled against."""
    within = [
        ((values >= low) & (values <= high) & (values % 1 == 0)).all()
        for values, (low, high) in ((attack, _SMALL), (defense, _CLASSES))
    ]
    middle = np.median(defense)
    return bool(all(within) and 8 <= middle <= 25 and np.median(attack) + _APART <= middle)


def _in_percent(guard, both):
    if both and guard == "defense":
        return LESS_PERCENT, Rules(hit=_less_defense)
    return UNDER, Rules(hit=lambda attacker, _defender: attacker.attack)


def _less_defense(attacker, defender):
    return np.clip(attacker.attack - defender.defense, 0, 1)


def _against(column):
    """A d20 against an armour class in a column of one's own; 1 misses, 20 hits."""

    def d20(attacker, defender):
        needed = getattr(defender, column) - attacker.attack
        return np.clip((21 - needed) / 20, 0.05, 0.95)

    return f"d20 against {column.replace('_', ' ')}", Rules(hit=d20)
