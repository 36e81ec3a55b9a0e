"""What if, what matters most, and how to balance: the odds of rosters with changed numbers."""

from collections import Counter
from dataclasses import replace
from decimal import Decimal

import pandas as pd

from combat.battle import MOST_STEPS
from combat.core.checks import check_word
from combat.marked_for_death.engine import simulate
from combat.marked_for_death.exact import Exact
from combat.marked_for_death.fighters import MOST_XP
from combat.marked_for_death.rules import FieldError, Rules, exact
from combat.marked_for_death.side import OUTCOMES, SIDES

# Typical changes: one die, one hit point, ten percentage points, one more target.
STEPS = {"bonus_xp": 1000, "bonus_hp": 1, "bonus_to_hit": 0.1, "bonus_to_defend": 0.1, "aoe": 1}
QUICK_STEPS = MOST_STEPS // 10  # of a battle that is solved while a slider moves: half a second
COMPARED_STEPS = 2 * MOST_STEPS  # of all battles of a comparison together


def odds(heroes, villains, *, battles=8192, seed=0, rules=Rules()):
    """Return the `Odds`: exact for a battle of at most QUICK_STEPS a round, else by simulation.

    That takes half a second or less as a rule; `solve` solves larger ones. ValueError as from
    `solve` and `simulate`.

    >>> from combat.marked_for_death import Fighter, Team
    >>> odds(Team((Fighter("Tom", 7001),)), Team((Fighter("Orc", 5900),))).fights is None
    True
    """
    found = solved([(heroes, villains)], rules=rules, most=QUICK_STEPS)
    if found is not None:
        return found[0]
    return simulate(heroes, villains, battles=battles, seed=seed, rules=rules)


def solved(pairs, *, max_rounds=None, rules=Rules(), most=None):
    """Return the exact `Odds` of all pairs of teams, or None if they are too large together.

    most: how many steps a round all battles may take together, as `combat.battle.steps` says, by
    default COMPARED_STEPS; none may take more than MOST_STEPS. max_rounds and ValueError as from
    `solve`.

    >>> from combat.marked_for_death import Fighter, Team
    >>> tom, orc = Team((Fighter("Tom", 7001),)), Team((Fighter("Orc", 5900),))
    >>> [round(found.first, 2) for found in solved([(tom, orc), (orc, tom)])]
    [0.6, 0.19]
    """
    left, battles = COMPARED_STEPS if most is None else most, []
    for pair in pairs:
        battle = Exact(*pair, rules)
        left -= battle.steps
        if left < 0 or battle.steps > MOST_STEPS:
            return None
        battles.append(battle)
    return [battle.odds(max_rounds) for battle in battles]


def changed(teams, side, names, field, amount):
    """Return the pair of teams (heroes, villains) with `amount` added to a field of some fighters.

    side: "heroes" or "villains"; names: whose; field: one of STEPS. A blank AOE counts as 1.
    ValueError for an unknown side, name or field.

    >>> from combat.marked_for_death import Fighter, Team
    >>> teams = Team((Fighter("Tom", 7001),)), Team((Fighter("Orc", 5900),))
    >>> changed(teams, "heroes", ["Tom"], "bonus_hp", 1)[0]["Tom"].bonus_hp
    1
    """
    check_word("side", side, SIDES)
    check_word("field", field, STEPS)
    found = dict(zip(SIDES, teams, strict=True))
    for name in names:
        value = _raised(found[side][name], field, amount)
        found[side] = found[side].replace(name, **{field: value})
    return tuple(found.values())


def _raised(fighter, field, amount):
    """The value of a field with an amount added to it; a blank AOE counts as 1."""
    before = getattr(fighter, field)
    more = exact("amount", amount, -2 * MOST_XP, 2 * MOST_XP)
    return Decimal(1 if before is None else before) + more


def allowed(fighter, field, amounts, rules=Rules()):
    """Return those amounts that can be added to a field and leave a fighter who can fight.

    The fighter must have XP above 0, at least one hit point and one target, and the value must be
    in the field's range. ValueError for an unknown field, or an amount that is no number.

    >>> from combat.marked_for_death import Fighter
    >>> allowed(Fighter("Tom", 2500), "bonus_xp", [-3000, -2000, 1000])
    [-2000, 1000]
    >>> allowed(Fighter("Tom", 2500, aoe=2), "aoe", [-2, -1, 1])
    [-1, 1]
    """
    check_word("field", field, STEPS)
    return [amount for amount in amounts if _can_fight(fighter, field, amount, rules)]


def _can_fight(fighter, field, amount, rules):
    value = _raised(fighter, field, amount)
    try:
        after = replace(fighter, **{field: value})
    except FieldError:
        return False
    # An AOE of 0 counts as 1, so a step down to it would change nothing.
    targets = field != "aoe" or value == fighter.aoe or value >= 1
    return targets and rules.default_hp + after.bonus_hp > 0


def vary(heroes, villains, side, names, field, amounts, **how):
    """Return the odds for each amount added to a field of some fighters: a frame by amount.

    Columns heroes, villains, draw (chances). battles, seed, rules: as in `odds`. Either
    all amounts are solved, or all are simulated with the same random numbers, so that the curve
    shows the change and not noise. attrs["method"] says which.

    >>> from combat.marked_for_death import Fighter, Team
    >>> tom, orc = Team((Fighter("Tom", 7001),)), Team((Fighter("Orc", 5900),))
    >>> frame = vary(tom, orc, "heroes", ["Tom"], "bonus_hp", [0, 1])
    >>> frame["heroes"].round(2).tolist(), frame.attrs["method"]
    ([0.6, 0.76], 'exact')
    """
    amounts = list(amounts)
    teams = [changed((heroes, villains), side, names, field, amount) for amount in amounts]
    found, method = _compared(teams, **how)
    rows = [one.outcomes[:3] for one in found]
    frame = pd.DataFrame(rows, pd.Index(amounts, name=field), OUTCOMES[:3])
    frame.attrs["method"] = method
    return frame


def _compared(pairs, *, battles=8192, seed=0, rules=Rules()):
    """The `Odds` of all pairs of teams by one method, and which it was."""
    found = solved(pairs, rules=rules)
    if found is not None:
        return found, "exact"
    found = [simulate(*pair, battles=battles, seed=seed, rules=rules) for pair in pairs]
    return found, f"{battles:,} battles each, same luck"


def groups(team):
    """Return the names of fighters whose rows are alike, as a dict of lists.

    The rows may differ in the fighter's name, whom he guards, and the names of his buffs. So
    fighters of a group have the same numbers, are linked to the same fighter, and give the same
    buffs to the same fighters.

    >>> from combat.marked_for_death import Fighter, Team
    >>> groups(Team((Fighter("Ann", 900), Fighter("Bob", 900), Fighter("Cid", 1000))))
    {'Ann and 1 alike': ['Ann', 'Bob'], 'Cid': ['Cid']}
    """
    alike = {}
    for fighter in team.fighters:
        row = replace(fighter, name="anybody", bodyguard_for="", buffs=())
        alike.setdefault((row, _given(fighter)), []).append(fighter.name)
    return {
        names[0] + (f" and {len(names) - 1} alike" if names[1:] else ""): names
        for names in alike.values()
    }


def _given(fighter):
    """The buffs of a fighter without their names; None stands for the fighter himself."""
    buffs = [
        (frozenset(who for who in buff.who if who != fighter.name), fighter.name in buff.who, buff)
        for buff in fighter.buffs
    ]
    return frozenset(Counter((*who, buff.offense, buff.defense) for *who, buff in buffs).items())


def effects(heroes, villains, *, steps=None, **how):
    """Return the effect of a step of each stat of each fighter: a frame, greatest effect first.

    Columns: side; who (see `groups`); field; step; effect, the change of the heroes' chance to
    win minus the villains'. steps: a dict from field to amount, STEPS by default; steps that leave
    the field's range, or a fighter who can't fight, are left out. `how` and attrs["method"]: as
    in `vary`; one method for all.

    >>> from combat.marked_for_death import Fighter, Team
    >>> tom, orc = Team((Fighter("Tom", 7001),)), Team((Fighter("Orc", 5900),))
    >>> effects(tom, orc).iloc[0][["who", "field"]].tolist()
    ['Orc', 'aoe']
    """
    teams, rules = (heroes, villains), how.get("rules", Rules())
    alike = {side: groups(team) for side, team in zip(SIDES, teams, strict=True)}
    rows = [
        (side, who, field, step)
        for side, team in zip(SIDES, teams, strict=True)
        for who, names in alike[side].items()
        for field, step in (steps or STEPS).items()
        if all(allowed(team[name], field, [step], rules) for name in names)
    ]
    after = [changed(teams, side, alike[side][who], field, step) for side, who, field, step in rows]
    (start, *found), method = _compared([teams, *after], **how)
    frame = pd.DataFrame(rows, columns=["side", "who", "field", "step"])
    frame["effect"] = [2 * (odds.score - start.score) for odds in found]
    frame = frame.sort_values("effect", key=abs, ascending=False, kind="stable", ignore_index=True)
    frame.attrs["method"] = method
    return frame


def balance(heroes, villains, side, names, field, amounts, **how):
    """Return (amount, frame): the amount at which both sides' chances to win are nearest.

    The frame is that of `vary`. Fighters get a die per thousand XP, so that an even fight may lie
    between two amounts. Of equally good amounts the smallest change is taken.

    >>> from combat.marked_for_death import Fighter, Team
    >>> tom, orc = Team((Fighter("Tom", 7001),)), Team((Fighter("Orc", 3900),))
    >>> balance(tom, orc, "villains", ["Orc"], "bonus_xp", range(0, 6000, 1000))[0]
    4000
    """
    amounts = list(dict.fromkeys(amounts))
    frame = vary(heroes, villains, side, names, field, amounts, **how)
    leads = (frame["heroes"] - frame["villains"]).abs().round(12)
    return min(amounts, key=lambda amount: (leads[amount], abs(amount))), frame
