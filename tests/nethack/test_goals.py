"""The source's goals measured, and what a point is worth: against plain loops and bisection."""

from dataclasses import replace
from functools import cache
from itertools import combinations

import numpy as np
import pandas as pd
import pytest

from combat.nethack import (
    SLOT_NAMES,
    STAGE_LEVELS,
    Attacker,
    Defender,
    Encounters,
    Fighter,
    Rules,
    appraised,
    attack_chance,
    attacker_terms,
    boss_ev,
    damage_distribution,
    defender_terms,
    duel,
    ev_in_dr,
    evading_or_armored,
    level_share,
    ranked_right,
    slot_dr,
    suits_compared,
    totals_at_depth,
    vanilla,
)
from combat.nethack.questions import monsters_at
from combat.nethack.to_hit import mean_of, total
from tests.nethack.files import CAST

LATE = STAGE_LEVELS["late"]


@cache
def encounters():
    return Encounters(CAST)


def met(stage, level):
    """All kits of a stage with all that they meet, and the weight of each pair."""
    for kit in encounters().kits[stage]:
        for name, weight in monsters_at(CAST.monsters, level).items():
            yield kit, CAST.monster(name), weight / 13


def test_totals_at_depth_by_a_plain_loop():
    sums = np.zeros(4)
    for kit, beast, weight in met("mid", 10):
        for place, points in enumerate(
            (
                total(attacker_terms(kit.attacker, beast.defender)),
                total(defender_terms(kit.defender)),
                total(attacker_terms(beast.attacker, kit.defender)),
                total(defender_terms(beast.defender)),
            )
        ):
            sums[place] += weight * mean_of(points)
    assert totals_at_depth(encounters()).loc["mid"].to_numpy() == pytest.approx(sums)


def test_what_a_level_would_have_to_be_worth():
    share = level_share(encounters())
    assert np.isnan(share.loc["start", "a level"])
    for stage in ("mid", "late"):
        lowest = min(
            mean_of(total(defender_terms(kit.defender))) for kit in encounters().kits[stage]
        )
        weights = monsters_at(CAST.monsters, STAGE_LEVELS[stage])
        level = sum(w * CAST.monster(name).attacker.level for name, w in weights.items())
        assert share.loc[stage, "a level"] == pytest.approx(lowest / level)


def test_roles_by_a_plain_loop():
    found = encounters().by_role("late", LATE)
    weights = monsters_at(CAST.monsters, LATE)
    for role in ("Ranger", "Monk"):
        kit = CAST.character(role, "late")
        hero = replace(kit.attacker, level=LATE)
        beasts = [(CAST.monster(name), weight) for name, weight in weights.items()]
        plainly = {
            "overhaul": [(attack_chance(kit.attacker, b.defender), w) for b, w in beasts],
            "vanilla": [(vanilla.attack_chance(hero, b.defender), w) for b, w in beasts],
            "hurt": [(attack_chance(b.attacker, kit.defender), w) for b, w in beasts],
            "hurt_vanilla": [
                (vanilla.attack_chance(b.attacker, kit.defender), w) for b, w in beasts
            ],
        }
        for column, pairs in plainly.items():
            assert found.loc[role, column] == pytest.approx(sum(c * w for c, w in pairs))


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
                    harm[more] += damage_distribution(
                        strike.damage,
                        kit.defender.armor,
                        form_dr=more,
                        physical=strike.physical,
                        rules=Rules(form_dr="sum"),
                    ).damage.mean
            now = attack_chance(beast.attacker, kit.defender)
            then = attack_chance(beast.attacker, nimbler)
            losses += weight * np.array([now * harm[0], then * harm[0], now * harm[1]])
        assert frame.to_numpy()[:3] == pytest.approx(losses)
        assert frame["worth"] == pytest.approx((losses[0] - losses[1]) / (losses[0] - losses[2]))

    def test_bosses_with_the_ev_they_need_are_hit_as_asked(self):
        for chance in (0.6, 0.4):
            needed = boss_ev(encounters(), chance)
            assert len(needed) == 29
            for boss in needed.index[::5]:
                body = replace(CAST.monster(boss).defender, evasion=needed.loc[boss, "needed"])
                chances = [attack_chance(kit.attacker, body) for kit in encounters().kits["late"]]
                assert np.mean(chances) == pytest.approx(chance, abs=1e-9)

    def test_bosses_now_are_those_of_the_encounters(self):
        now, seen = boss_ev(encounters())["now"], encounters().against_bosses("late")
        assert now.to_numpy() == pytest.approx(seen[now.index].to_numpy())
        assert now.index.name == "boss"

    @pytest.mark.parametrize(
        ("chance", "sd", "named"),
        [(0, 8, "chance"), (1, 8, "chance"), (1.5, 8, "chance"), (0.6, 0, "sd = 0.0")],
    )
    def test_no_ev_makes_sure_and_none_is_sought_without_a_spread(self, chance, sd, named):
        with pytest.raises(ValueError, match=f"^{named}.* is out of range"):
            boss_ev(encounters(), chance, sd=sd)


class TestAppraisal:
    def test_a_suit_is_worn_in_the_kit_by_a_plain_loop(self):
        found = appraised(encounters(), "Knight", "start").loc["plate mail"]
        knight, sums = CAST.character("Knight", "start").defender, np.zeros(1)
        armor = (CAST.piece("plate mail", 2), *knight.armor[1:])
        assert knight.armor[0].slot == "torso"
        body = replace(knight, armor=armor)
        for name, weight in monsters_at(CAST.monsters, 1).items():
            beast = CAST.monster(name)
            for strike in beast.strikes:
                blow = damage_distribution(strike.damage, armor, physical=strike.physical)
                sums += weight * attack_chance(beast.attacker, body) * blow.damage.mean
        assert found["loss"] == pytest.approx(sums[0])
        ac = 10 - sum(CAST.armor.loc[piece.name, "ac"] + piece.enchantment for piece in armor)
        assert found[["defence", "AC"]].tolist() == pytest.approx(
            [mean_of(total(defender_terms(body))), ac]
        )
        # No cloak: what would hit it hits the suit.
        dr = dict(zip(SLOT_NAMES, slot_dr(armor), strict=True))
        weights = {"torso": 0.45, "head": 0.2, "shield": 0.15, "gloves": 0.1, "boots": 0.1}
        assert found["DR"] == pytest.approx(sum(w * dr[name] for name, w in weights.items()))

    def test_ranks_by_a_plain_loop(self):
        rng = np.random.default_rng(3)
        frame = pd.DataFrame({"loss": rng.integers(0, 9, 12)})
        shown, counts = pd.Series(rng.integers(0, 6, 12)), [0, 0, 0]
        for one, other in combinations(range(12), 2):
            if gap := frame["loss"][one] - frame["loss"][other]:
                said = shown[other] - shown[one]
                counts[1 if said == 0 else 0 if (said > 0) == (gap > 0) else 2] += 1
        assert ranked_right(frame, shown) == pytest.approx(np.array(counts) / sum(counts))

    @pytest.mark.parametrize("noise", [1e-15, -1e-15])
    def test_what_a_reader_sees_as_equal_is_tied_whatever_the_last_bits(self, noise):
        frame = pd.DataFrame({"loss": [1.0, 2, 3]})
        assert ranked_right(frame, pd.Series([3.1, 3.1 + noise, 1])) == (2 / 3, 1 / 3, 0)

    def test_suits_of_one_loss_cannot_be_ranked(self):
        with pytest.raises(ValueError, match="suits"):
            ranked_right(pd.DataFrame({"loss": [3.0, 3.0]}), pd.Series([1, 2]))


class TestSuits:
    def test_a_row_is_the_suit_alone(self):
        beast, plate = CAST.monster("owlbear"), CAST.piece("plate mail")
        body = Defender(player=True, armor=(plate,))
        hero = Fighter(name="hero", attacker=Attacker(player=True), defender=body, hp=15)
        row = suits_compared(CAST, "owlbear", 15, suits=["plate mail"]).loc["plate mail"]
        assert row.tolist() == [
            plate.ev,
            plate.dr,
            attack_chance(beast.attacker, body),
            damage_distribution("2d8", [plate], 15).damage.mean,
            duel(beast, hero).turns().mean,
        ]

    def test_burden_and_share_split_the_points(self):
        table = suits_compared(CAST, "jackal", 6, suits=["plate mail"], burden=0, share=0.3)
        assert table.loc["plate mail", ["EV", "DR"]].tolist() == pytest.approx([2.1, 4.9])


def test_evading_and_armored_lose_the_same_to_a_blow():
    table, ev = evading_or_armored("2d8", 40, 5, turns=2)
    beast = Attacker(level=8)
    full, less = (damage_distribution("2d8", hp=40, form_dr=dr).damage.mean for dr in (0, 5))
    hit = attack_chance(beast, Defender(evasion=ev))
    assert hit * full == pytest.approx(attack_chance(beast, Defender()) * less, abs=1e-9)
    quick, _ = evading_or_armored(40, 40, 1, turns=2)
    assert table.loc[2].max() < 1e-9 < quick.loc[1, "evasion"] < 0.9
