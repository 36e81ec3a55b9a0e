"""A fighter's turn: statuses act, free actions, then the first action that it can and wants to do.

Written once for many fights at once: whether each outcome is followed or dice are rolled is up to
the `luck`, see `combat.units.engine.rows`.
"""

import numpy as np

from combat.units.engine.game import BY_TURNS, ENDLESS
from combat.units.engine.rows import joined

_STRIKES = 1000  # numbers of luck that an action may have


class Turns:
    """The turns of a `Game`, taken with some luck (`Branching` or `Rolling`)."""

    def __init__(self, game, luck):
        self.game, self.luck = game, luck

    # Statuses

    def start(self, rows):
        """Let the statuses of the actors act, and count; "_acts" is whether they may act."""
        game, luck = self.game, self.luck
        for place, status in enumerate(game.statuses):
            for amount, sign in ((status.loses, -1), (status.gains, 1)):
                if amount is not None:
                    rows = self._lose_or_gain(rows, place, status, game.draws.of(amount), sign)
        if game.statuses:
            left, at = rows["left"], (rows["_actor"], slice(None), np.arange(rows.many))
            rows["left"][at] = np.where(left[at] > 1, left[at] - 1, left[at])
        rows = self._recharged(rows)
        rows["_acts"] = _of(rows["hp"], rows) > 0
        for place, status in enumerate(game.statuses):
            if status.skips:
                rows, skips = luck.coin(rows, np.where(self._has(rows, place), status.skips, 0))
                rows["_acts"] = rows["_acts"] & ~skips
        return rows

    def _has(self, rows, place):
        """Whether the actor has a status."""
        return rows["left"][rows["_actor"], place, np.arange(rows.many)] != 0

    def _lose_or_gain(self, rows, place, status, draw, sign):
        alive = _of(rows["hp"], rows) > 0
        has = self._has(rows, place) & alive
        if not has.any():
            return rows
        rows, amounts, _ = self.luck.draw(
            rows, self.game.draws, np.where(has, draw, self.game.nothing)
        )
        at = rows["_actor"], np.arange(rows.many)
        if self.game.stacks_kept:
            amounts = amounts * rows["stacks"][rows["_actor"], place, at[1]]
        points = rows["hp"][at]
        if sign > 0:
            full = self.game.full[self.game.kind_of(rows, rows["_actor"])]
            after = np.where(points > 0, np.minimum(points + amounts, np.maximum(full, points)), 0)
        else:
            least = 0 if status.kills else np.minimum(points, 1)
            after = np.maximum(points - amounts, least)
        rows["hp"][at] = np.where(amounts > 0, after, points)
        return rows

    def _recharged(self, rows):
        """Make used actions ready again, each with its chance."""
        game = self.game
        for number in range(game.recharges.width):
            ready = rows["ready"][rows["_actor"], number, np.arange(rows.many)] != 0
            chance = game.recharges.values[game.kind_of(rows, rows["_actor"]), number]
            rows, again = self.luck.coin(rows, np.where(ready, 0, chance))
            at = rows["_actor"], number, np.arange(rows.many)
            rows["ready"][at] |= again
        return rows

    def end(self, rows):
        """End the statuses of the actors whose turns are over, or whom chance lets go."""
        for place, status in enumerate(self.game.statuses):
            at = rows["_actor"], place, np.arange(rows.many)
            rows["left"][at] = np.where(rows["left"][at] == 1, 0, rows["left"][at])
            if status.ends:
                rows, over = self.luck.coin(rows, np.where(self._has(rows, place), status.ends, 0))
                at = rows["_actor"], place, np.arange(rows.many)
                rows["left"][at] = np.where(over, 0, rows["left"][at])
            if self.game.stacks_kept:
                rows["stacks"][at] = np.where(rows["left"][at] == 0, 0, rows["stacks"][at])
        return rows

    # What a fighter does

    def act(self, rows, again=0):
        """Let the actors do their free actions, and one that takes the turn.

        again: how many actions they have done in this turn; free ones come with the first.
        """
        acting, idle = rows.parted(rows["_acts"] & (self._seen(rows, "hp", rows["_actor"]) > 0))
        if not acting.many:
            return rows
        kinds = self.game.kind_of(acting, acting["_actor"])
        found = [idle]
        for kind in np.unique(kinds).tolist():
            own = acting.take(kinds == kind)
            if again == 0:
                own = self._free(own, kind)
            found.append(self._main(own, kind, again))
        return joined(found)

    def _free(self, rows, kind):
        for number, action in enumerate(self.game.actions[kind]):
            if action.free:
                rows = self._tried(rows, kind, number, 0, lambda rest: rest)
        return rows

    def _main(self, rows, kind, again):
        numbers = [
            number for number, action in enumerate(self.game.actions[kind]) if not action.free
        ]

        def first_of(numbers):
            def tried(rows):
                if not numbers:
                    return rows
                return self._tried(rows, kind, numbers[0], again, first_of(numbers[1:]))

            return tried

        return first_of(numbers)(rows)

    def _tried(self, rows, kind, number, again, otherwise):
        """Do an action where the actors can and want to, something else where they don't."""
        rows["_open"] = self._open(rows, rows["_actor"], kind, number)
        doing, rest = rows.parted(rows["_open"].any(axis=0))
        found = [otherwise(rest)] if rest.many else []
        if doing.many:
            self.luck.begin(doing, (again * 100 + number + 1) * _STRIKES)
            found.append(self._done(doing, kind, number))
        return joined(found)

    def _open(self, rows, who, kind, number, among=None):
        """Whom an action may be aimed at: bools (fighters, fights), none where it can't be done.

        who: the places of the actors. among: those that come into question at all.
        """
        game = self.game
        action = game.actions[kind][number]
        hp = self._seen(rows, "hp")
        if action.on == "self":
            found = np.arange(game.fighters)[:, None] == who
        else:
            found = (game.side[:, None] == game.side[who]) == (action.on == "ally")
        found = found & (self._aimed(rows) > 0)
        if among is not None:
            found &= among
        if action.only_heals:
            found &= hp < game.of_slots(game.full, rows)
        if (kind, number) in game.uses.at:
            found &= rows["uses"][who, game.uses.at[kind, number], np.arange(rows.many)] > 0
        if (kind, number) in game.recharges.at:
            found &= rows["ready"][who, game.recharges.at[kind, number], np.arange(rows.many)] != 0
        if action.when is not None and found.any():
            views = (_View(self, rows, who), _View(self, rows, None), _Fight(self, rows, who))
            found = found & action.when.holds(*views)
        return found

    def _done(self, rows, kind, number):
        game, action = self.game, self.game.actions[kind][number]
        every = np.arange(rows.many)
        if (kind, number) in game.uses.at:
            rows["uses"][rows["_actor"], game.uses.at[kind, number], every] -= 1
        if (kind, number) in game.recharges.at:
            rows["ready"][rows["_actor"], game.recharges.at[kind, number], every] = 0
        if action.on == "foe" and game.rules.order in BY_TURNS:
            rows = self._exchange(rows, kind, number)
        elif action.on == "foe":
            rows = self._strikes(rows, kind, number)
        else:
            rows = self._helped(rows, action)
        for gift in action.gets:
            rows = self._given(rows, rows["_actor"], gift, np.ones(rows.many, bool))
        return self.luck.settled(rows)

    def _pick(self, rows, open_to, whom):
        """Choose one of those open to each: "_target", -1 for none."""
        if whom == "random":
            rows, target = self.luck.choose(rows, open_to)
        else:
            hp = self._aimed(rows)
            worth = {
                "front": lambda: 0,
                "weakest": lambda: hp,
                "strongest": lambda: -hp,
                "hurt": lambda: hp - self.game.of_slots(self.game.full, rows),
            }[whom]()
            least = np.where(open_to, worth, np.iinfo(np.int64).max).argmin(axis=0)
            target = np.where(open_to.any(axis=0), least, -1)
        rows["_target"] = target
        return rows

    def _whom(self, rows, action):
        if action.whom is not None:
            return [(action.whom, np.ones(rows.many, bool))]
        if action.on == "ally":
            return [("hurt", np.ones(rows.many, bool))]
        one, other = self.game.targeting
        if one == other:
            return [(one, np.ones(rows.many, bool))]
        side = self.game.side[rows["_actor"]]
        return [(one, side == 0), (other, side == 1)]

    def _aim(self, rows, open_to, action):
        """As `_pick`, as the action or the side says; open_to: the name of an array of rows."""
        ways = self._whom(rows, action)
        if len(ways) == 1:
            return self._pick(rows, rows[open_to], ways[0][0])
        parts = [rows.take(where) for _, where in ways]
        return joined(
            [
                self._pick(part, part[open_to], way)
                for part, (way, _) in zip(parts, ways, strict=True)
                if part.many
            ]
        )

    def _targets(self, action):
        return int(min(action.targets, self.game.fighters))

    def _helped(self, rows, action):
        """Heal, cure and give statuses to an actor's own side."""
        for _ in range(self._targets(action)):
            if action.on == "self":
                rows["_target"] = rows["_actor"]
            else:
                rows = self._aim(rows, "_open", action)
            self._close(rows)
            for _ in range(action.times):
                rows = self._help(rows, action)
        return rows

    def _help(self, rows, action):
        where = rows["_target"] >= 0
        if action.heals is not None:
            draw = self.game.draws.of(action.heals)
            rows, points, _ = self.luck.draw(
                rows, self.game.draws, np.where(where, draw, self.game.nothing)
            )
            where = rows["_target"] >= 0
            self._heal(rows, np.maximum(rows["_target"], 0), np.where(where, points, 0))
        self._cure(rows, rows["_target"], action, where)
        for gift in action.gives:
            rows = self._given(rows, rows["_target"], gift, rows["_target"] >= 0)
        return rows

    def _close(self, rows):
        """Take the targets off what is open, so that the next target is another."""
        where = np.flatnonzero(rows["_target"] >= 0)
        rows["_open"][rows["_target"][where], where] = False

    def _heal(self, rows, who, points):
        at = who, np.arange(rows.many)
        before = rows["hp"][at]
        if "_hp" in rows:  # several act at once: held to the full ones when all have acted
            rows["hp"][at] = before + points
            return
        full = self.game.full[self.game.kind_of(rows, who)]
        rows["hp"][at] = np.where(before > 0, np.minimum(before + points, full), before)

    def _cure(self, rows, who, action, where):
        for place, status in enumerate(self.game.statuses):
            if status.name in action.cures:
                self._end_status(rows, who, place, where)

    def _end_status(self, rows, who, place, where):
        chosen = np.flatnonzero(where)
        rows["left"][who[chosen], place, chosen] = 0
        if self.game.stacks_kept:
            rows["stacks"][who[chosen], place, chosen] = 0

    def _given(self, rows, who, gift, where):
        """Give a status to some; who: their places, an array of rows by its name or itself."""
        rows["_who"], rows["_where"] = np.maximum(who, 0), where
        if gift.chance < 1:
            rows, lands = self.luck.coin(rows, np.where(rows["_where"], gift.chance, 0))
            rows["_where"] = lands
        turns = gift.turns
        if turns is None:
            lasting = np.full(rows.many, _kept(gift.status.turns))
        else:
            draw = self.game.draws.of(turns)
            places = np.where(rows["_where"], draw, self.game.nothing)
            rows, drawn, _ = self.luck.draw(rows, self.game.draws, places)
            lasting = drawn + 1
        chosen = np.flatnonzero(rows["_where"])
        at = rows["_who"][chosen], self.game.statuses.index(gift.status), chosen
        before, now = rows["left"][at], lasting[chosen]
        endless = (before == ENDLESS) | (now == ENDLESS)
        rows["left"][at] = np.where(endless, ENDLESS, np.maximum(before, now))
        if self.game.stacks_kept:
            rows["stacks"][at] = np.minimum(rows["stacks"][at] + 1, gift.status.stacks)
        return rows.without("_who", "_where")

    # Blows

    def _strikes(self, rows, kind, number):
        """All strikes of an action at foes."""
        action, game = self.game.actions[kind][number], self.game
        everybody = self._targets(action) >= game.fighters
        rows["_met"] = np.zeros_like(rows["_open"])
        for _ in range(self._targets(action)):
            rows["_free"] = rows["_open"] & ~rows["_met"] & (self._aimed(rows) > 0)
            if not rows["_free"].any():
                break
            # Where all are struck their order is that of the army.
            rows = (
                self._pick(rows, rows["_free"], "front")
                if everybody
                else self._aim(rows, "_free", action)
            )
            self._meet(rows)
            for time in range(action.times):
                if time and not (rows := self._onward(rows, action))["_target"].max() >= 0:
                    break
                rows = self._strike(rows, rows["_actor"], kind, number, rows["_target"])
                rows = self.luck.settled(rows)
        return rows.without("_met", "_free")

    def _meet(self, rows):
        where = np.flatnonzero(rows["_target"] >= 0)
        rows["_met"][rows["_target"][where], where] = True

    def _onward(self, rows, action):
        """Turn to the next target where the one struck has fallen, or to none."""
        every = np.arange(rows.many)
        target = rows["_target"]
        stands = (target >= 0) & (self._aimed(rows)[np.maximum(target, 0), every] > 0)
        if stands.all():
            return rows
        if not self.game.next_target:
            rows["_target"] = np.where(stands, target, -1)
            return rows
        struck = np.arange(self.game.fighters)[:, None] == target
        others = rows["_open"] & ~rows["_met"] & (self._aimed(rows) > 0)
        rows["_free"] = np.where(stands, struck, others & (target >= 0))
        rows = self._aim(rows, "_free", action)
        self._meet(rows)
        return rows

    def _strike(self, rows, who, kind, number, target):
        """One blow of each actor at its target, if it has one; who, target: places."""
        game, action = self.game, self.game.actions[kind][number]
        there, foe = target >= 0, np.maximum(target, 0)
        rows["_by"], rows["_at"], rows["_there"] = who, foe, there
        places = game.blows.places(
            kind,
            number,
            action,
            self._code(rows, who),
            game.kind_of(rows, foe),
            self._code(rows, foe),
        )
        places = np.where(there, places, game.nothing)
        rows, damage, hits = self.luck.draw(rows, game.draws, places)
        who, foe = rows["_by"], rows["_at"]
        taken = self._take(rows, foe, damage)
        if action.drain:
            self._heal(rows, who, np.floor(taken * action.drain + 1e-9).astype(np.int64))
        for place, status in enumerate(game.statuses):
            if status.broken:
                self._end_status(rows, foe, place, taken > 0)
        hits = hits & rows["_there"]
        self._cure(rows, foe, action, hits)
        for gift in action.gives:
            rows["_hit"] = hits
            rows = self._given(rows, rows["_at"], gift, rows["_hit"])
            hits = rows.pop("_hit")
        return rows.without("_by", "_at", "_there")

    def _take(self, rows, foe, damage):
        """Take hit points of each target; how many it has lost, at most what was left."""
        at = foe, np.arange(rows.many)
        taken = np.minimum(damage, np.maximum(self._aimed(rows)[at], 0))
        rows["hp"][at] -= damage if "_hp" in rows else taken
        return taken

    def _code(self, rows, who):
        if not self.game.statuses:
            return np.zeros(rows.many, int)
        every = np.arange(rows.many)
        left = self._seen(rows, "left")[who, :, every].T
        stacks = None
        if self.game.stacks_kept:
            stacks = self._seen(rows, "stacks")[who, :, every].T
        return self.game.blows.code(left, stacks)

    # Attacks that are answered

    def _exchange(self, rows, kind, number):
        """An attack and its answer, strike by strike or one after the other."""
        action = self.game.actions[kind][number]
        rows = self._aim(rows, "_open", action)
        rows["_foe"] = rows["_target"]
        target_kinds = self.game.kind_of(rows, rows["_foe"])
        found = []
        for other in np.unique(target_kinds).tolist():
            found.append(self._answered(rows.take(target_kinds == other), kind, number, other))
        return joined(found).without("_foe")

    def _answered(self, rows, kind, number, other):
        """The same where the one attacked is of one kind: his first action that he can answer."""
        able = np.ones(rows.many, bool)
        for place, status in enumerate(self.game.statuses):
            if status.skips:
                rows["_able"] = able
                has = rows["left"][rows["_foe"], place, np.arange(rows.many)] != 0
                rows, skips = self.luck.coin(rows, np.where(has, status.skips, 0))
                able = rows.pop("_able") & ~skips
        unable, rest = rows.parted(~able)
        found = [self._blow_by_blow(unable, kind, number, other, None)] if unable.many else []
        for answer, action in enumerate(self.game.actions[other]):
            if action.free or action.on != "foe" or not rest.many:
                continue
            attacker = np.arange(self.game.fighters)[:, None] == rest["_actor"]
            can = self._open(rest, rest["_foe"], other, answer, attacker).any(axis=0)
            answering, rest = rest.parted(can)
            if answering.many:
                found.append(self._blow_by_blow(answering, kind, number, other, answer))
        if rest.many:
            found.append(self._blow_by_blow(rest, kind, number, other, None))
        return joined(found)

    def _blow_by_blow(self, rows, kind, number, other, answer):
        """The strikes of both, in the order of the rules."""
        game = self.game
        own = game.actions[kind][number]
        theirs = None if answer is None else game.actions[other][answer]
        if theirs is not None:
            self._spend(rows, rows["_foe"], other, answer)
        attack, defence = ("_actor", kind, number, "_foe"), ("_foe", other, answer, "_actor")
        times = own.times, 0 if theirs is None else theirs.times
        if game.rules.order == "alternate":
            course = [
                side
                for time in range(max(times))
                for side, many in ((attack, times[0]), (defence, times[1]))
                if time < many
            ]
        else:
            course = [attack] * times[0] + [defence] * times[1]
            units = game.kinds[kind], game.kinds[other]
            if game.rules.follows_up(*units):
                course += [attack] * times[0]
            elif theirs is not None and game.rules.follows_up(*units[::-1]):
                course += [defence] * times[1]
        for by, of, place, at in course:
            stands = (_of(rows["hp"], rows, by) > 0) & (_of(rows["hp"], rows, at) > 0)
            if not stands.any():
                break
            rows = self._strike(rows, rows[by], of, place, np.where(stands, rows[at], -1))
            rows = self.luck.settled(rows)
        for gift in () if theirs is None else theirs.gets:
            rows = self._given(rows, rows["_foe"], gift, np.ones(rows.many, bool))
        return rows

    def _spend(self, rows, who, kind, number):
        every = np.arange(rows.many)
        if (kind, number) in self.game.uses.at:
            rows["uses"][who, self.game.uses.at[kind, number], every] -= 1
        if (kind, number) in self.game.recharges.at:
            rows["ready"][who, self.game.recharges.at[kind, number], every] = 0

    # What is seen

    def _seen(self, rows, name, who=None):
        """An array as it was when all who act at once began, or as it is; who: of these alone."""
        array = rows.get(f"_{name}", rows.get(name))
        return array if who is None else array[who, np.arange(rows.many)]

    def _aimed(self, rows):
        """The hit points that count where somebody aims."""
        return rows["hp"] if self.game.next_target else self._seen(rows, "hp")


def _of(array, rows, name="_actor"):
    return array[rows[name], np.arange(rows.many)]


def _kept(turns):
    return ENDLESS if turns is None else turns + 1


class _View:
    """What a condition may ask of an actor (who: places), or of all fighters (None)."""

    def __init__(self, turns, rows, who):
        self._turns, self._rows, self._who = turns, rows, who

    def number(self, column):
        game, rows = self._turns.game, self._rows
        if column == "hp":
            return self._of(self._turns._seen(rows, "hp"))
        values = game.full if column == "full hp" else np.array([u[column] for u in game.kinds])
        if self._who is None:
            return game.of_slots(values, rows)
        return values[game.kind_of(rows, self._who)]

    def has(self, name):
        left = self._turns._seen(self._rows, "left")
        found = np.zeros((left.shape[0], left.shape[2]), bool)
        for place, status in enumerate(self._turns.game.statuses):
            if status.name.casefold() == name.casefold():
                found |= left[:, place] != 0
        return self._of(found)

    def _of(self, array):
        return array if self._who is None else array[self._who, np.arange(self._rows.many)]


class _Fight:
    """What a condition may ask of the fight as an actor sees it."""

    def __init__(self, turns, rows, who):
        self._turns, self._rows, self._who = turns, rows, who

    def number(self, what):
        if what == "round":
            return self._rows["turn"]
        side = self._turns.game.side
        own = side[:, None] == side[self._who]
        stands = self._turns._seen(self._rows, "hp") > 0
        if what == "foes":
            return (stands & ~own).sum(axis=0)
        return (stands & own).sum(axis=0) - 1
