"""Soldiers whose hit points come back when nobody has hit them for a while, against raging brutes.

The soldiers go first, one after another, and fire three shots each at a random brute; a brute that
falls leaves the rest of the burst to another. At the start of a turn before which he wasn't hit in
three turns of his, a soldier who is hurt gets 12 points back. A brute below 30 % of his 40 hit
points rages: he hits rather better and does 3d6 in place of 1d8+3.
"""

from tests.units.games.means import dice, ended

TABLES = {
    "units": """\
name,hp,damage,accuracy
Soldier,45,1d6,0.6
Brute,40,1d8+3,0.3
""",
    "actions": """\
unit,action,times,on,heals,gives,when,free,damage,accuracy
Soldier,Shield,,self,12,,not shaken,yes,,
Soldier,Burst,3,,,,,,,
Brute,Rage,,,,shaken 3,hp < 30 %,,3d6,0.5
Brute,Plasma,,,,shaken 3,,,,
""",
    "statuses": """\
status
shaken
""",
}
CASES = {"": {"first": {"Soldier": 2}, "second": {"Brute": 4}}}


def hit(attacker, defender):
    return attacker.accuracy


RULES = {"order": "first", "hit": hit}


def burst(rng, brutes):
    """Three shots; returns nothing, the brutes lose."""
    aimed = None
    for _ in range(3):
        standing = [place for place, hp in enumerate(brutes) if hp]
        if not standing:
            return
        if aimed is None or not brutes[aimed]:
            aimed = rng.choice(standing)
        if rng.random() < 0.6:
            brutes[aimed] = max(0, brutes[aimed] - dice(rng, 1, 6))


def brutes_turn(rng, hp, soldiers, since):
    """One brute's blow; since: turns of each soldier since he was hit."""
    target = rng.choice([place for place, left in enumerate(soldiers) if left])
    rages = hp < 12
    if rng.random() < (0.5 if rages else 0.3):
        lost = dice(rng, 3, 6) if rages else dice(rng, 1, 8) + 3
        soldiers[target] = max(0, soldiers[target] - lost)
        since[target] = 0


def fight(rng, case):
    soldiers, brutes, since, rounds = [45, 45], [40] * 4, [3, 3], 0
    while any(soldiers) and any(brutes):
        rounds += 1
        for place in (0, 1):
            if soldiers[place] and any(brutes):
                if since[place] >= 3:
                    soldiers[place] = min(45, soldiers[place] + 12)
                since[place] += 1
                burst(rng, brutes)
        for hp in list(brutes):
            if hp and any(soldiers):
                brutes_turn(rng, hp, soldiers, since)
    return ended(soldiers, brutes, rounds)
