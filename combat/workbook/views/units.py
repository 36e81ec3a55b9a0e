"""Sentences and pictures of notebook 07, on one's own units."""

from itertools import product

from combat.workbook import Answer, Guess, Panel, charts

_AHEAD = 0.501


def guess_attack(needed):
    """Return the `Guess` of the attack that an Archer needs against a Knight."""
    return Guess(
        "An Archer of attack 12 shall beat the Knight in 55% of their duels, under the second "
        "rule. Which attack does she need?",
        needed,
        among=range(12, 41),
    )


def guess_rest(tired, rested):
    """Return the `Guess` of what a rest is worth; both: the chance to come through."""
    return Guess(
        "Without a rest between the fights the army comes through all three in "
        f"{tired:.0%}. How often if each survivor gets 5 hit points back after a fight?",
        rested,
    )


def circle(before, now):
    """Return a Panel of two tables of scores: by plain blows, and with what units can do."""
    shown = {"By plain blows": before, "With their actions": now}
    maps = [charts.heat(table, title=title, xlabel="against") for title, table in shown.items()]
    told = f"{'; '.join(_turned(before, now))}."
    note = "The score of each duel, exact; a draw is half a win."
    return Panel(lambda: Answer(told, *maps, note=note))


def _turned(before, now):
    """For each pair who is ahead now, and by how much each table has it so."""
    for one, other in product(now.index, now.columns):
        if now.loc[one, other] > _AHEAD:
            was, score = before.loc[one, other], now.loc[one, other]
            yield f"{one} against {other}: {was:.0%}, now {score:.0%}"
