"""An exact battle read plainly: every fighter by himself, every case listed, no cleverness.

It shares no code with the package, so that the two can be held against each other. A side is a
dict: points (hit points of each fighter), aoe, guards (for each fighter, who step in for him),
falls (for each fighter, who die with him).
"""

from collections import Counter
from itertools import combinations


def ends(sides, chances, max_rounds=10_000):
    """How the battle ends: {(hit points, hit points, rounds): chance}.

    chances(number, striking, living, attacker, target): a list, the chance of each damage;
    living: who lives of each side, as tuples.
    """
    fighting = {tuple(tuple(side["points"]) for side in sides): 1.0}
    over = Counter()
    for number in range(max_rounds + 1):
        for state in [state for state in fighting if not all(map(any, state))]:
            over[*state, number] += fighting.pop(state)
        if sum(fighting.values()) < 1e-13 or number == max_rounds:
            break
        after, known = Counter(), {}
        for state, chance in fighting.items():
            living = tuple(tuple(at for at, left in enumerate(side) if left) for side in state)
            if living not in known:
                known[living] = [
                    losses(sides, chances, number + 1, struck, living) for struck in (0, 1)
                ]
            for one, p in known[living][0].items():
                mine = left_of(sides[0], state[0], one)
                for other, q in known[living][1].items():
                    after[mine, left_of(sides[1], state[1], other)] += chance * p * q
        fighting = after
    for state, chance in fighting.items():
        over[*state, number] += chance
    return over


def left_of(side, points, lost):
    left = [max(0, before - loss) for before, loss in zip(points, lost, strict=True)]
    for who, before in enumerate(points):
        if before and not left[who]:
            for other in side["falls"][who]:
                left[other] = 0
    # Who dies with another takes along who dies with him: `falls` holds whole chains.
    return tuple(left)


def losses(sides, chances, number, struck, living):
    """{losses of each fighter: chance} when all the others that live have struck."""
    other, targets = sides[1 - struck], living[struck]
    found = {(0,) * len(sides[struck]["points"]): 1.0}
    for attacker in living[1 - struck]:
        table = {
            target: chances(number, 1 - struck, living, attacker, target) for target in targets
        }
        once = min(other["aoe"][attacker], len(targets))
        subsets = list(combinations(targets, once))
        total = Counter()
        for subset in subsets:
            hurt = found
            for target in subset:
                hurt = blow(sides[struck], hurt, [target], targets, table)
            for lost, chance in hurt.items():
                total[lost] += chance / len(subsets)
        for _ in range(other["aoe"][attacker] - once):
            total = blow(sides[struck], total, targets, targets, table)
        found = total
    return found


def blow(side, found, drawn, living, table):
    """One blow at one of those drawn, a guard stepping in."""
    after = Counter()
    for target in drawn:
        guards = [who for who in side["guards"][target] if who in living] or [target]
        for who in guards:
            for lost, chance in found.items():
                for damage, share in enumerate(table[who]):
                    hurt = list(lost)
                    hurt[who] = min(side["points"][who], lost[who] + damage)
                    after[tuple(hurt)] += chance * share / len(drawn) / len(guards)
    return after
