"""Situations in a table's cell: the fields of an attacker or a defender, in words."""

from ast import literal_eval

from combat.core.checks import check_word
from combat.nethack.people import Weapon
from combat.nethack.slots import Piece

_WEAPONS = {
    "sword": Weapon(name="long sword"),
    "sword +3": Weapon(name="long sword", enchantment=3),
    "accurate sword": Weapon(to_hit=2),
    "blessed sword": Weapon(blessed=True),
    "artifact": Weapon(artifact_die="1d5"),
    "arrow": Weapon(name="arrow", skill="bow", kind="ammo"),
    "bow +3": Weapon(name="bow", skill="bow", kind="launcher", enchantment=3),
    "crossbow": Weapon(name="crossbow", skill="crossbow", kind="launcher"),
    "ya": Weapon(name="ya", skill="bow", kind="ammo"),
    "yumi": Weapon(name="yumi", skill="bow", kind="launcher"),
    "boomerang": Weapon(name="boomerang", kind="missile"),
    "dart": Weapon(name="dart", kind="missile"),
    "boulder": Weapon(form="boulder"),
    "gem": Weapon(form="gem"),
    "pick": Weapon(form="pick"),
    "spear": Weapon(form="spear"),
    "trident": Weapon(form="trident"),
}
_ARMOR = {
    "robe +3 and cap": (
        Piece("robe", "cloak", ev=1, enchantment=3),
        Piece("cap", "head", ev=2),
    ),
    "small shield": (Piece("small shield", "shield", ev=1, dr=1),),
}
_THINGS = {"weapon": _WEAPONS, "launcher": _WEAPONS, "armor": _ARMOR}


def fields_of(text):
    """Return the fields in a text such as "player; skill=Expert; weapon=bow +3", as a dict."""
    pairs = (part.strip().partition("=") for part in text.split(";") if part.strip())
    return {name: _value(name, word) if is_given else True for name, is_given, word in pairs}


def _value(name, word):
    if name in _THINGS:
        return _THINGS[name][check_word(name, word, _THINGS[name])]
    if name == "kinds":
        return frozenset({word})
    try:
        return literal_eval(word)
    except (ValueError, SyntaxError):
        return word
