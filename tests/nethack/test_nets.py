"""The sums of many pairs: against the terms of each pair on its own."""

from dataclasses import replace
from itertools import product

import pytest

from combat.dice import Distribution, constant
from combat.nethack import Attacker, Rules, Weapon, attacker_terms, defender_terms
from combat.nethack.encounters import mean_of
from combat.nethack.questions import Nets
from combat.nethack.to_hit import total
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


@pytest.mark.parametrize(
    "rules",
    [
        Rules(),
        Rules(size_applies="missiles", blind_see=True, sleeper_sees=False),
        Rules(size_applies="missiles", artifact_bonus="mean", luck_die="whole"),
    ],
)
def test_each_pair_has_the_sums_of_its_own_terms(rules):
    found = Nets(ATTACKERS, DEFENDERS, rules)
    for place, (attacker, defender) in enumerate(product(ATTACKERS, DEFENDERS)):
        attack = total(attacker_terms(attacker, defender, rules))
        defense = total(defender_terms(defender, rules, attacker=attacker))
        assert found.attack.flat[place] == mean_of(attack)
        assert found.defense.flat[place] == mean_of(defense)
        points, own = attack - defense, found.owners == place
        plain = points if isinstance(points, Distribution) else constant(points)
        assert found.values[own].tolist() == plain.values.tolist()
        assert found.weights[own].tolist() == plain.chances.tolist()
