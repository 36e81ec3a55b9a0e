"""Exchanges of blows in Battle for Wesnoth, with all their specials."""

import re
from functools import cache
from typing import NamedTuple

import pandas as pd

from combat.core.words import percent
from combat.markov import solve
from combat.workbook import Answer, Panel, charts, choice, slider
from combat.workbook.charts.palette import SIDES

REACHES = ("melee", "ranged")
_SOME = [10, 20, 30]  # hit points that a page offers
GROUNDS = {
    "both in the open": (0.6, 0.6),
    "attacker in cover": (0.4, 0.6),
    "defender in cover": (0.6, 0.4),
    "both in cover": (0.4, 0.4),
}


class Weapon(NamedTuple):
    """So many strikes of so much damage, and a special; none by default."""

    damage: int = 0
    strikes: int = 0
    special: str = ""


class Exchange(NamedTuple):
    """Both sides' hit points, who is slowed, and the exchanges and strikes that are over."""

    hp: tuple
    slowed: frozenset = frozenset()
    exchange: int = 0
    strikes: int = 0


def after(weapons, most, hp, exposed, exchanges=1):
    """Return how exchanges end, from `solve`, side 0 attacking first and then the other one.

    weapons, most and hp (hit points), exposed (chance to be hit): each of both sides.
    """
    return solve(Exchange(hp), lambda at: strike(at, weapons, most, exposed, exchanges))


def strike(at, weapons, most, exposed, exchanges):
    """The step: one strike; at the end of an exchange the attacker is slowed no more."""
    if 0 in at.hp or at.exchange == exchanges:
        return []
    attacker = at.exchange % 2
    turns = order(weapons, attacker)
    if at.strikes == len(turns):
        return [(1, Exchange(at.hp, at.slowed - {attacker}, at.exchange + 1))]
    me, foe = turns[at.strikes], 1 - turns[at.strikes]
    chance = 0.7 if weapons[me].special == "magical" else exposed[foe]
    missed = Exchange(at.hp, at.slowed, at.exchange, at.strikes + 1)
    return [(chance, _hurt(missed, me, weapons, most, attacker)), (1 - chance, missed)]


@cache
def order(weapons, attacker):
    """Return the sides whose strikes follow one another."""
    defender = 1 - attacker
    late = weapons[defender].special == "first strike" != weapons[attacker].special
    sides = [defender, attacker] if late else [attacker, defender]
    most = range(max(weapon.strikes for weapon in weapons))
    in_a_round = [side for number in most for side in sides if number < weapons[side].strikes]
    return in_a_round * (30 if "berserk" in [weapon.special for weapon in weapons] else 1)


def _hurt(at, me, weapons, most, attacker):
    """The state after a strike of side `me` has hit."""
    foe, special, hp = 1 - me, weapons[me].special, [*at.hp]
    damage = weapons[me].damage * (2 if weapons[attacker].special == "charge" else 1)
    done = min(hp[foe], (damage + 1) // 2 if me in at.slowed else damage)
    hp[foe] -= done
    if special == "drain":
        hp[me] = min(most[me], hp[me] + done // 2)
    slowed = at.slowed | ({foe} if special == "slow" else set())
    return Exchange(tuple(hp), slowed, at.exchange, at.strikes)


def fought(weapons, hp, exposed):
    """Return how an exchange ends; weapons: two texts, as "4-4 berserk", the attacker's first."""
    return after(tuple(map(armed, weapons)), hp, hp, exposed)


def exchange(units):
    """The Panel of an attack; units: a frame of hit points and of both weapons' texts."""
    attacks = attacks_of(units)
    most = units["hit points"].astype(int).to_dict()
    top = max(most.values())

    @cache
    def fought(attack, whom, own, others, ground, exchanges=1):
        name, reach = attack
        weapons = armed(units.loc[name, reach]), armed(units.loc[whom, reach])
        full = most[name], most[whom]
        return after(weapons, full, (min(own, full[0]), min(others, full[1])), ground, exchanges)

    def show(attack, whom, own, others, ground, exchanges):
        ends = fought(attack, whom, own, others, ground, exchanges)
        every = {name: fought(attack, name, own, others, ground) for name in most}
        kills = {
            what: {name: falls(found, side) for name, found in every.items()}
            for what, side in (("kills", 1), ("dies", 0))
        }
        start = min(own, most[attack[0]]), min(others, most[whom])
        title, note = in_words(ends, (attack[0], whom), start, exchanges)
        asked = (attack[0], own), (whom, others)
        capped = [f"The {name} has at most {most[name]}." for name, hp in asked if hp > most[name]]
        return Answer(
            title,
            _left(ends, 0, attack[0], SIDES["first"]),
            _left(ends, 1, whom, SIDES["second"]),
            charts.rows(
                pd.DataFrame(kills), dots="dies", title="Whom? It kills (bar), it dies (stroke)"
            ),
            note=" ".join([note, *capped, "Last, this attack on each unit, one exchange each."]),
        )

    return Panel(
        show,
        attack=choice("attack", attacks, ("Elvish Fighter", "melee")),
        whom=choice("defender", [*most], "Orcish Grunt"),
        ground=choice("ground", GROUNDS, (0.4, 0.6)),
        exchanges=slider("exchanges", 1, 6, 1, live=False, exported=[2, 4, 6]),
        own=slider("attacker has", 1, top, top, unit="hp", exported=_SOME),
        others=slider("defender has", 1, top, 20, unit="hp", exported=_SOME),
        cost=11,
        together=("attack", "whom"),
    )


def _left(ends, side, name, color):
    """A chart of the hit points that one of the two has left."""
    left = ends.distribution(lambda at: at.hp[side])
    colors, title = {"chance": color}, f"{name} has left"
    return charts.bars(left, colors=colors, title=title, xlabel="hit points")


def attacks_of(units):
    """Return {"Elf, 5-4 melee": ("Elf", "melee"), ...} of all weapons."""
    return {
        f"{name}, {text if ' ' in text else f'{text} {reach}'}": (name, reach)
        for name, row in units.iterrows()
        for reach in REACHES
        if (text := row[reach]) != "–"
    }


def armed(text):
    """Return the `Weapon` that a cell of the sheet tells, such as "3-2 slow"; "–" is none."""
    damage, strikes, special = re.fullmatch(r"(\d+)-(\d+) ?(.*)|–", text).groups()
    return Weapon(int(damage), int(strikes), special) if damage else Weapon()


def falls(ends, side):
    """Return the chance that the attacker (0) or the defender (1) has died."""
    return ends.chance(lambda at: at.hp[side] == 0)


def in_words(ends, names, start, exchanges):
    """The result as (title, note); start: the hit points of attacker and defender before it."""
    left = [ends.mean(lambda at, side=side: at.hp[side]) for side in (0, 1)]
    when = "In one exchange"
    if exchanges > 1:
        when = f"In {exchanges} exchanges, each attacking in turn,"
    return (
        f"{when} the {names[0]} kills the {names[1]} {percent(falls(ends, 1))} of the time "
        f"and dies {percent(falls(ends, 0))} of the time.",
        f"On average {left[0]:.1f} of {start[0]} and {left[1]:.1f} of {start[1]} hit points are "
        "left.",
    )
