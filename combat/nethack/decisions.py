"""Decisions where the source is silent or contradicts itself, and what each of them changes.

What was decided stands in `decisions.csv`. A situation that is no single attack stands here, under
the decision's topic, as a function of the rules; so does an alternative that is no field of them.
"""

from dataclasses import dataclass, replace

from combat.nethack.chance import hit_chance
from combat.nethack.damage import damage_distribution
from combat.nethack.duels import duel
from combat.nethack.people import Attacker, Defender, Fighter, Strike
from combat.nethack.rules import Rules
from combat.nethack.sides import in_hand
from combat.nethack.situations import fields_of
from combat.nethack.slots import Piece
from combat.nethack.to_hit import attack_chance, mean_of, net
from combat.tables import read_table


@dataclass(frozen=True, kw_only=True, eq=False)
class Decision:
    """One open point: topic, the source's words, the trouble, the decision, and its effect.

    situation: in words, the case whose number is `value` under the decision and `other` under the
    alternative: a net in points, a chance, a mean damage or mean turns; None where there is none.
    option: the fields of `Rules` that choose the alternative. reckoned, otherwise: both numbers by
    hand, NaN if nobody has.

    >>> from combat.nethack import read_decisions
    >>> size = next(one for one in read_decisions("data/nethack") if one.topic == "Size")
    >>> size.situation, size.value, size.other
    ('a huge defender in melee', 2.0, 0.0)
    """

    topic: str
    source: str
    trouble: str
    decision: str
    situation: str
    measure: str
    attacker: dict
    defender: dict
    option: dict
    reckoned: float
    otherwise: float

    @property
    def value(self):
        """The situation's number under the decision; None without a situation."""
        return self._number(Rules())

    @property
    def other(self):
        """The situation's number under the alternative; None if there is none."""
        if self.option:
            return self._number(Rules(**self.option))
        return _OTHERWISE[self.topic]() if self.topic in _OTHERWISE else None

    def _number(self, rules):
        if self.topic in _BLOWS:
            return _mean_damage(rules=rules, **_BLOWS[self.topic])
        if self.topic in _OWN:
            return _OWN[self.topic](rules)
        if not self.measure:
            return None
        attacker, defender = Attacker(**self.attacker), Defender(**self.defender)
        if self.measure == "chance":
            return attack_chance(attacker, defender, rules=rules)
        return mean_of(net(in_hand(attacker, rules), defender, rules))


def read_decisions(folder):
    """Return the decisions of `decisions.csv` in that folder, as a tuple of `Decision`.

    TableError names file, row and column.

    >>> len(read_decisions("data/nethack"))
    64
    """
    frame = read_table(
        f"{folder}/decisions.csv",
        text=["topic", "source", "trouble", "decision", "situation"],
        numeric=[],
        choices={"measure": {"net": "net", "chance": "chance", "": ""}},
        parse=dict.fromkeys(("attacker", "defender", "option"), fields_of)
        | dict.fromkeys(("reckoned", "otherwise"), _reckoned),
    )
    return tuple(Decision(**row) for row in frame.to_dict("records"))


def _reckoned(cell):
    return float(cell or "nan")


def _mean_damage(damage="4d8", armor=(), **more):
    return damage_distribution(damage, armor, **more).damage.mean


_PLATE = Piece("plate mail", "torso", dr=8)
_RAT = Fighter(name="rat", attacker=Attacker(), defender=Defender(), hp=6, strikes=("1d6",))
_HERO = replace(_RAT, name="hero", attacker=Attacker(player=True), defender=Defender(player=True))
_CLAWED = replace(_RAT, hp=9, strikes=("1d8", "1d8"))


def _with_a_luckstone(rules):
    lucky = replace(_RAT, attacker=Attacker(luckstone=True), defender=Defender(luckstone=True))
    return duel(lucky, _RAT, rules=rules).chances[0]


def _behind_iron(rules):
    iron = Defender(armor=(Piece("shield", "shield", ev=1, dr=20),))
    return duel(replace(_CLAWED, defender=iron), _CLAWED, rules=rules).chances[0]


def _lame(rules):
    hero = replace(_HERO, attacker=Attacker(player=True, dexterity=14), hp=9, strikes=("1d8",))
    ogre = replace(hero, attacker=Attacker(level=5), defender=Defender())
    return duel(hero, ogre, rules=rules).chances[0]


def _turns_under_a_bear(hug):
    bear = replace(_RAT, attacker=Attacker(level=5), hp=22, strikes=("1d6", "1d6", hug))
    return duel(bear, replace(_HERO, hp=60, strikes=())).turns().mean


_BLOWS = {
    "Enchantment in damage": {"damage": "1d8", "enchantment": 3},
    "Shirt": {"armor": (_PLATE, Piece("T-shirt", "shirt", enchantment=2))},
    "Cloak": {"armor": (_PLATE, Piece("robe", "cloak", ev=1, dr=1))},
    "Empty slot": {"armor": (_PLATE,)},
    "No such body part": {"armor": (_PLATE,), "missing": ("gloves",)},
    "Effects on bare parts": {"hp": 20},
    "Negative DR": {"armor": (Piece("breastplate", "torso", enchantment=-3),)},
    "Armour erosion": {"armor": (replace(_PLATE, erosion=3),)},
    "Form's DR": {"armor": (_PLATE,), "form_dr": 5},
    "Wounded arms: damage": {"wounded_arms": True},
    "Half of the hit points": {"armor": (Piece("helmet", "head", dr=6),), "hp": 30},
    "Half physical damage": {"half_physical": True},
    "Half spell damage": {"physical": False, "spell": True, "half_spell": True},
    "Rounding": {"armor": (_PLATE,)},
    "Minimum 1": {"damage": "0d0"},
    "Erosion": {"damage": "1d8", "erosion": 1},
    "Physical damage": {"armor": (_PLATE,), "physical": False},
}
_OWN = {
    "Luckstone": _with_a_luckstone,
    "Ties": lambda rules: hit_chance(0),
    "Approximation": lambda rules: hit_chance(-28),
    "Standard deviation": lambda rules: hit_chance(1),
    "Wounded arms: the shield": _behind_iron,
    "Wounded legs": _lame,
    "Hugs": lambda rules: _turns_under_a_bear(Strike("2d8", hug="crush")),
}
_OTHERWISE = {
    "Ties": lambda: hit_chance(0, whole_draws=True),
    "Approximation": lambda: hit_chance(-28, uniforms=4),
    "Standard deviation": lambda: hit_chance(1, sd=5.77),
    "Priests and angels": lambda: net(Attacker(level=0), Defender()),
    "Luckstones of monsters": lambda: net(Attacker(level=0, luckstone=True), Defender()).mean,
    "Hugs": lambda: _turns_under_a_bear("2d8"),
}
