"""One battle, following the manual's steps, with its log."""

from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from combat.battle import MOST_ROUNDS
from combat.core.checks import check_whole
from combat.marked_for_death.fighters import LEAST_TO_DEFEND, MOST_HP, Team
from combat.marked_for_death.log import battle_log
from combat.marked_for_death.rules import Rules
from combat.marked_for_death.side import SIDES, Side


class Blow(NamedTuple):
    """One attack: `attacker`, of `side`, chose `drawn` and struck `target`.

    target: `drawn`, or a bodyguard of his. hits and blocks: the dice that succeeded. damage: hit
    points that the target loses, at least 0.

    >>> from combat.marked_for_death import Fighter
    >>> tom, orc = Team((Fighter("Tom", 7001),)), Team((Fighter("Orc", 5900),))
    >>> fight(tom, orc, seed=2).history[0].blows[0]
    Blow(side='heroes', attacker='Tom', drawn='Orc', target='Orc', hits=5, blocks=2, damage=3)
    """

    side: str
    attacker: str
    drawn: str
    target: str
    hits: int
    blocks: int
    damage: int


class Round(NamedTuple):
    """One round: {side: {name: hit points}} before and after, and its blows in order.

    before: the fighters alive at its start. after: the same fighters; the dead have 0 or fewer.
    linked: {side: names} of those who died by a link, not by blows.

    >>> from combat.marked_for_death import Fighter
    >>> tom, orc = Team((Fighter("Tom", 7001),)), Team((Fighter("Orc", 5900),))
    >>> fight(tom, orc, seed=2).history[0].after
    {'heroes': {'Tom': 1}, 'villains': {'Orc': -1}}
    """

    number: int
    before: dict
    blows: tuple[Blow, ...]
    after: dict
    linked: dict


@dataclass(frozen=True)
class Battle:
    """How a battle went: its log as text, rounds fought, winner, final teams, and history.

    winner: "heroes", "villains", "draw" if both sides fell in one round, None if max_rounds
    ended it. heroes, villains: everybody, the fallen too, with wounds in BonusHP and exhaustion in
    BonusToDefend, so that a fight of these teams continues this one. history: a `Round` for each.

    >>> from combat.marked_for_death import Fighter
    >>> battle = fight(Team((Fighter("Tom", 7001),)), Team((Fighter("Orc", 5900),)), seed=2)
    >>> battle.winner, battle.heroes["Tom"].bonus_hp, battle.log.splitlines()[-1]
    ('heroes', -1, 'All villains are dead: the heroes win. Rounds: 1.')
    """

    log: str = field(repr=False)
    rounds: int
    winner: str | None
    heroes: Team = field(repr=False)
    villains: Team = field(repr=False)
    history: tuple[Round, ...] = field(repr=False)


def fight(heroes, villains, *, max_rounds=None, seed=None, rules=Rules()):
    """Return the `Battle` of two teams.

    max_rounds: "Stop after N rounds even if there are still people alive on both sides".
    seed: as for `numpy.random.default_rng`, or a Generator, which continues from its state.
    The same seed gives the same battle on every platform: in each round all heroes, then all
    villains, in the order of their files, choose their matchups (`integers`: the opponent,
    then the bodyguard if there is one); then all blows are rolled in that order (`random`: the
    offense dice, then the defense dice). Who starts with 0 hit points or fewer is out of the
    fight. ValueError for max_rounds below 1, or a battle that is undecided after 10,000 rounds.

    >>> from combat.marked_for_death import Fighter
    >>> tom, orc = Fighter("Tom", 7001, bonus_to_hit=0.2), Fighter("Orc", 900)
    >>> battle = fight(Team((tom,)), Team((orc,)), seed=1)
    >>> battle
    Battle(rounds=1, winner='heroes')
    """
    most = np.inf if max_rounds is None else int(check_whole("max_rounds", max_rounds, low=1))
    rng = np.random.default_rng(seed)
    teams = dict(zip(SIDES, (heroes, villains), strict=True))
    sides = {name: Side(team, rules) for name, team in teams.items()}
    hit_points = {name: side.hit_points for name, side in sides.items()}
    history = []
    while _winner(hit_points) is None and len(history) < min(most, MOST_ROUNDS):
        hit_points, played = _round(len(history) + 1, sides, hit_points, rng)
        history.append(played)
    winner = _winner(hit_points)
    if winner is None and len(history) < most:
        raise ValueError(
            f"max_rounds = {max_rounds} is out of range: the battle is undecided "
            f"after {MOST_ROUNDS} rounds, and max_rounds may be no more than that"
        )
    tired = len(history) * rules.exhaustion
    log = battle_log(teams, history, winner, rules)
    finals = [_carried(teams[name], sides[name], hit_points[name], tired, rules) for name in SIDES]
    return Battle(log, len(history), winner, *finals, tuple(history))


def _winner(hit_points):
    """ "If one side has been eliminated, announce that and stop." Both at once are a draw."""
    standing = [name for name in SIDES if (hit_points[name] > 0).any()]
    if len(standing) == 2:
        return None
    return standing[0] if standing else "draw"


def _round(number, sides, hit_points, rng):
    """Steps 1 to 4 of the manual, on those alive at the start of the round."""
    alive = {name: hit_points[name] > 0 for name in SIDES}
    numbers = {name: sides[name].numbers(alive[name], number) for name in SIDES}
    matchups = [
        (name, other, *matchup)
        for name, other in (SIDES, SIDES[::-1])
        for matchup in _matchups(sides[name], alive[name], sides[other], alive[other], rng)
    ]
    after = {name: hit_points[name].copy() for name in SIDES}
    blows = []
    for name, other, attacker, drawn, target in matchups:
        mine, theirs = numbers[name], numbers[other]
        hits = _rolled(mine.offense_dice[attacker], mine.to_hit[attacker], rng)
        blocks = _rolled(theirs.defense_dice[target], theirs.to_defend[target], rng)
        # "NOTE: Fighters are not removed from combat until the end of the round"
        damage = max(0, hits - blocks)
        after[other][target] -= damage
        who, names = sides[name].names[attacker], sides[other].names
        blows.append(Blow(name, who, names[drawn], names[target], hits, blocks, damage))
    linked = {name: _settle_links(sides[name], alive[name], after[name]) for name in SIDES}
    before, left = (_by_name(sides, alive, points) for points in (hit_points, after))
    return after, Round(number, before, tuple(blows), left, linked)


def _matchups(side, alive, other, other_alive, rng):
    """Step 1: "choose N random opponents, where N is the value of the fighter's AOE stat"."""
    opponents = np.flatnonzero(other_alive).tolist()
    guards = {
        drawn: np.flatnonzero(other.guards[:, drawn] & other_alive).tolist() for drawn in opponents
    }
    for attacker in np.flatnonzero(alive).tolist():
        for drawn in _drawn(opponents, side.aoe[attacker], rng):
            # "if a chosen opponent has one or more bodyguards, choose a random bodyguard instead"
            target = _chosen(guards[drawn], rng) if guards[drawn] else drawn
            yield attacker, drawn, target


def _drawn(opponents, number, rng):
    """Random opponents: nobody is chosen twice until everybody has been chosen once."""
    left = list(opponents)
    for _ in range(number):
        yield left.pop(rng.integers(len(left))) if left else _chosen(opponents, rng)


def _chosen(places, rng):
    return places[rng.integers(len(places))]


def _rolled(dice, chance, rng):
    """Step 2: "rolls ... percentile dice. each die that is <= ToHit generates 1 potential hit"."""
    return int(np.count_nonzero(rng.random(dice) < chance))


def _settle_links(side, alive, after):
    """Step 4, in place: "everyone who is linked to them ... set to 0"; returns their names."""
    dead = alive & (after <= 0)
    linked = alive & (after > 0) & side.falls[dead].any(axis=0)
    after[linked] = 0
    return tuple(side.names[place] for place in np.flatnonzero(linked))


def _by_name(sides, alive, hit_points):
    return {
        name: {side.names[at]: int(hit_points[name][at]) for at in np.flatnonzero(alive[name])}
        for name, side in sides.items()
    }


def _carried(team, side, hit_points, tired, rules):
    """The final file: "the final state of all combatants", the fallen among them."""
    left = dict(zip(side.names, hit_points.tolist(), strict=True))
    fighters = []
    for fighter in team.fighters:
        before = rules.default_hp + fighter.bonus_hp
        bonus_hp = max(left.get(fighter.name, before) - rules.default_hp, -MOST_HP)
        defend = max(fighter.bonus_to_defend - tired, LEAST_TO_DEFEND)
        fighters.append(replace(fighter, bonus_hp=bonus_hp, bonus_to_defend=defend))
    return replace(team, fighters=tuple(fighters))
