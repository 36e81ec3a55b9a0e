"""Hit rules of published games and of this workbook, each behind one call: chance(attack, defense).

What attack and defense are differs from rule to rule (`HitRule.depends` says on what the chance
depends); at equal numbers most rules are near one half. Each definition was held against the
source that it names. A rule of one's own is one call:

>>> mine = hit_rule("mine", depends="both", source="my notes")(
...     lambda attack, defense: attack / (attack + defense + 5))
>>> list(rules(mine))[-1], rules(mine)["mine"](35, 30)
('mine', 0.5)
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from scipy import stats
from scipy.special import ndtr

from combat import osdl, tome
from combat.domain import numbers, plain
from combat.nethack.chance import hit_chance

DEPENDS = ("difference", "ratio", "both", "defense")


@dataclass(frozen=True)
class Parameter:
    """A number of a rule: its name, the range and step of a slider for it, the source's value.

    scale: whether twice the number is the same as half the advantage.

    >>> [parameter.name for parameter in rules()["Diablo II"].parameters]
    ['attacker_level', 'defender_level']
    >>> rules()["Elo, logistic"].parameters[0].scale
    True
    """

    name: str
    low: float
    high: float
    value: float
    step: float = 1
    scale: bool = False


@dataclass(frozen=True)
class HitRule:
    """A rule: call it as rule(attack, defense, **parameters) for chances in [0, 1].

    depends: "difference" (attack - defense), "ratio", "both" numbers, or "defense" alone.
    whole: whether it counts whole points, and is a staircase between them. ValueError if the
    function gives something else than chances.

    >>> rule = rules()["Elo, logistic"]
    >>> rule.depends, round(rule(35, 30), 4), round(rule(35, 30, scale=20), 4)
    ('difference', 0.5715, 0.6401)
    """

    name: str
    function: Callable = field(repr=False)
    depends: str
    source: str
    parameters: tuple = ()
    whole: bool = False

    def __post_init__(self):
        # help() and the doctest finder look here.
        object.__setattr__(self, "__doc__", self.function.__doc__)
        object.__setattr__(self, "__wrapped__", self.function)

    def __call__(self, attack, defense, **parameters):
        asked = np.broadcast_shapes(np.shape(attack), np.shape(defense))
        answer = self.function(attack, defense, **parameters)
        if answer is None:
            raise ValueError(f"the rule '{self.name}' gives nothing: it must return its chance")
        chances = np.broadcast_to(answer, asked)
        wrong = (chances < 0) | (chances > 1)
        if wrong.any():
            raise ValueError(
                f"the rule '{self.name}' gives {chances[wrong][0]:.4g}: a chance must "
                f"be between 0 and 1"
            )
        return plain(chances)


def hit_rule(name, *, depends, source, parameters=(), whole=False):
    """Return a decorator that makes a function of (attack, defense) a HitRule.

    The arguments are its attributes. ValueError for an unknown `depends`.

    >>> @hit_rule("coin", depends="difference", source="a coin")
    ... def coin(attack, defense):
    ...     return 0.5
    >>> coin.name, coin([1, 2], 2)
    ('coin', array([0.5, 0.5]))
    """
    if depends not in DEPENDS:
        raise ValueError(
            f"depends = {depends!r} is not known: it must be one of {', '.join(DEPENDS)}"
        )
    return lambda function: HitRule(name, function, depends, source, tuple(parameters), whole)


@hit_rule(
    "d20 against armour class",
    depends="difference",
    source="d20 System Reference Document, attack roll",
    parameters=[Parameter("low", 0, 0.2, 0.05, 0.05), Parameter("high", 0.8, 1, 0.95, 0.05)],
)
def d20(attack, defense, *, low=0.05, high=0.95):
    """Return clamp((11 + attack - defense)/20): 1d20 + bonus against 10 + defense.

    "If your result equals or beats the target's Armor Class, you hit"; 1 always misses, 20
    always hits: clamp((21 + bonus - AC)/20, 0.05, 0.95).

    >>> d20([0, 5, 30], 0)
    array([0.55, 0.8 , 0.95])
    """
    attack, defense = _pair(attack, defense)
    return plain(np.clip((11 + attack - defense) / 20, low, high))


@hit_rule(
    "Pathfinder 2, degrees of success",
    depends="difference",
    source="Pathfinder 2 rules",
    parameters=[Parameter("degree", 1, 3, 2)],
    whole=True,
)
def pathfinder(attack, defense, *, degree=2):
    """Return the chance of that degree or a better one: 3 a critical success, 2 a success, 1 a
    failure that is not critical.

    "success at >= DC, critical at >= DC + 10, critical failure at <= DC - 10; a natural 20 or 1
    shifts one degree", with DC = 10 + defense. Counted over the 20 faces. ValueError for a degree
    outside 0..3.

    >>> [pathfinder(0, 0, degree=degree) for degree in (1, 2, 3)]
    [0.95, 0.55, 0.05]
    """
    attack, defense = _pair(attack, defense)
    degree = numbers("degree", degree, low=0, high=3)
    faces = np.arange(1, 21)
    margin = (attack - defense)[..., None] + faces - 10
    reached = np.select([margin >= 10, margin >= 0, margin > -10], [3, 2, 1], 0)
    reached = np.clip(reached + (faces == 20) - (faces == 1), 0, 3)
    enough = (reached >= degree).mean(axis=-1)
    return plain(np.where(np.isnan(attack - defense), np.nan, enough))


@hit_rule("3d6 roll under (GURPS)", depends="difference", source="GURPS Lite", whole=True)
def gurps(attack, defense):
    """Return P(3d6 <= 10 + attack - defense); "3-4 always succeed, 17-18 always fail".

    >>> gurps([0, 99], 0).round(4)
    array([0.5   , 0.9815])
    """
    attack, defense = _pair(attack, defense)
    sums = np.add.outer(np.add.outer(np.arange(1, 7), np.arange(1, 7)), np.arange(1, 7)).ravel()
    skill = np.clip(10 + attack - defense, 4, 16)
    return plain(np.where(np.isnan(skill), np.nan, (sums <= skill[..., None]).mean(axis=-1)))


@hit_rule(
    "Elo, logistic",
    depends="difference",
    source="Elo's expected score, logistic form",
    parameters=[Parameter("scale", 5, 400, 40, 5, scale=True)],
)
def elo(attack, defense, *, scale=40):
    """Return 1/(1 + 10^(-(attack - defense)/scale)); chess has scale 400.

    "A player whose rating is 100 points greater is expected to score 64%; 200 points: 76%".

    >>> elo([1100, 1200], 1000, scale=400).round(2)
    array([0.64, 0.76])
    """
    attack, defense = _pair(attack, defense)
    return plain(
        1 / (1 + 10 ** (-(attack - defense) / numbers("scale", scale, low=0, open_low=True)))
    )


@hit_rule("ratio", depends="ratio", source="common practice")
def ratio(attack, defense):
    """Return attack/(attack + defense); both >= 0, one above 0.

    >>> ratio(30, 10)
    0.75
    """
    attack, defense = _pair(attack, defense, low=0)
    with np.errstate(invalid="ignore"):
        return plain(np.asarray(attack / (attack + defense)))


@hit_rule(
    "Civilization IV, whole battle",
    depends="ratio",
    source="the game's SDK, CvUnit",
    parameters=[Parameter("damage", 5, 50, 20), Parameter("health", 10, 100, 100, 10)],
)
def civilization(attack, defense, *, damage=20, health=100):
    """Return the chance that the attacker wins a battle of two whole units; numbers >= 0.

    Strengths count in hundredths. A round goes to the attacker with A/(A + D), in thousandths,
    and costs the other side max(1, damage (A + F)/(D + F)) of its health, F = (A + D + 1)/2,
    all rounded down; it ends when one side has none. One percent more strength is worth a whole
    round:

    >>> civilization([6.0, 6.06, 12.0], 6.0).round(3)
    array([0.5  , 0.63 , 0.991])
    """
    attack, defense = _pair(attack, defense, low=0)
    damage, health = numbers("damage", damage, low=1), numbers("health", health, low=1)
    own, its = np.round(100 * attack), np.round(100 * defense)
    factor = np.floor((own + its + 1) / 2)
    with np.errstate(invalid="ignore"):
        lost = np.floor(1000 * its / (own + its)) / 1000
        to_them = np.maximum(1, np.floor(damage * (own + factor) / (its + factor)))
        to_us = np.maximum(1, np.floor(damage * (its + factor) / (own + factor)))
    needed, allowed = np.ceil(health / to_them), np.ceil(health / to_us)
    # The attacker wins if he takes `needed` of the first needed + allowed - 1 rounds.
    return plain(np.asarray(stats.binom.sf(needed - 1, needed + allowed - 1, 1 - lost)))


@hit_rule(
    "Diablo II",
    depends="ratio",
    source="Jarulf's and Gustafsson's to-hit notes",
    parameters=[Parameter("attacker_level", 1, 99, 20), Parameter("defender_level", 1, 99, 20)],
)
def diablo(attack, defense, *, attacker_level=20, defender_level=20):
    """Return 2 AR/(AR + DR) alvl/(alvl + dlvl), clamped to 5..95 %; numbers >= 0.

    >>> diablo(100, 100), diablo(100, 100, attacker_level=60)
    (0.5, 0.75)
    """
    attack, defense = _pair(attack, defense, low=0)
    own = numbers("attacker_level", attacker_level, low=1)
    its = numbers("defender_level", defender_level, low=1)
    with np.errstate(invalid="ignore"):
        chance = 2 * attack / (attack + defense) * own / (own + its)
    return plain(np.asarray(np.clip(chance, 0.05, 0.95)))


@hit_rule("Old School RuneScape", depends="both", source="OSRS wiki, accuracy roll")
def runescape(attack, defense):
    """Return the chance that a roll 0..attack beats a roll 0..defense; numbers >= 0.

    "A > D: 1 - (D + 2)/(2(A + 1)); else A/(2(D + 1))".

    >>> runescape(100, 100), runescape(200, 100)
    (0.495..., 0.746...)
    """
    attack, defense = _pair(attack, defense, low=0)
    return plain(
        np.where(
            attack > defense, 1 - (defense + 2) / (2 * (attack + 1)), attack / (2 * (defense + 1))
        )
    )


@hit_rule(
    "World of Warcraft Classic",
    depends="difference",
    source="Beaza's formula (2006), measured anew by players in 2019",
)
def warcraft(attack, defense):
    """Return 1 - miss: 5 % + 0.1 a point of defense over skill, beyond 10 points 0.2; in [0, 1].

    A target three levels above is 15 points ahead: "players have an 8% chance to miss".

    >>> warcraft([300, 300], [300, 315])
    array([0.95, 0.92])
    """
    attack, defense = _pair(attack, defense)
    behind = defense - attack
    miss = 0.05 + np.where(behind <= 10, 0.001, 0.002) * behind
    return plain(1 - np.clip(miss, 0, 1))


@hit_rule("Cataclysm: DDA", depends="difference", source="the project's pull request 18351")
def cataclysm(attack, defense):
    """Return P(N(5 hit, 25) >= 5 dodge): a bell curve of standard deviation 5 in points.

    >>> round(cataclysm(5, 0), 4)
    0.8413
    """
    attack, defense = _pair(attack, defense)
    return plain(ndtr((attack - defense) / 5))


@hit_rule("Battle for Wesnoth", depends="defense", source="game help")
def wesnoth(attack, defense):
    """Return 1 - the terrain's defense in percent (0..100); attack has no part in it.

    >>> wesnoth(50, 60)
    0.4
    """
    attack, defense = _pair(attack, defense)
    return plain(1 - numbers("defense", defense + 0 * attack, low=0, high=100) / 100)


@hit_rule(
    "Fire Emblem, two random numbers",
    depends="difference",
    source="Serenes Forest",
    parameters=[Parameter("base", 0, 100, 50)],
)
def fire_emblem(attack, defense, *, base=50):
    """Return P(mean of two numbers 0..99 < base + attack - defense), the number shown in 0..100.

    >>> fire_emblem(25, 0), fire_emblem(0, 25)
    (0.8775, 0.1275)
    """
    attack, defense = _pair(attack, defense)
    shown = np.clip(base + attack - defense, 0, 100)
    sums = np.sort(np.add.outer(np.arange(100), np.arange(100)).ravel())
    return plain(
        np.where(
            np.isnan(shown), np.nan, np.searchsorted(sums, 2 * np.nan_to_num(shown)) / sums.size
        )
    )


def _workbook():
    """The workbook's own rules, from their modules."""
    made = [
        ("TOME, linear", tome.check_hit, "difference", "Tales of Maj'Eyal", ()),
        ("TOME, exponential", tome.check_hit_old, "both", "Tales of Maj'Eyal", ()),
        (
            "TOME, smooth",
            tome.check_hit_smooth,
            "difference",
            "Tales of Maj'Eyal",
            (Parameter("m", 1, 40, 10, scale=True),),
        ),
        (
            "NetHack EV/DR, bell curve",
            lambda attack, defense, sd=8.0: hit_chance(np.subtract(attack, defense), sd=sd),
            "difference",
            "Phol ende wodan's overhaul",
            (Parameter("sd", 2.0, 16.0, 8.0, 0.5, scale=True),),
        ),
        ("NetHack, vanilla d20", _vanilla, "difference", "NetHack 3.6.7", ()),
        (
            "OSDL, log-odds",
            lambda attack, defense, scale=osdl.SCALE: osdl.modified(
                0.5, np.subtract(attack, defense) / 100, scale=scale
            ),
            "difference",
            "OSDL's probability modifiers",
            (Parameter("scale", 1.0, 20.0, osdl.SCALE, 0.1),),
        ),
    ]
    return [
        HitRule(name, function, depends, source, parameters)
        for name, function, depends, source, parameters in made
    ]


def _vanilla(attack, defense):
    """A hit if 1 + attack + 10 - defense > 1d20, for AC 10 - defense."""
    attack, defense = _pair(attack, defense)
    return plain(np.clip((10 + attack - defense) / 20, 0, 1))


def rules(*own):
    """Return all rules by name, and after them those of one's own: a dict of HitRule.

    ValueError for a name that is taken, for what is not a HitRule, and for a rule of one's own
    that gives no number, takes no arrays, or doesn't depend on what it says.

    >>> len(rules()), rules()["ratio"](10, 30)
    (18, 0.25)
    """
    published = [
        d20,
        pathfinder,
        gurps,
        elo,
        ratio,
        civilization,
        diablo,
        runescape,
        warcraft,
        cataclysm,
        wesnoth,
        fire_emblem,
    ]
    found = {}
    for rule in [*published, *_workbook(), *own]:
        if not isinstance(rule, HitRule):
            raise ValueError(f"rule = {rule!r} is not known: make it one with hit_rule(...)")
        if rule.name in found:
            raise ValueError(f"rule = {rule.name!r} is there already: give yours another name")
        if rule in own:
            _try_out(rule)
        found[rule.name] = rule
    return found


def _try_out(rule):
    """ValueError where a rule of one's own gives no number or depends on something else."""
    alike = {
        "difference": [(35, 30), (95, 90)],
        "ratio": [(30, 20), (90, 60)],
        "defense": [(30, 20), (90, 20)],
        "both": [(35, 30), (95, 90)],
    }[rule.depends]
    attack, defense = np.array(alike, float).T
    try:
        here, there = rule(attack, defense)
    except ValueError as error:
        if "ambiguous" not in str(error):
            raise
        raise ValueError(
            f"the rule '{rule.name}' takes no arrays: write np.where(condition, "
            f"then, otherwise) in place of if"
        ) from error
    if np.isnan([here, there]).any():
        raise ValueError(
            f"the rule '{rule.name}' gives no number for attack and defense "
            f"{attack[0]:g} and {defense[0]:g}, or {attack[1]:g} and {defense[1]:g}"
        )
    if rule.depends != "both" and abs(here - there) > 1e-6:
        raise ValueError(
            f"the rule '{rule.name}' is said to depend on the {rule.depends}, but "
            f"gives {here:.4g} at {alike[0]} and {there:.4g} at {alike[1]}: "
            f'depends="both" is always true'
        )


def _pair(attack, defense, low=-np.inf):
    return np.broadcast_arrays(
        numbers("attack", attack, low=low), numbers("defense", defense, low=low)
    )
