"""Reads the game's tables, or your own with the same columns, as checked pandas frames."""

import math
import re
from typing import NamedTuple

from combat.core.checks import check_word
from combat.dice import dice
from combat.nethack.rules import SIZES, SKILLS
from combat.nethack.slots import PLACES
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
_YES = {"yes": True, "no": False}
_SKILLS = {skill.lower(): skill for skill in SKILLS}


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
    if not match or match[1] not in MELEE + NOT_MELEE:
        raise ValueError(
            f"attack {part!r} can't be read; write for example bite 2d6 or "
            f"claw 1d4 fire, with one of {', '.join(MELEE + NOT_MELEE)}"
        )
    kind = match[3] or ""
    if kind and kind not in MAGICAL + OTHER:
        raise ValueError(
            f"attack {part!r} can't be read: {kind!r} is no kind of damage; write "
            f"none, or one of {', '.join(MAGICAL)}"
        )
    by_level = match[2].startswith("(")
    if by_level and match[1] in MELEE:
        raise ValueError(f"attack {part!r} can't be read: only passive attacks go by level")
    if not by_level and dice(match[2]).values[0] < 0:
        raise ValueError(f"attack {part!r} can't be read: its damage can be below 0")
    hurts = match[1] in MELEE and kind != "heal"
    return MonsterAttack(match[1], match[2], hurts and kind not in MAGICAL, hurts, kind)


def parse_pieces(text):
    """Return the pairs (name, enchantment) in a text such as "+1 ring mail; +0 helmet"."""
    found = [(part, _PIECE.fullmatch(part.strip())) for part in text.split(";") if part.strip()]
    for part, match in found:
        if not match:
            raise ValueError(f"{part.strip()!r} can't be read; write for example +1 ring mail")
    return [(match[2], int(match[1])) for _, match in found]


def _checked(parser):
    """A parser that only checks: the frame keeps the text of the file."""

    def check(cell):
        parser(cell)
        return cell

    return check


def _number(low, high, *, blank=math.nan, kind=float):
    """A parser of a number from low to high, a float or an int; `blank` for an empty cell."""

    def read(cell):
        if not cell:
            return blank
        try:
            number = float(cell)
        except ValueError:
            number = math.nan
        if not low <= number <= high or number != kind(number):
            raise ValueError(
                f"{cell!r} is no {'whole ' if kind is int else ''}number from {low} to {high}; "
                f"write one such as 7, or leave the cell blank"
            )
        return kind(number)

    return read


def _yes(cell):
    if cell.lower() not in ("", *_YES):
        raise ValueError(f"{cell!r} can't be read; write yes or no, or leave the cell blank")
    return _YES.get(cell.lower(), False)


def _same(words):
    return {word: word for word in words}


# The columns of each table, as `read_table` asks for them. Vanilla has no numbers for a monster's
# ev, dr, protection and luckstone; a table of one's own may have them.
_COLUMNS = {
    "monsters": {
        "text": ["name", "class", "kinds"],
        "numeric": {"level": (0, 100), "hp": (1, 10_000), "speed": (0, 60), "ac": (-50, 50)},
        "choices": {"size": _same(SIZES)},
        "parse": {
            "attacks": _checked(parse_attacks),
            "frequency": _number(-1000, 1000, blank=0.0),
            "difficulty": _number(-1000, 1000),
            "coded_level": _number(-1000, 1000),
            "ev": _number(-100, 100),
            "dr": _number(-100, 100),
            "protection": _number(0, 20, blank=0, kind=int),
            "luckstone": _yes,
        },
        "optional": [
            *("class", "kinds", "frequency", "difficulty", "coded_level"),
            *("ev", "dr", "protection", "luckstone"),
        ],
    },
    "armor": {
        "text": ["name", "material"],
        "numeric": {"ac": (-20, 20), "weight": (0, 10_000)},
        "choices": {"slot": _same(PLACES)},
        "parse": {"ev": _number(-100, 100), "dr": _number(-100, 100)},
        "optional": ["material", "ev", "dr"],
    },
    "weapons": {
        "text": ["name", "skill", "kind", "form"],
        "numeric": {"to_hit": (-20, 20)},
        "parse": {"damage": _checked(dice)},
    },
    "artifacts": {
        "text": ["name", "base", "against"],
        "numeric": [],
        "parse": {"to_hit_die": _checked(dice)},
    },
    "kits": {
        "text": ["role", "strength", "weapon", "artifact", "launcher"],
        "numeric": {
            "level": (1, 30),
            "hp": (1, 1000),
            "dexterity": (3, 25),
            "luck": (-13, 13),
            "weapon_enchantment": (-10, 10),
            "launcher_enchantment": (-10, 10),
            "distance": (1, 50),
            "ring_of_accuracy": (-10, 10),
            "protection": (0, 20),
        },
        "choices": {
            "stage": _same(STAGES),
            "blessed": _YES,
            "skill": _SKILLS,
            "twoweapon": {"": "", **_SKILLS},
            "martial_arts": _SKILLS,
            "attack": _same(["melee", "fired", "thrown"]),
        },
        "parse": {"armor": _checked(parse_pieces)},
    },
}


def read_named(what, source, name=None):
    """Return a table as a frame with its columns checked; what: "weapons", "kits" ..."""
    return read_table(source, name=name, **_COLUMNS[check_word("table", what, _COLUMNS)])


def read_monsters(source, name=None):
    """Return a CSV of monsters as a frame: name, level, hp, speed, ac, size, attacks and more.

    source: a path, or bytes with their file `name`. Required columns: name, level (0..100), hp
    (1..10000), speed (0..60), ac (-50..50), size (tiny .. gigantic), attacks (see
    `parse_attacks`). Optional columns, in the game's own table: class, kinds (words such as
    undead; boss; headless), difficulty, frequency, coded_level. Further optional columns: ev, dr,
    protection (divine, 0..20 points) and luckstone (yes or no: whether it carries one).
    TableError names file, row and column.

    >>> read_monsters(b"name,level,hp,speed,ac,size,attacks\\nrat,1,3,12,7,tiny,bite 1d3\\n",
    ...               "mine.csv")[["name", "ac", "size"]]
      name   ac  size
    0  rat  7.0  tiny
    """
    frame = read_named("monsters", source, name)
    twice = frame["name"].duplicated()
    if twice.any():
        raise TableError(
            f"{name or source}, column 'name': {frame.loc[twice, 'name'].iloc[0]!r} "
            f"stands there twice; rename one"
        )
    return frame
