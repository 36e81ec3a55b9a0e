"""The battle log as text."""

from itertools import groupby

from combat.marked_for_death.result_table import described

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
