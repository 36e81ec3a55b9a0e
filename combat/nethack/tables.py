"""Reads the game's tables, or your own with the same columns, as checked pandas frames."""

import math
import re
from typing import NamedTuple

from combat.core.checks import check_word
from combat.dice import dice as dice_of
from combat.nethack.columns import as_written, blank_or, cells, dice, number, whole, word
from combat.nethack.people import Attacker, Defender, Weapon
from combat.nethack.rules import SKILLS
from combat.nethack.slots import Piece
from combat.tables import TableError, read_table

STAGES = ("start", "mid", "late")
# Attacks by touch, tooth or weapon: they roll to hit in melee.
MELEE = ("bite", "butt", "claw", "engulf", "hug", "kick", "sting", "tentacle", "touch", "weapon")
NOT_MELEE = ("breath", "explode", "gaze", "passive", "spellcast", "spit")
MAGICAL = (
    *("acid", "cold", "digest", "disintegrate", "drain energy", "drain life", "fire"),
    *("magic missile", "shock", "sleep"),
)
# Kinds of damage with other effects, which armour still reduces: illnesses and poisons, thefts,
# spells and the senses, harm to things, and what happens to the body.
OTHER = (
    *("decay", "disease", "famine", "lycanthropy", "pestilence", "petrify", "slime"),
    *("drain Int", "poison (Con)", "poison (Dex)", "poison (Str)"),
    *("seduce", "steal Amulet", "steal gold", "steal item", "steal items (charm)"),
    *("clerical spell", "curse/intrinsic", "death touch", "mage spell", "random breath"),
    *("blind", "confuse", "hallucinate", "paralyse", "slow", "stun", "teleport"),
    *("corrode", "disenchant", "rust", "heal", "stick", "wound legs", "wrap/drown"),
)
_ATTACK = re.compile(r"([a-z]+)(?: on death)? (\(lvl\+1\)d\d+|\S+)(?: (.+))?")
_PIECE = re.compile(r"([+-]\d+) (.+)")


class MonsterAttack(NamedTuple):
    """One of a monster's attacks; `physical`: DR counts, `kind`: "" for ordinary damage."""

    how: str
    damage: str
    physical: bool
    melee: bool
    kind: str = ""


def parse_attacks(text):
    """Return the attacks in a text such as "claw 1d4; bite 2d6 fire", as MonsterAttack.

    Damage is physical unless it is fire, cold, shock, acid and the like: "elemental or magical
    damage is not reduced". Breath, gaze, spells and a nurse's healing are no melee attacks.
    """
    return [_attack(part.strip()) for part in text.split(";") if part.strip()]


def _attack(part):
    match = _ATTACK.fullmatch(part)
    how, damage, kind = match.groups(default="") if match else ("", "", "")
    if fault := _fault(how, damage, kind):
        raise ValueError(f"attack {part!r} can't be read: {fault}")
    hurts = how in MELEE and kind != "heal"
    return MonsterAttack(how, damage, hurts and kind not in MAGICAL, hurts, kind)


def _fault(how, damage, kind):
    if how not in MELEE + NOT_MELEE:
        known = ", ".join(MELEE + NOT_MELEE)
        return f"write for example bite 2d6 or claw 1d4 fire, with one of {known}"
    if kind and kind not in MAGICAL + OTHER:
        return f"{kind!r} is no kind of damage; write none, or one of {', '.join(MAGICAL)}"
    if damage.startswith("("):
        return "only passive attacks go by level" if how in MELEE else ""
    return "its damage can be below 0" if dice_of(damage).values[0] < 0 else ""


def parse_pieces(text):
    """Return the pairs (name, enchantment) in a text such as "+1 ring mail; +0 helmet"."""
    found = [(part, _PIECE.fullmatch(part.strip())) for part in text.split(";") if part.strip()]
    for part, match in found:
        if not match:
            raise ValueError(f"{part.strip()!r} can't be read; write for example +1 ring mail")
    return [(match[2], int(match[1])) for _, match in found]


# What `read_table` asks of each table. Vanilla has no numbers for a monster's ev, dr, protection
# and luckstone; a table of one's own may have them.
_SPLIT = dict.fromkeys(["ev", "dr"], blank_or(math.nan, -100, 100))
_TABLES = {
    "monsters": cells(
        *("level", "ac", "size", "luckstone"),
        of=[Attacker, Defender],
        text=["name", "class", "kinds"],
        hp=number(low=1, high=10_000),
        speed=number(low=0, high=60),
        parse={
            "attacks": as_written(parse_attacks),
            "protection": blank_or(0, 0, 20, int),
            "frequency": blank_or(0.0, 0, 1000),
            "difficulty": blank_or(math.nan, -1000, 1000),
            **_SPLIT,
        },
        optional=["class", "kinds", "protection", "luckstone", "frequency", "difficulty", *_SPLIT],
    ),
    "armor": cells(
        "slot",
        of=[Piece],
        text=["name"],
        ac=number(low=-20, high=20),
        weight=number(low=0, high=10_000),
        parse=_SPLIT,
        optional=[*_SPLIT],
    ),
    "weapons": cells("to_hit", "damage", "kind", "form", of=[Weapon], text=["name", "skill"]),
    "artifacts": cells(text=["name", "against"], to_hit_die=dice()),
    "kits": cells(
        *("level", "dexterity", "luck", "skill", "twoweapon", "attack", "blessed"),
        of=[Attacker, Weapon],
        text=["role", "strength", "weapon", "artifact", "launcher"],
        stage=word(STAGES),
        hp=whole(low=1, high=1000),
        distance=whole(low=1, high=50),
        weapon_enchantment=whole(low=-10, high=10),
        launcher_enchantment=whole(low=-10, high=10),
        ring_of_accuracy=whole(low=-10, high=10),
        protection=whole(low=0, high=20),
        martial_arts=word(SKILLS),
        parse={"armor": as_written(parse_pieces)},
    ),
}


def read_named(what, source, name=None):
    """Return a table as a frame with its columns checked; what: "weapons", "kits" ..."""
    return read_table(source, name=name, **_TABLES[check_word("table", what, _TABLES)])


def read_monsters(source, name=None):
    """Return a CSV of monsters as a frame: name, level, hp, speed, ac, size, attacks and more.

    source: a path, or bytes with their file `name`. Required columns: name, level (0..100), hp
    (1..10000), speed (0..60), ac (-50..50), size (tiny .. gigantic), attacks (see
    `parse_attacks`). Optional columns, in the game's own table: class, kinds (words such as
    undead; boss; headless), difficulty, frequency. Further optional columns: ev, dr, protection
    (divine, 0..20 points) and luckstone (yes or no: whether it carries one). TableError names
    file, row and column.

    >>> read_monsters(b"name,level,hp,speed,ac,size,attacks\\nrat,1,3,12,7,tiny,bite 1d3\\n",
    ...               "mine.csv")[["name", "ac", "size"]]
      name  ac  size
    0  rat   7  tiny
    """
    frame = read_named("monsters", source, name)
    twice = frame["name"].duplicated()
    if twice.any():
        again = frame.loc[twice, "name"].iloc[0]
        where = f"{name or source}, column 'name'"
        raise TableError(f"{where}: {again!r} stands there twice; rename one")
    return frame
