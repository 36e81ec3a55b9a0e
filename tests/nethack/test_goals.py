"""The source's goals measured, and what a point is worth: against plain loops and bisection."""

from dataclasses import replace
from functools import cache
from itertools import product

import numpy as np
import pytest

from combat.dice import dice
from combat.nethack import (
    Attacker,
    Defender,
    Encounters,
    Rules,
    attack_chance,
    boss_ev,
    damage_distribution,
    ev_in_dr,
    evading_or_armored,
    slot_dr,
    suits_compared,
    totals_at_depth,
)
from combat.nethack.questions import monsters_at
from combat.nethack.slots import slot_chances
from tests.nethack.files import CAST


@cache
def encounters():
    return Encounters(CAST)


def met(stage, level):
    """All kits of a stage with all that they meet, and the weight of each pair."""
    for kit in encounters().kits[stage]:
        for name, weight in monsters_at(CAST.monsters, level).items():
            yield kit, CAST.monster(name), weight / 13


def test_other_rules_count_in_all_that_is_asked_of_encounters():
    soft = Encounters(CAST, rules=Rules(factor=0.97, monster_level=1.0))
    level = soft.weights(10) @ CAST.monsters["level"]
    assert totals_at_depth(soft).loc["mid", "their attack"] == pytest.approx(level)
    mid = ev_in_dr(soft).loc["mid"]
    # A point of DR takes 3 % of what is left in place of 10.
    assert 0.95 < mid["with DR +1"] / mid["loss"] < 1


class TestWorth:
    def test_a_point_of_each_by_a_plain_loop(self):
        frame, losses = ev_in_dr(encounters()).loc["start"], np.zeros(3)
        for kit, beast, weight in met("start", 1):
            nimbler = replace(kit.defender, evasion=kit.defender.evasion + 1)
            harm = np.zeros(2)
            for strike in beast.strikes:
                for more in (0, 1):
                    blow, armor = dice(strike.damage), kit.defender.armor
                    struck = zip(slot_chances(armor), slot_dr(armor) + more, strict=True)
                    if not strike.physical:
                        harm[more] += blow.mean
                        continue
                    for share, dr in struck:
                        dealt = np.maximum(1, np.floor(blow.values * 0.9**dr + 0.5 + 1e-9))
                        harm[more] += share * (dealt * (blow.values > 0)) @ blow.chances
            now = attack_chance(beast.attacker, kit.defender)
            then = attack_chance(beast.attacker, nimbler)
            losses += weight * np.array([now * harm[0], then * harm[0], now * harm[1]])
        assert frame.to_numpy()[:3] == pytest.approx(losses)
        assert frame["worth"] == pytest.approx((losses[0] - losses[1]) / (losses[0] - losses[2]))

    def test_bosses_with_the_ev_they_need_are_hit_as_asked(self):
        for chance in (0.6, 0.4):
            needed = boss_ev(encounters(), chance)
            assert len(needed) == 29
            for boss, ev in product(needed.index[::5], ("EV", "needed")):
                body = replace(CAST.monster(boss).defender, evasion=needed.loc[boss, ev])
                chances = [attack_chance(kit.attacker, body) for kit in encounters().kits["late"]]
                meant = chance if ev == "needed" else needed.loc[boss, "now"]
                assert np.mean(chances) == pytest.approx(meant, abs=1e-9)

    @pytest.mark.parametrize(
        ("chance", "sd", "named"),
        [(0, 8, "chance"), (1, 8, "chance"), (1.5, 8, "chance"), (0.6, 0, "sd = 0.0")],
    )
    def test_no_ev_makes_sure_and_none_is_sought_without_a_spread(self, chance, sd, named):
        with pytest.raises(ValueError, match=f"^{named}.* is out of range"):
            boss_ev(encounters(), chance, sd=sd)


class TestSuits:
    def test_burden_and_share_split_the_points(self):
        table = suits_compared(CAST, "jackal", 6, burden=0, share=0.3)
        assert table.loc["plate mail", ["EV", "DR"]].tolist() == pytest.approx([2.1, 4.9])


def test_evading_and_armored_lose_the_same_to_a_blow():
    table, ev = evading_or_armored("2d8", 40, 5, turns=2)
    beast = Attacker(level=8)
    full, less = (damage_distribution("2d8", hp=40, form_dr=dr).damage.mean for dr in (0, 5))
    hit = attack_chance(beast, Defender(evasion=ev))
    assert hit * full == pytest.approx(attack_chance(beast, Defender()) * less, abs=1e-9)
    quick, _ = evading_or_armored(40, 40, 1, turns=2)
    assert table.loc[2].max() < 1e-9 < quick.loc[1, "evasion"] < 0.9
