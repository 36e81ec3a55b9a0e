"""Two fleets after Axis & Allies: all ships fire at once, and hits remove the cheapest ships.

A ship hits with its number or less on a six-sided die. Each hit of a side takes one of the other's
ships, the cheapest first (a battleship: the second hit), all of which still fire this round; hits
beyond the last ship are lost. Cruisers fire twice in the first round.
"""

from tests.units.games.means import ended

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
unit,action,times,when
Cruiser,Salvo,2,round = 1
""",
    "statuses": """\
status
""",
}
CASES = {
    "": {
        "first": {"Submarine": 4, "Destroyer": 2, "Cruiser": 2, "Battleship": 2},
        "second": {"Defending destroyer": 1, "Carrier": 2, "Defending battleship": 5},
        "targeting": "front",
    }
}


def hit(attacker, defender):
    return attacker.gunnery / 6


RULES = {"order": "both", "overkill": "next", "hit": hit}


class Ship:
    """A ship: hits that it takes, its number, how often it fires in the first round."""

    def __init__(self, hits, number, salvo=1):
        self.hits, self.number, self.salvo = hits, number, salvo


def first_fleet():
    light = [Ship(1, 2) for _ in range(6)]
    return light + [Ship(1, 3, salvo=2) for _ in range(2)] + [Ship(2, 4) for _ in range(2)]


def second_fleet():
    return [Ship(1, 2) for _ in range(3)] + [Ship(2, 4) for _ in range(5)]


def hits_of(rng, fleet, first_round):
    """How often the fleet hits."""
    shots = [ship for ship in fleet for _ in range(ship.salvo if first_round else 1)]
    return sum(rng.randint(1, 6) <= ship.number for ship in shots)


def take(fleet, hits):
    """Put a fleet's losses down; who is sunk is taken off."""
    for ship in fleet:
        taken = min(ship.hits, hits)
        ship.hits, hits = ship.hits - taken, hits - taken
    return [ship for ship in fleet if ship.hits]


def fight(rng, case):
    fleets, rounds = [first_fleet(), second_fleet()], 0
    while all(fleets):
        rounds += 1
        fired = [hits_of(rng, fleet, rounds == 1) for fleet in fleets]
        fleets = [take(fleet, hits) for fleet, hits in zip(fleets, reversed(fired), strict=True)]
    return ended(*([ship.hits for ship in fleet] for fleet in fleets), rounds)
