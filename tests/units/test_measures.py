"""What is measured by name: a claim of a charter is one value, a patch the difference of two."""

import pytest

from combat.battle import play
from combat.battle.measures import OF_OUTCOMES, of_ends, of_odds
from combat.charter import judge, read_charter
from combat.patch import patch_of_units
from combat.units import Unit, Units, duel
from combat.units.battles.armies import SIDES, match_up
from combat.units.measures import OF_A_DUEL, numbers_of

IMP = Unit("Imp", hp=4, attack=10, defense=10, damage="1d3", cost=10)
OGRE = Unit("Ogre", hp=9, attack=15, defense=8, damage="1d6", cost=30)
WOLF = Unit("Wolf", hp=6, attack=12, defense=9, damage="1d4", speed=1.5, cost=20)
OLD = Units([IMP, OGRE, WOLF])
NEW = OLD.changed("Imp", hp=25)


def claimed(units, measure, second=""):
    """The value of a claim on each unit, by its name."""
    table = units.frame.to_csv(index_label="name").encode()
    claim = f"system,first,second,measure,at least\nunits,*,{second},{measure},0\n".encode()
    read = read_charter(claim, files={"units.csv": table})
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


@pytest.mark.parametrize("measure", [*OF_OUTCOMES, "survives", "turns"])
def test_of_one_against_one_a_duel_and_both_kinds_of_battle_measure_the_same(measure):
    met = match_up({"Imp": 1}, {"Ogre": 1}, units=OLD, max_rounds=3)
    ends = play(dict(zip(SIDES, met.sides, strict=True)), battles=20_000, **met.how)
    exact = OF_A_DUEL[measure](numbers_of(duel(IMP, OGRE, max_turns=3)))
    assert of_odds(measure, met.exact()) == pytest.approx(exact, abs=1e-9)
    sampled = of_ends(measure, ends)
    assert sampled.mean() == pytest.approx(exact, abs=4 * sampled.std() / len(sampled) ** 0.5)
    assert of_odds(measure, ends.odds) == pytest.approx(sampled.mean())
