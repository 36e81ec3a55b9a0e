"""NetHack's sparse chain of two sides with conditions, held against `markov` on a small fight."""

import numpy as np
import pytest

from combat.markov import solve
from combat.nethack import Attacker, Defender, Fighter
from combat.nethack.chain import fought
from combat.nethack.sides import sides


@pytest.mark.parametrize("great", [False, True])
def test_a_duel_of_nethack_with_its_conditions(great):
    rat = Fighter(
        name="rat", attacker=Attacker(), defender=Defender(), hp=4, strikes=("1d3",), speed=15
    )
    player = Fighter(
        name="you", attacker=Attacker(player=great), defender=Defender(), hp=6, strikes=("1d4",)
    )
    both = sides(player, rat)
    wins, undecided = fought(*both, (player.hp, rat.hp), 2000)
    ticked = [side.states.ticked().tocsr() for side in both]

    def moved(matrix, place):
        row = slice(*matrix.indptr[place : place + 2])
        return zip(matrix.indices[row].tolist(), matrix.data[row].tolist(), strict=True)

    def step(state):
        ours, theirs, acts = state
        if ours == "dead" or theirs == "dead":
            return []
        side, own, target = (both[0], ours, theirs) if acts == 0 else (both[1], theirs, ours)
        action = side.actions[side.kind[own]].tocsr()
        dead, found = action.shape[1] - 1, []
        for after, chance in moved(action, target):
            if after == dead:
                found.append((chance, (ours, "dead", 1) if acts == 0 else ("dead", theirs, 0)))
            elif acts == 0:
                found.append((chance, (ours, after, 1)))
            else:  # the turn ends: what both are in runs on
                for mine, p in moved(ticked[0], after):
                    for its, q in moved(ticked[1], theirs):
                        found.append((chance * p * q, (mine, its, 0)))
        return found

    plain = solve((both[0].states.hp - 1, both[1].states.hp - 1, 0), step)
    for side, dead in ((0, 1), (1, 0)):
        won = plain.chance(lambda state, dead=dead: state[dead] == "dead")
        assert float(wins[side].sum()) == pytest.approx(won, abs=1e-11)
    assert undecided < 1e-12
    left = [both[0].states.left[state[0]] for state in plain.end_states if state[1] == "dead"]
    shares = [
        chance
        for state, chance in zip(plain.end_states, plain.chances, strict=True)
        if state[1] == "dead"
    ]
    by_left = np.bincount(left, shares, player.hp + 1)
    assert wins[0].sum(axis=0) == pytest.approx(by_left, abs=1e-11)
