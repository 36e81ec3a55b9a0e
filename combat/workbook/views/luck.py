"""The pictures and tables of notebook 02: single rolls, systems side by side, meters."""

from dataclasses import replace

import numpy as np
import pandas as pd

from combat.luck import (
    SYSTEMS,
    XCOM_DIFFICULTIES,
    Independent,
    LuckRules,
    RerollTokens,
    duel,
    follow_up,
    hits_distribution,
    largest_error,
    miss_streaks,
    resolve,
    streaks_kept,
    success_rate,
)

SHARES = tuple(np.linspace(0.02, 0.98, 25))  # of the first of two kinds of rolls
# Who has a meter: the systems of the first and of the second to strike.
SETTINGS = {
    "no meters": (Independent(), Independent()),
    "both have one": (LuckRules(), LuckRules()),
    "only the first has one": (LuckRules(), Independent()),
    "only the second has one": (Independent(), LuckRules()),
}
# Chances, in points, from which a curve is drawn: closer together where the source's meter jumps.
ENOUGH = tuple(sorted({*range(0, 101, 4), 49, 51, 95}))
# Ways to use the same tokens, for `token_uses`.
USES = {
    "after any miss": {},
    "after the second miss in a row": {"after_misses": 1},
    "after the third miss in a row": {"after_misses": 2},
    "paid before the roll, from the first on": {"before": True},
    "paid before the roll, after a miss": {"before": True, "after_misses": 1},
}


def every_roll(chance, start=0, rules=LuckRules()):
    """Return the Luck that each possible roll leads to, a frame over rolls 1 to faces.

    Columns success and failure, in points: the Luck after the roll is in the column of its outcome;
    the other one has NaN. chance and start (the Luck before): whole points. ValueError outside the
    domain.
    """
    rolls = pd.RangeIndex(1, rules.faces + 1, name="roll")
    after = resolve(chance, start, rolls.to_numpy(), rules)
    return by_outcome(pd.DataFrame({"success": after.success, "Luck": after.luck}, rolls))


def by_outcome(rolls):
    """Return the Luck after each roll in two columns, success and failure, a frame like `rolls`.

    rolls: a frame with columns success and Luck, as `roll_by_roll` returns it. The column of the
    other outcome has NaN.
    """
    luck, won = rolls["Luck"].astype(float), rolls["success"]
    return pd.DataFrame({"success": luck.where(won), "failure": luck.mask(won)})


def roll_in_words(chance, start, roll, rules=LuckRules()):
    """Return the result of one roll as a text; all in points. ValueError outside the domain."""
    after = resolve(chance, start, roll, rules)
    sign, outcome = ("≤", "success") if after.success else (">", "failure")
    total = f"{chance} {'-' if start < 0 else '+'} {abs(start)} = {chance + start}"
    change = after.luck - start
    moved = f"{'rises' if change > 0 else 'falls'} by {abs(change)}" if change else "stays"
    text = f"Roll {roll} {sign} {total}: {outcome}. Luck {moved}: {start} → {after.luck}."
    return text.replace("-", "−")


def worked_examples(examples, rules=LuckRules()):
    """Return the examples of a text beside computed results, a frame with the same index.

    examples: a frame with columns luck and chance, before the roll, and printed_up_to, the
    greatest roll that succeeds according to the text; all in points. Columns, in points: chance,
    Luck, the printed and the computed greatest roll; and as texts the Luck after a success and
    after a failure ("–" if no roll has that outcome). ValueError outside the domain.
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
    """The least and the greatest of some values as a text."""
    ends = sorted({luck.min(), luck.max()}) if luck.count() else []
    return " to ".join(f"{end:.0f}" for end in ends).replace("-", "−") or "–"


def realised_rates(rules=LuckRules(), chances=range(101), rolls=(5, 20, 50, None)):
    """Return the rate of success behind each displayed chance, a frame over `chances` in points.

    Columns: "shown", the displayed chance itself, then the mean rate over each number of rolls
    ("over 5 rolls"; None is the "long run"), all probabilities. ValueError outside the domain.
    """
    shown = pd.Index(list(chances), name="chance shown")
    frame = pd.DataFrame({"shown": shown / 100}, shown)
    for number in rolls:
        name = "long run" if number is None else f"over {number} rolls"
        frame[name] = success_rate(shown.to_numpy(), rolls=number, rules=rules)
    return frame


def mixed_rates(safe, risky, shares=SHARES, *, rules=LuckRules()):
    """Return the long-run rates of two kinds of rolls that share one memory, a frame over shares.

    With a probability equal to the share, a roll is made at `safe` points, otherwise at `risky`
    points. Columns safe and risky, their rates of success, and beside them the chances as shown;
    all are probabilities. ValueError outside the domain.
    """
    found = [success_rate({safe: share, risky: 1 - share}, rules=rules) for share in shares]
    rows = [(rates[safe], rates[risky], safe / 100, risky / 100) for rates in found]
    columns = ["safe", "risky", "safe, as shown", "risky, as shown"]
    return pd.DataFrame(rows, pd.Index(shares, name="share of safe rolls"), columns)


def streaks_by_system(chance, rolls, *, most=8, systems=SYSTEMS):
    """Return `miss_streaks` of several systems, a frame over 1 to `most` misses in a row.

    A column for each system, by its name. ValueError outside the domain.
    """
    most = min(most, rolls)
    columns = {one.name: miss_streaks(chance, rolls, most=most, rules=one) for one in systems}
    return pd.DataFrame(columns).loc[1:]


def successes_by_system(chance, rolls, *, systems=SYSTEMS):
    """Return the probability of each share of successes in a battle, a frame over the shares.

    The shares are 0, 1/rolls, ..., 1; a column for each system, by its name. ValueError outside
    the domain.
    """
    columns = {one.name: hits_distribution(chance, rolls, rules=one).sum(axis=1) for one in systems}
    frame = pd.DataFrame(columns)
    return frame.set_axis(pd.Index(frame.index / rolls, name="share of successes"))


def misses_by_system(chance, rolls, *, most=4, systems=SYSTEMS):
    """Return the probability of at least so many misses in a battle, a frame over 1 to `most`.

    The misses need not be in a row, as they are in `streaks_by_system`. A column for each system,
    by its name. ValueError outside the domain.
    """
    columns = {}
    for one in systems:
        hits = hits_distribution(chance, rolls, rules=one).sum(axis=1)
        columns[one.name] = [hits.loc[: rolls - misses].sum() for misses in range(1, most + 1)]
    return pd.DataFrame(columns, pd.RangeIndex(1, most + 1, name="misses, at least"))


def aim_streaks(chance, rolls=20, *, soldiers=4, misses=3, shots=range(1, 9)):
    """Return the chance of misses in a row in XCOM 2, a frame over `shots`, the shots in a turn.

    The probability of at least `misses` in a row within `rolls` shots, a column for each
    difficulty (`XCOM_DIFFICULTIES`). chance: whole points; soldiers: how many are alive.
    ValueError outside the domain.
    """
    columns = {
        name: [
            miss_streaks(
                chance, rolls, most=misses, rules=replace(aim, soldiers=soldiers, shots=turn)
            )[misses]
            for turn in shots
        ]
        for name, aim in XCOM_DIFFICULTIES.items()
    }
    return pd.DataFrame(columns, pd.Index(list(shots), name="shots a turn"))


def side_by_side(chance, *, rolls=20, spread=50, systems=SYSTEMS):
    """Return how each system plays the same displayed chance, in points: a frame by system.

    Columns: the mean rate of success in the long run and over `rolls` rolls; the standard
    deviation of the number of successes in `spread` rolls; the probability of at least 3 and of
    at least 6 misses in a row in `rolls` rolls; and what a player must be told. ValueError
    outside the domain.
    """
    rows = {one.name: _rival(one, chance, rolls, spread) for one in systems}
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("system")


def _rival(rules, chance, rolls, spread):
    streaks = miss_streaks(chance, rolls, most=6, rules=rules)
    return {
        "long run": success_rate(chance, rules=rules),
        f"over {rolls} rolls": success_rate(chance, rolls=rolls, rules=rules),
        f"spread of {spread} rolls": _spread(hits_distribution(chance, spread, rules=rules)),
        "3 misses in a row": streaks[3],
        "6 in a row": streaks[6],
        "what a player must be told": rules.tell,
    }


def _spread(joint):
    """The standard deviation of the number of successes."""
    count, hits = joint.index.to_numpy(), joint.sum(axis=1).to_numpy()
    return float(np.sqrt(hits @ (count - hits @ count) ** 2))


def duel_by_meters(attack, parry, hits=3, *, rounds=60):
    """Return how a duel ends depending on who has a Luck meter, a frame over the four `SETTINGS`.

    Columns: the chances that the first or the second to strike wins, and that nobody has won by
    the last round; the share of strikes that hurt; and the mean number of rounds (see `Duel`).
    attack, parry: points. hits: how many it takes to win. ValueError outside the domain.
    """
    found = {
        meters: duel(attack, parry, hits=hits, rounds=rounds, rules=systems)
        for meters, systems in SETTINGS.items()
    }
    rows = [(d.first, d.second, d.undecided, d.landed, d.rounds) for d in found.values()]
    undecided = f"undecided after {rounds} rounds"
    columns = ["first wins", "second wins", undecided, "strikes that hurt", "rounds"]
    return pd.DataFrame(rows, pd.Index(found, name="meters"), columns)


def meter_gains(settings, *, rounds=60):
    """Return what meters change in several duels, a frame with a row for each duel.

    settings: triples (attack, parry, hits to win), the first two in points. Columns: those three;
    the share of strikes that hurt and the chance that the first to strike wins, both without meters
    and with two; and by how much a player's chance to win grows if only he has a meter, for the
    first and for the second to strike. ValueError outside the domain.
    """
    return pd.DataFrame([_gains(*setting, rounds) for setting in settings])


def _gains(attack, parry, hits, rounds):
    found = duel_by_meters(attack, parry, hits, rounds=rounds)
    none, two, first, second = (found.loc[meters] for meters in SETTINGS)
    return {
        "attack": attack,
        "parry": parry,
        "hits to win": hits,
        "strikes that hurt, no meters": none["strikes that hurt"],
        "strikes that hurt, two meters": two["strikes that hurt"],
        "first wins, no meters": none["first wins"],
        "first wins, two meters": two["first wins"],
        "own meter, first": first["first wins"] - none["first wins"],
        "own meter, second": second["second wins"] - none["second wins"],
    }


def follow_ups(hit, criticals=range(5, 100, 5), *, rules=LuckRules()):
    """Return the long-run rates of a hit and a critical roll after it, a frame over `criticals`.

    Columns "hit" and "critical after a hit", and the chances shown for both; all are
    probabilities. The index is in points. ValueError outside the domain.
    """
    found = [follow_up(hit, critical, rules=rules) for critical in criticals]
    rows = [
        (one.first, one.then, hit / 100, critical / 100)
        for one, critical in zip(found, criticals, strict=True)
    ]
    columns = ["hit", "critical after a hit", "hit, as shown", "critical, as shown"]
    return pd.DataFrame(rows, pd.Index(list(criticals), name="critical shown"), columns)


def beside_the_source(rules, chances=ENOUGH):
    """Return the long-run rates of a meter and of the source's, a frame over chances in points.

    Columns "your constants", "the source's" and the chance "shown", all probabilities. The default
    chances are enough for a curve. ValueError outside the domain.
    """
    source = realised_rates(chances=chances, rolls=[None])
    yours = realised_rates(rules, chances, rolls=[None])["long run"]
    return pd.DataFrame(
        {"your constants": yours, "the source's": source["long run"], "shown": source["shown"]}
    )


def constants_table(candidates, chances=range(5, 96)):
    """Return a frame with a row for each meter: its constants and how well it does.

    Columns: the constants, in points; the `largest_error` over the chances, a probability; and
    `streaks_kept`. Only for meters whose limits are equally far below and above 0.
    """
    rows = [
        {
            "unlikely success costs up to": rules.reasonable,
            "likely failure is paid from": rules.owed_above,
            "limits": f"±{rules.high}",
            "decay": rules.decay,
            "largest error": largest_error(rules, chances),
            "three misses, against none": streaks_kept(rules),
        }
        for rules in candidates
    ]
    return pd.DataFrame(rows)


def token_uses(chance, *, tokens=3, rolls=20):
    """Return what tokens are worth, depending on when and how they are used: a frame by use.

    For one session of `rolls` rolls at `chance` points. Columns: the "rate" of success, the
    "spread" (standard deviation of the number of successes), and "3 misses in a row" (at least
    once); the first and the last are probabilities. ValueError outside the domain.
    """
    systems = {"no tokens": Independent()} | {
        use: RerollTokens(tokens=tokens, session=rolls, **how) for use, how in USES.items()
    }
    rows = {use: _worth(rules, chance, rolls) for use, rules in systems.items()}
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("used")


def _worth(rules, chance, rolls):
    return {
        "rate": success_rate(chance, rolls=rolls, rules=rules),
        "spread": _spread(hits_distribution(chance, rolls, rules=rules)),
        "3 misses in a row": miss_streaks(chance, rolls, most=3, rules=rules)[3],
    }
