"""Any fight described by states and a step: solved exactly, simulated, or played optimally.

A **state** holds everything that can change in the fight. A **step** is a function of a state that
lists the states that may come next, each with its chance. Nothing more is needed, so spell slots,
potions, stuns or a shield that comes back are all possible. For example, a hero with 12 hit points
and one potion meets an ogre with 10. They strike in turn; the hero drinks when he has 4 or less:

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
Distribution(4..12 by 4, mean 7.50497)

This is exact and fast: `solve` calls the step once per state, and the rest is linear algebra. The
answer may be the start of the next fight. `found.steps` says how long the fight takes,
`found.at(4)` which state it is in after four steps, and `found.path(seed=1)` gives one possible
course. A fight with too many states is simulated: `simulate(start, step, 10_000)` answers the same
questions, with intervals. If somebody decides, `optimal` finds the best moves, against the dice or
against an opponent.
"""

from combat.core import exports

__getattr__, __dir__, __all__ = exports(
    __name__,
    {
        "ends": ["Ends"],
        "playing": ["Played", "optimal"],
        "simulating": ["Estimate", "Simulated", "simulate"],
        "solving": ["Solved", "solve"],
    },
)
