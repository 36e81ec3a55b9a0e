"""Two fleets after Axis & Allies: all ships fire at once, and hits remove the cheapest ships.

A ship hits with its number or less on a six-sided die. Each hit of a side takes one of the other's
ships, the cheapest first (a battleship: the second hit), all of which still fire this round; hits
beyond the last ship are lost. Cruisers fire twice in the first round. A submarine's hit leaves a
battleship that it doesn't sink damaged: it hits with 1 less from then on, until it is sunk.
"""

from tests.units.games.means import ended, means

TABLES = {
    "units": """\
name,hp,damage,gunnery
Submarine,1,1,2
Destroyer,1,1,2
Cruiser,1,1,3
Battleship,2,1,4
Defending destroyer,1,1,2
Carrier,1,1,2
Defending battleship,2,1,4
""",
    "actions": """\
unit,action,times,gives,when
Submarine,Torpedo,,damaged,
Cruiser,Salvo,2,,round = 1
""",
    "statuses": """\
status,changes
damaged,gunnery -1
""",
}
CASES = {
    "": {
        "first": {"Submarine": 3, "Destroyer": 2, "Cruiser": 2, "Battleship": 1},
        "second": {"Defending destroyer": 4, "Carrier": 2, "Defending battleship": 3},
        "targeting": "front",
    }
}


def hit(attacker, defender):
    return attacker.gunnery / 6


RULES = {"order": "both", "overkill": "next", "hit": hit}


class Ship:
    """A ship: hits that it takes, its number, how often it fires in the first round."""

    def __init__(self, hits, number, salvo=1, torpedo=False):
        self.hits, self.number, self.salvo, self.torpedo = hits, number, salvo, torpedo


def first_fleet():
    return [
        *(Ship(1, 2, torpedo=True) for _ in range(3)),
        *(Ship(1, 2) for _ in range(2)),
        *(Ship(1, 3, salvo=2) for _ in range(2)),
        Ship(2, 4),
    ]


def second_fleet():
    return [
        *(Ship(1, 2) for _ in range(4)),
        *(Ship(1, 2) for _ in range(2)),
        *(Ship(2, 4) for _ in range(3)),
    ]


def hits_of(rng, fleet, first_round):
    """The fleet's hits, one after another: whether each was a torpedo."""
    return [
        ship.torpedo
        for ship in fleet
        for _ in range(ship.salvo if first_round else 1)
        if rng.randint(1, 6) <= ship.number
    ]


def take(fleet, hits):
    """Put a fleet's losses down; who is sunk is taken off."""
    for torpedo in hits:
        afloat = [ship for ship in fleet if ship.hits]
        if not afloat:
            break
        afloat[0].hits -= 1
        if torpedo and afloat[0].hits:
            afloat[0].number = 3
    return [ship for ship in fleet if ship.hits]


def fight(rng):
    fleets, rounds = [first_fleet(), second_fleet()], 0
    while all(fleets):
        rounds += 1
        fired = [hits_of(rng, fleet, rounds == 1) for fleet in fleets]
        fleets = [take(fleet, hits) for fleet, hits in zip(fleets, reversed(fired), strict=True)]
    return ended(*([ship.hits for ship in fleet] for fleet in fleets), rounds)


def simulate(fights, seed, case=""):
    """The means of many fights."""
    return means(fight, fights, seed)
