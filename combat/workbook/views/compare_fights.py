"""Notebook 06: what a hit rule, or armour, makes of a whole fight."""

from functools import cache, partial

import numpy as np

from combat import compare
from combat.core.words import many, percent
from combat.workbook import Answer, Guess, Panel, charts, choice, slider
from combat.workbook.views import compare_tables as tables

_protected = cache(partial(compare.protected, longest=60))
_SCALES = (12, 25, 50, 100, 250, 500, 1000)  # ends of an axis, so that it seldom jumps


def time_to_kill(fighters):
    """Return a Panel of the blows to kill, and of three misses in a row before it, by rule."""

    def show(ahead, hits):
        found = compare.fights(fighters, ahead, hits)
        blows = found[["blows", "late"]]
        never = {name: f"{name}: never" for name in blows.index[np.isinf(blows["blows"])]}
        return Answer(
            f"{ahead} points ahead a kill takes {blows['blows'].min():.1f} to "
            f"{blows['blows'].replace(np.inf, np.nan).max():.1f} blows.",
            charts.rows(
                blows.assign(rule=blows.index).rename(never),
                by="rule",
                dots="late",
                percent="",
                title="Blows to kill: mean, and | 90% sure",
                xlim=charts.room(blows.replace(np.inf, np.nan), high=_SCALES),
            ),
            charts.rows(found[["streak"]], title="3 misses in a row on the way"),
            note=fights_in_words(fighters, ahead, hits),
        )

    return Panel(
        show,
        ahead=slider("attack − defence", -10, 20, 5, unit="points"),
        hits=slider("hits to kill", 1, 12, 4),
    )


def fights_in_words(rules, ahead, hits):
    """The fewest and the most blows to kill at defence 30, and who never kills; see `fights`."""
    found = compare.fights(rules, ahead, hits)
    others = "".join(
        f"; {name} {'decides a battle' if rules[name].battle else 'never kills'}"
        for name, fight in found.iterrows()
        if rules[name].battle or np.isinf(fight["blows"])
    )
    blows, told = found["blows"].replace(np.inf, np.nan).dropna(), ""
    if len(blows) > 1:
        told = (
            f"{ahead} points ahead a kill takes {blows.min():.1f} blows by {blows.idxmin()}, "
            f"{blows.max():.1f} blows by {blows.idxmax()}. "
        )
    return f"{told}At defence 30, {many(hits, 'hit')} to kill{others}."


def evasion_or_reduction():
    """Return a Panel of armour that makes blows miss, beside armour that makes them weaker."""

    def show(**armor):
        fallen = _protected(**armor)
        apart = fallen["evasion"] - fallen["reduction"]
        title, note = protection_in_words(**armor)
        return Answer(
            title,
            charts.lines(fallen, guides=["neither"], title="Fallen so far"),
            charts.lines(
                apart.rename("evasion less reduction"),
                title="Evasion less reduction",
                ylim=charts.room(apart, low=(-0.1, -0.2, -0.6), high=(0.1, 0.2, 0.6)),
            ),
            table=tables.show(compare.protection_table(**armor), "Fallen after so many blows"),
            note=f"{note} Both save the same on average; grey: no protection.",
        )

    return Panel(
        show,
        health=slider("health", 5, 100, 30, unit="points"),
        chance=slider("chance to hit", 0.1, 1.0, 0.6, step=0.05, percent=True),
        damage=choice("damage", ["1d6", "1d12", "2d6", "3d6", "6"], "2d6"),
        points=slider("reduction", 0, 6, 3, unit="points"),
        cost=8,
        presets={"blows of 6, health 25, 1 off": {"health": 25, "damage": "6", "points": 1}},
        guess=Guess(
            "Armour takes 3 points off each blow of 2d6, or as much is evaded on average. Until "
            "which blow have more fallen with evasion?",
            compare.deadlier_until(30, 0.6, "2d6", 3),
            among=range(61),
        ),
    )


def protection_in_words(health, chance, damage, points):
    """Whether the target falls sooner with evasion or reduction, as (title, note)."""
    table = compare.protection_table(health, chance, damage, points)
    (first, last), (first_reduced, last_reduced) = (
        table.loc[way, ["1 in 100", "99 in 100"]] for way in ("evasion", "reduction")
    )
    saved = f"{many(points, 'point')} off each blow of {damage} save{'s' * (points == 1)}"
    if last == float("inf"):
        return f"{saved} all of it: nobody falls.", ""
    until = compare.deadlier_until(health, chance, damage, points)
    title = "At no time have more fallen with evasion."
    if until:
        title = f"Up to blow {until} more have fallen with evasion, then more with reduction."
    evading = percent(compare.evaded_for(damage, points), 0)
    return title, (
        f"{saved} as much as evading {evading} of them. 1 in 100 has fallen after "
        f"{first:.0f} blows with evasion, after {first_reduced:.0f} with reduction; 99 in 100 "
        f"after {last:.0f} and {last_reduced:.0f}."
    )
