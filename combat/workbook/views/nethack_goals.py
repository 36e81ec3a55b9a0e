"""The goals of the overhaul in notebook 03, and what was computed of each."""

import numpy as np
import pandas as pd

from combat import nethack
from combat.core.words import percent
from combat.dice import dice
from combat.nethack import hit_chance, luck_die
from combat.nethack.rules import SIZES
from combat.nethack.to_hit import dexterity_bonus, mean_of

_WEARERS = ("Knight", "Valkyrie", "Wizard")  # who dress differently


def goals(everybody):
    """Return the goals, what was computed of each, and whether that holds: a frame by goal."""
    found = [*_of_stats(everybody), *_of_dice(), *_of_play(everybody)]
    frame = pd.DataFrame(found, columns=["the goal", "computed", "holds"])
    return frame.set_index("the goal").sort_index()  # the numbered ones first


def _of_stats(everybody):
    even, wins = hit_chance(0), hit_chance(1) > 0.5
    yield (
        "1, 2: several defensive stats, naturally zero",
        f"EV and six slots of DR; with all at 0 a blow hits {even:.0%} of the time",
        even == 0.5 and wins,
    )
    suits = [nethack.appraised(everybody, role, "mid") for role in _WEARERS]
    right = np.mean([ranked(one, 2 * one["defence"] + one["DR"])[0] for one in suits])
    wrong = np.mean([ranked(one, -one["AC"])[1] for one in suits])
    yield (
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


def _of_dice():
    half, whole = luck_die(13), luck_die(13, nethack.Rules(luck_die="whole"))
    share = share_of_dice(half, half, dice("1d5"))
    yield (
        "4: no bunch of random dice",
        f"all dice of a blow make {share:.0%} of its variance, the bell curve the rest",
        share < 0.12,
    )
    worth = hit_chance(half) - 0.5
    yield (
        "6: Luck severely reduced",
        f"at most {half.mean:+g} points, {100 * worth:.0f} percentage points, "
        f"{share_of_dice(half):.0%} of the variance; 1d(Luck) would be {whole.mean:+g} and "
        f"{share_of_dice(whole):.0%}",
        half.mean == 3.5 and share_of_dice(half) < 0.05 and share_of_dice(whole) > 0.15,
    )
    jumps = steps()
    uneven = [name for name, one in jumps.items() if one.max() > 1.01 * one.mean()]
    greatest = max(one.max() for one in jumps.values())
    yield (
        "7: continuous, no weird steps",
        f"{len(uneven)} of {len(jumps)} tables go in uneven steps; the greatest is "
        f"{greatest:g} points, {100 * (hit_chance(greatest) - 0.5):.0f} percentage points, from "
        "huge to gigantic",
        jumps["size"].max() == greatest and len(uneven) > len(jumps) / 2,
    )
    nets = np.arange(-40, 41)
    off = np.abs(hit_chance(nets, uniforms=4) - hit_chance(nets)).max()
    end, even = nethack.mean_of_uniforms(4).values[-1], hit_chance(0, uniforms=4)
    yield (
        "a mean of uniform numbers for the bell; never 0, never sure",
        f"four are off by {100 * off:.1f} percentage points at most; beyond ±{end:.0f} nothing "
        f"hits or misses, and ties make even odds {even:.1%}",
        off < 0.02 and hit_chance(-end - 1, uniforms=4) == 0 < hit_chance(-end - 1) and even < 0.5,
    )


def steps():
    """Return the steps between neighbours in each table of points: {table: array}."""
    rules = nethack.Rules()
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


def _of_play(everybody):
    sides = nethack.totals_at_depth(everybody)
    gap = sides["your attack"] + sides["your defence"]
    gap = gap - sides["their attack"] - sides["their defence"]
    yield (
        "5: players and monsters alike",
        f"missed: players go from {gap['start']:+.0f} points at the start to {gap['late']:+.0f}",
        gap["start"] < 0 and gap["late"] > 20,
    )
    mid = everybody.by_role("mid", nethack.STAGE_LEVELS["mid"])
    ours, vanilla = mid["overhaul"], mid["vanilla"]
    yield (
        "8: role variety",
        f"in mid-game the roles hit from {ours.min():.0%} ({ours.idxmin()}) to {ours.max():.0%} "
        f"({ours.idxmax()}), in vanilla every one in {percent(vanilla.min(), 0)}",
        ours.max() - ours.min() > 0.3 and vanilla.min() > 0.99,
    )
    met = everybody.by_role("late", 20)["overhaul"].mean()
    hits = everybody.against_bosses("late").round(9)
    yield (
        "bosses offer more challenge",
        f"late kits hit them {hits.mean():.0%} of the time, others {met:.0%}; but "
        f"{hits.idxmax()} {hits.max():.0%}",
        hits.mean() < met < hits.max(),
    )
