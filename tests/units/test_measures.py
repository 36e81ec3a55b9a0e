"""What is measured by name: a claim of a charter is one value, a patch the difference of two."""

import pytest

from combat.battle import play
from combat.battle.tally import OF_OUTCOMES, of_ends, of_odds
from combat.charter import judge, read_charter
from combat.patch import patch_of_units
from combat.ranking import ladder_and_circle
from combat.units import Rules, Unit, Units, duel, matrix
from combat.units.battles.armies import SIDES, match_up
from combat.units.measures import OF_A_DUEL, numbers_of
from combat.units.views import field_score

IMP = Unit("Imp", hp=4, attack=10, defense=10, damage="1d3", cost=10)
OGRE = Unit("Ogre", hp=9, attack=15, defense=8, damage="1d6", cost=30)
WOLF = Unit("Wolf", hp=6, attack=12, defense=9, damage="1d4", speed=1.5, cost=20)
OLD = Units([IMP, OGRE, WOLF])
NEW = OLD.changed("Imp", hp=25)


def claimed(units, measure, second="", *, first="*", given=""):
    """The value of a claim on each unit, by its name."""
    table = units.frame.to_csv(index_label="name").encode()
    claim = "system,first,second,measure,at least,given\n"
    claim += f"units,{first},{second},{measure},0,{given}\n"
    read = read_charter(claim.encode(), files={"units.csv": table})
    assert read.faults == ()
    return {one.claim.first: one.value for one in judge(read.claims).verdicts}


@pytest.mark.parametrize(
    ("part", "of", "measure", "second"),
    [
        ("duels", "first", "score", "Imp"),
        ("units", "unit", "field score", ""),
        ("units", "unit", "rank", ""),
    ],
)
def test_a_patch_tells_the_claims_of_both_versions(part, of, measure, second):
    parts = {one.kind: one.frame for one in patch_of_units(OLD, NEW).parts}
    before, after = (claimed(units, measure, second) for units in (OLD, NEW))
    frame = parts[part].set_index(of)
    assert len(frame)
    for name, row in frame.iterrows():
        if second:  # the patch has who was changed first
            name, row = row["second"], 1 - row[["before", "after"]]
        rank = "rank " if measure == "rank" else ""
        assert row[f"{rank}before"] == pytest.approx(before[name], abs=1e-6)
        assert row[f"{rank}after"] == pytest.approx(after[name], abs=1e-6)


def test_where_the_row_attacks_a_claim_is_of_both_roles():
    numbers = {"Imp": (7, 2, 1), "Ogre": (9, 1, 2), "Wolf": (11, 1, 0)}  # they go round
    units = Units(
        Unit(name, hp=hp, attack=10, defense=10, damage=damage, armor=armor)
        for name, (hp, damage, armor) in numbers.items()
    )
    rules, given = Rules(order="first"), "order=first"
    score = claimed(units, "field score", first="Imp", given=given)["Imp"]
    assert score == pytest.approx(field_score(units["Imp"], units, rules))
    found = ladder_and_circle(matrix(units, rules, "score"), attacks=True)
    (share,) = claimed(units, "circle share", first="", given=given).values()
    assert share == pytest.approx(found.circle_share)
    assert share > 0.5


@pytest.mark.parametrize("measure", [*OF_OUTCOMES, "survives", "turns"])
def test_of_one_against_one_a_duel_and_both_kinds_of_battle_measure_the_same(measure):
    met = match_up({"Imp": 1}, {"Ogre": 1}, units=OLD, max_rounds=3)
    ends = play(dict(zip(SIDES, met.sides, strict=True)), battles=20_000, **met.how)
    exact = OF_A_DUEL[measure](numbers_of(duel(IMP, OGRE, max_turns=3)))
    assert of_odds(measure, met.exact()) == pytest.approx(exact, abs=1e-9)
    sampled = of_ends(measure, ends)
    assert sampled.mean() == pytest.approx(exact, abs=4 * sampled.std() / len(sampled) ** 0.5)
    assert of_odds(measure, ends.odds) == pytest.approx(sampled.mean())
