"""One roll for every die, and one battle roll by roll: the rule as a player meets it."""

import numpy as np
import pandas as pd

from combat.domain import whole
from combat.luck.meter import LuckRules, resolve


def every_roll(chance, start=0, rules=LuckRules()):
    """Return the Luck that each possible roll leads to, a frame over rolls 1 to faces.

    Columns success and failure, in points: each roll has its Luck afterwards in one of them, and
    nothing (NaN) in the other. chance and start (the Luck before): whole points. ValueError
    outside the domain.

    >>> every_roll(75, -35).loc[[40, 41]]
          success  failure
    roll
    40      -35.0      NaN
    41        NaN     -5.0
    """
    rolls = pd.RangeIndex(1, rules.faces + 1, name="roll")
    after = resolve(chance, start, rolls.to_numpy(), rules)
    return by_outcome(pd.DataFrame({"success": after.success, "Luck": after.luck}, rolls))


def by_outcome(rolls):
    """Return the Luck after each roll in two columns, success and failure, a frame like `rolls`.

    rolls: a frame with columns success and Luck, as `roll_by_roll` returns it. What doesn't
    belong into a column is missing there (NaN).

    >>> by_outcome(roll_by_roll(75, 3, seed=1))
          success  failure
    roll
    1         0.0      NaN
    2         0.0      NaN
    3         NaN     30.0
    """
    luck, won = rolls["Luck"].astype(float), rolls["success"]
    return pd.DataFrame({"success": luck.where(won), "failure": luck.mask(won)})


def roll_in_words(chance, start, roll, rules=LuckRules()):
    """Return what comes of one roll in a sentence; all in points. ValueError outside the domain.

    >>> roll_in_words(75, -35, 41)
    'Roll 41 > 75 − 35 = 40: failure. Luck rises by 30: −35 → −5.'
    """
    after = resolve(chance, start, roll, rules)
    sign, outcome = ("≤", "success") if after.success else (">", "failure")
    total = f"{chance} {'-' if start < 0 else '+'} {abs(start)} = {chance + start}"
    change = after.luck - start
    moved = f"{'rises' if change > 0 else 'falls'} by {abs(change)}" if change else "stays"
    text = f"Roll {roll} {sign} {total}: {outcome}. Luck {moved}: {start} → {after.luck}."
    return text.replace("-", "−")


def worked_examples(examples, rules=LuckRules()):
    """Return examples of a text beside what the rule makes of them, a frame with the same index.

    examples: a frame with columns luck and chance, before the roll, and printed_up_to, the
    greatest roll that succeeds by the text; all in points. The result names, in points: chance,
    Luck, printed and computed greatest roll, and in words the Luck after a success and after a
    failure ("–" where no roll leads there). ValueError outside the domain.

    >>> text = pd.DataFrame({"luck": [20], "chance": [55], "printed_up_to": [70]}, ["D1"])
    >>> worked_examples(text).T
                                  D1
    chance                        55
    Luck                          20
    printed: succeeds up to       70
    computed                      75
    Luck after success       0 to 20
    Luck after failure            30
    """
    columns = examples.luck.tolist(), examples.chance.tolist(), examples.printed_up_to.tolist()
    rows = [_worked(*row, rules) for row in zip(*columns, strict=True)]
    return pd.DataFrame(rows, examples.index)


def _worked(luck, chance, printed, rules):
    after = every_roll(chance, luck, rules)
    return {
        "chance": chance,
        "Luck": luck,
        "printed: succeeds up to": printed,
        "computed": int(after["success"].count()),
        "Luck after success": _span(after["success"]),
        "Luck after failure": _span(after["failure"]),
    }


def _span(luck):
    """The least and the greatest of some values in words."""
    ends = sorted({luck.min(), luck.max()}) if luck.count() else []
    return " to ".join(f"{end:.0f}" for end in ends).replace("-", "−") or "–"


def roll_by_roll(chance, rolls, *, seed=0, start=0, rules=LuckRules()):
    """Return one battle roll by roll: the same chance again and again, a frame over 1 to rolls.

    Columns, in points: die, "succeeds up to" (chance plus Luck before the roll), success (a
    bool), "paid or owed" (how Luck changed), Luck (after the roll); and as probabilities the
    chance "played", with which the roll really succeeded, and the one "shown". seed: a number,
    or a numpy Generator; a longer battle with the same number begins with the same rolls.
    ValueError outside the domain.

    >>> roll_by_roll(75, 4, seed=1).drop(columns=["success", "shown"])
          die  succeeds up to  paid or owed  Luck  played
    roll
    1      48              75             0     0    0.75
    2      52              75             0     0    0.75
    3      76              75            30    30    0.75
    4      96             105           -21     9    1.00
    """
    rolls = int(whole("rolls", rolls, low=1))
    dice = np.random.default_rng(seed).integers(1, rules.faces + 1, rolls)
    rows, luck = [], start
    for die in dice.tolist():
        after = resolve(chance, luck, die, rules)
        rows.append((die, chance + luck, after.success, after.luck - luck, after.luck))
        luck = after.luck
    columns = ["die", "succeeds up to", "success", "paid or owed", "Luck"]
    frame = pd.DataFrame(rows, pd.RangeIndex(1, rolls + 1, name="roll"), columns)
    played = frame["succeeds up to"].clip(0, rules.faces) / rules.faces
    return frame.assign(played=played, shown=chance / rules.faces)
