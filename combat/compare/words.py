"""What comparisons of rules say in words: a sentence for each rule, with its numbers."""

import numpy as np

from combat.compare.curves import curves, growth_by_points, growth_by_share
from combat.compare.fights import fights
from combat.compare.protection import deadlier_until, evaded_for, protection_table
from combat.words import many


def curves_in_words(rules, level):
    """Return the chances of several rules at equality and ten points ahead, as a text.

    The rest as in `curves`.

    >>> from combat.hit_rules import rules
    >>> curves_in_words({"ratio": rules()["ratio"]}, 30)
    'Defence 30. ratio: 50% at equality, 57% ten points ahead.'
    """
    told = (
        f"{name}: {chance[0]:.0%} at equality, {chance[10]:.0%} ten points ahead"
        for name, chance in curves(rules, level, advantages=[0, 10]).items()
    )
    return f"Defence {level:g}. {'; '.join(told)}."


def growth_in_words(rules, points, share):
    """Return the chances of several rules at defense 10 and 100, ahead either way, as a text.

    The rest as in `growth_by_points` and `growth_by_share`.

    >>> from combat.hit_rules import rules
    >>> growth_in_words({"ratio": rules()["ratio"]}, 1, 0.25)
    'At defence 10 and 100. ratio: 1 point ahead 52% and 50%, 25% ahead 56% and 56%.'
    """
    levels = [10, 100]
    by_points = growth_by_points(rules, points, levels=levels)
    by_share = growth_by_share(rules, share, levels=levels)
    told = (
        f"{name}: {many(points, 'point')} ahead {by_points[name][10]:.0%} and "
        f"{by_points[name][100]:.0%}, {share:.0%} ahead {by_share[name][10]:.0%} and "
        f"{by_share[name][100]:.0%}"
        for name in rules
    )
    return f"At defence 10 and 100. {'; '.join(told)}."


def fights_in_words(rules, ahead, hits):
    """Return the chance of a blow and the blows to kill under several rules, as a text.

    The rest as in `fights`, at defense 30.

    >>> from combat.hit_rules import rules
    >>> fights_in_words({"ratio": rules()["ratio"]}, 5, 1)
    '+5 points at defence 30, 1 hit to kill: ratio 54%, 1.9 blows.'
    """
    told = (
        f"{name} decides a battle"
        if rules[name].battle
        else f"{name} {fight['chance']:.0%}, {_to_kill(fight['blows'])}"
        for name, fight in fights(rules, ahead, hits).iterrows()
    )
    return f"{ahead:+d} points at defence 30, {many(hits, 'hit')} to kill: {'; '.join(told)}."


def spread_in_words(rules, ahead, hits):
    """Return how far the fights under several rules spread, as a text.

    The rest as in `fights`, at defense 30.

    >>> from combat.hit_rules import rules
    >>> spread_in_words({"ratio": rules()["ratio"]}, 5, 4)
    '+5 points at defence 30, 4 hits to kill: ratio at 54%: 5 to 11 blows in at least eight fights
    of ten, still standing after 30 in 0%, 5 misses in a row in 8%.'
    """
    told = (
        f"{name} decides a battle"
        if rules[name].battle
        else f"{name} at {fight['chance']:.0%}: {_spread(fight)}"
        for name, fight in fights(rules, ahead, hits, run=5, within=30).iterrows()
    )
    return f"{ahead:+d} points at defence 30, {many(hits, 'hit')} to kill: {'; '.join(told)}."


def _to_kill(blows):
    return "never kills" if np.isinf(blows) else f"{blows:.1f} blows"


def _spread(fight):
    if np.isinf(fight["blows"]):
        return "never kills"
    return (
        f"{fight['early']:.0f} to {fight['late']:.0f} blows in at least eight fights of ten, still "
        f"standing after 30 in {fight['standing']:.0%}, 5 misses in a row in {fight['streak']:.0%}"
    )


def memory_in_words(down, runs, hits):
    """Return how soon the target has fallen by system, and how long the misses last, as a text.

    down: from `fallen`, runs: from `streaks_within` 20 blows. The text asks for twice as many
    blows as hits, and for 4 misses in a row.

    >>> from combat import luck
    >>> from combat.compare import fallen, streaks_within
    >>> systems = {"as given": luck.Independent()}
    >>> memory_in_words(fallen(systems, 54), streaks_within(systems, 54), 4)
    '4 hits to kill. as given: fallen within 8 blows in 72%, 4 misses in a row within 20 in 38%.'
    """
    told = (
        f"{system}: fallen within {2 * hits} blows in {down[system][2 * hits]:.0%}, 4 misses in a "
        f"row within 20 in {runs[system][4]:.0%}"
        for system in down
    )
    return f"{many(hits, 'hit')} to kill. {'; '.join(told)}."


def protection_in_words(health, chance, damage, points):
    """Return with which of evasion and reduction the target falls sooner, as a text.

    The rest as in `protected`.

    >>> protection_in_words(30, 0.6, "2d6", 3)
    '3 points off each blow of 2d6 save as much as evading 42% of them. 1 in 100 has fallen after 5
    blows with evasion, after 6 with reduction; 99 in 100 after 30 and 25. With evasion more have
    fallen up to blow 11.'
    """
    table = protection_table(health, chance, damage, points)
    (first, last), (first_reduced, last_reduced) = (
        table.loc[way, ["1 in 100", "99 in 100"]] for way in ("evasion", "reduction")
    )
    saved = f"{many(points, 'point')} off each blow of {damage} save{'s' * (points == 1)}"
    if last == float("inf"):
        return f"{saved} all of it: nobody falls."
    until = deadlier_until(health, chance, damage, points)
    told = "At no time have more fallen with evasion."
    if until:
        told = f"With evasion more have fallen up to blow {until}."
    return (
        f"{saved} as much as evading {evaded_for(damage, points):.0%} of them. 1 in 100 has fallen "
        f"after {first:.0f} blows with evasion, after {first_reduced:.0f} with reduction; 99 in "
        f"100 after {last:.0f} and {last_reduced:.0f}. {told}"
    )
