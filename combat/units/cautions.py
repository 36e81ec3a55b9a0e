"""What a designer should know about a sheet, or about an answer, before trusting it: sentences.

`advice` is about a sheet and its rules; `noted` and `notes_of` stand beside an answer, and say what
it leaves out or what a reader may not expect.
"""

from contextlib import suppress

import numpy as np

from combat.core.words import percent
from combat.units.own_functions import at_full, watching
from combat.units.rules import HITS, PLAIN, WITH_SPEED
from combat.units.sheets.meant import HARDLY, armor_leaves
from combat.units.sheets.reading import fast
from combat.units.sheets.roster import statuses_of, unknown_statuses
from combat.units.sheets.schema import LIMITS
from combat.units.strikes.strikes import AttackTable
from combat.units.unused import ends_of_damage, unread, unused

_NEARLY_ALL = 0.9  # of the pairs
_FEWEST_PAIRS = 6
_END = 0.1  # a chance this near to 0 or 1 is at the rule's limit
# Rules that take the defense as points above 10, and those that take it as sheets print it.
_FROM_TEN = {
    "d20 against armour class": "d20 against printed armour class",
    "Pathfinder 2, degrees of success": "Pathfinder 2 against printed armour class",
}
_WHEN = {"both": "a round", "coin": "a side's part of a round", "faster": "one speed"}
ADDED_UP = (
    "What is dealt and what is healed in one moment is added up: a heal saves only where points "
    "and heals together are more than what is dealt."
)


def advice(units, rules=PLAIN):
    """Return sentences about likely mistakes in the sheet: a list, mostly empty.

    They warn of speeds above 5 actions a turn, of a hit rule that is at its limit for 9 of 10
    pairs, so that attack and defense hardly count, and of cells that count nothing: columns that no
    rule reads, and what `combat.units.unused` knows of the tables. The rules of a d20 take defense
    as points above 10: with a printed armour class units hit in 5 % instead of 55 %, and a sentence
    says so. ValueError as for `matrix`.

    >>> from combat.units import Rules, Unit, Units
    >>> orc = Unit("Orc", hp=15, attack=5, defense=13, damage="1d12+3", speed=30)
    >>> units = Units([orc, orc.changed(name="Goblin", defense=15), orc.changed(name="Wolf")])
    >>> for sentence in advice(units, Rules(hit="d20 against armour class")):
    ...     print(sentence)
    speed is how many actions a unit has in a turn: 'Orc' has 30; where the sheet's column means ...
    by 'd20 against armour class' one blow in 9 hits: this rule takes ... 15 is written 5; ...
    """
    ends, units = ends_of_damage(units), list(units)
    quick = fast(units) if rules.order in WITH_SPEED else []
    found = [*quick, *unread(units, rules, ends), *_not_given(units), *unused(units, rules)]
    if rules.decided:
        return found
    found += _of_a_roll(units, rules) + full_hp_read(units, rules) + _swallowed(units, rules)
    strikes = AttackTable(*[at_full(units)] * 2, rules)
    return [*found, *_no_least(strikes, rules), *of_the_rule(strikes, rules)]


def noted(units, rules):
    """Return what stands beside an answer about these units: a list of sentences."""
    quick = fast(units) if units and rules.order in WITH_SPEED else []
    return [*quick, *full_hp_read(units, rules), *unused(units, rules)]


def _swallowed(units, rules):
    """A sentence if armor leaves hardly anything of the damage."""
    if rules.damage is not None or "damage" not in vars(units[0]):
        return []
    left = armor_leaves([one.damage for one in units], [one.role("armor") for one in units])
    if left > HARDLY:
        return []
    return [
        f"armor is points off each hit, and leaves {percent(left)} of the damage; a number that a "
        f"roll must reach, as an armour class, is a column of another name"
    ]


def _no_least(strikes, rules):
    """A sentence if a damage function of one's own may do nothing, whatever `least` says."""
    if not callable(rules.damage) or not rules.least:
        return []
    idle = np.array([amount.values[0] < 0.5 for amount in strikes.amounts])[strikes.which]
    for who, whom in np.argwhere(idle).tolist():
        pair = strikes.attackers[who].name, strikes.defenders[whom].name
        return [
            f"by the damage function a hit of '{pair[0]}' at '{pair[1]}' may do 0: least is what "
            f"armor leaves, and the function knows armor itself; for a point at least write "
            f"max(1, ...) there"
        ]
    return []


def _not_given(units):
    """A sentence for each status that is cured or asked for, but that nobody gives."""
    known = {status.name for status in statuses_of(units)}
    return [
        f"{unit.name}: '{action.name}' asks for or cures '{name}', which no unit gives"
        for unit, action, name in unknown_statuses(units, known)
    ]


def _of_a_roll(units, rules):
    """A sentence if the roll of the hit rule says more than the rules use."""
    unused = getattr(rules.published, "unused", "")
    own = any(column in unit.more for unit in units for column in ("critical", "crit_damage"))
    if not unused or rules.critical[0] or own:
        return []
    return [
        f"by '{rules.published.name}' {unused} counts as any other hit here; where it does more, "
        f"write critical=(share of the hits, multiplier), or a column 'critical' such as dice x2"
    ]


def of_the_rule(strikes, rules):
    """Return what `advice` says about a hit rule: a list of sentences."""
    alike = strikes.attackers == strikes.defenders
    apart = ~(np.eye(*strikes.chance.shape, dtype=bool) & alike)
    chances = strikes.chance[apart] if apart.any() else strikes.chance.ravel()
    name = getattr(rules.hit, "name", rules.hit)
    if name in _FROM_TEN and _printed(strikes.defenders) and chances.mean() < 0.5:
        return [
            f"by '{name}' one blow in {1 / chances.mean():.0f} hits: this rule takes defense as "
            f"points above 10, an armour class of 15 is written 5; for the number as sheets print "
            f"it take '{_FROM_TEN[name]}'"
        ]
    if len(chances) < _FEWEST_PAIRS or name in HITS:
        return []
    values, counts = np.unique(chances.round(9), return_counts=True)
    most, count = values[counts.argmax()], int(counts.max())
    if min(most, 1 - most) > _END or count < _NEARLY_ALL * len(chances):
        return []
    if not isinstance(name, str) and most in (0, 1):
        return []  # a rule of your own by which all blows hit, or all miss
    rule = f"the hit rule '{name}'" if isinstance(name, str) else "the hit rule"
    return [
        f"{rule} gives {percent(most, 0)} for {count} of {len(chances)} pairs: it is at its limit "
        f"there, and one point more or less of a unit changes nothing"
    ]


def _printed(units):
    """Whether nearly all defences are at least 10, as an armour class is on a printed sheet."""
    return np.mean([unit.defense >= 10 for unit in units]) >= _NEARLY_ALL


def full_hp_read(units, rules):
    """Return a sentence, in a list, if a function of the rules reads hit points: the full ones."""
    own = [rules.damage_rule] if rules.damage_rule else []
    own += [rules.hit] if callable(rules.hit) and not rules.published else []
    if not own or not units:
        return []
    read = {}
    watched = [watching(unit, read) for unit in at_full([units[0], units[-1]])]
    for rule in own:
        with suppress(Exception):  # it says what is wrong where it is asked for a blow
            rule(*watched)
    if "hp" not in read:
        return []
    return [
        "The rules read hp: in each blow these are the full hit points, not those that are left, "
        "which are hp_left."
    ]


def aimed_together(order):
    """Return that all who act at once aim before any blow falls; order: as in `Rules`."""
    return (
        f"All who act in {_WHEN[order]} aim before any of their blows falls: blows at a target "
        f"that has fallen by then are lost; for them to go on to the next write overkill='next', "
        f"or an order in which one acts after another."
    )


def notes_of(game, ever_true):
    """Return the notes on a fight of a `CompiledFight`: a tuple."""
    notes = []
    sides = [int((game.side == side).sum()) for side in (0, 1)]
    if game.together and not game.knows_its_side and max(sides) > 1:
        notes.append(aimed_together(game.rules.order))
    if game.together and game.heals:
        notes.append(ADDED_UP)
    notes += noted(game.kinds, game.rules)
    notes += _slowed(game) if game.paced else []
    for (kind, number), ever in sorted(ever_true.items()):
        action = game.actions[kind][number]
        if not ever:
            notes.append(
                f"{game.kinds[kind].name} never comes to {action.name}: its condition "
                f"'{action.when.text}' never holds in this fight."
            )
    return tuple(notes)


def _slowed(game):
    """Sentences on statuses that may leave a unit no speed."""
    least, slowest = LIMITS["speed"][0], min(unit.role("speed") for unit in game.kinds)
    return [
        f"'{status.name}' may bring a speed of {slowest:g} down to 0 or below, which counts as "
        f"{least:g}, an action in {1 / least:g} turns: for none write skips = yes."
        for status in game.statuses
        for column, how, number in status.changes
        if (column, how) == ("speed", "+") and slowest + number * status.stacks <= 0
    ]
