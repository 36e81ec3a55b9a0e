"""A boss of notebook 01 that stacks defence: chances, blows to kill, runs of misses, and a panel.

Parameters: attack, base (the boss's own defence) and bonus are in points; hits: that a kill takes;
m, limits: as in `views.tome`; squeezed: whether bonuses are raw, and squeezed in tiers by the
engine.
"""

import numpy as np
import pandas as pd

from combat.dice import blows
from combat.tome import boss_defense
from combat.workbook import Answer, Guess, Panel, Table, charts, slider, tick
from combat.workbook.views.tome import own_numbers, three

BONUSES = np.arange(11)
_RUNS = pd.RangeIndex(1, 41, name="misses in a row, at least")
_FORMATS = {"hit chance": ".1%", "expected blows": ".1f", "10 misses in a row": ".1%"}


def chances(attack, base, bonus, squeezed=False, **own):
    """Return the chances of the three rules by the number of bonuses on the boss: a frame."""
    defense = boss_defense(base, bonus, BONUSES, squeezed)
    found = {name: rule(attack, defense) for name, rule in three(**own).items()}
    return pd.DataFrame(found, pd.Index(BONUSES, name="bonuses on the boss"))


def kills(chance, hits):
    """Return the expected blows until `hits` have landed; chance: a frame."""
    return chance.apply(lambda p: blows.expected_blows(p.to_numpy(), hits))


def fight(chance, hits):
    """Return blows for a kill, and the chance of 10 misses in a row; chance: a series by rule."""
    found = {
        "hit chance": chance,
        "expected blows": blows.expected_blows(chance.to_numpy(), hits),
        "blows for a kill in 9 of 10 fights": blows.blows_for(0.9, chance.to_numpy(), hits),
        "10 misses in a row": blows.streak_chance(chance.to_numpy(), hits, 10),
    }
    return pd.DataFrame(found).rename_axis("rule")


def runs(chance, hits):
    """Return the chance of a run of misses at least so long before the kill: a frame by length."""
    found = {name: blows.streak_chance(p, hits, _RUNS.to_numpy()) for name, p in chance.items()}
    return pd.DataFrame(found, index=_RUNS)


def stacked():
    """Return a Panel of the three rules against a boss with ever more bonuses."""

    def show(count, bonus, attack, base, hits, squeezed, **own):
        chance = chances(attack, base, bonus, squeezed, **own)
        told = fight(chance.loc[count], hits)
        defense = boss_defense(base, bonus, count, squeezed)
        hit = ", ".join(f"{name} {p:.1%}" for name, p in told["hit chance"].items())
        needed = ", ".join(f"{name} {one:.1f}" for name, one in told["expected blows"].items())
        x = {"mark": "count", "markers": True}
        return Answer(
            f"Blows expected for {hits} hit{'s' * (hits > 1)}: {needed}.",
            charts.lines(chance, title="Chance to hit", **x),
            charts.lines(
                kills(chance, hits),
                title="Expected blows to kill",
                percent="",
                log="y",  # the last bonuses multiply the blows
                ylim=(hits, 100 * hits),
                legend=False,
                **x,
            ),
            charts.lines(
                runs(chance.loc[count], hits), title="Chance of such a run of misses", legend=False
            ),
            table=Table(told, formats=_FORMATS),
            note=f"Attack {attack} hits a boss of defence {defense:.0f} with a chance of: {hit}. "
            "An attacker of level 50 against a boss that stacks bonuses; the third picture is "
            "for the number of bonuses at the dotted line.",
        )

    return Panel(
        show,
        count=slider("bonuses on the boss", 0, 10, 4),
        bonus=slider("each bonus", 1, 20, 10, unit="points"),
        attack=slider("your attack", 40, 100, 72, unit="points"),
        base=slider("the boss's own defence", 20, 80, 45, unit="points"),
        hits=slider("hits to kill", 1, 20, 10),
        **own_numbers(10),
        squeezed=tick("bonuses are raw, squeezed in tiers by the engine"),
        groups={"the rules' own numbers": ["m", "limits"]},
        guess=Guess(
            "Your attack is 72; the boss has defence 45 and four bonuses of 10. Under the linear "
            "rule, how many blows do ten hits take?",
            kills(chances(72, 45, 10), 10).loc[4, "linear"],
            among=range(10, 301, 10),
            unit="blows",
        ),
    )


def by_bonuses(attack, base, bonus, hits):
    """Return the boss's defence, and each rule's chance and blows, by the number of bonuses."""
    chance = chances(attack, base, bonus)
    parts = {"chance": chance, "blows": kills(chance, hits)}
    found = [part.add_suffix(f": {name}") for name, part in parts.items()]
    return pd.concat(found, axis=1).assign(defence=boss_defense(base, bonus, BONUSES))
