"""The goals of the overhaul in notebook 03, and what was computed of each."""

import numpy as np
import pandas as pd

from combat.core.words import percent
from combat.dice import dice
from combat.nethack import (
    STAGE_LEVELS,
    Rules,
    appraised,
    hit_chance,
    luck_die,
    mean_of_uniforms,
    totals_at_depth,
)
from combat.nethack.rules import SIZES
from combat.nethack.to_hit import dexterity_bonus, mean_of

_WEARERS = ("Knight", "Valkyrie", "Wizard")  # who dress differently


def goals(everybody):
    """Return the goals, what was computed of each, and whether that holds: a frame by goal."""
    found = [
        _zero(), _status_bar(everybody), _few_dice(), _symmetry(everybody), _luck(), _continuous(),
        _roles(everybody), _bosses(everybody), _uniforms(),
    ]  # fmt: skip
    return pd.DataFrame(found, columns=["the goal", "computed", "holds"]).set_index("the goal")


def _zero():
    even, wins = hit_chance(0), hit_chance(1) > 0.5
    return (
        "1, 2: several defensive stats, naturally zero",
        f"EV and six slots of DR; with all at 0 a blow hits {even:.0%} of the time",
        even == 0.5 and wins,
    )


def _status_bar(everybody):
    suits = [appraised(everybody, role, "mid") for role in _WEARERS]
    right = np.mean([ranked(one, 2 * one["defence"] + one["DR"])[0] for one in suits])
    wrong = np.mean([ranked(one, -one["AC"])[1] for one in suits])
    return (
        "3: an appraisal of the defence on the status bar",
        f"two numbers, defence and mean DR, rank {right:.0%} of pairs of suits right; "
        f"vanilla's one ranks {wrong:.0%} wrong",
        right > 0.9 and wrong > 0.2,
    )


def ranked(suits, shown):
    """Return the shares of pairs of suits that a reader of `shown` ranks right, and wrong.

    suits: a frame of `appraised`. A pair is ranked right if the suit with more loses less. Values
    that agree to 1e-9 are equal; pairs with equal losses are left out.
    """
    one, other = np.triu_indices(len(suits), 1)
    more, loss = (
        np.sign(values[one] - values[other])
        for values in (np.round(shown.to_numpy(float), 9), np.round(suits["loss"].to_numpy(), 9))
    )
    said = (more * loss)[loss != 0]
    return np.mean(said < 0), np.mean(said > 0)


def share_of_dice(*terms, sd=8.0):
    """Return the share of a roll's variance that comes from random terms, not from the bell."""
    own = sum(term.variance for term in terms)
    return own / (own + sd**2)


def _few_dice():
    luck = luck_die(13)
    share = share_of_dice(luck, luck, dice("1d5"))
    return (
        "4: no bunch of random dice",
        f"all dice of a blow make {share:.0%} of its variance, the bell curve the rest",
        share < 0.12,
    )


def _symmetry(everybody):
    sides = totals_at_depth(everybody)
    gap = sides["your attack"] + sides["your defence"]
    gap = gap - sides["their attack"] - sides["their defence"]
    return (
        "5: players and monsters alike",
        f"missed: players go from {gap['start']:+.0f} points at the start to {gap['late']:+.0f}",
        gap["start"] < 0 and gap["late"] > 20,
    )


def _luck():
    half, whole = luck_die(13), luck_die(13, Rules(luck_die="whole"))
    worth = hit_chance(half) - 0.5
    return (
        "6: Luck severely reduced",
        f"at most {half.mean:+g} points, {100 * worth:.0f} percentage points, "
        f"{share_of_dice(half):.0%} of the variance; 1d(Luck) would be {whole.mean:+g} and "
        f"{share_of_dice(whole):.0%}",
        half.mean == 3.5 and share_of_dice(half) < 0.05 and share_of_dice(whole) > 0.15,
    )


def steps():
    """Return the steps between neighbours in each table of points: {table: array}."""
    rules = Rules()
    tables = {
        "size": [*SIZES.values()],
        "skill": rules.skill_bonus,
        "two weapons": rules.twoweapon_penalty[1:],
        "riding": rules.riding_penalty[1:],
        "a Monk's defence": rules.monk_defense[2:],
        "burden": rules.encumbrance,
        "Dexterity": [dexterity_bonus(one) for one in range(3, 26)],
        "Luck": [mean_of(luck_die(one)) for one in range(14)],
    }
    return {name: np.abs(np.diff(np.asarray(one, float))) for name, one in tables.items()}


def _continuous():
    jumps = steps()
    uneven = [name for name, one in jumps.items() if one.max() > 1.01 * one.mean()]
    greatest = max(one.max() for one in jumps.values())
    return (
        "7: continuous, no weird steps",
        f"{len(uneven)} of {len(jumps)} tables go in uneven steps; the greatest is "
        f"{greatest:g} points, {100 * (hit_chance(greatest) - 0.5):.0f} percentage points, from "
        "huge to gigantic",
        jumps["size"].max() == greatest and len(uneven) > len(jumps) / 2,
    )


def _roles(everybody):
    mid = everybody.by_role("mid", STAGE_LEVELS["mid"])
    ours, vanilla = mid["overhaul"], mid["vanilla"]
    return (
        "8: role variety",
        f"in mid-game the roles hit from {ours.min():.0%} ({ours.idxmin()}) to {ours.max():.0%} "
        f"({ours.idxmax()}), in vanilla every one in {percent(vanilla.min(), 0)}",
        ours.max() - ours.min() > 0.3 and vanilla.min() > 0.99,
    )


def _bosses(everybody):
    met = everybody.by_role("late", 20)["overhaul"].mean()
    hits = everybody.against_bosses("late").round(9)
    return (
        "bosses offer more challenge",
        f"late kits hit them {hits.mean():.0%} of the time, others {met:.0%}; but "
        f"{hits.idxmax()} {hits.max():.0%}",
        hits.mean() < met < hits.max(),
    )


def _uniforms():
    nets = np.arange(-40, 41)
    off = np.abs(hit_chance(nets, uniforms=4) - hit_chance(nets)).max()
    end, even = mean_of_uniforms(4).values[-1], hit_chance(0, uniforms=4)
    return (
        "a mean of uniform numbers for the bell; never 0, never sure",
        f"four are off by {100 * off:.1f} percentage points at most; beyond ±{end:.0f} nothing "
        f"hits or misses, and ties make even odds {even:.1%}",
        off < 0.02 and hit_chance(-end - 1, uniforms=4) == 0 < hit_chance(-end - 1) and even < 0.5,
    )
