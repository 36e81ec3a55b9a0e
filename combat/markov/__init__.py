"""Any fight that has states, a step and chances: solved exactly, played many times, played well.

A fight is what can change in it, its **state**, and a **step**: a function of a state that lists
what may come next, each with its chance. Nothing more is needed, and all of it is one's own: slots
of spells, potions, stuns, a shield that comes back. A hero of 12 hit points and one potion meets an
ogre of 10; both strike in turn, the hero drinks when he has 4 or less:

>>> from typing import NamedTuple
>>> from combat.markov import solve
>>> class Fight(NamedTuple):
...     hero: int
...     ogre: int
...     potions: int
...     hero_acts: bool
>>> def step(fight):
...     if fight.hero == 0 or fight.ogre == 0:
...         return []                                        # an end
...     if not fight.hero_acts:
...         hit = fight._replace(hero=max(0, fight.hero - 4), hero_acts=True)
...         return [(0.6, hit), (0.4, fight._replace(hero_acts=True))]
...     if fight.hero <= 4 and fight.potions:
...         return [(1, fight._replace(hero=fight.hero + 8, potions=0, hero_acts=False))]
...     hit = fight._replace(ogre=max(0, fight.ogre - 3), hero_acts=False)
...     return [(0.7, hit), (0.3, fight._replace(hero_acts=False))]
>>> found = solve(Fight(12, 10, 1, True), step)
>>> round(found.chance(lambda fight: fight.hero > 0), 4), len(found.states)
(0.7863, 53)
>>> found.given(lambda fight: fight.hero > 0).distribution("hero")
Distribution(4..12, mean 7.50497)

Exact, and at once: `solve` asks the step once a state, and the rest is linear algebra. The answer
may be the start of the next fight; `found.steps` says how long it takes, `found.at(4)` where it
stands after four steps, `found.path(seed=1)` tells one course of it. What has too many states is
played: `simulate(start, step, 10_000)` takes the same questions, and gives intervals. Where
somebody decides, `optimal` finds out what is best, against the dice or against a player who knows
as much.
"""

from combat.core.lazy import exports

__getattr__, __dir__, __all__ = exports(
    __name__,
    {
        "ends": ["Ends"],
        "playing": ["Played", "optimal"],
        "simulating": ["Estimate", "Simulated", "simulate"],
        "solving": ["Solved", "solve"],
    },
)
