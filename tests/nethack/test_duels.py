"""The exact duel against a plain chain over dictionaries."""

from collections import defaultdict
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from combat.nethack import (
    Attacker,
    Defender,
    Fighter,
    Piece,
    Rules,
    Strike,
    attack_chance,
    damage_distribution,
    duel,
)
from combat.nethack.people import weakened
from combat.nethack.slots import SLOTS

BARE = Fighter(name="ogre", attacker=Attacker(level=8), defender=Defender(), hp=9, strikes=("1d6",))
SHIELD = Fighter(
    name="knight",
    attacker=Attacker(player=True, dexterity=14),
    hp=8,
    speed=15,
    defender=Defender(
        armor=(Piece("shield", "shield", ev=3, dr=1), Piece("plate", "torso", ev=-1, dr=6))
    ),
    strikes=("1d8", Strike("1d3", physical=False)),
)
SHIELDED = replace(BARE, name="guard", defender=SHIELD.defender)
BITING = replace(BARE, name="biter", strikes=("1d6", Strike("1d6", arms=False)))
LAME = replace(BARE, attacker=Attacker(player=True, dexterity=14), hp=3)
SLOW = replace(BARE, name="zombie", speed=8, hp=12, strikes=("1d4", "1d4"))


def chain(first, second, rules):
    """A plain duel: dictionaries of (hp, hp, timers, timers), one outcome at a time."""
    sides, wins = (first, second), ([], [])
    now = {(first.hp, second.hp, (0, 0, 0), (0, 0, 0)): 1.0}
    for _ in range(5):
        for at in (0, 1):
            won = []
            count, rest = divmod(sides[at].speed, 12)
            for _ in range(count):
                now = action(now, sides, at, won, rules)
            resting = {state: mass * (1 - rest / 12) for state, mass in now.items()}
            acting = action(
                {state: mass * rest / 12 for state, mass in now.items()}, sides, at, won, rules
            )
            now = defaultdict(float, resting)
            for state, mass in acting.items():
                now[state] += mass
            wins[at].append(sum(won))
        ticked = defaultdict(float)
        for (a, b, one, two), mass in now.items():
            ticked[a, b, tuple(max(0, t - 1) for t in one), tuple(max(0, t - 1) for t in two)] += (
                mass
            )
        now = ticked
    return wins


def action(now, sides, at, won, rules):
    for strike in sides[at].strikes:
        after = defaultdict(float)
        for state, mass in now.items():
            for new, chance in blow(state, sides, at, strike, rules):
                if new[1 - at] <= 0:
                    won.append(mass * chance)
                else:
                    after[new] += mass * chance
        now = after
    return now


def blow(state, sides, at, strike, rules):
    its = state[3 - at]
    own_on, its_on = (tuple(turns > 0 for turns in timers) for timers in (state[2 + at], its))
    chance, outcomes = struck(sides, at, strike, rules, own_on, its_on, state[1 - at])
    yield state, 1 - chance
    for damage, timer, turns, share in outcomes:
        timers = list(its)
        if timer is not None:
            timers[timer] = max(its[timer], turns)
        new = list(state)
        new[1 - at], new[3 - at] = state[1 - at] - damage, tuple(timers)
        yield tuple(new), chance * share


@cache
def struck(sides, at, strike, rules, own, its, hp):
    one = sides[at].attacker
    attacker = replace(
        one,
        stunned=own[0],
        wounded_arms=own[1] and strike.arms,
        dexterity=one.dexterity + own[2] * one.player * rules.wounded_legs,
    )
    defender = replace(sides[1 - at].defender, stunned=its[0], wounded_arms=its[1])
    joint = damage_distribution(
        strike.damage,
        defender.armor,
        hp,
        physical=strike.physical,
        wounded_arms=own[1] and strike.arms,
        rules=rules,
    ).chances
    outcomes = []
    for slot, great, damage in zip(*map(np.ndarray.tolist, np.nonzero(joint)), strict=True):
        followed = ["stunned", "wounded arms", "wounded legs"][: 2 + sides[1 - at].attacker.player]
        effect = SLOTS[slot].effect if great else ""
        timer = followed.index(effect) if effect in followed else None
        lasting = {0: 1.0} if timer is None else {3: 1 / 8, 4: 3 / 8, 5: 3 / 8, 6: 1 / 8}
        outcomes += [
            (damage, timer, turns, joint[slot, great, damage] * share)
            for turns, share in lasting.items()
        ]
    return attack_chance(attacker, defender, rules=rules), outcomes


@pytest.mark.parametrize(
    ("first", "second", "rules"),
    [
        (replace(BARE, hp=4), replace(BARE, hp=3), Rules()),
        pytest.param(replace(SHIELD, hp=3), replace(BARE, hp=3), Rules(), marks=pytest.mark.slow),
        (replace(SLOW, hp=3), replace(SHIELD, hp=3), Rules(wounded_arms=-4)),
        (replace(SHIELDED, hp=3), replace(SHIELDED, name="other", hp=3), Rules()),
        (
            replace(BARE, hp=3),
            replace(BITING, hp=3),
            Rules(wounded_arms=-6, wounded_arms_damage=-2),
        ),
        (LAME, replace(BARE, hp=3), Rules(wounded_legs=-8)),
    ],
    ids=["bare", "shield", "slow", "two shields", "arms", "legs"],
)
def test_it_is_the_plain_chain(first, second, rules):
    fought, plain = duel(first, second, rules=rules), chain(first, second, rules)
    for side in (0, 1):
        assert fought.wins[side][1:6] == pytest.approx(plain[side], abs=1e-12)


def test_who_cannot_strike_cannot_win():
    fought = duel(BARE, replace(SHIELD, strikes=()))
    assert fought.chances == pytest.approx((1, 0), abs=1e-12)
    assert fought.won_by_turn(2000).iloc[-1].tolist() == pytest.approx(fought.chances)
    with pytest.raises(ValueError, match=r"knight.*never wins"):
        fought.turns(1)
    assert duel(replace(BARE, strikes=()), replace(BARE, strikes=())).undecided == 1
    assert len(duel(BARE, BARE, max_turns=2).wins[0]) == 1 + 2


def test_twice_the_speed_is_two_actions_a_turn():
    # Sure hits of 1 at 4 hit points: 4 actions; at speed 24 in 2 turns, at 18 in 2 or more.
    sure = replace(
        BARE, attacker=Attacker(level=0, engulfed=True), strikes=(1,), defender=Defender()
    )
    target = replace(BARE, hp=4, strikes=())
    turns = duel(replace(sure, speed=24), target).turns()
    assert turns.at_least(3) < 0.001
    assert duel(replace(sure, speed=18), target).turns().mean == pytest.approx(3, abs=0.4)


def test_a_luckstone_is_rolled_once():
    lucky = replace(
        BARE, attacker=Attacker(level=8, luckstone=True), defender=Defender(luckstone=True)
    )
    cases = [
        duel(
            replace(BARE, attacker=Attacker(level=8, luck=luck), defender=Defender(luck=luck)), BARE
        ).chances[0]
        for luck in (4, 5, 6)
    ]
    assert duel(lucky, BARE).chances[0] == pytest.approx(np.mean(cases), abs=1e-12)


def test_a_players_luckstone_rolls_nothing():
    hero = replace(BARE, attacker=Attacker(player=True, luckstone=True), hp=4)
    assert duel(hero, BARE).chances == pytest.approx(
        duel(replace(hero, attacker=Attacker(player=True)), BARE).chances, abs=1e-12
    )


def test_legs_cost_a_player_one_point_of_dexterity_but_none_below_3():
    lame = [weakened(Attacker(player=True, dexterity=one), {"wounded legs"}) for one in (3, 14)]
    assert [one.dexterity for one in lame] == [3, 13]
    assert weakened(Attacker(dexterity=14), {"wounded legs"}).dexterity == 14


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda: replace(BARE, hp=0), "hp = 0.0"),
        (lambda: replace(BARE, strikes=("2d",)), "dice '2d', character 3: its end can't be read"),
        (lambda: replace(BARE, speed=-1), "speed = -1.0"),
        (lambda: duel(BARE, BARE, sd=0), "sd = 0.0"),
        (lambda: duel(BARE, BARE, sd=np.nan), "sd = nan"),
        (lambda: duel(BARE, BARE, max_turns=0), "max_turns = 0.0"),
    ],
)
def test_bad_input_is_named(call, named):
    with pytest.raises(ValueError, match=named):
        call()
