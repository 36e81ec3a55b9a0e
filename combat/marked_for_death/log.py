"""The battle log as text, and the source's result table at its head."""

from itertools import groupby

import numpy as np
import pandas as pd

from combat.core.checks import check_whole
from combat.marked_for_death.rules import Rules
from combat.marked_for_death.side import Side

NO_ONE = "<no one>"


def stats(team, rules=Rules(), *, round=1):
    """Return the source's table as a frame: a row for each fighter with hit points, by Name.

    Columns as in the manual: HP, ToHit, ToDefend, AOE, Total XP, OffenseDice, DefenseDice,
    Bodyguarding, LinkedTo. Chances are probabilities. "All buffs are applied before the >100%
    check is performed". round: from 1; each past round lowers ToDefend. A name that nobody has
    is printed as "<no one>". ValueError for a round below 1.

    >>> from combat.marked_for_death import Fighter, Team
    >>> stats(Team((Fighter("Dragon", 14500, bonus_to_hit=0.96),))).iloc[:, :6]
            HP  ToHit  ToDefend  AOE  Total XP  OffenseDice
    Name
    Dragon   2   0.99       0.3    1     14500           19
    """
    side, round = Side(team, rules), int(check_whole("round", round, low=1))
    numbers = side.numbers(np.ones(len(side.names), bool), round)
    columns = {
        "HP": side.hit_points,
        "ToHit": numbers.to_hit,
        "ToDefend": numbers.to_defend,
        "AOE": side.aoe,
        "Total XP": [_whole_if_it_is(fighter.total_xp) for fighter in side.fighters],
        "OffenseDice": numbers.offense_dice,
        "DefenseDice": numbers.defense_dice,
        "Bodyguarding": [_known(fighter.bodyguard_for, side) for fighter in side.fighters],
        "LinkedTo": [_known(fighter.linked_to, side) for fighter in side.fighters],
    }
    return pd.DataFrame(columns, pd.Index(side.names, name="Name", dtype=object))


def described(team, rules=Rules()):
    """Return the lines that the manual prints for a team at the start of a battle."""
    return [_line(*row) for row in stats(team, rules).itertuples(name=None)]


def _line(name, hp, to_hit, to_defend, aoe, xp, offense_dice, defense_dice, guarded, linked):
    return (
        f"{name}: HP({hp}), ToHit({_percent(to_hit)}), ToDefend({_percent(to_defend)}), "
        f"AOE ({aoe}), Total XP ({_whole_if_it_is(xp)}), OffenseDice({offense_dice}), "
        f"DefenseDice({defense_dice}), Bodyguarding {guarded}, LinkedTo {linked}"
    )


def _percent(chance):
    return f"{round(chance * 100, 2):g}%"


def _whole_if_it_is(xp):
    return int(xp) if xp == int(xp) else float(xp)


def _known(name, side):
    return name if name in side.names else NO_ONE


_ENDS = {
    "heroes": "All villains are dead: the heroes win.",
    "villains": "All heroes are dead: the villains win.",
    "draw": "Nobody is left standing: a draw.",
    None: "Both sides still stand: the greatest number of rounds is fought.",
}


def battle_log(teams, history, winner, rules):
    """Return the log of a battle as text."""
    lines = [f"Note: {warning}" for team in teams.values() for warning in team.warnings]
    lines += [""] * bool(lines)
    for name, team in teams.items():
        lines += [f"The {name}:", *_indented(described(team, rules)), ""]
    for played in history:
        lines += [f"Round {played.number}, fight!", *_round(played), ""]
    return "\n".join([*lines, f"{_ENDS[winner]} Rounds: {len(history)}.", ""])


def _round(played):
    lines = []
    for _, blows in groupby(played.blows, key=lambda blow: blow.side):
        lines += [*_indented(line for blow in blows for line in _blow(blow)), ""]
    for side, after in played.after.items():
        linked = played.linked[side]
        killed = [name for name, left in after.items() if left <= 0 and name not in linked]
        lines += [f"  Killed among the {side}: {_listed(killed)}"]
        if linked:
            lines += [f"  Also killed (linked): {_listed(linked)}"]
        alive = [f"{name} ({left} HP)" for name, left in after.items() if left > 0]
        lines += [f"  Left of the {side}: {_listed(alive)}"]
    return lines


def _blow(blow):
    lines = []
    if blow.target != blow.drawn:
        lines.append(f"{blow.target} steps in for {blow.drawn}, whom {blow.attacker} goes for.")
    rolled = f"({blow.hits} hit, {blow.blocks} blocked)"
    lines.append(
        f"{blow.attacker} hits {blow.target} for {blow.damage} HP {rolled}."
        if blow.damage
        else f"{blow.attacker} swings at {blow.target}: no harm {rolled}."
    )
    return lines


def _indented(lines):
    return [f"  {line}" for line in lines] or ["  <no one>"]


def _listed(names):
    return ", ".join(names) or "<no one>"
