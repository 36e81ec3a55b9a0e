"""By which rules units fight: those that a text names, those that suit, and those guessed.

Where nobody names a rule, panels, pages and commands guess the same one from the units' numbers,
and say so; in Python the plain one is the default.
"""

from dataclasses import replace

import numpy as np
import pandas as pd

from combat import hit_rules
from combat.core.own_code import loaded
from combat.core.words import percent, printable
from combat.units.duels import duel
from combat.units.own_functions import at_full
from combat.units.round_robin import duel_tables
from combat.units.rules import PLAIN, Rules, hit_names
from combat.units.sheets.rolls import replacing
from combat.units.sheets.unit import columns_of
from combat.units.simple_rules import (
    ALWAYS,
    ARMOR_CLASSES,
    ARMOR_PERCENT,
    AT_LEAST,
    DAMAGES,
    IS_DAMAGE,
    LESS,
    LESS_PERCENT,
    SQUARED,
    UNDER,
    against,
)
from combat.units.strikes.strikes import AttackTable

RATIO, PRINTED = "ratio", "d20 against printed armour class"


def rules_of(text, folder=None, switch=""):
    """Return the `Rules` that a text names; ValueError, in one line, if it names none.

    text: the name of a hit rule or of a damage rule, or "module:name" or "file.py:name" of Rules of
    your own, or of a function that is their hit rule. folder: where the file is, see
    `combat.core.own_code.loaded`. switch: where the text comes from; an error message begins with
    it.

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
    if text in DAMAGES:
        return Rules(hit=ALWAYS, damage=text)
    if ":" not in text:
        raise ValueError(
            f"'{printable(text)}' names no rules; write a rule's name, module:name or file.py:name"
        )
    found = loaded(text, folder)
    if isinstance(found, Rules):
        return found
    if not callable(found):
        raise ValueError(f"'{printable(text)}' names no Rules; make them with Rules(...)")
    return Rules(hit=found)


def by_whom(text, found=RATIO):
    """Return in words by which rules units are judged.

    text: as for `rules_of`; None for the rule `found`, which was guessed.
    """
    if text is None and found != RATIO:
        return f"by the rule '{found}', guessed from the numbers; --rules names another"
    if text is None:
        return f"by the plain rule, attack against defense by '{PLAIN.hit}'"
    if text in hit_names():
        return f"by the hit rule '{text}'"
    if text in DAMAGES:
        return f"by the damage rule '{text}'"
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
    for column in _columns(units):
        if all(isinstance(unit[column], int | float) for unit in units):
            ends = [end(units, key=lambda unit: unit[column]) for end in (min, max)]
            found |= dict.fromkeys(ends)
    acting = {tuple(one.name for one in unit.actions): unit for unit in units if unit.actions}
    return [*(found | dict.fromkeys([*acting.values()][:_MOST_TRIED]))]


def _columns(units):
    """The columns that all units have; those of two files may differ."""
    first, *others = (columns_of(unit) for unit in units)
    return [column for column in first if all(column in other for other in others)]


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


_SMALL, _CLASSES = (-5, 20), (5, 30)  # bonuses to a d20, and armour classes
_MOST_TRIED = 6  # units with actions, whose first turn takes some 5 ms
_APART = 3  # points by which armour classes lie above bonuses, in the median
_MET, _ACTING = 12, 5  # units, and with actions, that meet to try a rule
_STALLED = 0.5  # of the pairs, above which a rule loses
_SURE = 1e-9


def guessed(units):
    """Return (name, `Rules`) by which units seem to fight: the first of `tries`.

    Without damage it is "attack less defense", without attack or defense every blow hits. Attacks
    that are small beside defenses of 8 to 25 are bonuses to a d20, shares are percents to roll
    under, and all else is compared by "ratio". A rule that can't be used loses, as "ratio" can't
    for an attack and a defense of 0; so does one by which most pairs fight for ever, and one by
    which luck decides none, if another does better. ValueError, and how to mend it, for units of
    which nobody can hurt anybody. units: `Units`, or a list of those of several files.

    >>> from combat.units import Unit, Units
    >>> orc = Unit("Orc", hp=15, attack=5, defense=13, damage="1d12+3")
    >>> guessed(Units([orc, orc.changed(name="Goblin", attack=4, defense=15)]))[0]
    'd20 against printed armour class'
    """
    names = list(dict.fromkeys(_by_numbers(units, set(_columns(units)))))
    rules = usable({name: rules_of(name) for name in names}, units)
    fared = {}
    for name, one in rules.items():
        fared[name] = by_luck, _, for_ever = met(units, one)
        if by_luck and for_ever <= _STALLED * sum(fared[name]):
            return name, one
    best = min(fared, key=lambda name: fared[name][2] > _STALLED * sum(fared[name]))
    return best, rules[best]


def tries(units):
    """Return how some of the units fare by each rule that may be theirs, the likeliest first.

    A frame by the rule's name, with how many pairs luck decides, how many are certain, and how many
    fight for ever.
    """
    names = dict.fromkeys([guessed(units)[0], *_by_numbers(units, set(_columns(units)))])
    rules = usable({name: rules_of(name) for name in names}, units)
    fared = {name: met(units, one) for name, one in rules.items()}
    columns = ["by luck", "certain", "for ever"]
    return pd.DataFrame.from_dict(fared, "index", columns=columns).rename_axis("rule")


def worked(units, rules):
    """Return a blow of the first unit at the second by some rules, in a sentence; "" for no blow.

    >>> from combat.units import Unit, Units
    >>> imp = Unit("Imp", hp=2, attack=10, defense=10, damage="1d4")
    >>> worked(Units([imp, imp.changed(name="Ogre", hp=9)]), PLAIN)
    'For example, Imp hits Ogre in 50.0% of all cases, and a hit takes 2.5 of 9 hit points.'
    """
    one, other = [*units, *units][:2]
    if rules.decided:
        return ""
    strikes = AttackTable([one], [other], rules)
    chance, mean = float(strikes.chance[0, 0]), float(strikes.mean[0, 0])
    return (
        f"For example, {one.name} hits {other.name} in {percent(chance)} of all cases, and a hit "
        f"takes {mean / chance if chance else 0:.3g} of {other.hp} hit points."
    )


def met(units, rules):
    """Return how many pairs luck decides, are certain, and fight for ever: of some units."""
    most = _ACTING if rules.duels_by_turns(units) else _MET
    some = [*units][:: -(-len(units) // most)]
    found, pairs = duel_tables(some, some, rules), np.triu_indices(len(some), 1)
    won, lost, turns = (found[name][pairs] for name in ("win", "lose", "turns"))
    drawn = 1 - won - lost
    for_ever = (drawn > 1 - _SURE) & np.isinf(turns)
    certain = (np.maximum.reduce([won, lost, drawn]) > 1 - _SURE) & ~for_ever
    return tuple(int(which.sum()) for which in (~certain & ~for_ever, certain, for_ever))


def _by_numbers(units, there):
    """The names of rules for which the columns and the numbers of some units speak."""
    if "damage" not in there:
        return _without_damage(there)
    percents = [ARMOR_PERCENT] * any(unit.role("armor") > 0 for unit in units)
    guard = next((name for name in ("defense", *ARMOR_CLASSES) if name in there), None)
    if "attack" not in there or guard is None:
        return [ALWAYS, *percents]
    attack, defense = (np.array([unit[name] for unit in units]) for name in ("attack", guard))
    if _shares(attack):
        first = LESS_PERCENT if _shares(defense) and guard == "defense" else UNDER
    elif _bonuses(attack, defense):
        first = PRINTED if guard == "defense" else against(guard)
    else:
        first = RATIO if guard == "defense" else ALWAYS
    return [first, ALWAYS, *percents]


def _without_damage(there):
    if {"attack", "defense"} <= there:
        return [LESS, AT_LEAST, SQUARED]
    if "attack" in there:
        return [IS_DAMAGE]
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
