"""Reads the game's tables, or your own with the same columns, as checked pandas frames."""

import math
import re

from combat.core.checks import check_word
from combat.core.numbers import number_in
from combat.core.words import told_as
from combat.dice import dice as dice_of
from combat.nethack.columns import cells, dice, number, whole, word
from combat.nethack.people import Attacker, Defender, Strike, Weapon
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
_HUGS = {"": "crush", "wrap/drown": "wrap"}
_ARMS = ("claw", "hug", "touch", "weapon")
_ATTACK = re.compile(r"([a-z]+)(?: on death)? (\(lvl\+1\)d\d+|\S+)(?: (.+))?")
_PIECE = re.compile(r"([+-]\d+) (.+)")


def strikes_in(text):
    """Return the strikes of a monster's action in melee, in a text such as "claw 1d4; bite 2d6".

    Damage is physical unless it is fire, cold, shock, acid and the like: "elemental or magical
    damage is not reduced". Breath, gaze, spells and a nurse's healing are no melee attacks.

    A hug is left out if one of the two attacks before it is none of these, such as a spit: it
    never lands. So are attacks without damage, but not before a hug: even a mere touch must land.
    """
    attacks = [_attack(part.strip()) for part in text.split(";") if part.strip()]
    lands = []
    for how, _, kind in attacks:
        follows = len(lands) > 1 and all(lands[-2:])
        lands.append(how in MELEE and kind != "heal" and (how != "hug" or follows))
    hugs = {at for at, (how, *_) in enumerate(attacks) if lands[at] and how == "hug"}
    return tuple(
        Strike(
            damage,
            kind not in MAGICAL,
            hug=_HUGS.get(kind, "burn") if how == "hug" else "",
            arms=how in _ARMS,
        )
        for at, (how, damage, kind) in enumerate(attacks)
        if lands[at] and (hugs & {at + 1, at + 2} or dice_of(damage).mean > 0)
    )


def _attack(part):
    match = _ATTACK.fullmatch(part)
    attack = match.groups(default="") if match else ("", "", "")
    if fault := _fault(*attack):
        raise ValueError(f"attack {told_as(part)} can't be read: {fault}")
    return attack


def _fault(how, damage, kind):
    if how not in MELEE + NOT_MELEE:
        known = ", ".join(MELEE + NOT_MELEE)
        return f"write for example bite 2d6 or claw 1d4 fire, with one of {known}"
    if kind and kind not in MAGICAL + OTHER:
        return f"{told_as(kind)} is no kind of damage; write none, or one of {', '.join(MAGICAL)}"
    if damage.startswith("("):
        return "only passive attacks go by level" if how in MELEE else ""
    return "its damage can be below 0" if dice_of(damage).values[0] < 0 else ""


def parse_pieces(text):
    """Return the pairs (name, enchantment) in a text such as "+1 ring mail; +0 helmet"."""
    found = [(part, _PIECE.fullmatch(part.strip())) for part in text.split(";") if part.strip()]
    for part, match in found:
        if not match:
            part = told_as(part.strip())
            raise ValueError(f"{part} can't be read; write for example +1 ring mail")
    return [(match[2], int(match[1])) for _, match in found]


def strength_in(text):
    """Return the strength in a text; exceptional ones lie between 18 and 19: 18/50 is 18.5."""
    whole, _, hundredths = text.partition("/")
    return number_in(whole) + number_in(hundredths or "0") / 100


# What `read_table` asks of each table. Vanilla has no numbers for a monster's ev, dr, protection
# and luckstone; a table of one's own may have them.
_SPLIT = dict.fromkeys(["ev", "dr"], number(math.nan, -100, 100))
_TABLES = {
    "monsters": cells(
        *("level", "ac", "size", "luckstone"),
        of=[Attacker, Defender],
        text=["name", "class", "kinds"],
        parse={"attacks": strikes_in},
        optional=["class", "kinds", "protection", "luckstone", "frequency", "difficulty", *_SPLIT],
        hp=number(low=1, high=10_000),
        speed=number(low=0, high=60),
        protection=whole(0, 0, 20),
        frequency=number(0.0, 0, 1000),
        difficulty=number(math.nan, -1000, 1000),
        **_SPLIT,
    ),
    "armor": cells(
        "slot",
        of=[Piece],
        text=["name"],
        optional=[*_SPLIT],
        ac=number(low=-20, high=20),
        weight=number(low=0, high=10_000),
        **_SPLIT,
    ),
    "weapons": cells("to_hit", "damage", "kind", "form", of=[Weapon], text=["name", "skill"]),
    "artifacts": cells(text=["name", "against"], to_hit_die=dice()),
    "kits": cells(
        *("level", "dexterity", "luck", "skill", "attack", "blessed", "martial_arts"),
        of=[Attacker, Defender, Weapon],
        text=["role", "weapon", "artifact", "launcher"],
        parse={"armor": parse_pieces, "strength": strength_in},
        stage=word(STAGES),
        hp=whole(low=1, high=1000),
        twoweapon=word(("", *SKILLS)),
        distance=whole(low=1, high=50),
        weapon_enchantment=whole(low=-10, high=10),
        launcher_enchantment=whole(low=-10, high=10),
        ring_of_accuracy=whole(low=-10, high=10),
        protection=whole(low=0, high=20),
    ),
}


def read_named(what, source, name=None):
    """Return a table as a frame with its columns checked; what: "weapons", "kits" ..."""
    return read_table(source, name=name, **_TABLES[check_word("table", what, _TABLES)])


def read_monsters(source, name=None):
    """Return a CSV of monsters as a frame: name, level, hp, speed, ac, size, attacks and more.

    source: a path, or bytes with their file `name`. Required columns: name, level (0..100), hp
    (1..10000), speed (0..60), ac (-50..50), size (tiny .. gigantic), attacks (see
    `strikes_in`). Optional columns, in the game's own table: class, kinds (words such as
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
        raise TableError(f"{where}: {told_as(again)} stands there twice; rename one")
    return frame
