"""The sums of many pairs: against the terms of each pair on its own."""

from dataclasses import replace
from itertools import product

from combat.dice import Distribution, constant
from combat.nethack import Attacker, Weapon, attacker_terms, defender_terms
from combat.nethack.questions import Nets
from combat.nethack.to_hit import mean_of, total
from tests.nethack.files import CAST

BEASTS = [CAST.monster(name) for name in CAST.monsters.index[::7]]
KITS = [CAST.character(*key) for key in CAST.kits.index]
BLADE = Weapon(artifact_die="1d5", artifact_against="demon", blessed=True)
ATTACKERS = [
    *(one.attacker for one in (*KITS, *BEASTS[:9])),
    *(Attacker(attack=attack, weapon=BLADE) for attack in ("melee", "thrown", "kicked")),
    Attacker(blinded=True, luck=5),
    Attacker(player=True, attack="fired", unseen=True),
]
DEFENDERS = [
    *(one.defender for one in (*BEASTS, *KITS[:9])),
    *(replace(BEASTS[0].defender, **{state: True}) for state in ("sleeping", "blinded", "unseen")),
    *(replace(BEASTS[0].defender, kinds=frozenset({kind})) for kind in ("demon", "undead")),
]


def test_each_pair_has_the_sums_of_its_own_terms():
    found = Nets(ATTACKERS, DEFENDERS)
    for (row, attacker), (column, defender) in product(enumerate(ATTACKERS), enumerate(DEFENDERS)):
        attack = total(attacker_terms(attacker, defender))
        defense = total(defender_terms(defender, attacker=attacker))
        assert found.attack[row, column] == mean_of(attack)
        assert found.defense[row, column] == mean_of(defense)
        points, own = attack - defense, found.weights[row, column] > 0
        plain = points if isinstance(points, Distribution) else constant(points)
        assert found.values[row, column, own].tolist() == plain.values.tolist()
        assert found.weights[row, column, own].tolist() == plain.chances.tolist()
