"""What a reader is shown of rosters, odds and battles: clones as one, a round's blows, effects."""

from dataclasses import replace
from decimal import Decimal

import pandas as pd

from combat.marked_for_death.decimals import FieldError, exact
from combat.marked_for_death.fighters import MOST_XP
from combat.marked_for_death.rules import Rules

# What a designer calls the fields that can be changed.
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
    """Return names without the number at their end, by which clones are told apart.

    names: an Index or a Series of texts.

    >>> stem(pd.Index(["Clone 1", "Clone #12", "Tom"])).tolist()
    ['Clone', 'Clone', 'Tom']
    """
    return names.str.replace(r"\W*\d+$", "", regex=True)


def one_of_each(table):
    """Return a frame by name with the first of all clones only.

    >>> one_of_each(pd.DataFrame({"HP": [2, 2, 3]}, ["Clone 1", "Clone 2", "Tom"])).index.tolist()
    ['Clone 1', 'Tom']
    """
    return table[~stem(table.index).duplicated()]


def survival_of_groups(odds):
    """Return who is left standing, clones as one: a frame by name.

    Columns chance (their mean), low and high (the ends of all their intervals) and side. The
    names say of how many they speak.

    >>> from combat.marked_for_death import Fighter, Team, solve
    >>> clones = Team((Fighter("Clone 1", 900), Fighter("Clone 2", 900)))
    >>> survival_of_groups(solve(clones, Team((Fighter("Orc", 5900),)))).index.tolist()
    ['Clone (each of 2)', 'Orc']
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
    """Return in a sentence who wins how surely, how soon, and what is left.

    With intervals where the odds are simulated.

    >>> from combat.marked_for_death import Fighter, Team, solve
    >>> in_words(solve(Team((Fighter("Tom", 7001),)), Team((Fighter("Orc", 5900),))))
    'the heroes win 60.1%, the villains 18.8%, draws 21.2%; 1.9 rounds. Left on average: heroes
    0.6 with 1.0 hit points, villains 0.2 with 0.3 hit points.'
    """
    low, high = odds.table().loc["heroes", ["low", "high"]]
    surely = f" ({low:.1%} to {high:.1%})" if odds.battles else ""
    # The exact chain stops with a mass of 1e-13 undecided.
    stopped = f", undecided {odds.undecided:.1%}" if odds.undecided > 1e-9 else ""
    left = ", ".join(
        f"{side} {odds.survivors[side].mean:.1f} with {points.mean:.1f} hit points"
        for side, points in odds.hit_points.items()
    )
    return (
        f"the heroes win {odds.heroes:.1%}{surely}, the villains {odds.villains:.1%}, draws "
        f"{odds.draw:.1%}{stopped}; {odds.rounds.mean:.1f} rounds. Left on average: {left}."
    )


def method_in_words(frame):
    """Return in a sentence how the numbers of a frame of `vary`, `balance` or `effects` were found.

    >>> from combat.marked_for_death import Fighter, Team, vary
    >>> tom, orc = Team((Fighter("Tom", 7001),)), Team((Fighter("Orc", 5900),))
    >>> method_in_words(vary(tom, orc, "heroes", ["Tom"], "bonus_hp", [0, 1]))
    'Exact: every state of hit points with its chance.'
    """
    method = frame.attrs["method"]
    if method == "exact":
        return "Exact: every state of hit points with its chance."
    return f"Simulated: {method}."


def round_of(battle, number):
    """Return round `number` of a battle, counted from 1, or its last one if it ended before.

    >>> from combat.marked_for_death import Fighter, Team, fight
    >>> tom, orc = Team((Fighter("Tom", 7001),)), Team((Fighter("Orc", 5900),))
    >>> round_of(fight(tom, orc, seed=2), 8).number
    1
    """
    return battle.history[min(number, len(battle.history)) - 1]


def blows_of(played):
    """Return the blows of a round as a frame: side, attacker, drawn, target, hits, blocks, damage.

    drawn is whom the attacker went for, target whom the blow met.

    >>> from combat.marked_for_death import Fighter, Team, fight
    >>> tom, orc = Team((Fighter("Tom", 7001),)), Team((Fighter("Orc", 5900),))
    >>> blows_of(fight(tom, orc, seed=2).history[0])[["attacker", "target", "damage"]]
      attacker target  damage
    0      Tom    Orc       3
    1      Orc    Tom       1
    """
    return pd.DataFrame(played.blows, columns=played.blows[0]._fields)


def standing(played):
    """Return hit points before and after a round, not below 0: a frame by (side, name).

    >>> from combat.marked_for_death import Fighter, Team, fight
    >>> tom, orc = Team((Fighter("Tom", 7001),)), Team((Fighter("Orc", 5900),))
    >>> standing(fight(tom, orc, seed=2).history[0])
                   before  after
    side     name
    heroes   Tom        2      1
    villains Orc        2      0
    """
    rows = {
        (side, name): (before, max(0, played.after[side][name]))
        for side, fighters in played.before.items()
        for name, before in fighters.items()
    }
    index = pd.MultiIndex.from_tuples(rows, names=["side", "name"])
    return pd.DataFrame(list(rows.values()), index, columns=["before", "after"])


def fallen(played):
    """Return the names of those who fell in a round.

    >>> from combat.marked_for_death import Fighter, Team, fight
    >>> tom, orc = Team((Fighter("Tom", 7001),)), Team((Fighter("Orc", 5900),))
    >>> fallen(fight(tom, orc, seed=2).history[0])
    ['Orc']
    """
    left = standing(played)["after"]
    return left.index.get_level_values("name")[left == 0].tolist()


def round_in_words(battle, number):
    """Return in a sentence what happened in that round, and how the battle ended.

    >>> from combat.marked_for_death import Fighter, Team, fight
    >>> tom, orc = Team((Fighter("Tom", 7001),)), Team((Fighter("Orc", 5900),))
    >>> round_in_words(fight(tom, orc, seed=2), 1)
    'Round 1 of 1: 2 of 2 blows hurt; fallen: Orc. In the end the heroes win.'
    """
    played = round_of(battle, number)
    hurt = sum(blow.damage > 0 for blow in played.blows)
    over = f"The battle ends after round {battle.rounds}. " if number > battle.rounds else ""
    return (
        f"{over}Round {played.number} of {battle.rounds}: {hurt} of {len(played.blows)} blows "
        f"hurt; fallen: {', '.join(fallen(played)) or 'nobody'}. In the end {ENDS[battle.winner]}."
    )


def allowed(fighter, field, amounts, rules=Rules()):
    """Return those amounts that can be added to a field and leave a fighter who can fight.

    That is XP above 0, a hit point and a target at least, and within the range of the field.
    ValueError for an unknown field, or an amount that is no number.

    >>> from combat.marked_for_death import Fighter
    >>> allowed(Fighter("Tom", 2500), "bonus_xp", [-3000, -2000, 1000])
    [-2000, 1000]
    >>> allowed(Fighter("Tom", 2500, aoe=2), "aoe", [-2, -1, 1])
    [-1, 1]
    """
    if field not in FIELDS:
        raise ValueError(f"field = {field!r} is not known: it must be one of {', '.join(FIELDS)}")
    return [amount for amount in amounts if _can_fight(fighter, field, amount, rules)]


def _can_fight(fighter, field, amount, rules):
    before, more = getattr(fighter, field), exact("amount", amount, -2 * MOST_XP, 2 * MOST_XP)
    try:
        after = replace(fighter, **{field: Decimal(1 if before is None else before) + more})
    except FieldError:
        return False
    # An AOE of 0 counts as 1: a step down from there would be none.
    targets = field != "aoe" or more == 0 or after.aoe >= 1
    return targets and rules.default_hp + after.bonus_hp > 0


def labelled(effects):
    """Return a frame of `effects` by a label that says what is changed of whom.

    >>> frame = pd.DataFrame([("heroes", "Tom", "bonus_to_hit", 0.1, 0.05)],
    ...                      columns=["side", "who", "field", "step", "effect"])
    >>> labelled(frame).index.tolist()
    ['Tom: ToHit +10%']
    """
    labels = [f"{line.who}: {change(line.field, line.step)}" for line in effects.itertuples()]
    return effects.set_index(pd.Index(labels, name="change"))


def change(field, amount):
    """Return in words what is added to a field; chances in percentage points.

    >>> change("aoe", 1), change("bonus_to_hit", -0.1)
    ('AOE +1', 'ToHit -10%')
    """
    chance = field in ("bonus_to_hit", "bonus_to_defend")
    return f"{FIELDS[field]} {amount:+.0%}" if chance else f"{FIELDS[field]} {amount:+g}"
