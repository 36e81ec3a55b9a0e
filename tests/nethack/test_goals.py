"""The source's goals measured, and what a point is worth: against plain loops and bisection."""

from dataclasses import replace
from functools import cache
from itertools import combinations
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from combat.dice import dice
from combat.nethack import (
    STAGE_LEVELS,
    Encounters,
    Rules,
    appraised_suits,
    attack_chance,
    attacker_terms,
    boss_ev,
    damage_by_stage,
    damage_distribution,
    defender_terms,
    ev_in_dr,
    level_share,
    ranked_right,
    spread_of_roles,
    steps,
    totals_at_depth,
    vanilla,
    without_ev,
)
from combat.nethack.questions import monsters_at
from combat.nethack.slots import SLOTS, slot_dr
from combat.nethack.suits import ARMOR_WORDS, EVASION_WORDS, grades, mean_dr
from combat.nethack.to_hit import mean_of, total
from combat.nethack.worth import speed_and_size
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


def test_the_spread_is_that_of_the_roles():
    spread, roles = spread_of_roles(encounters()), encounters().by_role("mid", 10)
    assert spread.loc[("mid", "they hit"), "overhaul"] == pytest.approx(np.std(roles["hurt"]))
    assert np.isnan(spread.loc[("late", "you hit"), "rank correlation"])


def test_roles_that_are_alike_share_a_rank_whatever_the_last_bits():
    def found(noise):
        chances = pd.DataFrame({"overhaul": [0.3, 0.3 + noise, 0.5], "vanilla": [0.4, 0.2, 0.6]})
        both = chances.assign(hurt=chances["overhaul"], hurt_vanilla=0.5)
        everybody = SimpleNamespace(by_role=lambda *where: both)
        return spread_of_roles(everybody)["rank correlation"].to_numpy()

    assert found(0.0) == pytest.approx(3**0.5 / 2 * np.array([1, np.nan] * 3), nan_ok=True)
    for noise in (1e-16, -1e-16):
        assert found(noise) == pytest.approx(found(0.0), nan_ok=True)


def test_damage_is_at_the_level_that_is_asked_for():
    """A figure at level 20 stands beside chances at level 20."""
    harm = damage_by_stage(encounters(), levels={"late": 20})
    assert harm["level"].to_dict() == {"start": 1, "mid": 10, "late": 20}
    assert harm.loc["late", ["overhaul", "vanilla"]].tolist() == list(
        encounters().damage("late", 20)
    )


def test_other_rules_count_in_all_that_is_asked_of_encounters():
    soft = Encounters(CAST, rules=Rules(factor=0.97, monster_level=1.0))
    level = soft.weights(10) @ CAST.monsters["level"]
    assert totals_at_depth(soft).loc["mid", "their attack"] == pytest.approx(level)
    harm = [one.damage("mid", 10)[0] / one.means("mid", 10)["hurt"] for one in (soft, encounters())]
    assert harm[0] > 1.2 * harm[1]
    mid = ev_in_dr(soft).loc["mid"]
    # A point of DR takes 3 % of what is left in place of 10.
    assert 0.95 < mid["with DR +1"] / mid["loss"] < 1


def test_steps_are_those_of_the_tables():
    found = steps()
    assert found.index.name == "term"
    assert found.loc["size", "greatest"] == 7 - 4
    assert found.loc["encumbrance", "greatest"] == 2
    assert found.loc["monster level", "greatest"] == found.loc["monster level", "even"] == 1 / 4
    assert steps(Rules(gigantic=5)).loc["size", "greatest"] == 1
    assert found["greatest"].is_monotonic_decreasing


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

    def test_speed_and_size_by_correlations(self):
        """R squared of two predictors from their three correlations."""
        beasts = CAST.monsters
        sizes = {"tiny": 0, "small": 1, "medium": 2, "large": 3, "huge": 4, "gigantic": 7}
        ev, speed, size = beasts["ev"], beasts["speed"], beasts["size"].map(sizes)
        one, other, both = ev.corr(speed), ev.corr(size), speed.corr(size)
        squared = (one**2 + other**2 - 2 * one * other * both) / (1 - both**2)
        fitted, share = speed_and_size(beasts)
        assert share == pytest.approx(squared)
        assert fitted.mean() == pytest.approx(beasts["ev"].mean())

    def test_chances_without_ev(self):
        frame, _ = without_ev(encounters(), "mid")
        bee = CAST.monster("killer bee").defender
        plain = replace(bee, evasion=frame.loc["killer bee", "by speed and size"])
        for column, body in (("hit", bee), ("hit without", plain)):
            chances = [attack_chance(kit.attacker, body) for kit in encounters().kits["mid"]]
            assert frame.loc["killer bee", column] == pytest.approx(np.mean(chances))


class TestAppraisal:
    def test_a_word_for_each_step(self):
        words = [EVASION_WORDS[grades(points, 0)[0]] for points in (-0.1, 0, 1.9, 2, 13.9, 14, 40)]
        assert words[:4] == ["clumsy", "slow", "slow", "steady"]
        assert words[4:] == ["elusive", "untouchable", "untouchable"]
        words = [ARMOR_WORDS[grades(0, dr)[1]] for dr in (-3, 3.9, 4, 8, 12, 50)]
        assert words == ["thin", "thin", "padded", "hard", "massive", "massive"]
        assert grades(0.1 * 3 + 1.7, 4) == (2, 1)

    def test_mean_dr_is_over_the_places_that_are_struck(self):
        armor = CAST.character("Knight", "mid").defender.armor
        worn = {piece.slot for piece in armor}
        chances = {slot.name: slot.chance for slot in SLOTS}
        for slot in {"shield", "cloak"} - worn:
            chances["torso"] += chances.pop(slot)
        dr = {slot.name: value for slot, value in zip(SLOTS, slot_dr(armor), strict=True)}
        assert mean_dr(armor) == pytest.approx(sum(c * dr[name] for name, c in chances.items()))

    def test_divine_protection_is_worth_its_points_of_vanillas_armor_class(self):
        knight = CAST.character("Knight", "mid")
        blessed = replace(knight, defender=replace(knight.defender, divine_protection=3))
        spared = appraised_suits(CAST, knight, 10)["AC"] - appraised_suits(CAST, blessed, 10)["AC"]
        assert (spared == 3 - knight.defender.divine_protection).all()

    @pytest.mark.parametrize("sd", [8.0, 4.0])
    def test_the_loss_by_a_plain_loop(self, sd):
        knight = CAST.character("Knight", "mid")
        found = appraised_suits(CAST, knight, 10, sd=sd).loc["plate mail"]
        kept = [piece for piece in knight.defender.armor if piece.slot != "torso"]
        worn = (CAST.piece("plate mail", 2), *kept)
        lost = weights = 0
        for name, weight in monsters_at(CAST.monsters, 10).items():
            beast = CAST.monster(name)
            means = {
                strike.damage: dice(strike.damage).mean
                for strike in beast.strikes
                if strike.physical and not strike.hug
            }
            if means:
                hardest = max(means, key=means.get)
                blow = damage_distribution(hardest, worn, knight.hp).damage
                hit = attack_chance(beast.attacker, replace(knight.defender, armor=worn), sd=sd)
                lost, weights = lost + weight * hit * blow.mean, weights + weight
        assert found["loss"] == pytest.approx(lost / weights)

    def test_ranks_by_a_plain_loop(self):
        frame = appraised_suits(CAST, CAST.character("Valkyrie", "late"), LATE)
        counts = [0, 0, 0]
        for one, other in combinations(frame.index, 2):
            gap = frame.loc[one, "loss"] - frame.loc[other, "loss"]
            if abs(gap) > 1e-9:
                said = frame.loc[other, "grade"] - frame.loc[one, "grade"]
                counts[1 if said == 0 else 0 if (said > 0) == (gap > 0) else 2] += 1
        assert ranked_right(frame, "grade") == pytest.approx(np.array(counts) / sum(counts))
        assert ranked_right(frame, lambda suits: -suits["loss"]) == (1, 0, 0)

    @pytest.mark.parametrize("noise", [1e-15, -1e-15])
    def test_what_a_reader_sees_as_equal_is_tied_whatever_the_last_bits(self, noise):
        frame = pd.DataFrame({"grade": [3.1, 3.1 + noise, 1], "loss": [1.0, 2, 3]})
        assert ranked_right(frame, "grade") == pytest.approx((2 / 3, 1 / 3, 0))

    def test_suits_of_one_loss_cannot_be_ranked(self):
        with pytest.raises(ValueError, match="suits"):
            ranked_right(pd.DataFrame({"grade": [1, 2], "loss": [3.0, 3.0]}), "grade")
