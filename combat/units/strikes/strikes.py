"""Blows of many attackers at many defenders: chances to hit, and the damage of a hit.

A designer's hit rule is asked for all pairs at once, or pair by pair if it takes no arrays; a
damage function, pair by pair. `strikes_of_turns` makes one blow of all strikes of an action.
"""

import numpy as np

from combat.core.checks import within_rounding
from combat.dice import Distribution, constant, dice, mix
from combat.units.own_functions import (
    Columns,
    WrongResults,
    chance_for,
    damage_for,
    gathered,
    numbers_in,
)
from combat.units.sheets.counters import taken_by, where_of
from combat.units.sheets.rolls import OF_A_ROLL, replacing
from combat.units.sheets.unit import NoColumn
from combat.units.strikes.rolls import (
    CRITICAL,
    FUMBLE,
    GRAZE,
    HIT,
    MISS,
    NEAR,
    PLAIN,
    RESULTS,
    armor_against,
    critical_unit,
    felt,
    less_armor,
    points_of,
    read_by_damage,
    roll_of,
    whole,
)


class AttackTable:
    """All blows of `attackers` at `defenders`, two sequences of units, under `rules`.

    critical: False leaves critical hits out, as for the damage that a miss still does. chance:
    (attackers, defenders), that a blow hits. amounts: the Distributions of the hit points that a
    hit takes, whole numbers from 0, each listed once; which: (attackers, defenders), the place of
    each pair's in `amounts`.
    """

    def __init__(self, attackers, defenders, rules, *, critical=True):
        rules.refuse_fight()
        self.attackers, self.defenders, rules = rules.derived_units(attackers, defenders)
        self._rules, self._said = rules, {}
        self.chance = self._chances(rules.hit_rule)
        self._rolls, self.left_to_damage = [PLAIN] * len(self.attackers), frozenset()
        if any(column in unit.more for unit in self.attackers for column in OF_A_ROLL):
            self.left_to_damage = read_by_damage(self.attackers[0], self.defenders, rules)
            self._rolls = [roll_of(unit, self.left_to_damage) for unit in self.attackers]
        self._critical = self._criticals(rules) if critical else np.zeros(self.chance.shape)
        none = np.zeros(self.chance.shape)
        self._grazes = self._said.get("graze", none) if critical else none
        self.amounts, self.which = self._damage(rules)

    @property
    def knows(self):
        """Which results beside hit and miss the rules tell of all units' rolls: a set of names."""
        published = self._rules.published
        known = {name for name in RESULTS if name in self._said}
        if self._rules.critical[0] or self._rules.critical_rule is not None:
            known.add("critical")
        if published and (published.fumble or published.die):
            known.add("fumble")
        return known

    @property
    def mean(self):
        """The mean hit points that one blow of each pair takes, misses included."""
        means = np.array([amount.mean for amount in self.amounts])
        return self.chance * means[self.which]

    def blow(self, pair=(0, 0)):
        """Return the Distribution of the hit points lost to one blow of a pair."""
        chance = self.chance[pair]
        return mix([1 - chance, chance], [dice(0), self.amounts[self.which[pair]]])

    def results(self, pair=(0, 0)):
        """Return (result, chance, damage of a hit or None) of each possible result, see `rolls`."""
        hits = self.chance[pair]
        triples = [
            (result, hits * share, self._of(*pair, result))
            for result, share in self._shares(pair).items()
            if hits > 0
        ]
        fumbles = min(self._fumbles(pair), 1 - hits)
        triples += [(FUMBLE, fumbles, None), (MISS, 1 - hits - fumbles, None)]
        return [triple for triple in triples if triple[1] > 0]

    def _shares(self, pair):
        """The share of each result that occurs among the hits of a pair."""
        critical, grazes = float(self._critical[pair]), float(self._grazes[pair])
        shares = {GRAZE: grazes, HIT: 1 - grazes - critical, CRITICAL: critical}
        return {result: share for result, share in shares.items() if share > 0}

    def _fumbles(self, pair):
        if "fumble" in self._said:
            return self._said["fumble"][pair]
        published = self._rules.published
        if published and published.fumble:
            who, whom = pair
            return published.fumble(self.attackers[who].attack, self.defenders[whom].defense)
        return 1 / published.die if published and published.die else 0.0

    def _criticals(self, rules):
        """The share of critical hits among the hits: of the rule's own, the units, or `rules`."""
        own = self._said.get("critical")
        if own is None and rules.critical_rule is not None:
            with np.errstate(invalid="ignore"):
                criticals = self._chances(rules.critical_rule)
                own = np.where(self.chance > 0, np.minimum(criticals / self.chance, 1), 0.0)
        if own is not None:
            for unit, roll in zip(self.attackers, self._rolls, strict=True):
                if roll.chance is not None or roll.face is not None:
                    raise ValueError(
                        f"{where_of(unit) or unit.name}: the hit rule itself says which hits are "
                        f"critical; leave 'crit chance' and 'crit on' blank"
                    )
            return own
        given, shape = rules.critical[0], self.chance.shape
        shares = self._chances(given) if callable(given) else np.full(shape, float(given))
        die = rules.published.die if rules.published else None
        for who, roll in enumerate(self._rolls):
            if roll is not PLAIN:
                shares[who] = [
                    roll.criticals(hits, die, default)
                    for hits, default in zip(self.chance[who], shares[who], strict=True)
                ]
        return shares

    def _chances(self, rule):
        shape = len(self.attackers), len(self.defenders)
        attackers = Columns(self.attackers, shape, 0)
        defenders = Columns(self.defenders, shape, 1)
        if 0 in shape:
            return np.zeros(shape)
        try:
            given = rule(attackers, defenders)
            if isinstance(given, dict):
                return self._of_results(given, shape)
            found = numbers_in(given, shape)
        except (NoColumn, MemoryError, WrongResults):
            raise
        except Exception:
            # Python's own `if`, `min` and dicts take one number, not an array; if the rule itself
            # is wrong, it fails for a single pair, too.
            found = [[chance_for(rule, a, d) for d in self.defenders] for a in self.attackers]
            if any(isinstance(one, dict) for row in found for one in row):
                return self._of_results(gathered(found), shape)
        chances = within_rounding(found)
        wrong = np.argwhere(~((chances >= 0) & (chances <= 1)))
        if wrong.size:
            who, whom = wrong[0]
            raise ValueError(
                f"the hit rule gives {chances[who, whom]:.15g} for {self.attackers[who].name} "
                f"against {self.defenders[whom].name}: a chance must be between 0 and 1"
            )
        return chances

    def _of_results(self, given, shape):
        """The chance of any hit, where a rule gives the chances of several results."""
        if unknown := set(given) - {*RESULTS, "miss"}:
            raise WrongResults(
                f"the hit rule gives '{min(map(str, unknown))}', which is no result: it may give "
                f"{', '.join(RESULTS)}; all else is a miss"
            )
        chances = {
            name: numbers_in(value, shape) for name, value in given.items() if name != "miss"
        }
        total = sum(chances.values(), np.zeros(shape))
        below = [np.broadcast_to(~(one >= 0), shape) for one in chances.values()]
        if (wrong := np.argwhere(np.any([total > 1 + NEAR, *below], axis=0))).size:
            who, whom = self.attackers[wrong[0, 0]].name, self.defenders[wrong[0, 1]].name
            raise WrongResults(
                f"the hit rule gives results below 0, or above 1 in sum, for {who} against {whom}: "
                f"they must be chances"
            )
        hits = sum((chances.get(name, 0) for name in ("graze", "hit", "critical")), np.zeros(shape))
        with np.errstate(invalid="ignore", divide="ignore"):
            for name in ("graze", "critical"):
                if name in chances:
                    self._said[name] = np.where(hits > 0, chances[name] / hits, 0.0)
        if "fumble" in chances:
            self._said["fumble"] = chances["fumble"]
        return np.minimum(hits, 1.0)

    def _of(self, who, whom, result):
        """The damage of a hit, of a graze or of a critical hit of a pair."""
        attacker, defender, times = self.attackers[who], self.defenders[whom], 1.0
        roll, rules = self._rolls[who], self._rules
        if result == GRAZE:
            times = 0.5 if roll.graze is None else roll.graze
        if result == CRITICAL:
            attacker, times = critical_unit(attacker, roll.effect or ("x", rules.critical[1]))
        if rules.damage is None:
            rolled, nothing = less_armor(attacker.damage, armor_against(attacker, defender))
        else:
            rolled = damage_for(attacker, defender, rules)
            nothing = rolled.values <= 0
        amount = points_of(rolled, rules, nothing, times, attacker.name)
        return felt(amount, *taken_by(attacker, defender), rules.rounding)

    def _mixed(self, who, whom):
        """The damage of all hits of a pair together."""
        parts = self._shares((who, whom))
        if len(parts) == 1:
            return self._of(who, whom, *parts)
        return mix([*parts.values()], [self._of(who, whom, result) for result in parts])

    def _damage(self, rules):
        """The distinct amounts, and the place of each pair's among them."""
        places, amounts = {}, []
        own = rules.damage is not None
        written = [None if own else _key(attacker.role("damage")) for attacker in self.attackers]
        which = np.empty((len(self.attackers), len(self.defenders)), int)
        for who, attacker in enumerate(self.attackers):
            for whom, defender in enumerate(self.defenders):
                at = who, whom
                key = self._rolls[who], float(self._critical[at]), float(self._grazes[at])
                if defender.moment.taken:
                    key += taken_by(attacker, defender)
                if rules.damage is None:
                    key += (written[who], armor_against(attacker, defender))
                else:
                    key += (_key(damage_for(attacker, defender, rules)),)
                if self._rolls[who].effect is not None:
                    key += (who, whom)
                if key not in places:
                    places[key] = len(amounts)
                    amounts.append(self._mixed(who, whom))
                which[who, whom] = places[key]
        return amounts, which


def strikes_of_turns(attackers, defenders, rules):
    """Return `AttackTable` in which one blow is all that a unit does in an action.

    Several strikes of a steady first action are one blow with the sum of their damage; the damage
    that a miss still does counts as a hit. A blow that does nothing is a miss.
    """
    own = [[one for one in unit.actions if one.needs is None] for unit in attackers]
    actions = [rows[0] if rows else None for rows in own]
    if not any(actions):
        return AttackTable(attackers, defenders, rules)
    struck = [
        unit.changed(**replacing(dict(action.columns))) if action else unit
        for unit, action in zip(attackers, actions, strict=True)
    ]
    strikes = AttackTable(struck, defenders, rules)
    for who, action in enumerate(actions):
        if action is None or (action.times == 1 and not action.miss):
            continue
        missed = of_misses(struck[who], defenders, rules, action.miss)
        for whom, defender in enumerate(strikes.defenders):
            chance = strikes.chance[who, whom]
            damage = missed[whom], strikes.amounts[strikes.which[who, whom]]
            once = mix([1 - chance, chance], damage)
            total = _most(sum([once] * (action.times - 1), once), defender.hp)
            _replace_amount(strikes, (who, whom), total)
    used, where = np.unique(strikes.which, return_inverse=True)
    strikes.amounts = [strikes.amounts[index] for index in used.tolist()]
    strikes.which = where.reshape(strikes.which.shape)
    return strikes


def of_misses(attacker, defenders, rules, share):
    """Return what a miss does to each defender: this share of a hit's damage, rounded down."""
    if not share:
        return [constant(0)] * len(defenders)
    hits = AttackTable([attacker], defenders, rules, critical=False)

    def shared(points):
        return whole(points * share, rules.rounding or "down")

    return [hits.amounts[place].map(shared) for place in hits.which[0].tolist()]


def _most(damage, hp):
    """Cap damage at the target's hit points."""
    return damage.map(lambda points: np.minimum(points, hp).astype(int))


def _replace_amount(strikes, pair, total):
    """Give the blow of a pair this total damage; a total of 0 becomes a miss."""
    some = total.values > 0
    chance = min(1.0, float(total.chances[some].sum()))
    strikes.chance[pair] = chance
    amount = constant(0)
    if chance:
        amount = Distribution(total.values[some], total.chances[some] / total.chances[some].sum())
    strikes.which[pair] = len(strikes.amounts)
    strikes.amounts.append(amount)


def _key(damage):
    return damage.values.astype(float).tobytes(), damage.chances.tobytes()
