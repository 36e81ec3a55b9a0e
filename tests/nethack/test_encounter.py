"""One blow: its conditions do what they say; goals and means by hand."""

import pytest

from combat.nethack import (
    AIMS,
    Encounters,
    Rules,
    aim_ends,
    aims,
    aims_met,
    by_level,
    encounter,
    fighters_of,
    match_up,
    read_monsters,
)
from tests.nethack.files import CAST

SDS = [4.0, 8.0]


@pytest.fixture(scope="module")
def everybody():
    return Encounters(CAST)


class TestEncounter:
    def test_who_strikes_is_who_was_said(self):
        attacker, defender = encounter(CAST, "Samurai", "start", "hill orc")
        assert attacker == CAST.character("Samurai", "start").attacker
        assert defender == CAST.monster("hill orc").defender

    def test_a_condition_is_its_sides_alone(self):
        attacker, defender = encounter(
            CAST, "Wizard", "mid", "newt", attacker_trapped=True, target_unseen=True
        )
        assert (attacker.trapped, attacker.unseen) == (True, False)
        assert (defender.trapped, defender.unseen) == (False, True)

    @pytest.mark.parametrize(
        ("call", "named"),
        [
            ({"turn": "nobody"}, "turn = 'nobody'"),
            ({"sleeping": True}, "condition = 'sleeping'"),
            ({"attacker_sleeping": True}, "condition = 'attacker_sleeping'"),
            ({"attacker_level": True}, "condition = 'attacker_level'"),
            ({"monster_stunned": True}, "condition = 'monster_stunned'"),
        ],
    )
    def test_an_unknown_word_is_named(self, call, named):
        with pytest.raises(ValueError, match=named):
            encounter(CAST, "Wizard", "mid", "newt", **call)


def test_who_has_no_blow_does_no_damage():
    line = b"name,level,hp,speed,ac,size,attacks\nmould,1,3,0,9,small,passive 1d4\n"
    mould = fighters_of(read_monsters(line, "mine.csv"))
    table = match_up(CAST.character("Knight", "mid"), mould)
    assert table.loc["mould", "its hardest blow"] == 0


class TestGoals:
    def test_all_aims_are_met_from_7_33_to_9_65(self, everybody):
        """By plain counting: ten points hit 85 %, and the surest fight 99 %, at the ends."""
        ends = aim_ends(everybody, 4, 12)
        assert ends.index.tolist() == [aim.name for aim in AIMS]
        assert ends["to"].min() == pytest.approx(10 / 1.0364333894937898)
        assert ends["from"].idxmax() == "nor above 99%"
        surest = ends["from"].max()
        assert surest == pytest.approx(7.3288, abs=1e-4)
        beside = aims(everybody, [surest - 1e-6, surest, surest + 1e-6])
        assert beside["greatest"].iloc[1] == pytest.approx(0.99)
        assert aims_met(beside)["nor above 99%"].tolist()[::2] == [False, True]

    @pytest.mark.parametrize(("low", "high"), [(0, 12), (9, 12), (4, 8)])
    def test_a_range_without_8_is_refused(self, everybody, low, high):
        with pytest.raises(ValueError, match="low"):
            aim_ends(everybody, low, high)

    def test_an_aim_that_is_missed_has_no_ends(self):
        with pytest.raises(ValueError, match=r"sd = 8: 'nor above 99%' is missed"):
            aim_ends(Encounters(CAST, rules=Rules(skill_bonus=(9,) * 7)), 4, 12)


def test_by_level_takes_each_levels_kit(everybody):
    table = by_level(everybody, [1, 6, 7, 20], SDS)
    for sd in SDS:
        for level, stage in ((1, "start"), (6, "start"), (7, "mid"), (20, "late")):
            expected = everybody.means(stage, level, sd)
            assert table.loc[(sd, level)].tolist() == expected.tolist()
