"""The steps of the manual, one by one, and whole battles against the plain reading of it."""

import random
from collections import Counter

import numpy as np
import pytest
from scipy.stats import chi2_contingency, ks_2samp

from combat.marked_for_death import (
    Fighter,
    Rules,
    Team,
    battle,
    fight,
    read_team,
    write_team,
)
from tests.marked_for_death import reference
from tests.marked_for_death.rosters import BATTLES, load, random_team

# Every die hits at a raw value of 1, and none at 0.
CERTAIN = Rules(max_to_hit=1, min_to_hit=0, max_to_defend=1)


def sure(name, dice=1, *, hits=True, hp=2, **fields):
    """A fighter all of whose dice hit, or none, and who blocks nothing."""
    return Fighter(
        name,
        1000 * dice,
        bonus_hp=hp - 2,
        bonus_to_hit=0.7 if hits else -0.3,
        **{"bonus_to_defend": -0.3, **fields},
    )


def team(*fighters):
    return Team(fighters)


def first(heroes, villains, seed=0, rules=CERTAIN):
    return fight(team(*heroes), team(*villains), seed=seed, rules=rules, max_rounds=1).history[0]


class TestStep1ChooseMatchups:
    def test_a_fighter_attacks_as_many_as_his_aoe_without_repetition(self):
        foes = [sure(f"V{n}") for n in range(5)]
        for seed in range(20):
            blows = [
                blow
                for blow in first([sure("Tom", aoe=3)], foes, seed).blows
                if blow.attacker == "Tom"
            ]
            assert len({blow.target for blow in blows}) == len(blows) == 3

    def test_beyond_the_last_opponent_targets_repeat(self):
        played = first([sure("Tom", aoe=7)], [sure("A"), sure("B")])
        drawn = [blow.drawn for blow in played.blows if blow.attacker == "Tom"]
        assert set(drawn[:2]) == {"A", "B"}
        assert len(drawn) == 7

    def test_one_of_several_bodyguards_is_chosen_at_random(self):
        foes = [sure("Queen"), *(sure(name, bodyguard_for="Queen") for name in "AB")]
        met = Counter(
            blow.target
            for seed in range(300)
            for blow in first([sure("Tom")], foes, seed).blows[:1]
            if blow.drawn == "Queen"
        )
        assert set(met) == {"A", "B"}
        assert abs(met["A"] - met["B"]) < 4 * met.total() ** 0.5

    def test_a_bodyguards_own_bodyguard_does_not_step_in(self):
        foes = [
            sure("Queen"),
            sure("Guard", bodyguard_for="Queen"),
            sure("Squire", bodyguard_for="Guard"),
        ]
        blows = first([sure("Tom", aoe=3)], foes).blows[:3]
        assert {blow.drawn: blow.target for blow in blows} == {
            "Queen": "Guard",
            "Guard": "Squire",
            "Squire": "Squire",
        }


class TestStep2Blows:
    def test_blocks_are_subtracted_but_never_heal(self):
        played = first(
            [sure("Tom", dice=3), sure("Tim", dice=1)],
            [sure("Orc", dice=2, hp=9, bonus_to_defend=0.7)],
        )
        assert [blow.damage for blow in played.blows[:2]] == [1, 0]
        assert played.blows[1].blocks == 2  # every die is rolled afresh for each attacker
        assert played.after["villains"] == {"Orc": 8}

    def test_all_blows_are_simultaneous(self):
        duel = fight(team(sure("Tom", hp=1)), team(sure("Orc", hp=1)), rules=CERTAIN)
        assert (duel.rounds, duel.winner) == (1, "draw")
        assert (duel.heroes["Tom"].bonus_hp, duel.villains["Orc"].bonus_hp) == (-2, -2)


class TestStep4Links:
    def chain(self, **fields):
        return [
            sure("Prime", hp=1),
            sure("Clone", linked_to="Prime", hp=9, **fields),
            sure("Shadow", linked_to="Clone", hp=9),
        ]

    def until_prime_dies(self, foes):
        for seed in range(50):
            played = first([sure("Tom", dice=20)], foes, seed)
            if played.after["villains"]["Prime"] <= 0:
                return played
        raise AssertionError

    def test_linked_deaths_are_recursive(self):
        played = self.until_prime_dies(self.chain())
        assert played.after["villains"] == {"Prime": -19, "Clone": 0, "Shadow": 0}
        assert played.linked == {"heroes": (), "villains": ("Clone", "Shadow")}

    def test_who_is_below_0_already_stays_there(self):
        foes = [sure("Prime", hp=1), sure("Clone", hp=1, linked_to="Prime")]
        played = first([sure("Tom", dice=5, aoe=2)], foes)
        assert played.after["villains"] == {"Prime": -4, "Clone": -4}
        assert played.linked["villains"] == ()


class TestStep5End:
    def test_a_side_without_fighters_has_lost(self):
        some, none = team(sure("Tom")), team()
        assert [fight(*sides).winner for sides in ((some, none), (none, some), (none, none))] == [
            "heroes",
            "villains",
            "draw",
        ]

    @pytest.mark.parametrize("max_rounds", [0, -1, 1.5, float("nan")])
    def test_max_rounds_is_a_whole_number_from_1(self, max_rounds):
        with pytest.raises(ValueError, match="max_rounds = "):
            fight(*load("four"), max_rounds=max_rounds)

    @pytest.mark.parametrize("max_rounds", [None, 1000])
    def test_an_endless_battle_is_given_up(self, monkeypatch, max_rounds):
        monkeypatch.setattr(battle, "MOST_ROUNDS", 30)
        idle = team(sure("Tom", hits=False))
        with pytest.raises(ValueError, match=f"max_rounds = {max_rounds} is out of range: .* 30 "):
            fight(idle, idle, rules=CERTAIN, max_rounds=max_rounds)
        assert fight(idle, idle, rules=CERTAIN, max_rounds=30).winner is None


class TestFinalTeams:
    def test_they_carry_wounds_and_exhaustion_of_all(self):
        heroes = team(sure("Tom", hp=5), sure("Tim", hp=1, bodyguard_for="Tom", hits=False))
        end = fight(heroes, team(sure("Orc", dice=2, hp=9)), rules=CERTAIN, max_rounds=2)
        fallen = sure("Tim", hp=-1, bodyguard_for="Tom", hits=False, bonus_to_defend="-0.5")
        assert end.heroes == team(sure("Tom", hp=3, bonus_to_defend="-0.5"), fallen)
        assert end.villains["Orc"].bonus_hp == 9 - 2 - 2

    @pytest.mark.parametrize("name", BATTLES)
    def test_a_battle_continued_from_its_files_is_the_same_battle(self, name, tmp_path):
        heroes, villains = load(name)
        whole = fight(heroes, villains, seed=4)
        rng, blows = np.random.default_rng(4), []
        for _ in range(whole.rounds):
            part = fight(heroes, villains, max_rounds=1, seed=rng)
            blows += part.history[0].blows
            write_team(part.heroes, tmp_path / "Heroes-final.csv")
            write_team(part.villains, tmp_path / "Villains-final.csv")
            heroes = read_team(tmp_path / "Heroes-final.csv")
            villains = read_team(tmp_path / "Villains-final.csv")
        assert blows == [blow for played in whole.history for blow in played.blows]
        assert part.winner == whole.winner
        assert (heroes, villains) == (whole.heroes, whole.villains)

    def test_exhaustion_without_end_stays_readable(self):
        old = team(sure("Tom", bonus_to_defend=-20_000, hits=False))
        end = fight(old, old, rules=Rules(min_to_hit=0), max_rounds=5)
        assert end.heroes == old


class TestSeeds:
    def test_the_same_seed_gives_the_same_battle_on_every_platform(self):
        ends = [fight(*load("four"), seed=seed) for seed in range(6)]
        assert [(end.rounds, end.winner) for end in ends] == PINNED
        assert fight(*load("four"), seed=3) == ends[3]

    def test_no_seed_gives_another_battle(self):
        assert len({fight(*load("large")).log for _ in range(3)}) == 3


PINNED = [
    (3, "draw"),
    (3, "villains"),
    (2, "villains"),
    (4, "villains"),
    (3, "heroes"),
    (2, "heroes"),
]


class TestLog:
    def test_it_tells_the_sides_every_round_and_the_end(self):
        heroes = team(sure("Tom", dice=2), sure("Tim", bodyguard_for="Tom", linked_to="Tom"))
        log = fight(
            heroes,
            team(sure("Orc", dice=3, hp=3, hits=False), sure("Elf", hp=1)),
            rules=CERTAIN,
            seed=2,
        ).log
        assert log[log.index("Round 1") :] == LOG

    def test_it_tells_who_died_by_a_link(self):
        foes = [sure("Prime", hp=1, bodyguard_for="Clone"), sure("Clone", linked_to="Prime")]
        log = fight(team(sure("Tom")), team(*foes), rules=CERTAIN, max_rounds=1).log
        assert (
            "Killed among the villains: Prime\n  Also killed (linked): Clone\n"
            "  Left of the villains: <no one>\n"
        ) in log

    def test_it_notes_the_warnings_of_the_file(self):
        heroes = Team((sure("Tom"),), warnings=("mine.csv, row 2: nobody",))
        assert fight(heroes, team(sure("Orc"))).log.startswith("Note: mine.csv, row 2: nobody\n\n")

    def test_its_first_lines_are_by_the_rules_of_the_battle(self):
        log = fight(load("dragon")[0], team(), rules=Rules(default_hp=5, default_aoe=3)).log
        assert (
            "\n  Dragon: HP(4), ToHit(99%), ToDefend(42%), AOE (3), Total XP (14500), "
            "OffenseDice(19), DefenseDice(15), Bodyguarding <no one>, LinkedTo Summoner\n"
        ) in log


LOG = """\
Round 1, fight!
  Tom hits Elf for 2 HP (2 hit, 0 blocked).
  Tim hits Orc for 1 HP (1 hit, 0 blocked).

  Tim steps in for Tom, whom Orc goes for.
  Orc swings at Tim: no harm (0 hit, 0 blocked).
  Tim steps in for Tom, whom Elf goes for.
  Elf hits Tim for 1 HP (1 hit, 0 blocked).

  Killed among the heroes: <no one>
  Left of the heroes: Tom (2 HP), Tim (1 HP)
  Killed among the villains: Elf
  Left of the villains: Orc (2 HP)

Round 2, fight!
  Tom hits Orc for 2 HP (2 hit, 0 blocked).
  Tim hits Orc for 1 HP (1 hit, 0 blocked).

  Tim steps in for Tom, whom Orc goes for.
  Orc swings at Tim: no harm (0 hit, 0 blocked).

  Killed among the heroes: <no one>
  Left of the heroes: Tom (2 HP), Tim (1 HP)
  Killed among the villains: Orc
  Left of the villains: <no one>

All villains are dead: the heroes win. Rounds: 2.
"""


def outcomes(ends):
    """(winner, rounds, hit points left of each side) of many battles."""
    return [
        (
            end["winner"],
            end["rounds"],
            *(sum(end["hp"][side].values()) for side in ("heroes", "villains")),
        )
        for end in ends
    ]


def ours(heroes, villains, rng, **options):
    end = fight(heroes, villains, seed=rng, **options)
    hp = {side: (end.history[-1].after[side] if end.history else {}) for side in battle.SIDES}
    return {
        "winner": end.winner,
        "rounds": end.rounds,
        "hp": {side: {name: max(0, left) for name, left in hp[side].items()} for side in hp},
    }


class TestAgainstTheReference:
    def compare(self, heroes, villains, battles):
        rng, plain_rng = np.random.default_rng(11), random.Random(12)
        plain = [reference.plainly(side) for side in (heroes, villains)]
        mine = outcomes(ours(heroes, villains, rng) for _ in range(battles))
        other = outcomes(reference.battle(*plain, plain_rng) for _ in range(battles))
        winners = [Counter(end[0] for end in ends) for ends in (mine, other)]
        seen = sorted(set(winners[0]) | set(winners[1]))
        if len(seen) > 1:
            table = [[counter[name] for name in seen] for counter in winners]
            assert chi2_contingency(table).pvalue > 1e-4, table
        for column in (1, 2, 3):
            test = ks_2samp([end[column] for end in mine], [end[column] for end in other])
            assert test.pvalue > 1e-4, column

    @pytest.mark.parametrize("seed", range(3))
    def test_random_rosters(self, seed):
        rng = np.random.default_rng(seed)
        self.compare(random_team(rng, 4), random_team(rng, 3, "G"), 100)
