"""A Wizard with spell slots against Bugbears, after the fifth edition of D&D.

Rules and numbers: System Reference Document 5.1 (CC BY 4.0). An attack is d20 + bonus against the
armour class; a natural 20 hits and doubles the dice, a natural 1 misses. Magic missile never
misses: 3d4+3, and 1d4+1 more for each level of the slot above the first. Shield turns aside a hit
that +5 to the armour class makes a miss, and stays until the Wizard's next turn.

The Wizard is of the fifth level: Intelligence 18, Dexterity 16, Constitution 12. He casts magic
missile from his greatest slot while he has any, and fire bolt after that.
"""

from typing import NamedTuple

from combat.markov import solve
from combat.units import Rules, Unit, duel
from tests.markov.games.fifth_edition import attack, changed, first, weighed

HP, ARMOR, SLOTS = 27, 13, (4, 3, 2)  # slots of the first, second and third level
BUGBEAR, FIRE_BOLT = 27, (7, 16, "2d10", "4d10")
MORNING_STAR = ("2d8+2", "4d8+2")


class Fight(NamedTuple):
    """Hit points; slots of each level; whether shield is up; who acts: 0 is the Wizard."""

    wizard: int
    bugbears: tuple
    slots: tuple = SLOTS
    shield: bool = False
    acts: int = 0


def step(at):
    """One turn."""
    if not at.wizard or not any(at.bugbears):
        return []
    after = at._replace(acts=(at.acts + 1) % (1 + len(at.bugbears)))
    if at.acts == 0:
        return wizards(at, after._replace(shield=False))
    return bugbears(at, after) if at.bugbears[at.acts - 1] else [(1, after)]


def wizards(at, after):
    """Against the first Bugbear who stands."""
    foe, blow = first(at.bugbears), attack(*FIRE_BOLT)
    if any(at.slots):
        level = max(level for level, slots in enumerate(at.slots) if slots)
        blow = weighed(1, f"{3 + level}d4+{3 + level}")
        after = after._replace(slots=changed(at.slots, level, -1))
    return [(p, after._replace(bugbears=changed(at.bugbears, foe, -lost))) for p, lost in blow]


def bugbears(at, after):
    """A hit that shield would turn aside, it does, from the least slot."""
    if at.shield or not any(at.slots):
        blow = attack(4, ARMOR + 5 * at.shield, *MORNING_STAR)
        return [(p, after._replace(wizard=max(0, at.wizard - lost))) for p, lost in blow]
    (missed, _), *_ = attack(4, ARMOR, *MORNING_STAR)
    (all_missed, _), *hits = attack(4, ARMOR + 5, *MORNING_STAR)
    shielded = after._replace(slots=changed(at.slots, first(at.slots), -1), shield=True)
    hurt = [(p, after._replace(wizard=max(0, at.wizard - lost))) for p, lost in hits]
    return [(missed, after), (all_missed - missed, shielded), *hurt]


def fought(bugbears=1):
    """The fight to its end; a coin says whether the Wizard acts before them all or after."""
    start = Fight(HP, (BUGBEAR,) * bugbears)
    return solve({start: 0.5, start._replace(acts=1): 0.5}, step)


def won(fight):
    """Whether the Wizard stands."""
    return fight.wizard > 0


def stateless():
    """The duel of two units that do the same every turn: fire bolt, and a morning star."""
    wizard = Unit("Wizard", hp=HP, attack=7, defense=ARMOR, damage="2d10")
    bugbear = Unit("Bugbear", hp=BUGBEAR, attack=4, defense=16, damage="2d8+2")
    rules = Rules(hit=lambda one, other: (21 + one.attack - other.defense) / 20, order="coin")
    return duel(wizard, bugbear, rules)
