"""An open point of the source, the decision, and a situation that shows what it changes."""

from collections.abc import Callable
from dataclasses import dataclass, field

from combat.dice import Distribution
from combat.nethack.damage import damage_distribution
from combat.nethack.people import Attacker, Defender
from combat.nethack.rules import Rules
from combat.nethack.to_hit import net


@dataclass(frozen=True)
class Decision:
    """One open point: topic, the source's words, the trouble, the decision, the alternative.

    situation: the case in words for which example(rules) returns a number: a net in points, a
    mean damage or a chance. option: the fields of Rules that choose the alternative. otherwise():
    returns the alternative's number if it is no field of Rules.

    >>> from combat.nethack import DECISIONS
    >>> size = next(decision for decision in DECISIONS if decision.topic == "Size")
    >>> size.situation, size.value, size.other
    ('a huge defender in melee', 2.0, 0.0)
    """

    topic: str
    source: str
    trouble: str
    decision: str
    situation: str = ""
    example: Callable = field(default=None, repr=False)
    option: dict = field(default_factory=dict)
    otherwise: Callable = field(default=None, repr=False)

    @property
    def value(self):
        """The situation's number under the decision; None without a situation."""
        return self.example(Rules()) if self.example else None

    @property
    def other(self):
        """The situation's number under the alternative; None if there is none."""
        if self.option:
            return self.example(Rules(**self.option))
        return self.otherwise() if self.otherwise else None


def net_of(attacker=None, defender=None):
    """Return an example: the mean net, in points, of one attack.

    attacker, defender: dicts of fields of `Attacker` and `Defender`; by default a monster of level
    0 and a human without armour.

    >>> net_of(hero(dexterity=18), {"size": "large"})(Rules())
    3
    """

    def example(rules):
        points = net(Attacker(**(attacker or {"level": 0})), Defender(**(defender or {})), rules)
        return points.mean if isinstance(points, Distribution) else points

    return example


def damage_of(damage, armor=(), hp=None, **more):
    """Return an example: the mean damage of one hit, in hit points; see `damage_distribution`."""
    return lambda rules: damage_distribution(damage, armor, hp, rules=rules, **more).damage.mean


def hero(**fields):
    """Return the fields of a player's character, for `net_of`."""
    return {"player": True, **fields}
