"""The numbers of a unit's actions, each with a name like that of a column: "Fireball: uses"."""

from dataclasses import dataclass, fields, replace
from functools import partial
from math import inf, isinf

from combat.dice import Distribution, dice
from combat.units.sheets.actions import KEPT, Action, Status

OF_ACTIONS = (
    *("times", "targets", "miss", "heals", "drain", "uses", "recharge"),
    *("cooldown", "weight", "per_turn"),
)
_WORDS = (
    *("whom", "on", "per", "gives", "gets", "cures", "sheds", "when", "free"),
    *("spends", "gains", "reacts", "overkill"),
)
OF_STATUSES = ("loses", "gains", "skips", "turns", "ends", "stacks", "absorbs")
_DEFAULTS = {kind: {one.name: one.default for one in fields(kind)} for kind in (Action, Status)}


@dataclass(frozen=True)
class Number:
    """A number: its value, is it set, and changed(actions, value): the actions with that value."""

    value: object
    is_set: bool
    changed: object

    @property
    def counts(self):
        """Whether it is set, and a finite number or dice: not a word, and not infinity."""
        is_dice = isinstance(self.value, Distribution)
        is_number = isinstance(self.value, int | float) and not isinf(self.value)
        return self.is_set and (is_dice or is_number)


def known(actions, own):
    """Return the numbers of some actions, set or not: {"Fireball: uses": `Number`, ...}.

    Each action has the numbers OF_ACTIONS and each column that it may replace, and for each status
    that it gives "Bite: ill turns" and "Bite: ill chance"; each status has OF_STATUSES and what it
    changes, "weak: attack" added and "weak: damage x" multiplied. If an action and a status have
    the same name, the number of the action is meant.
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
    for field in OF_ACTIONS:
        change = partial(_with_field, action.name, field)
        number = _number(action, field, change)
        no_limit = field == "per_turn" and action.unlimited
        yield field, replace(number, value=inf) if no_limit else number
    given = dict(action.columns)
    for column, value in (own | given).items():
        if column not in (*KEPT, *OF_ACTIONS):
            value = dice(value) if column == "damage" else value
            yield column, Number(value, column in given, partial(_with_column, action.name, column))
    for gift in (*action.gives, *action.gets):
        for field in ("turns", "chance"):
            value = getattr(gift, field)
            change = partial(_with_gift, action.name, gift.status.name, field)
            yield f"{gift.status.name} {field}", Number(value, value not in (None, 1.0), change)


def _of_status(status):
    """The numbers of a status: pairs (name, Number)."""
    for field in OF_STATUSES:
        yield field, _number(status, field, partial(_with_status, status.name, field))
    for column, how, value in status.changes:
        change = partial(_with_change, status.name, column, how)
        yield column if how == "+" else f"{column} x", Number(value, True, change)


def _number(one, field, change):
    value = getattr(one, field)
    return Number(value, value != _DEFAULTS[type(one)][field], change)


def _with_field(name, field, actions, value):
    return tuple(
        replace(action, **{field: value}) if action.name == name else action for action in actions
    )


def _with_column(name, column, actions, value):
    (action,) = (action for action in actions if action.name == name)
    own = dict(action.columns) | {column: value}
    return _with_field(name, "columns", actions, tuple(own.items()))


def _with_gift(name, status, field, actions, value):
    def other(gift):
        return replace(gift, **{field: value})

    return tuple(
        _regiven(action, status, other) if action.name == name else action for action in actions
    )


def _with_status(name, field, actions, value):
    return _with_other_status(name, lambda status: replace(status, **{field: value}), actions)


def _with_change(name, column, how, actions, value):
    def other(status):
        changes = tuple(
            (column, how, value) if change[:2] == (column, how) else change
            for change in status.changes
        )
        return replace(status, changes=changes)

    return _with_other_status(name, other, actions)


def _with_other_status(name, other, actions):
    return tuple(
        _regiven(action, name, lambda gift: replace(gift, status=other(gift.status)))
        for action in actions
    )


def with_statuses(actions, changed):
    """Return actions that give other statuses by the same names; changed: {name: `Status`}."""
    for name, status in changed.items():
        actions = _with_other_status(name, lambda _, status=status: status, actions)
    return actions


def _regiven(action, name, other):
    """An action with the gifts of one status replaced."""
    given = {
        field: tuple(
            other(gift) if gift.status.name == name else gift for gift in getattr(action, field)
        )
        for field in ("gives", "gets")
    }
    return replace(action, **given)


def cells_of_actions(unit):
    """Return all that is written about a unit's actions: {"Fireball: uses": 3, ...}."""
    found = {}
    for place, action in enumerate(unit.actions, 1):
        found[f"{action.name}: place"] = place
        for name in _WORDS:
            value = getattr(action, name)
            if value != _DEFAULTS[Action][name]:
                found[f"{action.name}: {name}"] = _written(value)
        for name, number in _of_action(action, {}):
            if number.is_set:
                found[f"{action.name}: {name}"] = number.value
        for status in action.statuses:
            found |= {
                f"{status.name}: {name}": getattr(one.value, "text", one.value)
                for name, one in _of_status(status)
                if one.is_set
            }
            yes = [name for name in ("broken", "in_rounds") if getattr(status, name)]
            found |= {f"{status.name}: {name}": "yes" for name in yes}
            found |= {f"{status.name}: timer": "own"} if status.timer == "own" else {}
            found |= {f"{status.name}: kills": "no"} if not status.kills else {}
    return found


def _written(value):
    """A word of an action, as a table would have it."""
    if isinstance(value, tuple):
        return ", ".join(map(_part, value))
    if value is True:
        return "yes"
    return getattr(value, "text", str(value))


def _part(one):
    """One of several words: a status, a gift, or a counter with its amount."""
    if isinstance(one, tuple):
        return f"{one[0]} {one[1]}"
    return one if isinstance(one, str) else one.status.name
