"""What an action costs, and whether it can be paid: uses, readiness, cooldowns, counters."""

import numpy as np


class Costs:
    """The costs of the actions of a `Setup`, paid with some luck."""

    def __init__(self, game, luck):
        self._game, self._luck = game, luck
        self._limited = any(
            action.per_turn is not None and not action.reacts
            for own in game.actions
            for action in own
        )

    @property
    def start_counts(self):
        """Whether anything of them changes at the start of a turn."""
        game = self._game
        return any(kept.width > 0 for kept in (game.recharges, game.cooldowns, game.reactions))

    def start(self, rows):
        """Count the actors' cooldowns down, and make used actions ready again by chance."""
        game = self._game
        if game.cooldowns.width:
            at = rows["_actor"], slice(None), np.arange(rows.many)
            rows["cooling"][at] = np.maximum(rows["cooling"][at] - 1, 0)
        if game.reactions.width:
            rows["reacted"][rows["_actor"], :, np.arange(rows.many)] = 0
        for number in range(game.recharges.width):
            ready = rows["ready"][rows["_actor"], number, np.arange(rows.many)] != 0
            chance = game.recharges.values[game.kind_of(rows, rows["_actor"]), number]
            rows, again = self._luck.coin(rows, np.where(ready, 0, chance))
            at = rows["_actor"], number, np.arange(rows.many)
            rows["ready"][at] |= again
        return rows

    def turn(self, rows):
        """Return the fights where the actors' turns begin: nothing is done in them yet."""
        if self._limited:
            most = max(map(len, self._game.actions))
            rows["_done"] = np.zeros((self._game.fighters, most, rows.many), np.int16)
        if self._game.again:
            rows["_strikes"] = np.zeros(rows.many, np.int16)
        return rows

    def can_pay(self, rows, who, kind, number):
        """Whether fighters of a kind can pay an action: bools, or True for all."""
        able = True
        for there, _ in self._needed(rows, who, kind, number):
            able &= there
        return able

    def lacking(self, rows, who, kind, number):
        """What keeps a fighter of the one fight from an action, in words; "" if he can pay it."""
        needed = self._needed(rows, who, kind, number)
        return next((words for there, words in needed if not there[0]), "")

    def _needed(self, rows, who, kind, number):
        """Yield (bools, whether it is there; words for its lack) of each cost of an action."""
        game, every = self._game, np.arange(rows.many)
        action = game.actions[kind][number]
        if (kind, number) in game.uses.places:
            yield rows["uses"][who, game.uses.places[kind, number], every] > 0, "which is used up"
        if (kind, number) in game.recharges.places:
            index = game.recharges.places[kind, number]
            yield rows["ready"][who, index, every] != 0, "which isn't ready"
        if (kind, number) in game.cooldowns.places:
            index = game.cooldowns.places[kind, number]
            yield rows["cooling"][who, index, every] == 0, "which is on cooldown"
        if (kind, number) in game.reactions.places:
            index = game.reactions.places[kind, number]
            most = game.reactions.values[kind, index]
            yield rows["reacted"][who, index, every] < most, "which was done as often as it may be"
        for name, amount in action.spends:
            points = rows["points"][who, game.counters.index(name), every]
            yield points >= amount, f"which takes {amount} {name}"
        if action.per_turn is not None and "_done" in rows and not action.reacts:
            done = rows["_done"][who, number, every]
            yield done < action.per_turn, "which was done as often as it may be"

    def pay(self, rows, who, kind, number):
        """Pay an action, in place."""
        game, every = self._game, np.arange(rows.many)
        action = game.actions[kind][number]
        if (kind, number) in game.uses.places:
            rows["uses"][who, game.uses.places[kind, number], every] -= 1
        if (kind, number) in game.recharges.places:
            rows["ready"][who, game.recharges.places[kind, number], every] = 0
        if (kind, number) in game.cooldowns.places:
            rows["cooling"][who, game.cooldowns.places[kind, number], every] = action.cooldown
        if (kind, number) in game.reactions.places:
            rows["reacted"][who, game.reactions.places[kind, number], every] += 1
        for name, amount in action.spends:
            rows["points"][who, game.counters.index(name), every] -= amount
        if action.per_turn is not None and not action.reacts:
            rows["_done"][who, number, every] += 1

    def gains(self, rows, who, action):
        """Give an actor the counters that it gains by an action; who: the name of places."""
        game = self._game
        for name, amount in action.gains:
            index = game.counters.index(name)
            draw = np.full(rows.many, game.draws.of(amount))
            rows, drawn, _ = self._luck.draw(rows, game.draws, draw)
            at = rows[who], index, np.arange(rows.many)
            before = rows["points"][at]
            most = game.counted[1][game.kind_of(rows, rows[who]), index]
            rows["points"][at] = np.maximum(before, np.minimum(before + drawn, most))
        return rows
