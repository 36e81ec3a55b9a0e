"""Makes fighters from rows of the game's tables, their armour class split in EV and DR."""

from dataclasses import dataclass, fields
from functools import lru_cache

import numpy as np
import pandas as pd

from combat.core.checks import check_numbers
from combat.nethack.people import Attacker, Defender, Fighter, Strike, Weapon
from combat.nethack.rules import SIZES
from combat.nethack.slots import Piece
from combat.nethack.tables import read_monsters, read_named

_SHIELDS = 0.8  # the share of EV in their armour class
_MISSING = {"headless": "head", "handless": "gloves", "footless": "boots"}


@dataclass(frozen=True, eq=False)
class Cast:
    """The tables of a game, with EV and DR: monsters, armour, weapons, artifacts, kits by name.

    Every frame has the names as its index, kits (role, stage).

    >>> cast = read_cast("data/nethack")
    >>> ant = cast.monster("giant ant").defender
    >>> round(ant.evasion, 1), round(ant.dr, 1), cast.piece("ring mail", enchantment=1).dr
    (5.8, 1.2, 4.0)
    """

    monsters: pd.DataFrame
    armor: pd.DataFrame
    weapons: pd.DataFrame
    artifacts: pd.DataFrame
    kits: pd.DataFrame

    def piece(self, name, enchantment=0):
        """Return a piece of armour by name; ValueError if there is none."""
        row = _row(self.armor, "armor", name)
        return Piece(name, row["slot"], row["ev"], row["dr"], enchantment)

    def weapon(self, name, enchantment=0, *, artifact="", blessed=False):
        """Return a weapon by name, with an artifact's to-hit die; ValueError if there is none."""
        row = _row(self.weapons, "weapon", name)
        if artifact:
            found = _row(self.artifacts, "artifact", artifact)
            row |= {"artifact_die": found["to_hit_die"], "artifact_against": found["against"]}
        return Weapon(name=name, enchantment=enchantment, blessed=blessed, **row)

    def monster(self, name):
        """Return a monster as a Fighter, with its active melee attacks and mean hit points."""
        return _monster_of(self, name)

    def character(self, role, stage):
        """Return a role's kit at a stage as a Fighter; ValueError if there is none."""
        return _character(self, role, stage)


def read_cast(folder):
    """Return the `Cast` of the tables in `folder` (such as data/nethack).

    TableError names file, row and column.

    >>> cast = read_cast("data/nethack")
    >>> cast.monster("giant ant").hp, cast.character("Knight", "start").attacker.weapon.name
    (9, 'long sword')
    """
    names = "armor", "weapons", "artifacts", "kits"
    armor, weapons, artifacts, kits = (read_named(one, f"{folder}/{one}.csv") for one in names)
    return Cast(
        monsters=split_monsters(read_monsters(f"{folder}/monsters.csv")).set_index("name"),
        armor=split_armor(armor).set_index("name"),
        weapons=weapons.set_index("name"),
        artifacts=artifacts.set_index("name"),
        kits=kits.set_index(["role", "stage"]),
    )


def split_armor(armor, *, share=0.5, burden=1.0):
    """Return the frame of armour with columns ev and dr, in points; EV + DR = ac.

    "Armor's AC stat is likewise split into EV and DR." A `share` in [0, 1] of the points becomes
    EV; then each 100 units of weight move `burden` points from EV to DR, so that "it should be
    easier to whack an enemy wearing heavy plate than one wearing light leather". Of shields 80 %
    are EV, as "shields ... will happen to have a high proportion of EV". A row's own ev and dr,
    where given, stay.
    """
    share = check_numbers("share", share, low=0, high=1)
    moved = check_numbers("burden", burden, low=0) * armor["weight"] / 100
    return _split(armor, armor["ac"], np.where(armor["slot"] == "shield", _SHIELDS, share), moved)


def split_monsters(monsters):
    """Return the frame of monsters with columns ev and dr, in points; EV + DR = 10 - AC.

    monsters: columns ac, speed, size. For a monster of medium size and speed 12, half of the points
    are EV. Each further 12 of speed adds a quarter to the share, and each size above medium takes
    off a tenth, within 0..1: "a gelatinous cube would be less able to evade ... while killer
    bees are very good at evading". A row's own ev and dr, where given, stay.
    """
    faster, larger = monsters["speed"] / 12 - 1, monsters["size"].map(SIZES) - 2
    shares = np.clip(0.5 + 0.25 * faster - 0.1 * larger, 0, 1)
    return _split(monsters, 10 - monsters["ac"], shares)


def _split(frame, points, share, moved=0.0):
    parts = {"ev": share * points - moved, "dr": (1 - share) * points + moved}
    given = frame.reindex(columns=["ev", "dr"])
    return frame.assign(**given.fillna(pd.DataFrame(parts, frame.index)))


def fighters_of(monsters):
    """Return a designer's own frame of monsters (see `read_monsters`) as Fighters.

    >>> from combat.nethack import read_monsters
    >>> own = read_monsters(b"name,level,hp,speed,ac,size,attacks\\nrat,1,3,12,7,tiny,bite 1d3\\n")
    >>> fighters_of(own)[0].defender.ac
    7
    """
    return [_monster(row["name"], row) for row in split_monsters(monsters).to_dict("records")]


def _monster(name, row):
    words = frozenset(word for word in row["kinds"].split("; ") if word)
    row = row | {
        "evasion": row["ev"],
        "divine_protection": row["protection"],
        "kinds": words if row["speed"] else words | {"sessile"},
        "missing": frozenset(_MISSING[word] for word in words & set(_MISSING)),
    }
    # A mean of 4.5 hit points is rounded up: with half a hit point left it still stands.
    return Fighter(
        name=name,
        attacker=_made(Attacker, row),
        defender=_made(Defender, row),
        hp=int(row["hp"] + 0.5),
        speed=int(row["speed"]),
        strikes=row["attacks"],
    )


def _made(kind, row):
    """An Attacker or a Defender of a row's cells, those that it has as fields."""
    return kind(**{one.name: row[one.name] for one in fields(kind) if one.name in row})


# Memoised, as it takes 1 ms to make one, and tables ask for all of them.
@lru_cache(maxsize=2**11)
def _monster_of(cast, name):
    return _monster(name, _row(cast.monsters, "monster", name))


@lru_cache(maxsize=2**8)
def _character(cast, role, stage):
    row = _row(cast.kits, "kit", (role, stage))
    weapon = launcher = None
    if row["weapon"]:
        more = {name: row[name] for name in ("artifact", "blessed")}
        weapon = cast.weapon(row["weapon"], row["weapon_enchantment"], **more)
    if row["launcher"]:
        launcher = cast.weapon(row["launcher"], row["launcher_enchantment"])
    armor = tuple(cast.piece(*one) for one in row["armor"])
    row = row | {
        "player": True,
        "role": role,
        "twoweapon": row["twoweapon"] or None,
        "weapon": weapon,
        "launcher": launcher,
        "rings_of_increase_accuracy": row["ring_of_accuracy"],
        "body_armor": any(piece.slot == "torso" for piece in armor),
        "ac": armor_class(cast, armor) - row["protection"],
        "armor": armor,
        "divine_protection": row["protection"],
        "armed": weapon is not None,
    }
    strike = Strike(weapon.damage, enchantment=weapon.enchantment) if weapon else Strike("1d8")
    return Fighter(
        name=f"{role} ({stage})",
        attacker=_made(Attacker, row),
        defender=_made(Defender, row),
        hp=row["hp"],
        strikes=(strike,) * (2 if row["twoweapon"] else 1),
    )


def armor_class(cast, armor):
    """Return vanilla's armour class of some pieces worn."""
    return 10 - int(sum(cast.armor.loc[piece.name, "ac"] + piece.enchantment for piece in armor))


def _row(frame, what, name):
    """A row of a table as a dict."""
    if name not in frame.index:
        some = ", ".join(map(str, frame.index[:4]))
        raise ValueError(f"{what} = {name!r} is not known: it must be one of {some} ...")
    return frame.loc[name].to_dict()
