"""Exchanges of blows in Battle for Wesnoth."""

import re
from functools import cache

import pandas as pd

from combat.core.words import percent
from combat.workbook import Answer, Panel, charts, choice, slider
from combat.workbook.panel.controls import end_follows

REACHES = ("melee", "ranged")
GROUNDS = {
    "both in the open": (0.6, 0.6),
    "attacker in cover": (0.4, 0.6),
    "defender in cover": (0.6, 0.4),
    "both in cover": (0.4, 0.4),
}
_FRESH = 1000  # hit points, more than any unit has
_FIRST = ("Elvish Fighter", "melee")


def exchange(after, weapon, units):
    """The Panel of an attack; after: a function that returns `Ends` of states with both `hp`."""
    attacks = attacks_of(units)
    most = units["hit points"].astype(int).to_dict()

    @cache
    def fought(attack, whom, own, others, ground, exchanges=1):
        name, reach = attack
        sides = (name, whom)
        weapons = tuple(armed(weapon, units.loc[side, reach]) for side in sides)
        full = tuple(most[side] for side in sides)
        hp = min(own, full[0]), min(others, full[1])
        return after(weapons, full, hp, ground, exchanges)

    def show(attack, whom, own, others, ground, exchanges):
        ends = fought(attack, whom, own, others, ground, exchanges)
        fresh = _FRESH if own >= most[attack[0]] else own
        every = {name: fought(one, whom, fresh, others, ground) for name, one in attacks.items()}
        kills = {
            what: {name: falls(found, side) for name, found in every.items()}
            for what, side in (("kills", 1), ("dies", 0))
        }
        start = min(own, most[attack[0]]), min(others, most[whom])
        title, note = in_words(ends, (attack[0], whom), start, exchanges)
        return Answer(
            title,
            charts.heat(
                ends_of(ends).pivot_table("chance", "attacker", "defender"),
                limits=(0, 0.5),
                title="Hit points left of both",
                xlabel="of the defender",
                ylabel="of the attacker",
            ),
            charts.rows(
                pd.DataFrame(kills), dots="dies", title="One exchange: kills (bar), dies (stroke)"
            ),
            note=f"{note} First all that may come of the attack, then all attacks on this "
            "defender, by fresh units if the attacker is fresh. Who has fewer hit points at most "
            "starts with those.",
        )

    return Panel(show, **controls_of(attacks, most), size=(10.4, 4.0))


def controls_of(attacks, most):
    """Return the controls; the sliders of hit points end at those of the units."""
    controls = {
        "attack": choice("attack", attacks, _FIRST),
        "whom": choice("defender", [*most], "Orcish Grunt"),
        "ground": choice("ground", GROUNDS, (0.4, 0.6)),
        "exchanges": slider("exchanges", 1, 6, 1, live=False),
        "own": slider("attacker has", 1, most[_FIRST[0]], most[_FIRST[0]], unit="hp"),
        "others": slider("defender has", 1, most["Orcish Grunt"], 20, unit="hp"),
    }
    end_follows(controls["own"], controls["attack"], lambda attack: most[attack[0]])
    end_follows(controls["others"], controls["whom"], most.get)
    return controls


def attacks_of(units):
    """Return {"Elf, 5-4 melee": ("Elf", "melee"), ...} of all weapons."""
    return {
        f"{name}, {text if ' ' in text else f'{text} {reach}'}": (name, reach)
        for name, row in units.iterrows()
        for reach in REACHES
        if (text := row[reach]) != "–"
    }


def armed(weapon, text):
    """Return the weapon that a cell of the sheet tells, such as "3-2 slow"; "–" is none."""
    damage, strikes, special = re.fullmatch(r"(\d+)-(\d+) ?(.*)|–", text).groups()
    return weapon(int(damage), int(strikes), special) if damage else weapon()


def ends_of(ends):
    """Return a frame of the hit points that both have left, and the chance."""
    rows = [(*at.hp, chance) for at, chance in zip(ends.end_states, ends.chances, strict=True)]
    frame = pd.DataFrame(rows, columns=["attacker", "defender", "chance"])
    return frame.groupby(["attacker", "defender"], as_index=False, sort=False).sum()


def falls(ends, side):
    """Return the chance that the attacker (0) or the defender (1) has died."""
    return ends.chance(lambda at: at.hp[side] == 0)


def in_words(ends, names, start, exchanges):
    """The result as (title, note); start: the hit points of attacker and defender before it."""
    left = [ends.mean(lambda at, side=side: at.hp[side]) for side in (0, 1)]
    when = (
        "In one exchange"
        if exchanges == 1
        else f"In {exchanges} exchanges, each attacking in turn,"
    )
    return (
        f"{when} the {names[0]} kills the {names[1]} in {percent(falls(ends, 1))} and dies in "
        f"{percent(falls(ends, 0))}.",
        f"On average {left[0]:.1f} of {start[0]} and {left[1]:.1f} of {start[1]} hit points are "
        "left.",
    )
