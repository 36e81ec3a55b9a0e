"""Notebook 02: what a displayed chance becomes, alone, after a hit, farmed, under each system.

A single roll, and a single battle, stand in `luck`.
"""

from functools import cache

import pandas as pd

from combat import luck
from combat.luck import SYSTEMS, LuckRules
from combat.workbook import Answer, Guess, Panel, charts, choice, slider
from combat.workbook.charts.palette import BLACK

_BY_NAME = {system.name: system for system in SYSTEMS}


def by_system():
    """Return a Panel of the rate of success behind each displayed chance, under each system."""

    def show(system):
        rates = _rates(system)
        low, even, high = rates["long run"][[25, 50, 75]]
        return Answer(
            f"{system}: a shown 25% means {low:.0%}, 50% means {even:.0%}, 75% means {high:.0%}.",
            charts.lines(rates, guides=["shown"], title=system, ylabel="rate of success")
            + charts.points(_simulated(system), colors={"simulated, 20 rolls": BLACK}),
            note="So often such rolls succeed in the long run; on the grey line the chance shown "
            "would be true. Dots: 400 simulated players with 20 rolls each; strokes: 95% "
            "intervals.",
        )

    return Panel(
        show,
        system=choice("system", list(_BY_NAME)),
        cost=250,
        guess=Guess(
            "The game shows 25%, and the Luck meter pays bad rolls back. How often do such rolls "
            "succeed in the long run?",
            _rates("Luck meter")["long run"][25],
        ),
    )


@cache
def _rates(system):
    return realised_rates(_BY_NAME[system])


@cache
def _simulated(system):
    drawn = luck.simulated_rates(_BY_NAME[system])
    return drawn.rename(columns={"simulated": "simulated, 20 rolls"})


def realised_rates(rules=LuckRules(), chances=range(101), rolls=(5, 20, 50, None)):
    """The rate behind each chance in points: as shown, over so many rolls, in the long run."""
    shown = pd.Index(list(chances), name="chance shown (%)")
    frame = pd.DataFrame({"shown": shown / 100}, shown)
    for number in rolls:
        name = "long run" if number is None else f"over {number} rolls"
        frame[name] = luck.success_rate(shown.to_numpy(), rolls=number, rules=rules)
    return frame


def critical():
    """Return a Panel of a hit and the critical rolled after it, by the critical's chance."""

    def show(hit, critical):
        table = follow_ups(hit)
        row = table.loc[critical]
        return Answer(
            f"After a hit at {hit}%, a critical at {critical}% really comes "
            f"{row['critical after a hit']:.0%} of the time.",
            charts.lines(
                table,
                guides=["hit, as shown", "critical, as shown"],
                mark="critical",
                xlim=(0, 100),
                ylim=(0, 1.01),
                ylabel="rate of success, long run",
            ),
            note=f"The hit lands {row['hit']:.0%} of the time in the long run. A hit and the "
            "critical rolled after it, on one meter; the grey lines are as shown.",
        )

    return Panel(
        show,
        hit=slider("hit", 50, 95, 75, unit="%", exported=[60, 90], live=False),
        critical=slider("critical after it", 5, 95, 10, step=5, unit="%"),
        cost=20,
    )


@cache
def follow_ups(hit):
    """Long-run rates of a hit and a critical roll after it, by the critical's chance in points."""
    index = pd.RangeIndex(5, 100, 5, name="critical shown (%)")
    found = pd.DataFrame([luck.follow_up(hit, critical) for critical in index], index)
    found = found[["first", "then"]].set_axis(["hit", "critical after a hit"], axis=1)
    return found.assign(**{"hit, as shown": hit / 100, "critical, as shown": index / 100})


def farming():
    """Return a Panel of what harmless rolls before a shot make of it."""
    rates = cache(luck.farmed)

    def show(shot, harmless):
        table = rates(shot, harmless)
        return Answer(
            f"Four harmless rolls take a shot at {shot}% from {table.loc[0, 'long run']:.0%} to "
            f"{table.loc[4, 'long run']:.0%}.",
            charts.lines(
                table, guides=["shown"], markers=True, ylim=(0, 1.01), ylabel="rate of the shot"
            ),
            note=f"That is in the long run, with at most four at {harmless}%; the first shot of a "
            f"battle hits {table.loc[4, 'first shot']:.0%} of the time. The grey line is the "
            "chance shown.",
        )

    return Panel(
        show,
        shot=slider("the shot", 1, 49, 20, unit="%", live=False),
        harmless=slider("harmless rolls", 51, 99, 75, unit="%", live=False),
        cost=500,
    )


def streaks():
    """Return a Panel of runs of misses and of the spread of successes, under all systems."""

    def show(chance, rolls):
        runs, shares = streaks_by_system(chance, rolls), successes_by_system(chance, rolls)
        return Answer(
            f"Three misses in a row come in {runs.loc[3, 'independent rolls']:.1%} of battles "
            f"without a meter, in {runs.loc[3, 'Luck meter']:.1%} with it.",
            charts.steps(runs, where="mid", title="Chance of such a run in one battle"),
            charts.lines(
                shares,
                mark=chance / 100,
                percent="xy",
                legend=False,
                title="Distribution of successes",
                ylim=charts.room(shares),
            ),
            note=f"In {rolls} rolls at {chance}%, exact. The dotted line is the chance shown.",
        )

    return Panel(
        show,
        chance=slider("chance shown", 5, 95, 75, unit="%", live=False),
        rolls=slider("rolls", 8, 50, 20, live=False),
        cost=60,
        guess=Guess(
            "Twenty rolls at 75%, each independent. How often do three or more in a row miss?",
            streaks_by_system(75, 20).loc[3, "independent rolls"],
        ),
    )


@cache
def streaks_by_system(chance, rolls):
    """`miss_streaks` of all systems, a frame over 1 to 8 misses in a row."""
    columns = {one.name: luck.miss_streaks(chance, rolls, most=8, rules=one) for one in SYSTEMS}
    return pd.DataFrame(columns).loc[1:].rename_axis("misses in a row, at least")


@cache
def successes_by_system(chance, rolls):
    """The probability of each share of successes, 0, 1/rolls, ..., 1, by system."""
    columns = {
        one.name: luck.hits_distribution(chance, rolls, rules=one).sum(axis=1) for one in SYSTEMS
    }
    frame = pd.DataFrame(columns)
    return frame.set_axis(pd.Index(frame.index / rolls, name="share of successes"))


def rivals():
    """Return each system's rates in the long run, runs of misses and misses, a frame by name."""
    found = pd.DataFrame(index=pd.Index([one.name for one in SYSTEMS], name="system"))
    for chance in (25, 50, 75):
        found[f"{chance}%"] = [luck.success_rate(chance, rules=one) for one in SYSTEMS]
    hits = successes_by_system(95, 20)
    return found.assign(
        **{
            "three misses": streaks_by_system(75, 20).loc[3],
            "a miss": 1 - hits.iloc[-1],
            "two misses": 1 - hits.iloc[-2:].sum(),
            "what a player must be told": [one.tell for one in SYSTEMS],
        }
    )
