"""A check of each claim that the proposal of notebook 01 makes for its smooth rule."""

import numpy as np
import pandas as pd

from combat.core.words import percent
from combat.tome import (
    as_played,
    boss_defense,
    check_hit,
    check_hit_old,
    check_hit_smooth,
    fits,
    gaps,
)
from combat.workbook.views.tome import WIDE

_UNLIMITED = {"lo": 0, "hi": 1}


def claims():
    """Return the proposal's claims as a frame: what it says, computed, verdict, holds (or not)."""
    rows = [*_of_the_old_rules(), *_of_the_smooth_rule(), *_of_its_tuning(), *_of_balance()]
    return pd.DataFrame(rows, columns=["the proposal says", "computed", "verdict", "holds"])


def _of_the_old_rules():
    ends = check_hit([30, 70], [50, 50], **_UNLIMITED)
    yield (
        "the linear chance vanishes or tops out at a difference of ±20",
        f"{percent(ends[0], 0)} and {percent(ends[1], 0)} at ±20; with limits 5% and 95% already "
        "at ±18",
        "holds",
        list(ends) == [0, 1] and check_hit(32, 50) == 0.05 < check_hit(33, 50),
    )
    label = check_hit(25, 50, **_UNLIMITED)
    yield (
        "default limits 5% and 95% for both functions",
        "its own code has 0 and 100 for checkHit, as the engine has: "
        f"25 behind gives {percent(label, 0)}, not {percent(check_hit(25, 50), 0)}",
        "only for checkHitOld",
        label == 0,
    )
    even = check_hit_old(30, 30)
    yield (
        "checkHitOld has singularities when atk = def",
        f"{percent(even, 0)} at 30 against 30; no value where atk = −def, as at 0 against 0",
        "wrong: atk = −def",
        even == 0.5 and bool(np.isnan(check_hit_old([0, 30], [0, -30])).all()),
    )
    terms = [attack / (attack - 1) for attack in (2, 12)]
    falling = check_hit_old([2, 12], -1, **_UNLIMITED)
    yield (
        "checkHitOld cannot tolerate atk and def <= 0",
        f"against −1, b = atk/(atk + def) is {terms[0]:.0%} for attack 2 and {terms[1]:.0%} for "
        "attack 12: more attack, fewer hits",
        "holds",
        terms[0] > terms[1] > 1 and falling[0] > falling[1],
    )
    forgiving = check_hit_old([10, 40], [30, 60], **_UNLIMITED)
    linear = check_hit(40, 60, **_UNLIMITED)
    yield (
        "checkHitOld is smoother and more forgiving",
        f"20 behind, it leaves {percent(forgiving[0], 0)} at defence 30 and "
        f"{percent(forgiving[1], 0)} at 60, the linear rule {percent(linear, 0)}",
        "holds",
        bool((forgiving > linear + 0.1).all()),
    )
    levels = np.array([5.0, 30, 90])
    ahead = check_hit_old(levels + 10, levels)
    yield (
        "checkHitOld behaves differently early and late",
        f"+10 gives {', '.join(percent(chance, 0) for chance in ahead)} at defence 5, 30, 90",
        "holds",
        ahead[0] > ahead[2] + 0.1,
    )


def _of_the_smooth_rule():
    tiny = check_hit_smooth(-1e6, 1e4)
    yield (
        "−1,000,000 against +10,000 has 0.000495%",
        f"{100 * tiny:.6f}%; the engine plays {percent(as_played(tiny), 0)}",
        "holds, but is played as 0",
        f"{100 * tiny:.6f}" == "0.000495" and as_played(tiny) == 0,
    )
    low = check_hit_smooth(30, 50)
    yield (
        "~16.7% at −20, m = 10",
        f"{percent(low, 2)}; the engine plays {percent(as_played(low), 0)}",
        "holds, but is played as 16",
        round(low, 3) == 0.167 and as_played(low) == 0.16,
    )
    huge = np.array([-1e308, -1e6, -50, 0, 50, 1e6, 1e308])
    everywhere = check_hit_smooth(huge[:, None], huge)
    yield (
        "always between 0 and 100% without limit checks",
        f"from {percent(everywhere.min(), 0)} to {percent(everywhere.max(), 0)} for values up to "
        "±1e308",
        "holds",
        bool(np.all((everywhere >= 0) & (everywhere <= 1))),
    )
    ahead = np.arange(201)
    free, bounded = check_hit_smooth(ahead, 0), check_hit_smooth(ahead, 0, hi=0.95)
    last = int(ahead[free == bounded][-1])
    yield (
        "limit checks aren't needed, and left in for compatibility",
        f"those of its own code, 0 and 100, never matter; limits of 5% and 95% from {last} points "
        "on",
        "holds",
        last == 90 and free[-1] < 1,
    )
    shown = check_hit([50, 10], 30, engine=True, **_UNLIMITED), check_hit_smooth([50, 10], 30)
    text = [" and ".join(percent(chance, 0) for chance in rule) for rule in shown]
    yield (
        "limits 0 and 100 make combat predictable in the tutorial",
        f"20 points ahead and behind the linear rule gives {text[0]}, the smooth one {text[1]}",
        "wrong: it did so with the linear rule",
        list(shown[0]) == [1, 0] and shown[1][0] < 0.9,
    )
    levels = np.array([5.0, 30, 90])
    ahead = check_hit_smooth(levels + 10, levels)
    yield (
        "depends on the difference alone",
        f"+10 gives {percent(ahead[0], 0)} at defence 5, 30 and 90",
        "holds",
        len(set(ahead)) == 1,
    )
    slopes = {m: (check_hit_smooth(1e-6, 0, m=m) - 0.5) * 1e8 for m in (5, 10, 20)}
    text = ", ".join(f"{slope:g} at m = {m}" for m, slope in slopes.items())
    yield (
        "higher m flattens, lower m steepens",
        f"slope at equality 50/m: {text} percentage points a point",
        "holds",
        all(abs(slope - 50 / m) < 1e-4 for m, slope in slopes.items()),
    )


def _of_its_tuning():
    apart = gaps(check_hit_old, WIDE, m=20)["largest difference"]
    yield (
        "m = 20 gives nearly identical results to checkHitOld",
        f"up to {100 * apart['50 to 100']:.1f} percentage points apart for values 50 to 100, "
        f"{100 * apart['1 to 100']:.0f} for 1 to 100",
        "holds late, not early",
        apart["50 to 100"] < 0.03 and apart["1 to 100"] > 0.2,
    )
    wide = {"1 to 100": WIDE["1 to 100"]}
    linear, old = (fits(rule, wide).iloc[0] for rule in (check_hit, check_hit_old))
    remains = linear["least largest error"]
    yield (
        "m can be tuned to mimic the linear rule",
        f"nearest m over 1 to 100: {linear['m (max)']:.1f}, still up to {100 * remains:.0f} "
        "percentage points off",
        "roughly",
        0.05 < remains < 0.1,
    )
    yield (
        "m = 10 is a compromise between the two old rules",
        f"nearest to the linear rule is m = {linear['m (rms)']:.0f}, to the exponential one "
        f"{old['m (rms)']:.0f} (values 1 to 100)",
        "holds",
        linear["m (rms)"] < 10 < old["m (rms)"],
    )


def _of_balance():
    bonuses = np.arange(60)
    in_tiers = check_hit(72, boss_defense(45, 10, bonuses, squeezed=True), **_UNLIMITED)
    needed = int(bonuses[in_tiers <= 0][0])
    stacked = check_hit(72, boss_defense(45, 10, 5), engine=True, **_UNLIMITED)
    yield (
        "a boss with several bonuses becomes almost unhittable (linear)",
        f"{percent(stacked, 0)} with the engine's limits after five bonuses of 10 added as they "
        f"are; squeezed in tiers {needed} are needed",
        "only past the tiers",
        stacked == 0 and needed > 10,
    )
    label = {points: check_hit_smooth(0, points) for points in (50, 89, 100)}
    yield (
        "you always have a reasonable chance to land an attack",
        f"50 behind: {percent(label[50], 0)}; 100 behind: {percent(label[100])}, less than the old "
        "limit of 5%",
        "up to 90 behind",
        label[100] < 0.05 < label[89],
    )
    ahead = {points: (check_hit_smooth(points, 0), check_hit(points, 0)) for points in (5, 15)}
    text = "; ".join(
        f"{points} ahead: {percent(new, 0)} instead of {percent(old, 0)}"
        for points, (new, old) in ahead.items()
    )
    yield (
        "tactical uncertainty is increased",
        text,
        "against the linear rule, beyond 10 points",
        ahead[5][0] > ahead[5][1] and ahead[15][0] < ahead[15][1],
    )
    negative = check_hit_smooth(-20, 10)
    yield (
        "tolerates any range of values, and opens negative stats",
        f"−20 against 10 has {percent(negative)}, as 0 against 30 has",
        "holds",
        negative == check_hit_smooth(0, 30),
    )
    new, old = check_hit_smooth([20, 15], 30), check_hit([20, 15], 30)
    yield (
        "a completely compatible drop-in replacement",
        f"same arguments and limits, but other chances: 10 behind {percent(new[0], 0)} as before, "
        f"15 behind {percent(new[1], 0)} for {percent(old[1])}",
        "in code, not in balance",
        new[0] == old[0] and new[1] != old[1],
    )
