"""Small games with charters, and their breaks; used by the tests of mends."""

from tests.charter import rows as charters
from tests.charter.rows import HEADER

LUCK = "luck,python,,,combat.luck:success_rate,99 %,,chance=75,\n"
BITES = {
    "units.csv": "name,hp,attack,defense,damage\nImp,12,9,9,1d4\nOgre,16,9,9,1d6\n",
    "units.actions.csv": "unit,action,damage,uses,gives\nOgre,Bite,2d6+1,2,poisoned 2\n",
    "units.statuses.csv": "status,loses\npoisoned,2\n",
    "units.charter.csv": f"{HEADER}Imp lives,units,Imp,Ogre,win,5.7 %,,,\n",
}
DUELS = (
    "name,hp,attack,defense,damage,armor,speed,cost\n"
    "Imp,12,10,9,1d4+1,0,1,40\nOgre,20,9,8,1d8+1,1,1,60\nElf,14,12,10,1d6,0,1,50\n",
    "Ogre beats Imp,units,Ogre,Imp,score,80 %,99 %,,\n"
    "Elf beats Imp,units,Elf,Imp,score,50 %,80 %,,\n"
    "no duel drags on,units,*,*,turns,,14,,\n"
    "the Elf is in the middle,units,Elf,,field score,35 %,60 %,,\n",
)
FLAT = (
    "name,hp,attack,defense,damage,speed\n"
    "Rat,8,10,10,2,1\nCat,10,11,10,3,1\nDog,16,10,11,3,1\nOx,30,8,9,4,0.5\n",
    "Dog beats Cat,units,Dog,Cat,win,60 %,95 %,,\n"
    "Cat beats Rat,units,Cat,Rat,win,75 %,,,\n"
    "nobody dies at once,units,*,*,blows to kill,2,,,\n",
)
SHARES = (
    "name,hp,attack,defense,damage,armor\n"
    "Axe,20,12,10,1d8+2,2\nBow,16,13,9,1d6+2,0\nCap,24,10,12,1d6+2,3\n",
    "the field is even: Axe,units,Axe,,field score,40 %,70 %,,\n"
    "the field is even: Cap,units,Cap,,field score,50 %,85 %,,\n"
    "Bows hurt,units,Bow,Axe,blows to kill,,16,,\n",
)
SMALL = {"duels": DUELS, "flat": FLAT, "shares": SHARES}


def claims_of(game):
    """The claims of a game: (units, rows)."""
    units, rows = game
    return charters.claims_of(*rows.splitlines(), files={"units.csv": units.encode()})


def changed(game, unit, column, written):
    """The game with another cell in its sheet."""
    units, rows = game
    head, *lines = (line.split(",") for line in units.splitlines())
    for line in lines:
        if line[0] == unit:
            line[head.index(column)] = str(written)
    return "\n".join(",".join(line) for line in [head, *lines]) + "\n", rows


def with_changes(game, changes):
    """The game with the changes of a mend, tuples (unit, column, from, to)."""
    for unit, column, _, written in changes:
        game = changed(game, unit, column, written)
    return game
