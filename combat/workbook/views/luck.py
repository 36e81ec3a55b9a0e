"""Notebook 02: a roll under the Luck meter, the source's examples, and a battle roll by roll."""

from functools import cache

import pandas as pd

from combat.luck import resolve, roll_by_roll
from combat.workbook import Answer, Panel, Table, charts, slider
from combat.workbook.charts.axes import minus
from combat.workbook.views import luck_meter

_fought = cache(roll_by_roll)

# How the numbers in the tables of the notebook are written.
FORMATS = {
    "paid or owed": lambda points: f"{points:+d}",
    **dict.fromkeys(["25%", "50%", "75%", "three misses", "a miss", "two misses"], ".1%"),
}


def one_roll(examples):
    """Return a Panel of the Luck after each possible roll; the source's examples are presets."""

    def show(roll, chance, start):
        return Answer(
            roll_in_words(chance, start, roll),
            luck_meter.tube(start, resolve(chance, start, roll).luck),
            luck_meter.strip(every_roll(chance, start), start, roll),
            note="The strip is all rolls from 1 to 100; above it, where each of them leaves the "
            "meter. Drag the dotted line.",
        )

    settings = examples.assign(start=examples.luck, roll=examples.succeeds_up_to.clip(lower=1))
    settings = settings[["chance", "start", "roll"]].set_index("example " + examples.index)
    return Panel(
        show,
        roll=slider("roll", 1, 100, 80),
        chance=slider("chance shown", 0, 100, 75, unit="%"),
        start=slider("Luck", -luck_meter.MOST, luck_meter.MOST, 0, unit="points"),
        presets=settings.to_dict("index"),
    )


def every_roll(chance, start=0):
    """The Luck after each roll of 1 to 100, as success or failure; NaN in the other column."""
    rolls = pd.RangeIndex(1, 101, name="roll")
    after = resolve(chance, start, rolls.to_numpy())
    return by_outcome(pd.DataFrame({"success": after.success, "Luck": after.luck}, rolls))


def by_outcome(rolls):
    """The Luck after each roll of `roll_by_roll` as success or failure; NaN in the other column."""
    luck, won = rolls["Luck"].astype(float), rolls["success"]
    return pd.DataFrame({"success": luck.where(won), "failure": luck.mask(won)})


def roll_in_words(chance, start, roll):
    """Return the result of one roll as a text; all in points. ValueError outside the domain."""
    after = resolve(chance, start, roll)
    outcome, sign = ("succeeds", "at most") if after.success else ("fails", "above")
    total = f"{chance} {'−' if start < 0 else '+'} {abs(start)} = {chance + start}"
    change = after.luck - start
    moved = f"{'rises' if change > 0 else 'falls'} by {abs(change)}" if change else "stays"
    return minus(
        f"A roll of {roll} {outcome}, and Luck {moved}. It is {sign} {total}; Luck: {start} → "
        f"{after.luck}."
    )


def worked_examples(examples):
    """A text's examples (luck, chance, printed_up_to) beside computed results, in points."""
    names = {"luck": "Luck", "printed_up_to": "printed: succeeds up to"}
    found = examples[["chance", *names]].rename(columns=names)
    after = [every_roll(row.chance, row.luck) for row in examples.itertuples()]
    found["computed"] = [one["success"].count() for one in after]
    for end in ("success", "failure"):
        found[f"Luck after {end}"] = [_span(one[end]) for one in after]
    return found


def _span(luck):
    """The least and the greatest of some values as a text."""
    ends = sorted({luck.min(), luck.max()}) if luck.count() else []
    return minus(" to ".join(f"{end:.0f}" for end in ends)) or "–"


def battle():
    """Return a Panel of a battle roll by roll: Luck, the chance really played, the last rolls."""

    def show(chance, rolls, seed):
        played = _fought(chance, rolls, seed=seed)
        options = {"title": "Luck after each roll", "ylim": (-60, 60), "percent": ""}
        return Answer(
            f"{played['success'].sum()} of {rolls} rolls at {chance}% succeed, "
            f"{played['success'].mean():.0%}.",
            charts.points(by_outcome(played), xlim=(0, 61), **options)
            + charts.lines(played[["Luck"]], guides=["Luck"]),
            charts.steps(
                played[["played", "shown"]],
                where="mid",
                guides=["shown"],
                title="Chance really played",
                ylim=(-0.02, 1.02),
                xlim=(0, 61),
            ),
            table=_last_rolls(played),
            note="Grey: the path of Luck in the first picture, the chance shown in the second.",
        )

    return Panel(
        show,
        chance=slider("chance shown", 0, 100, 75, unit="%"),
        rolls=slider("rolls so far", 1, 60, 30),
        seed=slider("seed", 1, 99, 1),
    )


def _last_rolls(played):
    """The last five rolls of a battle as a Table."""
    rolls = played.tail(5)[["die", "succeeds up to", "success", "paid or owed", "Luck"]]
    outcome = rolls["success"].map({True: "success", False: "failure"})
    rolls = rolls.assign(success=outcome).rename(columns={"success": "outcome"})
    return Table(rolls, caption="The last rolls", formats=FORMATS)
