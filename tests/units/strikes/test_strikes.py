"""What a blow does: chances over all pairs, and damage with critical, spread and least."""

from dataclasses import dataclass

import numpy as np
import pytest

from combat import hit_rules
from combat.dice import Distribution, uniform
from combat.units import NoColumn, Rules, Unit, blow
from combat.units.strikes.strikes import AttackTable

IMP = Unit("Imp", hp=9, attack=10, defense=10, damage="1d4", dex=7)
OGRE = Unit("Ogre", hp=30, attack=30, defense=5, damage="2d6", armor=2, dex=4)
SURE = {"hit": lambda attacker, defender: 1}


def test_a_registered_rule_is_taken_by_name_or_itself():
    rule = hit_rules.rules()["d20 against armour class"]
    for hit in (rule, rule.name, lambda a, d: rule(a.attack, d.defense)):
        strikes = AttackTable([IMP, OGRE], [IMP, OGRE], Rules(hit=hit))
        assert strikes.chance.tolist() == [[0.55, 0.8], [0.95, 0.95]]


def test_a_rule_sees_all_columns_as_arrays_over_all_pairs():
    seen = []

    def rule(attacker, defender):
        seen.append((attacker.dex.shape, defender["hp"].tolist(), attacker.name.tolist()))
        return np.where(defender.name == "Ogre", 0.5, attacker.dex / 10)

    strikes = AttackTable([IMP, OGRE], [IMP, OGRE, IMP], Rules(hit=rule))
    assert strikes.chance.tolist() == [[0.7, 0.5, 0.7], [0.4, 0.5, 0.4]]
    assert seen == [((2, 3), [[9, 30, 9]] * 2, [["Imp"] * 3, ["Ogre"] * 3])]


def test_a_rule_may_ask_for_the_damage():
    """A column of Distributions: who hits hard seldom hits."""
    means = np.vectorize(lambda damage: damage.mean)
    strikes = AttackTable(
        [IMP, OGRE], [IMP, IMP], Rules(hit=lambda attacker, _: 1 / means(attacker.damage))
    )
    assert strikes.chance == pytest.approx(np.array([[1 / 2.5] * 2, [1 / 7] * 2]))


def test_a_rule_for_one_pair_at_a_time_serves_too():
    for rule in (
        lambda a, d: max(0.1, min(0.9, (a.dex - d.dex) / 2)),
        lambda a, d: 0.9 if a.dex > d.dex else 0.1,
        lambda a, d: 0.1 + 0.8 * (int(a.dex) > d.dex),
        lambda a, d: {7: 0.9, 4: 0.1}[a.dex] if a.dex != d.dex else 0.1,
        lambda a, d: 0.9 if a.name.startswith("I") and d.name.startswith("O") else 0.1,
    ):
        found = AttackTable([IMP, OGRE], [IMP, OGRE], Rules(hit=rule)).chance
        assert found == pytest.approx(np.array([[0.1, 0.9], [0.1, 0.1]]))
        assert AttackTable([], [IMP], Rules(hit=rule)).chance.shape == (0, 1)


@pytest.mark.parametrize(
    ("hit", "fault"),
    [
        (lambda a, d: a.attack / 10, r"gives 3 for Ogre against Imp: a chance must be between 0"),
        (lambda a, d: (a.dex - 6) / 5, r"gives -0.4 for Ogre against Imp: a chance must be"),
        (lambda a, d: np.nan * a.dex, r"gives nan for Imp against Imp: a chance must be"),
        ("ratio", r"gives nan for Imp against Wall: a chance must be"),
        (lambda a, d: [0.1, 0.2, 0.3], r"gives \[0.1, 0.2, 0.3\] for Imp against Imp: it must"),
        (lambda a, d: None, r"gives None for Imp against Imp: it must be one number, a chance$"),
        (lambda a, d: a.luck, r"no column 'luck': there are name, hp, .*count, dex$"),
    ],
)
def test_a_rule_that_gives_no_chance_is_told_with_the_pair(hit, fault):
    wall = IMP.changed(name="Wall", defense=0)
    units = [IMP.changed(attack=0), wall] if hit == "ratio" else [IMP, OGRE]
    with pytest.raises(ValueError, match=fault) as caught:
        AttackTable(units, units, Rules(hit=hit))
    assert "\n" not in str(caught.value)


def fails(error):
    def rule(attacker, defender):
        raise error

    return rule


@pytest.mark.parametrize(
    "error", [TypeError("an array\nis odd"), KeyError("dex"), IndexError("x"), ValueError("x")]
)
@pytest.mark.parametrize("what", ["hit", "damage"])
def test_whatever_a_rule_raises_is_one_line_with_its_type_and_the_pair(what, error):
    with pytest.raises(ValueError, match=f"the {what} rule fails for Imp against Ogre") as caught:
        AttackTable([IMP], [OGRE], Rules(**{what: fails(error)}))
    assert f"({type(error).__name__}: " in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.__cause__ is error


@pytest.mark.parametrize("error", [MemoryError(), NoColumn("no column")])
@pytest.mark.parametrize("what", ["hit", "damage"])
def test_what_tells_enough_by_itself_stays_what_it_is(what, error):
    with pytest.raises(type(error)) as caught:
        AttackTable([IMP], [OGRE], Rules(**{what: fails(error)}))
    assert caught.value is error


@pytest.mark.parametrize(
    ("given", "values"),
    [
        ({"hit": "coin"}, "hit = 'coin' is not known: write a function .* ratio"),
        ({"hit": "Civilization IV, whole battle"}, "decides a whole battle"),
        ({"critical": (-0.1, 2)}, r"chance of a critical hit = -0\.1 is out of range"),
        ({"hit": 0.5}, "hit = 0.5 is not known"),
        ({"damage": 3}, "damage = 3 is no function"),
        ({"critical": 0.1}, "critical = 0.1 must be a pair"),
        ({"critical": (0.1, -1)}, "multiplier of a critical hit = -1"),
        ({"critical": (np.nan, 1)}, "not NaN"),
        ({"spread": 1.5}, "spread = 1.5 is out of range"),
        ({"least": 0.5}, "least = 0.5 is out of range"),
    ],
)
def test_rules_are_checked(given, values):
    with pytest.raises(ValueError, match=values):
        Rules(**given)


@dataclass
class Even:
    """A rule that no dict takes as a key."""

    chance: float = 0.5

    def __call__(self, attacker, defender):
        return self.chance


def test_rules_can_be_keys_whatever_they_are_made_of():
    for made in ({"hit": Even()}, {"damage": Even()}, {"critical": [0.1, 2]}):
        assert {Rules(**made): 1}[Rules(**made)] == 1
    assert len({Rules(hit=Even()), Rules(hit=Even(0.4)), Rules()}) == 3


@pytest.mark.parametrize("given", [None, "2d", np.nan, np.inf, [1], "x", (1, 2)])
def test_a_damage_rule_that_gives_no_damage_is_told_with_the_pair(given):
    with pytest.raises(ValueError, match=r"the damage rule gives .* for Imp against Ogre"):
        AttackTable([IMP], [OGRE], Rules(damage=lambda a, d: given))


@pytest.mark.parametrize(
    ("rules", "chances"),
    [
        (Rules(**SURE), {1: 3 / 36, 2: 3 / 36}),  # 2d6 - 2
        (Rules(**SURE, least=0), {0: 1 / 36, 1: 2 / 36, 2: 3 / 36}),
        (Rules(**SURE, damage=lambda a, d: 7.5), {8: 1}),
        (Rules(**SURE, damage=lambda a, d: a.attack - d.defense), {25: 1}),
        (Rules(**SURE, damage=lambda a, d: -3), {0: 1}),
        (Rules(**SURE, damage=lambda a, d: "1d2-1"), {0: 0.5, 1: 0.5}),
        (Rules(**SURE, damage=lambda a, d: "1d2"), {1: 0.5, 2: 0.5}),
        (Rules(**SURE, damage=lambda a, d: "1d2", critical=(0.25, 1.5)), {1: 3 / 8, 2: 1 / 2}),
        (Rules(**SURE, damage=lambda a, d: 0, critical=(1, 2)), {0: 1}),
        # Not below least before the critical hit doubles it.
        (Rules(**SURE, critical=(1, 2)), {2: 3 / 36, 4: 3 / 36}),
        # 9.0 to 11.0 in whole points: 9 and 11 have half a point each, 10 a whole one.
        (Rules(**SURE, damage=lambda a, d: 10, spread=0.1), {9: 0.25, 10: 0.5, 11: 0.25}),
        (Rules(**SURE, damage=lambda a, d: 5, spread=0.1), {5: 1}),
        (Rules(hit=lambda a, d: 0.5, damage=lambda a, d: 5), {0: 0.5, 5: 0.5}),
    ],
)
def test_a_blow_by_hand(rules, chances):
    found = blow(OGRE, OGRE.changed(armor=2), rules)
    for value, chance in chances.items():
        assert found.chances[found.values == value] == pytest.approx([chance])
    assert found.chances.sum() == pytest.approx(1, abs=1e-12)


def test_equal_damage_is_kept_once():
    units = [IMP.changed(name=str(number), hp=number) for number in range(1, 30)]
    assert len(AttackTable(units, units, Rules()).amounts) == 1
    by_rule = Rules(damage=lambda a, d: Distribution(np.array([1, a.hp % 3]), np.full(2, 0.5)))
    assert len(AttackTable(units[2:], units[2:], by_rule).amounts) == 3


def test_damage_without_bounds_is_refused():
    with pytest.raises(ValueError, match=r"^Imp: damage = 2e\+06 is out of range"):
        blow(IMP, IMP, Rules(damage=lambda a, d: 2e6))
    with pytest.raises(ValueError, match=r"spread = 0\.5 is out of range: damage of"):
        blow(IMP, IMP, Rules(damage=lambda a, d: uniform(1, 5000), spread=0.5))
