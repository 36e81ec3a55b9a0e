"""Decisions where the source is silent or contradicts itself, and what each of them changes.

They stand in `decisions.csv`. A duel stands here, under the decision's topic, as a function of the
rules; so does an alternative that is no field of them.
"""

from dataclasses import dataclass, replace

from combat.nethack.chance import hit_chance
from combat.nethack.circumstances import fields_of, read_situations
from combat.nethack.damage import damage_distribution
from combat.nethack.duels import duel
from combat.nethack.people import Attacker, Defender, Fighter, Strike
from combat.nethack.rules import Rules
from combat.nethack.sides import in_hand
from combat.nethack.slots import Piece
from combat.nethack.to_hit import attack_chance, mean_of, net


@dataclass(frozen=True, kw_only=True, eq=False)
class Decision:
    """One open point: topic, the source's words, the trouble, the decision, and its effect.

    situation: in words, the case whose number is `value` under the decision and `other` under the
    alternative; None where there is none. measure: "net" in points, "chance", "damage" (the mean of
    `blow`), "draw" (the hit chance at `blow`), or "duel". option: the fields of `Rules`, or of the
    draw, that choose the alternative. reckoned, otherwise: both numbers by hand, NaN if nobody has.
    """

    topic: str
    source: str
    trouble: str
    decision: str
    situation: str
    measure: str
    blow: dict
    attacker: dict
    defender: dict
    option: dict
    reckoned: float
    otherwise: float

    @property
    def value(self):
        """The situation's number under the decision; None without a situation."""
        return _MEASURES[self.measure](self, {}) if self.measure else None

    @property
    def other(self):
        """The situation's number under the alternative; None if there is none."""
        if self.topic in _OTHERWISE:
            return _OTHERWISE[self.topic]()
        return _MEASURES[self.measure](self, self.option) if self.option else None


def read_decisions(folder):
    """Return the decisions of `decisions.csv` in that folder, as a tuple of `Decision`.

    TableError names file, row and column.

    >>> size = next(one for one in read_decisions("data/nethack") if one.topic == "Size")
    >>> size.situation, size.value, size.other
    ('a huge defender in melee', 2.0, 0.0)
    """
    rows = read_situations(
        f"{folder}/decisions.csv",
        ["blow", "attacker", "defender"],
        text=["topic", "source", "trouble", "decision", "situation"],
        choices={"measure": {word: word for word in ("", *_MEASURES)}},
        parse=dict.fromkeys(["reckoned", "otherwise"], lambda cell: float(cell or "nan"))
        | {"option": fields_of},
    )
    return tuple(Decision(**row) for row in rows)


def _net(decision, option):
    rules = Rules(**option)
    attacker, defender = Attacker(**decision.attacker), Defender(**decision.defender)
    return mean_of(net(in_hand(attacker, rules), defender, rules))


def _chance(decision, option):
    attacker, defender = Attacker(**decision.attacker), Defender(**decision.defender)
    return attack_chance(attacker, defender, rules=Rules(**option))


def _damage(decision, option):
    return damage_distribution(**decision.blow, rules=Rules(**option)).damage.mean


_MEASURES = {
    "net": _net,
    "chance": _chance,
    "damage": _damage,
    "draw": lambda decision, option: hit_chance(**decision.blow | option),
    "duel": lambda decision, option: _DUELS[decision.topic](Rules(**option)),
}
_RAT = Fighter(name="rat", attacker=Attacker(), defender=Defender(), hp=6, strikes=("1d6",))
_HERO = replace(_RAT, name="hero", attacker=Attacker(player=True), defender=Defender(player=True))


def _with_a_luckstone(rules):
    lucky = replace(_RAT, attacker=Attacker(luckstone=True), defender=Defender(luckstone=True))
    return duel(lucky, _RAT, rules=rules).chances[0]


def _behind_iron(rules):
    clawed = replace(_RAT, hp=9, strikes=("1d8", "1d8"))
    iron = Defender(armor=(Piece("shield", "shield", ev=1, dr=20),))
    return duel(replace(clawed, defender=iron), clawed, rules=rules).chances[0]


def _lame(rules):
    hero = replace(_HERO, attacker=Attacker(player=True, dexterity=14), hp=9, strikes=("1d8",))
    ogre = replace(hero, attacker=Attacker(level=5), defender=Defender())
    return duel(hero, ogre, rules=rules).chances[0]


def _under_a_bear(hug):
    bear = replace(_RAT, attacker=Attacker(level=5), hp=22, strikes=("1d6", "1d6", hug))
    return duel(bear, replace(_HERO, hp=60, strikes=())).turns().mean


_DUELS = {
    "Luckstone": _with_a_luckstone,
    "Wounded arms: the shield": _behind_iron,
    "Wounded legs": _lame,
    "Hugs": lambda rules: _under_a_bear(Strike("2d8", hug="crush")),
}
_OTHERWISE = {
    "Priests and angels": lambda: net(Attacker(level=0), Defender()),
    "Luckstones of monsters": lambda: net(Attacker(level=0, luckstone=True), Defender()).mean,
    "Hugs": lambda: _under_a_bear("2d8"),
}
