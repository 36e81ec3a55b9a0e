"""A boss of notebook 01 that stacks defence: chances, blows to kill, runs of misses, and a panel.

Parameters: attack, base (the boss's own defence) and bonus are in points; count: bonuses on the
boss; hits: that a kill takes; m, limits: as in `views.tome`; squeezed: whether the bonuses are raw
and squeezed in tiers by the engine.
"""

import numpy as np
import pandas as pd

from combat.dice import blows
from combat.tome import boss_defense
from combat.workbook import Guess, Panel, Table, charts, slider, tick
from combat.workbook.views.tome import LIMITS, RULES, limits_slider, m_slider, three

BONUSES = np.arange(11)
RUNS = np.arange(1, 41)
_FORMATS = {"hit chance": ".1%", "expected blows": ".1f", "10 misses in a row": ".1%"}


def stacked():
    """Return a Panel of the three rules against a boss with ever more bonuses."""
    return Panel(
        _pictures(),
        # On a page all combinations are drawn: as many bonuses as it has room for, of one size.
        {
            "count": slider("bonuses on the boss", 0, 10, 4, exported=[0, 5, 8]),
            "bonus": slider("each bonus", 1, 20, 10, unit="points", exported=[10]),
            "attack": slider("your attack", 40, 100, 72, unit="points", exported=[90]),
            "base": slider("the boss's own defence", 20, 80, 45, unit="points", exported=[45]),
            "hits": slider("hits to kill", 1, 20, 10, exported=[5]),
            "m": m_slider(10, exported=[20]),
            "limits": limits_slider(),
            "squeezed": tick("bonuses are raw, squeezed in tiers by the engine"),
        },
        words=fight_in_words,
        table=lambda **boss: Table(fight(**boss), formats=_FORMATS),
        caption="An attacker of level 50 against a boss that stacks bonuses; the third picture "
        "is for the number of bonuses at the dotted line.",
        groups={"the rules' own numbers": ["m", "limits"]},
        size=(9.8, 3.5),
        guess=Guess(
            "Your attack is 72; the boss has defence 45 and four bonuses of 10. Under the linear "
            "rule, how many blows do ten hits take?",
            fight(72, 45, 10, 4, 10).loc["linear", "expected blows"],
            low=10,
            high=300,
            step=10,
            percent=False,
            unit="blows",
            plot=1,
            beside=4,
        ),
    )


def _pictures():
    axes = {"xlabel": "bonuses on the boss", "mark": "count", "markers": True}
    return [
        charts.lines(chances, title="Chance to hit", **axes),
        charts.lines(
            kills,
            title="Expected blows to kill",
            percent="",
            yscale="log",  # the last bonuses multiply the blows
            ylim=lambda hits: (hits, 100 * hits),
            legend="",
            **axes,
        ),
        charts.lines(
            runs,
            title="Chance of such a run of misses",
            xlabel="misses in a row, at least",
            legend="",
        ),
    ]


def chances(attack, base, bonus, m=10.0, limits=LIMITS, squeezed=False):
    """Return the chances of the three rules by the number of bonuses on the boss: a frame."""
    defense = boss_defense(base, bonus, BONUSES, squeezed)
    found = {name: rule(attack, defense) for name, rule in three(m, limits).items()}
    return pd.DataFrame(found, index=pd.Index(BONUSES, name="bonuses"))


def kills(attack, base, bonus, hits, m=10.0, limits=LIMITS, squeezed=False):
    """Return the expected blows until `hits` have landed, by the number of bonuses: a frame."""
    hits_in = chances(attack, base, bonus, m, limits, squeezed)
    return hits_in.apply(lambda chance: blows.expected_blows(chance.to_numpy(), hits))


def runs(attack, base, bonus, count, hits, m=10.0, limits=LIMITS, squeezed=False):
    """Return the chance of a run of misses at least so long before the kill: a frame by length."""
    hits_in = chances(attack, base, bonus, m, limits, squeezed).loc[count]
    found = {name: blows.streak_chance(chance, hits, RUNS) for name, chance in hits_in.items()}
    return pd.DataFrame(found, index=pd.Index(RUNS, name="misses in a row"))


def fight(attack, base, bonus, count, hits, m=10.0, limits=LIMITS, squeezed=False):
    """Return chance, blows for a kill, and the chance of 10 misses in a row, as a frame by rule."""
    chance = chances(attack, base, bonus, m, limits, squeezed).loc[count].rename_axis("rule")
    return pd.DataFrame(
        {
            "hit chance": chance,
            "expected blows": blows.expected_blows(chance.to_numpy(), hits),
            "blows for a kill in 9 of 10 fights": blows.blows_for(0.9, chance.to_numpy(), hits),
            "10 misses in a row": blows.streak_chance(chance.to_numpy(), hits, 10),
        }
    )


def fight_in_words(attack, base, bonus, count, hits, m=10.0, limits=LIMITS, squeezed=False):
    """Return the chance to hit and the expected blows to kill under each rule, as a text."""
    found = fight(attack, base, bonus, count, hits, m, limits, squeezed)
    chances = ", ".join(f"{name} {chance:.1%}" for name, chance in found["hit chance"].items())
    number = ", ".join(f"{name} {count:.1f}" for name, count in found["expected blows"].items())
    defense = boss_defense(base, bonus, count, squeezed)
    to_kill = "1 hit" if hits == 1 else f"{hits} hits"
    return (
        f"Attack {{attack}} hits a boss of defence {defense:.0f} with a chance of: {chances}. "
        f"Blows expected for {to_kill}: {number}."
    )


def by_bonuses(attack, base, bonus, hits):
    """Return the boss's defence, and each rule's chance and blows, by the number of bonuses."""
    found = pd.DataFrame({"defence": boss_defense(base, bonus, BONUSES)}, BONUSES)
    chance, needed = chances(attack, base, bonus), kills(attack, base, bonus, hits)
    for name in RULES:
        found[f"{name}: chance"], found[f"{name}: blows"] = chance[name], needed[name]
    return found.rename_axis("bonuses")
