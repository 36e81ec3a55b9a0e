"""Blows of many attackers at many defenders: chances to hit, and the damage of a hit."""

from contextlib import suppress
from copy import copy

import numpy as np

from combat.core.checks import check_numbers, within_rounding
from combat.core.words import printable
from combat.dice import Distribution, constant, dice, mix
from combat.units.fights import fought
from combat.units.sheets.roster import NoColumn, Unit, where_of

MOST_DAMAGE = 1_000_000
_NEAR = 1e-9  # rounding errors of decimals: 1.15 x 10 is 11.499999999999998
_MOST_SPREAD = 5_000_000  # whole points to which one spread may lead


class Strikes:
    """All blows of `attackers` at `defenders`, two sequences of units, under `rules`.

    critical: False leaves critical hits out, as for the damage that a miss still does. chance:
    (attackers, defenders), that a blow hits. amounts: the Distributions of the hit points that a
    hit takes, whole numbers from 0, each listed once; which: (attackers, defenders), the place of
    each pair's in `amounts`.
    """

    def __init__(self, attackers, defenders, rules, *, critical=True):
        rules.refuse_fight()
        self.attackers, self.defenders, rules = rules.derived_units(attackers, defenders)
        self.chance = self._chances(rules.hit_rule)
        self._critical = self._criticals(rules) if critical else np.zeros(self.chance.shape)
        self.amounts, self.which = self._damage(rules)

    @property
    def mean(self):
        """The mean hit points that one blow of each pair takes, misses included."""
        means = np.array([amount.mean for amount in self.amounts])
        return self.chance * means[self.which]

    def blow(self, place=(0, 0)):
        """Return the Distribution of the hit points lost to one blow of a pair."""
        chance = self.chance[place]
        return mix([1 - chance, chance], [dice(0), self.amounts[self.which[place]]])

    def _criticals(self, rules):
        """The share of critical hits among the hits: of the hit rule's own, or that of `rules`."""
        if rules.critical_rule is None:
            return np.full(self.chance.shape, float(rules.critical[0]))
        criticals = self._chances(rules.critical_rule)
        with np.errstate(invalid="ignore"):
            return np.where(self.chance > 0, np.minimum(criticals / self.chance, 1), 0.0)

    def _chances(self, rule):
        shape = len(self.attackers), len(self.defenders)
        attackers = Columns(self.attackers, shape, 0)
        defenders = Columns(self.defenders, shape, 1)
        if 0 in shape:
            return np.zeros(shape)
        try:
            found = _numbers(rule(attackers, defenders), shape)
        except (NoColumn, MemoryError):
            raise
        except Exception:
            # Python's own `if`, `min` and dicts take one number, not an array; if the rule itself
            # is wrong, it fails for a single pair, too.
            found = [[_chance(rule, a, d) for d in self.defenders] for a in self.attackers]
        chances = within_rounding(found)
        wrong = np.argwhere(~((chances >= 0) & (chances <= 1)))
        if wrong.size:
            who, whom = wrong[0]
            raise ValueError(
                f"the hit rule gives {chances[who, whom]:.4g} for {self.attackers[who].name} "
                f"against {self.defenders[whom].name}: a chance must be between 0 and 1"
            )
        return chances

    def _damage(self, rules):
        """The distinct amounts, and the place of each pair's among them."""
        places, amounts = {}, []
        own = rules.damage is not None
        written = [None if own else _key(attacker.role("damage")) for attacker in self.attackers]
        which = np.empty((len(self.attackers), len(self.defenders)), int)
        for who, attacker in enumerate(self.attackers):
            for whom, defender in enumerate(self.defenders):
                critical = float(self._critical[who, whom])
                if rules.damage is None:
                    key = written[who], defender.role("armor"), critical
                else:
                    rolled = _rolled(attacker, defender, rules)
                    key = _key(rolled), critical
                if key not in places:
                    if rules.damage is None:
                        rolled = attacker.damage - defender.role("armor")
                        nothing = attacker.damage.values <= 0
                    else:
                        nothing = rolled.values <= 0
                    places[key] = len(amounts)
                    amounts.append(_amount(rolled, rules, nothing, critical))
                which[who, whom] = places[key]
        return amounts, which


def strikes_of_turns(attackers, defenders, rules):
    """Return `Strikes` in which one blow is all that a unit does in an action.

    A unit whose first action is steady does only that: several strikes are one blow with the sum of
    their damage, and the damage that a miss still does counts as a hit. A blow that does nothing is
    a miss.
    """
    actions = [unit.actions[0] if unit.actions else None for unit in attackers]
    if not any(actions):
        return Strikes(attackers, defenders, rules)
    struck = [
        unit.changed(**dict(action.columns)) if action else unit
        for unit, action in zip(attackers, actions, strict=True)
    ]
    found = Strikes(struck, defenders, rules)
    for who, action in enumerate(actions):
        if action is None or (action.times == 1 and not action.miss):
            continue
        missed = Strikes([struck[who]], defenders, rules, critical=False) if action.miss else None
        for whom, defender in enumerate(found.defenders):
            half = missed and missed.amounts[missed.which[0, whom]] * action.miss
            once = _with_misses(found, (who, whom), half)
            total = _most(sum([once] * (action.times - 1), once), defender.hp)
            _replace_amount(found, (who, whom), total)
    used, where = np.unique(found.which, return_inverse=True)
    found.amounts = [found.amounts[place] for place in used.tolist()]
    found.which = where.reshape(found.which.shape)
    return found


def _with_misses(strikes, place, half):
    """The Distribution of one strike's damage; half: the damage of a miss, or None for none."""
    chance = strikes.chance[place]
    missed = dice(0) if half is None else half.map(lambda points: np.floor(points + _NEAR))
    return mix([1 - chance, chance], [missed, strikes.amounts[strikes.which[place]]])


def _most(damage, hp):
    """Cap damage at the target's hit points."""
    return damage.map(lambda points: np.minimum(points, hp).astype(int))


def _replace_amount(strikes, place, total):
    """Give the blow of a pair this total damage; a total of 0 becomes a miss."""
    some = total.values > 0
    chance = min(1.0, float(total.chances[some].sum()))
    strikes.chance[place] = chance
    amount = constant(0)
    if chance:
        amount = Distribution(total.values[some], total.chances[some] / total.chances[some].sum())
    strikes.which[place] = len(strikes.amounts)
    strikes.amounts.append(amount)


class Columns:
    """All columns of some units as attributes, as arrays over all pairs.

    axis: the axis of `shape` along which the units stand.
    """

    def __init__(self, units, shape, axis):
        self._units, self._shape, self._axis = units, shape, axis

    def __getattr__(self, column):
        if column.startswith("_"):
            raise AttributeError(column)
        values = [unit[column] for unit in self._units]
        texts = sum(isinstance(value, str) for value in values)
        # Some text among numbers must not make text of them, which equals no number.
        array = np.array(values, dtype=object if 0 < texts < len(values) else None)
        if array.dtype.kind in "iu":  # products of whole numbers may pass 2^63 without a word
            array = array.astype(float)
        return np.broadcast_to(array[:, None] if self._axis == 0 else array, self._shape)

    def __getitem__(self, column):
        return getattr(self, column)


def full_hp_read(units, rules):
    """Return a sentence, in a list, if a function of the rules reads hit points: the full ones."""
    read = []

    class Watched(Unit):
        @property
        def hp(self):
            read.append(self.name)
            return vars(self)["hp"]

    own = [
        rule
        for rule in (
            rules.damage_rule,
            rules.hit if callable(rules.hit) and not rules.published else None,
        )
        if rule
    ]
    if not own or not units:
        return []
    watched = [copy(units[0]), copy(units[-1])]
    for unit in watched:
        object.__setattr__(unit, "__class__", Watched)
    for rule in own:
        with suppress(Exception):  # it says what is wrong where it is asked for a blow
            rule(*watched)
    if not read:
        return []
    return [
        "The rules read hp: in each blow these are the full hit points, not those that are left."
    ]


def columns_read(units, rules):
    """Return the names of your own columns that the rules use when units fight.

    Found by letting all units strike each other once; a fight of your own is fought once, by the
    first and the last of them.
    """
    read = set()

    class Noting(dict):
        """A unit's own columns; it notes which of them are read."""

        def __getitem__(self, column):
            read.add(column)
            return super().__getitem__(column)

        def get(self, column, default=None):
            read.add(column)
            return super().get(column, default)

    for unit in units:
        _note_derived(_noting(unit, Noting), rules)
        read |= {column for action in unit.actions for column in _of_condition(action)}
    derived, rules = rules.derived_units(units)
    noting = [_noting(unit, Noting) for unit in derived]
    if rules.order == "initiative":
        read.add("initiative")
    if rules.decided:
        fought(noting[0], noting[-1], rules)
    else:
        Strikes(noting, noting, rules)
    return read


def _noting(unit, kind):
    """A copy of a unit that notes which of its own columns are read."""
    unit = copy(unit)
    object.__setattr__(unit, "more", kind(unit.more))
    return unit


def _note_derived(unit, rules):
    for function in (rules.derived or {}).values():
        function(unit)


def _of_condition(action):
    return action.when.reads if action.when is not None else ()


def _key(damage):
    return damage.values.astype(float).tobytes(), damage.chances.tobytes()


def _asked(what, rule, attacker, defender):
    """What a designer's function gives for a pair; whatever it raises becomes a ValueError."""
    try:
        return rule(attacker, defender)
    except (NoColumn, MemoryError):
        raise
    except Exception as error:
        raise ValueError(
            f"the {what} rule fails for {attacker.name} against {defender.name} "
            f"({type(error).__name__}: {printable(str(error))})"
            f"{text_read(rule, attacker, defender)}"
        ) from error


def text_read(rule, *units):
    """Return which cells a function read that hold text, for the message of its failure."""
    for unit in units:
        read = {}

        class Noting(dict):
            def __getitem__(self, column, read=read):
                read[column] = super().__getitem__(column)
                return read[column]

        with suppress(Exception):
            rule(*(_noting(one, Noting) if one is unit else one for one in units))
        for column, value in read.items():
            if isinstance(value, str):
                where = where_of(unit) or unit.name
                return f"; it read {where}, column '{column}': '{printable(value)}' is no number"
    return ""


def _numbers(given, shape):
    """What a hit rule gives, as an array of that shape; ValueError for text and other shapes."""
    array = np.asarray(given)
    if array.dtype.kind not in "biuf":
        raise ValueError("no numbers")
    return np.array(np.broadcast_to(array, shape), float)


def _chance(rule, attacker, defender):
    """What a hit rule gives for one pair: a number."""
    given = _asked("hit", rule, attacker, defender)
    try:
        return _numbers(given, ()).item()
    except ValueError:
        raise ValueError(
            f"the hit rule gives {printable(repr(given))} for {attacker.name} against "
            f"{defender.name}: it must be one number, a chance{text_read(rule, attacker, defender)}"
        ) from None


def _rolled(attacker, defender, rules):
    """What the damage rule gives for a pair, before rounding: numbers need not be whole."""
    given = _asked("damage", rules.damage_rule, attacker, defender)
    try:
        if isinstance(given, (Distribution, str)):
            return dice(given)
        value = float(check_numbers("damage", given)) if np.ndim(given) == 0 else np.nan
    except (TypeError, ValueError):
        value = np.nan
    if np.isnan(value):
        raise ValueError(
            f"the damage rule gives {printable(repr(given))} for {attacker.name} against "
            f"{defender.name}: it must be a Distribution, dice or a number"
            f"{text_read(rules.damage_rule, attacker, defender)}"
        )
    return Distribution(np.array([value]), np.ones(1))


def _amount(rolled, rules, nothing, chance):
    """The Distribution of the hit points that a hit takes, from the damage rolled.

    It applies in turn: least, critical, spread, rounding, least. nothing: a mask of the values at
    which the dice, or a damage rule of your own, say that there is no damage.
    """
    idle, some = float(rolled.chances[nothing].sum()), ~nothing
    if not some.any():
        return constant(0)
    multiplier, lowest = rules.critical[1], rules.least if rules.damage is None else 0
    least = np.maximum(rolled.values[some], lowest).astype(float)
    values = np.concatenate([least, least * multiplier])
    chances = rolled.chances[some]
    chances = np.concatenate([chances * (1 - chance), chances * chance])
    values, chances = values[chances > 0], chances[chances > 0]
    if not values.max() <= MOST_DAMAGE:
        raise ValueError(
            f"damage = {values.max():g} is out of range: it must be at most {MOST_DAMAGE:,}"
        )
    if rules.spread:
        values, chances = _spread(values, chances, rules.spread)
    points = np.append(np.maximum(_rounded(values), int(lowest)), 0)
    chances = np.append(chances, idle)
    possible, places = np.unique(points[chances > 0], return_inverse=True)
    return Distribution(possible, np.bincount(places, chances[chances > 0], len(possible)))


def _spread(values, chances, spread):
    """Values drawn evenly from value x (1 - spread) to value x (1 + spread), in whole points.

    The chance of a whole point k is the share of that range between k - 1/2 and k + 1/2.
    """
    if 2 * spread * values.sum() > _MOST_SPREAD:
        raise ValueError(
            f"spread = {spread:g} is out of range: damage of {len(values):,} values up to "
            f"{values.max():g} becomes too many; take smaller dice, or none"
        )
    points, weights = [], []
    for value, chance in zip(values, chances, strict=True):
        low, high = value * (1 - spread), value * (1 + spread)
        whole = np.arange(_rounded(low), _rounded(high) + 1)
        ends = np.clip([whole - 0.5, whole + 0.5], low, high)
        shares = ends[1] - ends[0] if high > low else np.ones(1)
        points.append(whole)
        weights.append(chance * shares / shares.sum())
    return np.concatenate(points).astype(float), np.concatenate(weights)


def _rounded(values):
    return np.floor(np.asarray(values) + 0.5 + _NEAR).astype(int)
