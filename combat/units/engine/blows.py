"""Chance to hit and damage of each action at each kind of target, whatever their statuses."""

from dataclasses import replace
from functools import partial

import numpy as np

from combat.dice import Distribution
from combat.units.own_functions import columns_read, in_moment
from combat.units.sheets.counters import (
    Change,
    again_of,
    change_of,
    number_of,
    taken_by,
    where_in,
)
from combat.units.sheets.rolls import replacing
from combat.units.sheets.schema import LIMITS
from combat.units.strikes.rolls import HIT, MISS, felt
from combat.units.strikes.strikes import AttackTable, of_misses

_MOST = 4_000_000  # combinations of an actor's and its target's statuses
_MOST_STATES = 16  # combinations of statuses; a unit with more is taken to be able to hurt


class Blows:
    """The outcomes of blows, as places in `Draws`: values are damage, flags results of `rolls`."""

    # Statuses that change columns turn actor and target into different units; the rules are asked
    # once for each combination, when it comes up.

    def __init__(self, game):
        self._game = game
        # Derived columns are computed in `_made`, together with the changes of statuses.
        self._rules = replace(game.rules, derived=None)
        # Places of the statuses that change columns, each with how often it may count.
        self._changing = [
            (index, status.stacks) for index, status in enumerate(game.statuses) if status.changes
        ]
        changed = {column for status in game.statuses for column, _, _ in status.changes}
        # Columns that differ from moment to moment: what statuses change, and what is derived.
        self.changing = changed | set(game.rules.derived or ()) if changed else set()
        self._codes = int(np.prod([stacks + 1 for _, stacks in self._changing], dtype=object))
        self._known, self._units = {}, {}
        self.reads_left = game.rules.reads_left
        self._of_themselves = {
            column
            for column, function in (game.rules.derived or {}).items()
            if any(column in columns_read(function, unit) for unit in game.kinds)
        }
        if self._codes**2 > _MOST:
            raise ValueError(
                f"{len(self._changing)} statuses change columns, in {self._codes:,} combinations: "
                f"too many to follow; let fewer of them change columns, or give them fewer stacks"
            )

    def places(self, kind, number, action, codes, targets, their_codes, before=None, hp=None):
        """The place of each blow's outcomes; before: strikes made in the turn; hp: (2, fights)."""
        at, drawn = codes * self._codes + their_codes, np.empty(len(targets), int)
        added = None
        if before is not None:
            known, of = np.unique(codes, return_inverse=True)
            units = [self._unit(kind, code, number, action) for code in known.tolist()]
            added = before * np.array([again_of(unit) for unit in units])[of]
        for where, target, points, left in _cases(targets, added, hp):
            later = self._raised(kind, action, points) if points else action
            key = kind, (number, points), target, left
            drawn[where] = self._of_pair(key, later, at[where])
        return drawn

    def _raised(self, kind, action, points):
        """An action with so many points more of attack."""
        columns = dict(action.columns)
        attack = columns.get("attack", self._game.sheet[kind].role("attack"))
        columns["attack"] = attack + points
        return replace(action, columns=tuple(columns.items()))

    def _of_pair(self, key, action, at):
        """As `places`; key: the actor's kind, its action, the target's kind, hit points left."""
        if key not in self._known:
            # Zeros take no memory until they are written, and few of them ever are.
            self._known[key] = np.zeros(self._codes**2, np.int32)
        table = self._known[key]
        known = table[at]
        if (known == 0).any():
            self._find(table, np.unique(at[known == 0]), key, action)
            known = table[at]
        return known - 1

    def code(self, stacks):
        """A number for the statuses that change columns; stacks: (statuses, ...)."""
        code = np.zeros(stacks.shape[1:], int)
        for index, most in self._changing:
            code = code * (most + 1) + stacks[index]
        return code

    def numbers(self, column, kinds, codes):
        """Return a column of fighters of these kinds, with statuses of these codes; as `kinds`."""
        return self.of_units(partial(number_of, column=column), kinds, codes)

    def of_units(self, value, kinds, codes):
        """Return what a function says of units of these kinds and codes; as `numbers`."""
        known, where = np.unique(kinds * self._codes + codes, return_inverse=True)
        units = [self._unit(*divmod(code, self._codes)) for code in known.tolist()]
        return np.array([value(unit) for unit in units])[where.reshape(np.shape(kinds))]

    def of_action(self, column, kind, number, codes):
        """Return a column of a kind, with statuses of these codes, by one of its actions."""
        known, where = np.unique(codes if column in self.changing else [0], return_inverse=True)
        action = self._game.actions[kind][number]
        units = [self._unit(kind, code, number, action) for code in known.tolist()]
        return np.array([number_of(unit, column) for unit in units])[where]

    def every(self, column):
        """Return all values that a column can have in this game."""
        if column not in self.changing:
            return self._game.column(column)
        kinds, codes = np.indices((len(self._game.kinds), self._codes))
        return self.numbers(column, kinds, codes)

    def harmless(self, kind, *, bare=False):
        """Return which kinds no action of this kind can ever hurt: bools (kinds,).

        bare: none that hurts them while nobody has a status.
        """
        harmless, codes = np.ones(len(self._game.kinds), bool), 1 if bare else self._codes
        if codes > _MOST_STATES or self.reads_left:
            return ~harmless
        codes, targets, theirs = np.indices((codes, len(harmless), codes)).reshape(3, -1)
        for number, action in enumerate(self._game.actions[kind]):
            if action.on == "foe":
                places = self.places(kind, number, action, codes, targets, theirs)
                harmless[targets[self._game.draws.most(places) > 0]] = False
        return harmless

    def follows(self, kind, codes, targets, their_codes):
        """Return where a kind follows up, bools; codes, targets, their_codes as in `places`."""
        shape = self._codes, len(self._game.kinds), self._codes
        cases = np.ravel_multi_index((codes, targets, their_codes), shape)
        known, where = np.unique(cases, return_inverse=True)
        found = [
            self._game.rules.follows_up(self._unit(kind, code), self._unit(target, theirs))
            for code, target, theirs in zip(*np.unravel_index(known, shape), strict=True)
        ]
        return np.array(found, bool)[where]

    def _find(self, table, wanted, key, action):
        """Ask the rules for some combinations, those of one state of the actor together."""
        kind, number, target, left = key
        own, theirs = np.divmod(wanted, self._codes)
        for code in np.unique(own).tolist():
            mine = own == code
            actor = self._unit(kind, code, number, action)
            targets = [self._unit(target, one) for one in theirs[mine].tolist()]
            if left:
                actor = in_moment(actor, left[0])
                targets = [in_moment(one, left[1]) for one in targets]
            table[wanted[mine]] = np.array(self._outcomes(actor, targets, action)) + 1

    def _outcomes(self, actor, targets, action):
        strikes = AttackTable([actor], targets, self._rules)
        # What they take is changed after the share: they are asked as if no status did it.
        bare = [one.knowing(taken=()) for one in targets]
        missed = of_misses(actor, bare, self._rules, action.miss)
        return [
            self._drawn(
                self._results(strikes, at, action),
                felt(one, *taken_by(actor, targets[at]), self._rules.rounding),
            )
            for at, one in enumerate(missed)
        ]

    def _results(self, strikes, at, action):
        """What a roll may say: triples (result, chance, damage or None)."""
        if action.by_result:
            return strikes.results((0, at))
        chance = float(strikes.chance[0, at])
        amount = strikes.amounts[strikes.which[0, at]]
        return (HIT, chance, amount), (MISS, 1 - chance, None)

    def _drawn(self, results, missed):
        """The place of these results in the draws; missed: the damage of a miss."""
        amounts = [missed if amount is None else amount for _, _, amount in results]
        parts = list(zip(results, amounts, strict=True))
        return self._game.draws.add(
            np.concatenate([amount.values for amount in amounts]),
            np.concatenate([amount.chances * chance for (_, chance, _), amount in parts]),
            np.repeat([one[0] for one in results], [len(amount.values) for amount in amounts]),
        )

    def _unit(self, kind, code, number=None, action=None):
        """A unit with the changes of its action and its statuses."""
        key = kind, code, number
        if key not in self._units:
            self._units[key] = self._made(kind, code, action)
        return self._units[key]

    def _made(self, kind, code, action):
        rules, unit = self._game.rules, self._game.sheet[kind]
        given = dict(action.columns) if action is not None else {}
        changes = [
            (change, count)
            for index, count in self._counts(code)
            for change in self._game.statuses[index].changes
        ]
        # Derived columns are computed from changed ones; changes to derived columns come last, and
        # what an action says of them, where their function doesn't start from it.
        derived = set(rules.derived or ())
        late = derived - self._of_themselves
        for last in (False, True):
            columns = {column: given[column] for column in given if (column in late) is last}
            if columns:
                unit = unit.changed(**replacing(columns))
            unit = _all_changed(unit, [one for one in changes if (one[0][0] in derived) is last])
            unit = unit if last else rules.derive(unit)
        if action is not None and (action.pierces or action.kind):
            unit = unit.knowing(pierces=action.pierces or 0.0, kind=action.kind or "")
        return unit

    def _counts(self, code):
        """Which statuses a code stands for, and how often each counts: pairs."""
        counts = []
        for index, most in reversed(self._changing):
            code, count = divmod(code, most + 1)
            if count:
                counts.append((index, count))
        return counts[::-1]


def _cases(targets, added, hp):
    """Yield (where, the target's kind, points added to the attack, hit points left of both)."""
    if added is None and hp is None:
        for target in np.flatnonzero(np.bincount(targets)).tolist():
            yield targets == target, target, 0, ()
        return
    rows = [targets, targets * 0 if added is None else added, *([] if hp is None else hp)]
    known, which = np.unique(np.array(rows, float), axis=1, return_inverse=True)
    for at, (target, points, *left) in enumerate(known.T.tolist()):
        yield which.ravel() == at, int(target), points, tuple(map(int, left))


def _all_changed(unit, changes):
    """A unit with pairs (change, count) applied, all multiplications first."""
    speed, taken = None, dict(unit.moment.taken)
    for wanted in ("x", "+"):
        for (column, how, number), count in changes:
            if how == wanted and column.endswith("_taken"):
                times, points = taken.get(column, (1.0, 0.0))
                more = (number**count, 0) if how == "x" else (1, number * count)
                taken[column] = times * more[0], points + more[1]
            elif how == wanted and column == "speed" and "speed" not in unit.own:
                speed = unit.speed if speed is None else speed
                speed = speed * number**count if how == "x" else speed + number * count
            elif how == wanted:
                unit = _changed(unit, column, how, number, count)
    if speed is not None:
        unit = unit.changed(speed=float(np.clip(speed, *LIMITS["speed"])))
    return unit.knowing(taken=tuple(taken.items())) if taken else unit


def _changed(unit, column, how, number, count):
    if isinstance(number, Distribution):  # each stack rolls its own
        times, points = 1, sum([number] * (count - 1), number)
    else:
        times, points = (number**count, 0) if how == "x" else (1, number * count)
    # The rules round damage at the end, to whole points from 0.
    before = number_of(unit, column)
    if isinstance(before, str) or before != before:
        raise ValueError(
            f"{where_in(unit, column)}: '{before}' is no number, and a status changes it; write "
            f"one, such as 0 % for a chance"
        )
    value = (before * times if times else 0) + points  # all reach, times 0, is none
    if column == "per_turn":
        value = int(np.clip(value, 0, LIMITS["per_turn"][1]))
    made = unit.changed(**{column: value})
    if column != "damage":
        return made
    before = change_of(unit)
    after = (before.times * times, before.points * times + points, before.added * times + points)
    return made.knowing(change=Change(*after))
