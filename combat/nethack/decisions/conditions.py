"""Decisions about conditions, protection, and special cases."""

from combat.nethack.decisions.decision import Decision, hero, net_of
from combat.nethack.people import Attacker, Defender, Weapon
from combat.nethack.rules import Rules
from combat.nethack.to_hit import attack_chance

_HELPLESS = {"sleeping": True, "paralyzed": True}


def _unicorn(rules):
    gem = Attacker(attack="thrown", weapon=Weapon(form="gem"))
    return attack_chance(gem, Defender(kinds=frozenset({"unicorn"}), sleeping=True), rules=rules)


CONDITIONS = (
    Decision(
        "Encumbrance",
        "1, 3, 5 up to strained",
        "two levels are missing",
        "7 and 9",
        "overloaded",
        net_of(hero(encumbrance="overloaded")),
        {"encumbrance": (0, -1, -3, -5, -5, -5)},
    ),
    Decision(
        "Asleep and paralysed",
        "-4 each",
        "both at once",
        "once",
        "both",
        net_of(None, _HELPLESS),
        {"sleep_stacks": True},
    ),
    Decision(
        "Blind and unseeing",
        "blind -2 or -1; +1 or +2 if the other cannot be seen",
        "does blindness count in both?",
        "yes, as written: 3 points for whoever is blinded, on either side; telepathy is an option",
        "a blinded attacker",
        net_of({"level": 0, "blinded": True}),
        {"blind_see": True},
    ),
    Decision(
        "Does a sleeper see?",
        "+1 if the defender cannot see the attacker",
        "a sleeper",
        "it does, unless blind",
        "a sleeping defender",
        net_of(None, {"sleeping": True}),
        {"sleeper_sees": False},
    ),
    Decision(
        "Flanking",
        "add the flanking bonus",
        "no number; may be removed",
        "0",
        "flanking",
        net_of({"level": 0, "flanking": True}),
        {"flanking": 4},
    ),
    Decision(
        "Protection",
        "the greater of divine and spell",
        "the ring is not named",
        "the ring is added",
        "divine 4, ring 3",
        net_of(None, {"divine_protection": 4, "rings_of_protection": 3}),
        {"ring_of_protection": "best"},
    ),
    Decision(
        "Priests and angels",
        "certain monsters may have divine protection",
        "which, and how much",
        "priests and angelic beings: a point for four levels, at most 6",
        "at a high priest of level 25",
        net_of(None, {"divine_protection": min(6, 25 // 4)}),
        otherwise=lambda: net_of()(Rules()),
    ),
    Decision(
        "Luckstones of monsters",
        "intelligent monsters will pick up luckstones; player monsters have one",
        "who has found one, and the data holds no player monsters",
        "nobody in the data; a column `luckstone` for one's own",
        "a monster's blow, without",
        net_of(),
        otherwise=lambda: net_of({"level": 0, "luckstone": True})(Rules()),
    ),
    Decision(
        "Speed and size for EV",
        "perhaps speed and size could make this stat superfluous",
        "would they",
        "EV stays: what they explain of it is in the findings",
    ),
    Decision(
        "Monk in armour",
        "-20",
        "0.6% at even odds",
        "as written",
        "in body armour",
        net_of(hero(role="Monk", body_armor=True)),
        {"monk_body_armor": -5},
    ),
    Decision(
        "Monk's defence",
        "Monk, martial arts",
        "the title says martial arts",
        "Monks only",
        "an unarmed Samurai, Master",
        net_of(None, hero(role="Samurai", armed=False, martial_arts="Master")),
        {"martial_artists": "all"},
    ),
    Decision(
        "Spear, trident, pick",
        "kebabable, in water",
        "no lists",
        "vanilla's lists; +1 each",
        "a spear at a dragon",
        net_of({"level": 0, "weapon": Weapon(form="spear")}, {"kinds": frozenset({"kebabable"})}),
        {"spear": 2},
    ),
    Decision(
        "Unicorns",
        "gems are always caught",
        "a sleeping unicorn",
        "missed, as the exception for the quest leader",
        "chance, sleeping unicorn",
        _unicorn,
        {"helpless_unicorn_misses": False},
    ),
)
