"""Reads the game's tables, or your own with the same columns, as checked pandas frames."""

import re
from typing import NamedTuple

from combat.dice import dice
from combat.nethack.rules import SIZES, SKILLS
from combat.nethack.slots import PLACES
from combat.tables import TableError, read_table

STAGES = ("start", "mid", "late")
# Attacks by touch, tooth or weapon: they roll to hit in melee.
MELEE = ("bite", "butt", "claw", "engulf", "hug", "kick", "sting", "tentacle", "touch", "weapon")
NOT_MELEE = ("breath", "explode", "gaze", "passive", "spellcast", "spit")
MAGICAL = (
    "acid",
    "cold",
    "digest",
    "disintegrate",
    "drain energy",
    "drain life",
    "fire",
    "magic missile",
    "shock",
    "sleep",
)
# Kinds of damage with other effects, which armour still reduces.
OTHER = (
    "blind",
    "clerical spell",
    "confuse",
    "corrode",
    "curse/intrinsic",
    "death touch",
    "decay",
    "disease",
    "disenchant",
    "drain Int",
    "famine",
    "hallucinate",
    "heal",
    "lycanthropy",
    "mage spell",
    "paralyse",
    "pestilence",
    "petrify",
    "poison (Con)",
    "poison (Dex)",
    "poison (Str)",
    "random breath",
    "rust",
    "seduce",
    "slime",
    "slow",
    "steal Amulet",
    "steal gold",
    "steal item",
    "steal items (charm)",
    "stick",
    "stun",
    "teleport",
    "wound legs",
    "wrap/drown",
)
_REFERENCES = {
    ("dnethack", "armor"): ["ac", "ev", "dr"],
    ("dnethack", "monsters"): ["ac", "natural", "dodge", "protection", "dr"],
    ("sil", "armor"): ["evasion", "protection"],
    ("sil", "monsters"): ["depth", "evasion", "protection"],
    ("dcss", "armor"): ["ac", "penalty"],
}
_ATTACK = re.compile(r"([a-z]+)(?: on death)? (\(lvl\+1\)d\d+|\S+)(?: (.+))?")
_PIECE = re.compile(r"([+-]\d+) (.+)")
# Optional columns for monsters, which vanilla has no numbers for.
_OWN = ("ev", "dr", "protection", "luckstone")
_YES = {"yes": True, "no": False}


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


def parse_pieces(text):
    """Return the pairs (name, enchantment) in a text such as "+1 ring mail; +0 helmet"."""
    found = [(part, _PIECE.fullmatch(part.strip())) for part in text.split(";") if part.strip()]
    for part, match in found:
        if not match:
            raise ValueError(f"{part.strip()!r} can't be read; write for example +1 ring mail")
    return [(match[2], int(match[1])) for _, match in found]


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
    frame = read_table(
        source,
        name=name,
        text=["name", "class", "kinds"],
        numeric={"level": (0, 100), "hp": (1, 10_000), "speed": (0, 60), "ac": (-50, 50)},
        choices={"size": {size: size for size in SIZES}},
        parse={
            "attacks": _checked(parse_attacks),
            "frequency": _number,
            "difficulty": _number,
            "coded_level": _number,
            "ev": _points,
            "dr": _points,
            "protection": _protection,
            "luckstone": _yes,
        },
        optional=["class", "kinds", "frequency", "difficulty", "coded_level", *_OWN],
    )
    twice = frame["name"].duplicated()
    if twice.any():
        raise TableError(
            f"{name or source}, column 'name': {frame.loc[twice, 'name'].iloc[0]!r} "
            f"stands there twice; rename one"
        )
    return frame.assign(frequency=frame["frequency"].fillna(0))


def read_reference(folder, game, what):
    """Return how another game splits armour class, as a frame by name, in its own points.

    game: "dnethack", "sil" or "dcss"; what: "armor" or "monsters". folder: such as
    data/nethack. ValueError for a table that isn't there; TableError names file, row and column.

    >>> read_reference("data/nethack", "dcss", "armor").loc["plate armour", "penalty"].item()
    -18.0
    """
    if (game, what) not in _REFERENCES:
        raise ValueError(
            f"reference = {game} {what} is not known: it must be one of "
            f"{', '.join(' '.join(pair) for pair in _REFERENCES)}"
        )
    frame = read_table(
        f"{folder}/ref_{game}_{what}.csv", text=["name"], numeric=_REFERENCES[game, what]
    )
    return frame.drop_duplicates("name").set_index("name")


def read_armor(source, name=None):
    """Return a CSV of armour as a frame: name, slot, ac, weight; ev and dr may be given too.

    slot: torso, head, shield, gloves, boots, cloak or shirt. ac -20..20, weight 0..10000.
    TableError names file, row and column.

    >>> read_armor(b"name,slot,ac,weight\\npot,head,1,10\\n", "mine.csv")[["name", "slot", "ac"]]
      name  slot   ac
    0  pot  head  1.0
    """
    return read_table(
        source,
        name=name,
        text=["name", "material"],
        numeric={"ac": (-20, 20), "weight": (0, 10_000)},
        choices={"slot": {place: place for place in PLACES}},
        parse={"ev": _points, "dr": _points},
        optional=["material", "ev", "dr"],
    )


def read_weapons(source, name=None):
    """Return a CSV of weapons as a frame: name, skill, to_hit, damage (dice), kind, form.

    TableError names file, row and column.

    >>> read_weapons(b"name,skill,to_hit,damage,kind,form\\nclub,club,0,1d6,,\\n", "mine.csv").shape
    (1, 6)
    """
    return read_table(
        source,
        name=name,
        text=["name", "skill", "kind", "form"],
        numeric={"to_hit": (-20, 20)},
        parse={"damage": _checked(dice)},
    )


def read_artifacts(source, name=None):
    """Return a CSV of artifacts as a frame: name, base, to_hit_die (dice), against (a kind).

    TableError names file, row and column.

    >>> read_artifacts(b"name,base,to_hit_die,against\\nA,club,1d5,orc\\n", "mine.csv").shape
    (1, 4)
    """
    return read_table(
        source,
        name=name,
        text=["name", "base", "against"],
        numeric=[],
        parse={"to_hit_die": _checked(dice)},
    )


def read_kits(source, name=None):
    """Return a CSV of kits as a frame: a role's equipment and abilities at a stage of the game.

    stage: start, mid or late. weapon and artifact: by name, "" for none. armor: as for
    `parse_pieces`. TableError names file, row and column.

    >>> read_kits("data/nethack/kits.csv").query("stage == 'start'")["role"].nunique()
    13
    """
    skills = {skill.lower(): skill for skill in SKILLS}
    return read_table(
        source,
        name=name,
        text=["role", "strength", "weapon", "artifact", "launcher"],
        numeric={
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
        choices={
            "stage": {stage: stage for stage in STAGES},
            "blessed": _YES,
            "skill": skills,
            "twoweapon": {"": "", **skills},
            "martial_arts": skills,
            "attack": {word: word for word in ("melee", "fired", "thrown")},
        },
        parse={"armor": _checked(parse_pieces)},
    )


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


def _checked(parser):
    """A parser that only checks: the frame keeps the text of the file."""

    def check(cell):
        parser(cell)
        return cell

    return check


def _number(cell):
    if not cell:
        return float("nan")
    try:
        number = float(cell)
    except ValueError:
        number = float("nan")
    if not -1000 <= number <= 1000:
        raise ValueError(
            f"{cell!r} is not a number from -1000 to 1000; write one such as 7.5, "
            f"or leave the cell blank"
        )
    return number


def _points(cell):
    number = _number(cell)
    if abs(number) > 100:
        raise ValueError(f"{cell} is out of range; write a number from -100 to 100")
    return number


def _protection(cell):
    number = _number(cell or "0")
    if number != int(number) or not 0 <= number <= 20:
        raise ValueError(f"{cell} is out of range; write a whole number from 0 to 20")
    return int(number)


def _yes(cell):
    if cell.lower() not in ("", *_YES):
        raise ValueError(f"{cell!r} can't be read; write yes or no, or leave the cell blank")
    return _YES.get(cell.lower(), False)
