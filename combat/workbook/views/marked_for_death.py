"""The tables and sentences of notebook 05: clones in one row, the blows of a round, effects."""

import pandas as pd

from combat.core.words import percent

# Readers' names of the fields that can be changed.
FIELDS = {
    "bonus_xp": "XP",
    "bonus_hp": "hit points",
    "bonus_to_hit": "ToHit",
    "bonus_to_defend": "ToDefend",
    "aoe": "AOE",
}
ENDS = {
    "heroes": "the heroes win",
    "villains": "the villains win",
    "draw": "both sides fall",
    None: "it was stopped undecided",
}


def stem(names):
    """Return names without the number at their end, which tells clones apart."""
    return names.str.replace(r"\W*\d+$", "", regex=True)


def one_of_each(table):
    """Return a frame by name with only the first of each group of clones."""
    return table[~stem(table.index).duplicated()]


def survival_of_groups(odds):
    """Return the chances to survive, with one row for all clones: a frame by name.

    Columns chance (their mean), low and high (the least and the greatest end of their intervals)
    and side. A name tells how many clones it stands for.
    """
    survival = odds.survival
    alike = survival.groupby(["side", stem(survival["name"])], sort=False)
    frame = alike.agg(
        chance=("chance", "mean"),
        low=("low", "min"),
        high=("high", "max"),
        count=("chance", "size"),
    ).reset_index()
    each = frame.pop("count").map(lambda count: f" (each of {count})" if count > 1 else "")
    return frame.assign(name=frame["name"] + each).set_index("name")[
        ["chance", "low", "high", "side"]
    ]


def in_words(odds):
    """Return in a sentence who wins with what chance, how soon, and what is left.

    Simulated odds are given with their intervals.
    """
    low, high = odds.table().loc["heroes", ["low", "high"]]
    surely = f" ({percent(low)} to {percent(high)})" if odds.battles else ""
    # The exact chain stops when a chance of only 1e-13 is left undecided.
    stopped = f", undecided {percent(odds.undecided)}" if odds.undecided > 1e-9 else ""
    left = ", ".join(
        f"{side} {odds.survivors[side].mean:.1f} with {points.mean:.1f} hit points"
        for side, points in odds.hit_points.items()
    )
    return (
        f"the heroes win {percent(odds.heroes)}{surely}, the villains {percent(odds.villains)}, "
        f"draws {percent(odds.draw)}{stopped}; {odds.rounds.mean:.1f} rounds. Left on "
        f"average: {left}."
    )


def method_in_words(frame):
    """Return in a sentence how the numbers of a frame of `vary` or `effects` were found."""
    method = frame.attrs["method"]
    if method == "exact":
        return "Exact: every state of hit points with its chance."
    return f"Simulated: {method}."


def round_of(battle, number):
    """Return round `number` of a battle, counted from 1, or its last one if it ended before."""
    return battle.history[min(number, len(battle.history)) - 1]


def blows_of(played):
    """Return the blows of a round as a frame: side, attacker, drawn, target, hits, blocks, damage.

    drawn: whom the attacker aimed at. target: whom the blow met.
    """
    return pd.DataFrame(played.blows, columns=played.blows[0]._fields)


def standing(played):
    """Return hit points before and after a round, not below 0: a frame by (side, name)."""
    rows = {
        (side, name): (before, max(0, played.after[side][name]))
        for side, fighters in played.before.items()
        for name, before in fighters.items()
    }
    index = pd.MultiIndex.from_tuples(rows, names=["side", "name"])
    return pd.DataFrame(list(rows.values()), index, columns=["before", "after"])


def fallen(played):
    """Return the names of those who fell in a round."""
    left = standing(played)["after"]
    return left.index.get_level_values("name")[left == 0].tolist()


def round_in_words(battle, number):
    """Return in a sentence what happened in that round, and how the battle ended."""
    played = round_of(battle, number)
    hurt = sum(blow.damage > 0 for blow in played.blows)
    over = f"The battle ends after round {battle.rounds}. " if number > battle.rounds else ""
    return (
        f"{over}Round {played.number} of {battle.rounds}: {hurt} of {len(played.blows)} blows "
        f"hurt; fallen: {', '.join(fallen(played)) or 'nobody'}. In the end {ENDS[battle.winner]}."
    )


def labelled(effects):
    """Return a frame of `effects` with labels as its index that say what was changed, and whose."""
    labels = [f"{line.who}: {change(line.field, line.step)}" for line in effects.itertuples()]
    return effects.set_index(pd.Index(labels, name="change"))


def change(field, amount):
    """Return in words what is added to a field; chances are in percentage points."""
    chance = field in ("bonus_to_hit", "bonus_to_defend")
    return f"{FIELDS[field]} {amount:+.0%}" if chance else f"{FIELDS[field]} {amount:+g}"
