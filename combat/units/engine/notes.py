"""What an answer about a fight by turns leaves out, or what a reader may not expect: sentences."""

from combat.units.cautions import noted
from combat.units.sheets.schema import LIMITS

ADDED_UP = (
    "What is dealt and what is healed in one moment is added up: a heal saves only where points "
    "and heals together are more than what is dealt."
)
_WHEN = {"both": "a round", "coin": "a side's part of a round", "faster": "one speed"}


def aimed_together(order):
    """Return that all who act at once aim before any blow falls; order: as in `Rules`."""
    return (
        f"All who act in {_WHEN[order]} aim before any of their blows falls: blows at a target "
        f"that has fallen by then are lost; for them to go on to the next write overkill='next', "
        f"or an order in which one acts after another."
    )


def notes_of(game, ever_true):
    """Return the notes on a fight of a `CompiledFight`: a tuple."""
    notes = []
    sides = [int((game.side == side).sum()) for side in (0, 1)]
    if game.together and not game.knows_its_side and max(sides) > 1:
        notes.append(aimed_together(game.rules.order))
    if game.together and game.heals:
        notes.append(ADDED_UP)
    notes += noted(game.kinds, game.rules)
    notes += _slowed(game) if game.paced else []
    for (kind, number), ever in sorted(ever_true.items()):
        action = game.actions[kind][number]
        if not ever:
            notes.append(
                f"{game.kinds[kind].name} never comes to {action.name}: its condition "
                f"'{action.when.text}' never holds in this fight."
            )
    return tuple(notes)


def _slowed(game):
    """Sentences on statuses that may leave a unit no speed."""
    least, slowest = LIMITS["speed"][0], min(unit.role("speed") for unit in game.kinds)
    return [
        f"'{status.name}' may bring a speed of {slowest:g} down to 0 or below, which counts as "
        f"{least:g}, an action in {1 / least:g} turns: for none write skips = yes."
        for status in game.statuses
        for column, how, number in status.changes
        if (column, how) == ("speed", "+") and slowest + number * status.stacks <= 0
    ]
