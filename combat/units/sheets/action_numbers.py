"""The numbers of a unit's actions, each with a name like that of a column: "Fireball: uses"."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from math import inf, isinf

from combat.dice import Distribution, dice
from combat.units.sheets import kinds
from combat.units.sheets.actions import Action
from combat.units.sheets.schema import KEPT, SHARE, columns_of
from combat.units.sheets.statuses import Grant, Status

_NUMBERS = {
    table: [name for name, one in columns_of(table).items() if one.is_number]
    for table in (Action, Status)
}
_SHARES = {
    name
    for table in (Action, Status, Grant)
    for name, one in columns_of(table).items()
    if one.kind in (SHARE, kinds.SKIPS, kinds.ENDS)
}


@dataclass(frozen=True)
class Number:
    """A number of an `Action` or a `Status`: its value, and whether it is set.

    other(row, value): returns an action or a status with that value in its place.
    """

    of: Action | Status
    value: object
    is_set: bool
    other: Callable

    def changed(self, actions, value):
        """Return some actions, with that value in place of this one."""
        other = partial(self.other, value=value)
        if isinstance(self.of, Status):
            return with_status(actions, self.of.name, other)
        return tuple(other(one) if one.name == self.of.name else one for one in actions)

    @property
    def counts(self):
        """Whether it is set, and a finite number or dice: not a word, and not infinity."""
        is_dice = isinstance(self.value, Distribution)
        is_number = isinstance(self.value, int | float) and not isinf(self.value)
        return self.is_set and (is_dice or is_number)


def is_share(name):
    """Return whether a number, such as "Fireball: drain", is a share or a chance."""
    return name.rpartition(": ")[2].rpartition(" ")[2] in _SHARES


def known(actions, own):
    """Return the numbers of some actions, set or not: {"Fireball: uses": `Number`, ...}.

    Each action has its columns that are numbers and each that stands for its unit's own, and for
    each status that it gives "Bite: ill turns" and "Bite: ill chance"; each status has its columns
    that are numbers, and what it changes, "weak: attack" added and "weak: damage x" multiplied. If
    an action and a status have the same name, the number of the action is meant.
    """
    found, statuses = {}, {}
    for action in actions:
        found |= {f"{action.name}: {name}": one for name, one in _of_action(action, own)}
        statuses |= {status.name: status for status in action.statuses}
    for status in statuses.values():
        for name, one in _of_status(status):
            found.setdefault(f"{status.name}: {name}", one)
    return found


def _of_action(action, own):
    """The numbers of an action: pairs (name, Number)."""
    for name in _NUMBERS[Action]:
        value = inf if name == "per_turn" and action.unlimited else getattr(action, name)
        yield name, Number(action, value, action.is_set(name), partial(_set, name))
    given = dict(action.columns)
    for name, value in (own | given).items():
        if name not in (*KEPT, *_NUMBERS[Action]):
            value = dice(value) if name == "damage" else value
            yield name, Number(action, value, name in given, partial(_set_own, name))
    for gift in (*action.gives, *action.gets):
        for one in (gift, *gift.also):
            for name in ("turns", "chance") if one is gift else ("turns",):
                value, status = getattr(one, name), one.status.name
                other = partial(_set_of_gift, status, name)
                yield f"{status} {name}", Number(action, value, value not in (None, 1.0), other)


def _of_status(status):
    """The numbers of a status: pairs (name, Number)."""
    for name in _NUMBERS[Status]:
        value, is_set = getattr(status, name), status.is_set(name)
        yield name, Number(status, value, is_set, partial(_set, name))
    for column, how, value in status.changes:
        name = column if how == "+" else f"{column} x"
        yield name, Number(status, value, True, partial(_set_change, column, how))


def _set(name, one, value):
    return replace(one, **{name: value})


def _set_own(name, one, value):
    return replace(one, columns=tuple({**dict(one.columns), name: value}.items()))


def _set_of_gift(status, name, one, value):
    return _regiven(one, status, lambda gift: replace(gift, **{name: value}))


def _set_change(column, how, status, value):
    changes = [(*one[:2], value) if one[:2] == (column, how) else one for one in status.changes]
    return replace(status, changes=tuple(changes))


def with_status(actions, name, other):
    """Return actions in which a function changes the status of that name."""
    return tuple(
        _regiven(action, name, lambda gift: replace(gift, status=other(gift.status)))
        for action in actions
    )


def with_statuses(actions, changed):
    """Return actions that give other statuses by the same names; changed: {name: `Status`}."""
    for name, status in changed.items():
        actions = with_status(actions, name, lambda _, status=status: status)
    return actions


def _regiven(action, name, other):
    """An action with the gifts of one status replaced."""
    given = {
        field: tuple(_other_gift(gift, name, other) for gift in getattr(action, field))
        for field in ("gives", "gets")
    }
    return replace(action, **given)


def _other_gift(gift, name, other):
    if gift.also:
        gift = replace(gift, also=[_other_gift(one, name, other) for one in gift.also])
    return other(gift) if gift.status.name == name else gift


def cells_of_actions(unit):
    """Return all that is written about a unit's actions: {"Fireball: uses": 3, ...}."""
    found = {}
    for place, action in enumerate(unit.actions, 1):
        found[f"{action.name}: place"] = place
        found |= _words(action, beside=("columns", "of"))
        for name, number in _of_action(action, {}):
            if number.is_set:
                found[f"{action.name}: {name}"] = number.value
        for status in action.statuses:
            for name, one in _of_status(status):
                if one.is_set:
                    found[f"{status.name}: {name}"] = getattr(one.value, "text", one.value)
            found |= _words(status, beside=("changes", "each_hit"))
    return found


def _words(one, beside):
    """What an action or a status says in columns that are no numbers: {"Fireball: on": "foe"}."""
    there = columns_of(type(one)).items()
    names = [name for name, it in there if not it.is_number and name not in beside]
    return {f"{one.name}: {name}": _written(one, name) for name in names if one.is_set(name)}


def _written(one, name):
    """A word of an action or a status, as a table would have it."""
    value = getattr(one, name)
    if isinstance(value, tuple):
        return ", ".join(map(_part, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return getattr(value, "text", str(value))


def _part(one):
    """One of several words: a status, a gift, or a counter with its amount."""
    if isinstance(one, tuple):
        return f"{one[0]} {one[1]}"
    return one if isinstance(one, str) else one.status.name
