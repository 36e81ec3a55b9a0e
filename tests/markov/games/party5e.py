"""Four heroes of the fifth level against ten goblins and four bugbears, after D&D's fifth edition.

Rules and numbers: System Reference Document 5.1 (CC BY 4.0). All strike at the first enemy who
stands. The Fighter attacks twice. The Cleric cures who has fallen (2d8+4), while she has slots of
the second level, and else casts sacred flame. The Rogue's attack is a sneak attack, since others
are near. The Wizard throws a fireball while he has one and four enemies stand, who save one after
another for half of the damage; then magic missile from slots of the first level; then fire bolt.
"""

from typing import NamedTuple

from combat.markov import simulate
from combat.units import Rules, Unit, Units, battle
from tests.markov.games.fifth_edition import attack, changed, first, weighed

FIGHTER, CLERIC, ROGUE, WIZARD, FOES = range(5)  # the foes follow in the order of turns
HEROES, ARMOR = (44, 38, 33, 27), (18, 18, 15, 13)
GOBLINS, BUGBEARS = 10, 4
GOBLIN, BUGBEAR = (7, 15, "1d6+2", "2d6+2"), (27, 16, "2d8+2", "4d8+2")
BLADE, BOW, BOLT = (7, "1d8+6", "2d8+6"), (7, "1d6+3d6+4", "2d6+6d6+4"), (7, "2d10", "4d10")
CAUGHT = 4  # by one fireball: they stand apart


class Fight(NamedTuple):
    """Hit points, whose turn it is, and what is used up; damage and targets left of a fireball."""

    heroes: tuple = HEROES
    foes: tuple = (GOBLIN[0],) * GOBLINS + (BUGBEAR[0],) * BUGBEARS
    cures: int = 3
    fireballs: int = 2
    missiles: int = 4
    turn: int = FIGHTER
    blow: int = 0
    fire: int = 0
    caught: tuple = ()


def step(at):
    """One action, one blow of it, or one saving throw."""
    if not any(at.heroes) or not any(at.foes):
        return []
    if at.fire:
        return save(at)
    if at.turn >= FOES:
        return foes_blow(at)
    foe = first(at.foes)
    if at.turn == CLERIC and at.cures and not all(at.heroes):
        down = at.heroes.index(0)
        return [
            (p, passed(at, heroes=changed(at.heroes, down, v), cures=at.cures - 1))
            for p, v in weighed(1, "2d8+4")
        ]
    if at.turn == CLERIC:
        return hurt(at, foe, [(0.4, 0), *weighed(0.6, "2d8")])
    if at.turn == WIZARD and at.fireballs and sum(map(bool, at.foes)) >= 4:
        caught = [place for place, hp in enumerate(at.foes) if hp][:CAUGHT]
        thrown = at._replace(fireballs=at.fireballs - 1, caught=tuple(caught))
        return [(p, thrown._replace(fire=v)) for p, v in weighed(1, "8d6")]
    if at.turn == WIZARD and at.missiles:
        return hurt(at._replace(missiles=at.missiles - 1), foe, weighed(1, "3d4+3"))
    bonus, plain, doubled = {FIGHTER: BLADE, ROGUE: BOW, WIZARD: BOLT}[at.turn]
    return hurt(at, foe, attack(bonus, kind(foe)[1], plain, doubled))


def save(at):
    """The first of those who are caught in the fire: 13 or more on a d20 halves it."""
    foe, *rest = at.caught
    found = []
    for chance, damage in ((0.6, at.fire), (0.4, at.fire // 2)):
        after = at._replace(foes=changed(at.foes, foe, -damage), caught=tuple(rest))
        found.append((chance, after if rest else passed(after, fire=0)))
    return found


def foes_blow(at):
    """A goblin's or a bugbear's attack."""
    hero, (_, _, *damage) = first(at.heroes), kind(at.turn - FOES)
    blow = attack(4, ARMOR[hero], *damage)
    return [(p, passed(at, heroes=changed(at.heroes, hero, -lost))) for p, lost in blow]


def hurt(at, foe, blow):
    """Damage to a foe, in a list of chances; the Fighter's first blow is followed by another."""
    found = [(p, at._replace(foes=changed(at.foes, foe, -lost))) for p, lost in blow]
    if at.turn == FIGHTER and not at.blow:
        return [(p, after._replace(blow=1)) for p, after in found]
    return [(p, passed(after, blow=0)) for p, after in found]


def passed(at, **changes):
    """The turn of the next who stands."""
    at = at._replace(**changes)
    standing, turn = at.heroes + at.foes, (at.turn + 1) % (FOES + len(at.foes))
    while not standing[turn]:
        turn = (turn + 1) % len(standing)
    return at._replace(turn=turn)


def kind(foe):
    """What a foe is."""
    return GOBLIN if foe < GOBLINS else BUGBEAR


def won(fight):
    """Whether a hero stands."""
    return any(fight.heroes)


def fought(runs, **options):
    """So many fights, half of which the foes begin."""
    return simulate({Fight(): 0.5, Fight(turn=FOES): 0.5}, step, runs, **options)


def stateless(battles):
    """The battle of units that do the same every turn: no cures, no fireballs, no missiles."""
    heroes = [
        Unit(name, hp, attack=7, defense=armor, damage=damage, speed=speed)
        for name, hp, armor, damage, speed in zip(
            ("Fighter", "Cleric", "Rogue", "Wizard"),
            HEROES,
            ARMOR,
            (BLADE[1], "2d8", BOW[1], BOLT[1]),
            (2, 1, 1, 1),
            strict=True,
        )
    ]
    foes = [
        Unit(name, hp, attack=4, defense=armor, damage=damage)
        for name, (hp, armor, damage, _) in (("Goblin", GOBLIN), ("Bugbear", BUGBEAR))
    ]
    rules = Rules(hit=lambda one, other: (21 + one.attack - other.defense) / 20, order="coin")
    many = {"Goblin": GOBLINS, "Bugbear": BUGBEARS}
    party = {hero.name: 1 for hero in heroes}
    return battle(party, many, rules, units=Units(heroes + foes), battles=battles)
