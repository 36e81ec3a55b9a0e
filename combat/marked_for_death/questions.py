"""What if, what matters most, and how to balance: the odds of rosters with something changed."""

from collections import Counter
from decimal import Decimal

import pandas as pd

from combat.marked_for_death.decimals import exact
from combat.marked_for_death.exact import MOST_BYTES, Plan
from combat.marked_for_death.fighters import MOST_XP
from combat.marked_for_death.odds import SIDES
from combat.marked_for_death.rules import Rules
from combat.marked_for_death.simulation import simulate
from combat.marked_for_death.views import allowed

# What a designer would try: one die, one hit point, ten points of percent, one more target.
STEPS = {"bonus_xp": 1000, "bonus_hp": 1, "bonus_to_hit": 0.1, "bonus_to_defend": 0.1, "aoe": 1}
WAIT = 0.5  # seconds, as estimated, up to which the odds of a battle are solved
WAIT_COMPARED = 3.0  # and those of all battles of a comparison together
SHARP = 20  # of so many of the greatest effects all battles are simulated
_COARSE = 8  # of the others one in so many


def odds(heroes, villains, *, battles=8192, seed=0, rules=Rules()):
    """Return the `Odds`: exact where that takes half a second, else by simulation.

    That is told beforehand from sizes and numbers, not by a clock. ValueError as from `solve`
    and `simulate`.

    >>> from combat.marked_for_death import Fighter, Team
    >>> odds(Team((Fighter("Tom", 7001),)), Team((Fighter("Orc", 5900),))).battles is None
    True
    """
    plan = _plan([(heroes, villains)], WAIT, rules)
    if plan is not None:
        return plan.odds()[0]
    return simulate(heroes, villains, battles=battles, seed=seed, rules=rules, common=True)


def _plan(pairs, wait, rules):
    """How to solve these pairs of teams, or None if that would take longer."""
    plan = Plan(pairs, rules)
    return plan if plan.cost.seconds <= wait and plan.cost.bytes <= MOST_BYTES else None


def _method(battles):
    return "exact" if battles is None else f"{battles:,} battles each, same luck"


def changed(teams, side, names, field, amount):
    """Return the pair of teams (heroes, villains) with `amount` added to a field of some fighters.

    side: "heroes" or "villains"; names: whose; field: one of STEPS. A blank AOE counts as 1.
    ValueError for an unknown side, name or field.

    >>> from combat.marked_for_death import Fighter, Team
    >>> teams = Team((Fighter("Tom", 7001),)), Team((Fighter("Orc", 5900),))
    >>> changed(teams, "heroes", ["Tom"], "bonus_hp", 1)[0]["Tom"].bonus_hp
    1
    """
    if side not in SIDES or field not in STEPS:
        what, value, words = ("side", side, SIDES) if side not in SIDES else ("field", field, STEPS)
        raise ValueError(f"{what} = {value!r} is not known: it must be one of {', '.join(words)}")
    at = SIDES.index(side)
    team = teams[at]
    more = exact("amount", amount, -2 * MOST_XP, 2 * MOST_XP)
    for name in names:
        before = getattr(team[name], field)
        team = team.replace(name, **{field: Decimal(1 if before is None else before) + more})
    return tuple(team if place == at else teams[place] for place in (0, 1))


def vary(heroes, villains, side, names, field, amounts, **how):
    """Return the odds for each amount added to a field of some fighters: a frame by amount.

    Columns heroes, villains, draw (chances). battles, seed, rules: as in `odds`. One comparison,
    one method: all amounts are solved, or all simulated with the same luck, so that the curve
    shows the change and not the noise. attrs["method"] says which, `method_in_words` tells it.

    >>> from combat.marked_for_death import Fighter, Team
    >>> tom, orc = Team((Fighter("Tom", 7001),)), Team((Fighter("Orc", 5900),))
    >>> frame = vary(tom, orc, "heroes", ["Tom"], "bonus_hp", [0, 1])
    >>> frame["heroes"].round(2).tolist(), frame.attrs["method"]
    ([0.6, 0.76], 'exact')
    """
    amounts = list(amounts)
    pairs = [changed((heroes, villains), side, names, field, amount) for amount in amounts]
    found = _compared(pairs, **how)
    frame = pd.DataFrame(
        [one.outcomes[:3] for one in found],
        columns=["heroes", "villains", "draw"],
        index=pd.Index(amounts, name=field),
    )
    frame.attrs["method"] = _method(found[0].battles if found else None)
    return frame


def _compared(pairs, *, battles=8192, seed=0, rules=Rules()):
    """The `Odds` of all pairs, by one method."""
    plan = _plan(pairs, WAIT_COMPARED, rules) if pairs else None
    if plan is not None:
        return plan.odds()
    return _simulated(pairs, battles, seed, rules)


def _simulated(pairs, battles, seed, rules):
    how = {"battles": battles, "seed": seed, "rules": rules, "common": True}
    return [simulate(*pair, **how) for pair in pairs]


def groups(team):
    """Return the names of fighters whose rows are alike, as a dict of lists.

    Alike in all but their names, whom they guard, and what their buffs are called: so they have
    the same numbers, hang on the same fighter, and give the same buffs to the same.

    >>> from combat.marked_for_death import Fighter, Team
    >>> groups(Team((Fighter("Ann", 900), Fighter("Bob", 900), Fighter("Cid", 1000))))
    {'Ann and 1 alike': ['Ann', 'Bob'], 'Cid': ['Cid']}
    """
    alike = {}
    for fighter in team.fighters:
        key = (
            fighter.xp,
            fighter.bonus_xp,
            fighter.bonus_hp,
            fighter.bonus_to_hit,
            fighter.bonus_to_defend,
            fighter.aoe,
            fighter.linked_to,
            _given(fighter),
        )
        alike.setdefault(key, []).append(fighter.name)
    return {
        names[0] + (f" and {len(names) - 1} alike" if names[1:] else ""): names
        for names in alike.values()
    }


def _given(fighter):
    """The buffs of a fighter, whatever they are called; None stands for himself."""
    return frozenset(
        Counter(
            (
                frozenset(None if who == fighter.name else who for who in buff.who),
                buff.offense,
                buff.defense,
            )
            for buff in fighter.buffs
        ).items()
    )


def effects(heroes, villains, *, steps=None, battles=8192, seed=0, rules=Rules()):
    """Return what a step of each stat of each fighter does: a frame, the greatest effect first.

    Columns side, who (those alike together), field, step, effect: the change of the heroes'
    lead, their chance to win less the villains'; battles: how many were simulated for it, with
    the same luck for all, or 0 where all are exact. An eighth of them finds the 20 greatest,
    and those are simulated in full. attrs["method"] says so, `method_in_words` tells it.
    steps: field -> amount, STEPS by default; one that would leave the field's range, or nobody
    who can fight, is left out.

    >>> from combat.marked_for_death import Fighter, Team
    >>> tom, orc = Team((Fighter("Tom", 7001),)), Team((Fighter("Orc", 5900),))
    >>> effects(tom, orc)[["who", "field", "battles"]].head(1)
       who field  battles
    0  Orc   aoe        0
    """
    rows = [
        (side, who, field, step, names)
        for side, team in zip(SIDES, (heroes, villains), strict=True)
        for who, names in groups(team).items()
        for field, step in (steps or STEPS).items()
        if all(allowed(team[name], field, [step], rules) for name in names)
    ]
    pairs = [(heroes, villains)]
    pairs += [changed(pairs[0], side, names, field, step) for side, _, field, step, names in rows]
    plan = _plan(pairs, WAIT_COMPARED, rules)
    if plan is not None:
        start, *leads = map(_lead, plan.odds())
        found = [(lead - start, 0) for lead in leads]
    else:
        found = _sharpened(pairs, battles, seed, rules)
    frame = pd.DataFrame(
        [(*row[:4], *effect) for row, effect in zip(rows, found, strict=True)],
        columns=["side", "who", "field", "step", "effect", "battles"],
    )
    frame = frame.sort_values("effect", key=abs, ascending=False, kind="stable", ignore_index=True)
    frame.attrs["method"] = _method(None if plan is not None else battles)
    return frame


def _sharpened(pairs, battles, seed, rules):
    """(Effect, battles) of each pair but the first, which they are held against."""
    found, few = [], max(1, battles // _COARSE)
    for count in dict.fromkeys((few, battles)):
        start = _lead(_simulated(pairs[:1], count, seed, rules)[0])

        def effect(at, count=count, start=start):
            return _lead(_simulated([pairs[at + 1]], count, seed, rules)[0]) - start, count

        found = found or [effect(at) for at in range(len(pairs) - 1)]
        while blurred := _blurred(found, count):
            for at in blurred:
                found[at] = effect(at)
    return found


def _blurred(found, battles):
    """Which of the greatest effects are of fewer battles."""
    greatest = sorted(range(len(found)), key=lambda at: -abs(found[at][0]))[:SHARP]
    return [at for at in greatest if found[at][1] < battles]


def balance(heroes, villains, side, names, field, amounts, **how):
    """Return (amount, frame): the amount of `vary` at which both sides win most nearly as often.

    Dice come by the thousand XP, so that an even fight can lie between two steps. Of equal
    ones the smallest change.

    >>> from combat.marked_for_death import Fighter, Team
    >>> tom, orc = Team((Fighter("Tom", 7001),)), Team((Fighter("Orc", 3900),))
    >>> balance(tom, orc, "villains", ["Orc"], "bonus_xp", range(0, 6000, 1000))[0]
    4000
    """
    amounts = list(dict.fromkeys(amounts))
    frame = vary(heroes, villains, side, names, field, amounts, **how)
    leads = (frame["heroes"] - frame["villains"]).abs().round(12)
    return min(amounts, key=lambda amount: (leads[amount], abs(amount))), frame


def _lead(found):
    return found.heroes - found.villains
