"""Notebook 06: what a hit rule, or armour, makes of a whole fight."""

from functools import cache, partial

import numpy as np

from combat import compare
from combat.core.words import many, percent
from combat.workbook import Guess, Panel, charts, choice, slider
from combat.workbook.views.compare import BELL, blow_by_blow, of_three, three
from combat.workbook.views.compare_tables import show

_LONGEST = 60  # blows
_MORE = "evasion less reduction"
_SCALES = (12, 25, 50, 100, 250, 500, 1000)  # ends of an axis, so that it seldom jumps


def time_to_kill(fighters):
    """Return a Panel of the blows to kill, and of three misses in a row before it, by rule."""
    return Panel(
        [
            charts.named_bars(
                partial(blows_to_kill, fighters),
                labels="axis",
                by="rule",
                dots="late",
                percent="",
                title="Blows to kill: mean, and | 90% sure",
                xlim=partial(_room, fighters),
            ),
            charts.named_bars(
                lambda ahead, hits: compare.fights(fighters, ahead, hits)[["streak"]],
                labels="none",
                title="3 misses in a row on the way",
            ),
        ],
        _ahead_and_hits(),
        words=partial(fights_in_words, fighters),
        caption="The same numbers on the character sheets under eight rules."
        " The scale of the blows grows with the longest fight.",
        size=(9.6, 3.8),
        width_ratios=[1.5, 1],
    )


def _ahead_and_hits():
    return {
        "ahead": slider("attack − defence", -10, 20, 5, unit="points"),
        "hits": slider("hits to kill", 1, 12, 4),
    }


def blows_to_kill(rules, ahead, hits):
    """Return the blows to kill at defence 30, on average and to be 90% sure: a frame by rule."""
    blows = compare.fights(rules, ahead, hits)[["blows", "late"]].assign(rule=list(rules))
    return blows.rename({name: f"{name}: never" for name in blows.index[np.isinf(blows["blows"])]})


def _room(rules, ahead, hits):
    longest = compare.fights(rules, ahead, hits)[["blows", "late"]].replace(np.inf, np.nan).max()
    most = max(1.0, np.nanmax([1.0, *longest]))
    return 0, next((step for step in _SCALES if step >= most), most)


def spread(rules):
    """Return a Panel of how long the fights under three of the rules may take."""
    offered = three(blow_by_blow(rules), BELL, "ratio", "3d6 roll under (GURPS)")
    return Panel(
        [
            charts.lines(
                of_three(rules, compare.kills),
                markers=True,
                title="The kill falls on this blow",
                xlabel="blow",
                xlim=(0, 30),
                legend="upper right",
            ),
            charts.lines(
                of_three(rules, compare.streaks),
                markers=True,
                title="At least so many before the kill",
                xlabel="misses in a row",
                xlim=(0, 12),
                legend="",
            ),
        ],
        {**_ahead_and_hits(), **offered},
        words=of_three(rules, spread_in_words),
        caption="The distribution of the time to kill, and of the worst run of misses.",
        size=(9.6, 3.6),
        guess=Guess(
            "Attack 35 hits defence 30 in 54% by the ratio, and the fourth hit kills. How often "
            "does one miss five times running before it?",
            compare.streaks({"ratio": rules["ratio"]}, 5, 4).loc[5, "ratio"],
            high=0.5,
            step=0.01,
            plot=1,
            beside=5,
        ),
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
            f"{{ahead}} points ahead a kill takes {blows.min():.1f} blows by {blows.idxmin()}, "
            f"{blows.max():.1f} blows by {blows.idxmax()}. "
        )
    return f"{told}At defence 30, {many(hits, 'hit')} to kill{others}."


def spread_in_words(rules, ahead, hits):
    """How much the length of fights varies at defence 30, as a text; parameters as in `fights`."""
    found = compare.fights(rules, ahead, hits, run=5, within=30)
    singles = [name for name in found.index if not rules[name].battle]
    text = (
        f"{name} at {percent(fight['chance'], 0)}: {_spread(fight)}"
        if name in singles
        else f"{name} decides a battle"
        for name, fight in found.iterrows()
    )
    told = ""
    if len(singles) > 1:
        width = (found["late"] - found["early"])[singles].replace(np.inf, np.nan).fillna(0)
        told = f"By {width.idxmax()} fights differ most, {{ahead}} points ahead. "
    return f"{told}At defence 30, {many(hits, 'hit')} to kill: {'; '.join(text)}."


def _spread(fight):
    if np.isinf(fight["blows"]):
        return "never kills"
    return (
        f"{fight['early']:.0f} to {fight['late']:.0f} blows in at least eight fights of ten, 5 "
        f"misses in a row in {percent(fight['streak'], 0)}"
    )


def evasion_or_reduction():
    """Return a Panel of armour that makes blows miss, beside armour that makes them weaker."""
    return Panel(
        [
            charts.lines(by_then, guides=["neither"], title="Fallen by then", xlabel="blows"),
            charts.lines(
                lambda **armor: by_then(**armor).eval("evasion - reduction").rename(_MORE),
                title="Evasion less reduction",
                xlabel="blows",
                ylim=(-0.6, 0.6),
            ),
        ],
        # On a page all combinations are drawn: those of the findings, and of the preset.
        {
            "health": slider("health", 5, 100, 30, unit="points", exported=[16, 60]),
            "chance": slider(
                "chance to hit", 0.1, 1.0, 0.6, step=0.05, percent=True, exported=[0.4, 0.8]
            ),
            "damage": choice("damage", ["1d6", "1d12", "2d6", "3d6", "6"], "2d6"),
            "points": slider("reduction", 0, 6, 3, unit="points", exported=[1, 5]),
        },
        words=protection_in_words,
        table=lambda **armor: show(compare.protection_table(**armor), "Fallen after so many blows"),
        presets={"blows of 6, health 25, 1 off": {"health": 25, "damage": "6", "points": 1}},
        caption="Evasion and reduction that save the same on average; grey: no protection.",
        size=(9.6, 3.6),
        guess=Guess(
            "Armour takes 3 points off each blow of 2d6, or as much is evaded on average. Until "
            "which blow have more fallen with evasion?",
            compare.deadlier_until(30, 0.6, "2d6", 3),
            low=0,
            high=_LONGEST,
            step=1,
            percent=False,
            plot=1,
            axis="x",
        ),
    )


@cache
def by_then(health, chance, damage, points):
    """Return the chance to have fallen by each blow, with each protection and without."""
    return compare.protected(health, chance, damage, points, longest=_LONGEST)


def protection_in_words(health, chance, damage, points):
    """Whether the target falls sooner with evasion or reduction, as a text; see `protected`."""
    table = compare.protection_table(health, chance, damage, points)
    (first, last), (first_reduced, last_reduced) = (
        table.loc[way, ["1 in 100", "99 in 100"]] for way in ("evasion", "reduction")
    )
    saved = f"{many(points, 'point')} off each blow of {damage} save{'s' * (points == 1)}"
    if last == float("inf"):
        return f"{saved} all of it: nobody falls."
    until = compare.deadlier_until(health, chance, damage, points)
    text = "At no time have more fallen with evasion."
    if until:
        text = f"Up to blow {until} more have fallen with evasion, then more with reduction."
    evading = percent(compare.evaded_for(damage, points), 0)
    return (
        f"{text} {saved} as much as evading {evading} of them. 1 in 100 has fallen after "
        f"{first:.0f} blows with evasion, after {first_reduced:.0f} with reduction; 99 in 100 "
        f"after {last:.0f} and {last_reduced:.0f}."
    )
