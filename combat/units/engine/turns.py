"""A fighter's turn: its statuses act, then its free actions, then the first other open action.

An action is open if it is possible and its condition holds. A turn is written once, for many fights
at once: the `luck` decides whether every outcome is followed or dice are rolled, see
`combat.units.engine.rows`.
"""

import numpy as np

from combat.units.engine.game import BY_TURNS, ENDLESS
from combat.units.engine.rows import joined
from combat.units.engine.seen import OfActor, OfFight, OfTargets

_STRIKES = 1000  # numbers for `luck.begin` from one action to the next
_NOBODY = 2**30  # more hit points than anybody has


class Turns:
    """The turns of a `Game`, taken with some luck (`Branching` or `Rolling`)."""

    def __init__(self, game, luck, preferred=None):
        self.game, self.luck, self._preferred = game, luck, preferred

    # Statuses

    @property
    def start_counts(self):
        """Whether anything may happen at the start of a turn."""
        return bool(self.game.statuses) or self.game.recharges.width > 0

    def start(self, rows):
        """Let the actors' statuses act and count down; "_acts" is whether the actors may act."""
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
        """End the actors' statuses whose turns are over, and those that end by chance."""
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

    def act(self, rows, actions=1):
        """Let the actors that may act do their free actions, then `actions` that take a turn."""
        acting, idle = rows.parted(rows["_acts"])
        if not acting.many:
            return rows
        kinds = self.game.kind_of(acting, acting["_actor"])
        found = [idle]
        for kind in np.unique(kinds).tolist():
            own = self._free(self._knowing(acting.take(kinds == kind)), kind)
            for done in range(actions):
                own = self._main(own, kind, done)
            found.append(own)
        return joined(found)

    def _knowing(self, rows):
        """Note the actors' own statuses, which they see change even if several act at once."""
        if self.game.together and self.game.self_given:
            every = np.arange(rows.many)
            rows["_mine"] = rows["left"][rows["_actor"], :, every].T.copy()
            rows["_mine_stacks"] = rows["stacks"][rows["_actor"], :, every].T.copy()
        return rows

    def _free(self, rows, kind):
        """Let actors of a kind do their free actions."""
        for number, action in enumerate(self.game.actions[kind]):
            if action.free and rows.many:
                rows = joined([*self._tried(rows, kind, number, 0)])
        return rows

    def _main(self, rows, kind, again):
        """Let actors of a kind do the first action that is open to them."""
        numbers = [
            number for number, action in enumerate(self.game.actions[kind]) if not action.free
        ]
        if kind == 0 and self._preferred is not None:
            numbers.sort(key=lambda number: number != self._preferred)
        found = []
        for number in numbers:
            done, rows = self._tried(rows, kind, number, again)
            found.append(done)
            if not rows.many:
                break
        return joined([*found, rows])

    def _tried(self, rows, kind, number, again):
        """Do an action in the fights where it is open; return these fights, and the others."""
        rows["_open"] = self._open(rows, rows["_actor"], kind, number)
        doing, others = rows.parted(rows["_open"].any(axis=0))
        if doing.many:
            self.luck.begin(doing, (again * 100 + number + 1) * _STRIKES)
            doing = self._done(doing, kind, number)
        return doing, others

    def _open(self, rows, who, kind, number, among=None):
        """The fighters that an action may be aimed at: bools (fighters, fights).

        All are False where the action is impossible or its condition doesn't hold. who: the places
        of the actors. among: a mask of the only possible targets, or None.
        """
        game = self.game
        action = game.actions[kind][number]
        if action.on == "self":
            found = np.arange(game.fighters)[:, None] == who
        else:
            found = (game.side[:, None] == game.side[who]) == (action.on == "ally")
        found = found & (self.aimed(rows, action) > 0)
        if among is not None:
            found &= among
        if action.only_heals:
            found &= rows["hp"] < game.of_slots(game.full, rows)
        if (kind, number) in game.uses.places:
            found &= rows["uses"][who, game.uses.places[kind, number], np.arange(rows.many)] > 0
        if (kind, number) in game.recharges.places:
            found &= (
                rows["ready"][who, game.recharges.places[kind, number], np.arange(rows.many)] != 0
            )
        unasked = kind == 0 and number == self._preferred
        if action.when is not None and not unasked and found.any():
            own = OfActor(self, rows, who)
            views = own, OfTargets(self, rows, action, own), OfFight(self, rows, who)
            found = found & action.when.holds(*views)
        return found

    def _done(self, rows, kind, number):
        game, action = self.game, self.game.actions[kind][number]
        self._spend(rows, rows["_actor"], kind, number)
        answered = action.targets == 1 and not action.free and game.rules.order in BY_TURNS
        if action.on == "foe" and answered:
            return self.luck.settled(self._exchange(rows, kind, number))
        if action.on == "foe":
            rows = self._strikes(rows, kind, number)
        else:
            rows = self._helped(rows, action)
        rows = self._gets(rows, "_actor", action)
        if "_dealt" in rows and not game.next_target:
            rows["_dealt"][:] = 0
        return self.luck.settled(rows)

    def _spend(self, rows, who, kind, number):
        every = np.arange(rows.many)
        if (kind, number) in self.game.uses.places:
            rows["uses"][who, self.game.uses.places[kind, number], every] -= 1
        if (kind, number) in self.game.recharges.places:
            rows["ready"][who, self.game.recharges.places[kind, number], every] = 0

    def _gets(self, rows, who, action):
        """Give actors the statuses that their action gives to themselves."""
        for gift in action.gets:
            rows = self._given(rows, rows[who], gift, np.ones(rows.many, bool))
        return rows

    def _pick(self, rows, open_to, whom, action):
        """Choose one of the open targets in each fight: "_target", -1 for none."""
        if whom == "random":
            rows, target = self.luck.choose(rows, open_to)
        else:
            hp = self.aimed(rows, action)
            worth = {
                "front": lambda: 0,
                "weakest": lambda: hp,
                "strongest": lambda: -hp,
                "hurt": lambda: hp - self.game.of_slots(self.game.full, rows),
            }[whom]()
            least = np.where(open_to, worth, _NOBODY).argmin(axis=0)
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
        """As `_pick`, as the action or the side targets; open_to: the name of a mask in rows."""
        ways = self._whom(rows, action)
        if len(ways) == 1:
            return self._pick(rows, rows[open_to], ways[0][0], action)
        parts = [rows.take(where) for _, where in ways]
        return joined(
            [
                self._pick(part, part[open_to], way, action)
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
        if action.heals is not None:
            draw = self.game.draws.of(action.heals)
            places = np.where(rows["_target"] >= 0, draw, self.game.nothing)
            rows, points, _ = self.luck.draw(rows, self.game.draws, places)
            there = rows["_target"] >= 0
            self._heal(rows, np.maximum(rows["_target"], 0), np.where(there, points, 0))
        self._cure(rows, rows["_target"], action, rows["_target"] >= 0)
        for gift in action.gives:
            rows = self._given(rows, rows["_target"], gift, rows["_target"] >= 0)
        return rows

    def _close(self, rows):
        """Close the targets just chosen, so that the next target is another."""
        where = np.flatnonzero(rows["_target"] >= 0)
        rows["_open"][rows["_target"][where], where] = False

    # Effects: at once, or, if several act at once, when all of them have acted.

    def _heal(self, rows, who, points):
        at = who, np.arange(rows.many)
        if "_change" in rows:
            rows["_change"][at] += points
            return
        before = rows["hp"][at]
        full = self.game.full[self.game.kind_of(rows, who)]
        rows["hp"][at] = np.where(before > 0, np.minimum(before + points, full), before)

    def _take(self, rows, foe, damage):
        """Take hit points from each target; return how many it lost, at most what it had."""
        at = foe, np.arange(rows.many)
        if "_change" not in rows:
            taken = np.minimum(damage, rows["hp"][at])
            rows["hp"][at] -= taken
            self._break(rows, foe, taken > 0)
            return taken
        taken = np.minimum(damage, np.maximum(rows["hp"][at] - rows["_dealt"][at], 0))
        rows["_change"][at] -= taken
        rows["_dealt"][at] += taken
        if "_lost" in rows:
            rows["_lost"][at] |= taken > 0
        return taken

    def _break(self, rows, who, where):
        for place, status in enumerate(self.game.statuses):
            if status.broken:
                self._end_status(rows, who, place, where)

    def _cure(self, rows, who, action, where):
        for place, status in enumerate(self.game.statuses):
            if status.name not in action.cures:
                continue
            if "_cures" not in rows:
                self._end_status(rows, who, place, where)
                continue
            chosen = np.flatnonzero(where)
            rows["_cures"][who[chosen], place, chosen] = 1
            if "_mine" in rows:
                mine = where & (who == rows["_actor"])
                rows["_mine"][place, mine] = 0
                if self.game.stacks_kept:
                    rows["_mine_stacks"][place, mine] = 0

    def _end_status(self, rows, who, place, where):
        chosen = np.flatnonzero(where)
        rows["left"][who[chosen], place, chosen] = 0
        if self.game.stacks_kept:
            rows["stacks"][who[chosen], place, chosen] = 0

    def _given(self, rows, who, gift, where):
        """Give fighters a status, each with its chance; who: their places."""
        rows["_who"], rows["_where"] = np.maximum(who, 0), where
        if gift.chance < 1:
            rows, lands = self.luck.coin(rows, np.where(rows["_where"], gift.chance, 0))
            rows["_where"] = lands
        if gift.turns is None:
            turns = np.full(rows.many, _kept(gift.status.turns))
        else:
            draw = self.game.draws.of(gift.turns)
            places = np.where(rows["_where"], draw, self.game.nothing)
            rows, drawn, _ = self.luck.draw(rows, self.game.draws, places)
            turns = drawn + 1
        chosen = np.flatnonzero(rows["_where"])
        place = self.game.statuses.index(gift.status)
        at = rows["_who"][chosen], place, chosen
        if "_gives" not in rows:
            self._give(rows["left"], rows["stacks"], at, turns[chosen], gift.status)
        else:
            self._give(rows["_gives"], rows["_more"], at, turns[chosen])
        if "_mine" in rows:
            mine = chosen[rows["_who"][chosen] == rows["_actor"][chosen]]
            at = place, mine
            self._give(rows["_mine"], rows["_mine_stacks"], at, turns[mine], gift.status)
        return rows.without("_who", "_where")

    def _give(self, left, stacks, at, turns, status=None):
        """Set the longer of the old and the new time, and add a stack."""
        before = left[at]
        endless = (before == ENDLESS) | (turns == ENDLESS)
        left[at] = np.where(endless, ENDLESS, np.maximum(before, turns))
        if self.game.stacks_kept:
            most = 2**14 if status is None else status.stacks
            stacks[at] = np.minimum(stacks[at] + 1, most)

    def begin_phase(self, rows):
        """Begin a phase in which several act at once: from now on effects are only noted."""
        game = self.game
        rows["_dealt"] = np.zeros_like(rows["hp"])
        rows["_change"] = np.zeros(rows["hp"].shape, np.int64)  # heals may sum to more than int32
        if any(status.broken for status in game.statuses):
            rows["_lost"] = np.zeros(rows["hp"].shape, bool)
        if game.statuses:
            rows["_gives"] = np.zeros_like(rows["left"])
            rows["_more"] = np.zeros_like(rows["stacks"])
        if game.cures:
            rows["_cures"] = np.zeros_like(rows["left"])
        return rows

    def end_phase(self, rows):
        """Apply all noted effects: hit points, statuses that losses break, cures, gifts."""
        game = self.game
        full = np.maximum(game.of_slots(game.full, rows), rows["hp"])
        rows["hp"] = np.clip(rows["hp"] + rows["_change"], 0, full)
        for place, status in enumerate(game.statuses):
            gone = rows["_lost"] if status.broken else np.zeros(rows["hp"].shape, bool)
            if game.cures:
                gone = gone | (rows["_cures"][:, place] != 0)
            left = np.where(gone, 0, rows["left"][:, place])
            given = rows["_gives"][:, place]
            endless = (left == ENDLESS) | (given == ENDLESS)
            rows["left"][:, place] = np.where(endless, ENDLESS, np.maximum(left, given))
            if game.stacks_kept:
                stacks = np.where(gone, 0, rows["stacks"][:, place]) + rows["_more"][:, place]
                rows["stacks"][:, place] = np.minimum(stacks, status.stacks)
        return rows.without("_change", "_dealt", "_lost", "_gives", "_more", "_cures")

    # Blows

    def _strikes(self, rows, kind, number):
        """All strikes of an action at foes."""
        action, game = self.game.actions[kind][number], self.game
        everybody = self._targets(action) >= game.fighters
        rows["_met"] = np.zeros_like(rows["_open"])
        for _ in range(self._targets(action)):
            rows["_free"] = rows["_open"] & ~rows["_met"] & (self.aimed(rows, action) > 0)
            # Targets that blows went on to when another fell count as targets, too.
            rows["_free"] &= rows["_met"].sum(axis=0) < action.targets
            if not rows["_free"].any():
                break
            # If all foes are struck, their order is that of the army.
            if everybody:
                rows = self._pick(rows, rows["_free"], "front", action)
            else:
                rows = self._aim(rows, "_free", action)
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
        """Go on to the next target, or to none, where the current one has fallen."""
        every = np.arange(rows.many)
        target = rows["_target"]
        stands = (target >= 0) & (self.aimed(rows, action)[np.maximum(target, 0), every] > 0)
        if stands.all():
            return rows
        if not self.game.next_target:
            rows["_target"] = np.where(stands, target, -1)
            return rows
        struck = np.arange(self.game.fighters)[:, None] == target
        others = rows["_open"] & (self.aimed(rows, action) > 0)
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
            self._code(rows, who, own=True),
            game.kind_of(rows, foe),
            self._code(rows, foe),
        )
        places = np.where(there, places, game.nothing)
        rows, damage, hits = self.luck.draw(rows, game.draws, places)
        who, foe = rows["_by"], rows["_at"]
        taken = self._take(rows, foe, damage)
        if action.drain:
            self._heal(rows, who, np.floor(taken * action.drain + 1e-9).astype(np.int64))
        hits = hits & rows["_there"]
        self._cure(rows, foe, action, hits)
        for gift in action.gives:
            rows["_hit"] = hits
            rows = self._given(rows, rows["_at"], gift, rows["_hit"])
            hits = rows.pop("_hit")
        return rows.without("_by", "_at", "_there")

    def _code(self, rows, who, own=False):
        if not self.game.statuses:
            return np.zeros(rows.many, int)
        if own and "_mine" in rows:
            left, stacks = rows["_mine"], rows["_mine_stacks"]
        else:
            every = np.arange(rows.many)
            left, stacks = (rows[name][who, :, every].T for name in ("left", "stacks"))
        return self.game.blows.code(left, stacks if self.game.stacks_kept else None)

    # Attacks that are answered

    def _exchange(self, rows, kind, number):
        """An attack and its answer, strike by strike or one after the other."""
        action, alternate = self._action(kind, number), self.game.rules.order == "alternate"
        rows = self._aim(rows, "_open", action)
        rows["_foe"] = rows["_target"]
        rows = self._series(rows, "_actor", kind, number, "_foe", 1 if alternate else action.times)
        if not alternate:
            rows = self._gets(rows, "_actor", action)
        kinds = self.game.kind_of(rows, rows["_foe"])
        found = [
            self._answered(rows.take(kinds == other), kind, number, other)
            for other in np.unique(kinds).tolist()
        ]
        return joined(found).without("_foe")

    def _action(self, kind, number):
        return self.game.actions[kind][number]

    def _series(self, rows, who, kind, number, target, times, where=None):
        """Strikes of one at another while both stand; where: the name of a mask, or None."""
        for _ in range(times):
            stands = (_of(rows["hp"], rows, who) > 0) & (_of(rows["hp"], rows, target) > 0)
            if where is not None:
                stands = stands & rows[where]
            if not stands.any():
                break
            rows = self._strike(rows, rows[who], kind, number, np.where(stands, rows[target], -1))
            rows = self.luck.settled(rows)
        return rows

    def _answered(self, rows, kind, number, other):
        """The answer of foes of one kind: their first action at a foe that can be done now."""
        stands = (_of(rows["hp"], rows) > 0) & (_of(rows["hp"], rows, "_foe") > 0)
        rest, over = rows.parted(stands)
        found = [self._followed(over, kind, number, other, None)] if over.many else []
        for answer, action in enumerate(self.game.actions[other]):
            if action.free or action.on != "foe" or not rest.many:
                continue
            attacker = np.arange(self.game.fighters)[:, None] == rest["_actor"]
            can = self._open(rest, rest["_foe"], other, answer, attacker).any(axis=0)
            answering, rest = rest.parted(can)
            if answering.many:
                self._spend(answering, answering["_foe"], other, answer)
                found.append(self._followed(answering, kind, number, other, answer))
        if rest.many:
            found.append(self._followed(rest, kind, number, other, None))
        return joined(found)

    def _followed(self, rows, kind, number, other, answer):
        """What follows an attack once its answer is chosen: the answer and all further strikes."""
        action = self._action(kind, number)
        theirs = None if answer is None else self._action(other, answer)
        attack, defense = ("_actor", kind, number, "_foe"), ("_foe", other, answer, "_actor")
        if self.game.rules.order == "alternate":
            left = [action.times - 1, theirs.times if theirs else 0]
            while any(left):
                for side, course in ((1, defense), (0, attack)):
                    if left[side]:
                        left[side] -= 1
                        rows = self._series(rows, *course, 1)
            rows = self._gets(rows, "_actor", action)
            return self._gets(rows, "_foe", theirs) if theirs else rows
        if theirs:
            rows = self._series(rows, *defense, theirs.times)
            rows = self._gets(rows, "_foe", theirs)
        rows = self._once_more(rows, *attack, action.times)
        return self._once_more(rows, *defense, theirs.times) if theirs else rows

    def _once_more(self, rows, who, kind, number, target, times):
        """The extra strikes of a fighter that follows up."""
        rows["_again"] = self.game.blows.follows(
            kind,
            self._code(rows, rows[who]),
            self.game.kind_of(rows, rows[target]),
            self._code(rows, rows[target]),
        )
        return self._series(rows, who, kind, number, target, times, "_again").without("_again")

    def aimed(self, rows, action):
        """The hit points that count when targets are chosen."""
        if "_dealt" in rows and action.on == "foe":
            return rows["hp"] - rows["_dealt"]
        return rows["hp"]


def _of(array, rows, name="_actor"):
    return array[rows[name], np.arange(rows.many)]


def _kept(turns):
    return ENDLESS if turns is None else turns + 1
