"""One fight as a reader would tell it, a line for each action, played by the engine itself."""

import numpy as np

from combat.core.checks import check_whole
from combat.core.words import listed
from combat.units.battles.armies import Army, army_of, match_up_by_turns
from combat.units.engine.ends import MOST_ROUNDS
from combat.units.engine.game import AWAY, FLED, OVER
from combat.units.engine.luck import Rolling
from combat.units.engine.orders import TurnLoop
from combat.units.engine.turns import Turns
from combat.units.rules import PLAIN
from combat.units.sheets.unit import Unit
from combat.units.strikes.rolls import FUMBLE, MISS

MOST_TOLD = 40  # fighters


def tell(army, other, rules=PLAIN, *, units=None, targeting="random", max_rounds=None, seed=0):
    """Return one fight as one would tell it: lines of text, to be printed.

    A line for each action says who, what, the dice (a blow's damage, or that it misses or fumbles),
    and what changed; and of actions earlier in the list why they weren't done: the way to see why
    one never is. Where several act in one moment, its results stand behind it. army, other: as for
    `battle`, or a unit each; the other arguments, too. The same seed tells the same fight.
    ValueError for rules with a fight of their own, and for more than 40 fighters.

    >>> from combat.units import Action, Rules, Unit
    >>> potion = Action("Potion", on="self", heals=3, uses=1, when="hp < 50 %")
    >>> hero = Unit("Hero", hp=5, damage=4, actions=[potion])
    >>> print(tell(hero, Unit("Imp", hp=8, damage=3), Rules(hit="always hits", order="first")))
    Round 1
      Hero: attack (4): Imp 8 -> 4 hp. Not Potion, as nobody fulfils 'hp < 50 %'.
      Imp: attack (3): Hero 5 -> 2 hp.
    Round 2
      Hero: Potion (3): Hero 2 -> 5 hp.
      Imp: attack (3): Hero 5 -> 2 hp.
    Round 3
      Hero: attack (4): Imp 4 -> 0 hp, falls. Not Potion, which is used up.
    The first side wins.
    """
    armies = tuple(
        Army(((one, 1),)) if isinstance(one, Unit) else army_of(one, units) for one in (army, other)
    )
    rules.refuse_fight()
    if max_rounds is not None:
        max_rounds = int(check_whole("max_rounds", max_rounds, low=1))
    if not all(map(len, armies)):
        return "Nobody stands against the other: there is no fight to tell."
    if sum(map(len, armies)) > MOST_TOLD:
        raise ValueError(f"{sum(map(len, armies))} fighters are too many to tell of: at most 40")
    met = match_up_by_turns(armies, rules, targeting, max_rounds)
    return "\n".join(_course_of(met.game, _names(armies), int(check_whole("seed", seed, low=0))))


def _names(armies):
    """The fighters' names; a number only where a unit is there several times, a side if in both."""
    found = []
    for side, army in zip(("first", "second"), armies, strict=True):
        both = {unit.name for one in armies if one is not army for unit in one.units}
        for unit, count in army.groups:
            name = f"{unit.name} ({side})" if unit.name in both else unit.name
            found += [name if count == 1 else f"{name} {n}" for n in range(1, count + 1)]
    return found


def _course_of(game, names, seed):
    """Return the lines of one fight of a `CompiledFight`; names: of the fighters, in order."""
    source = _Heard(seed)
    loop = TurnLoop(game, source)
    loop.turns = turns = _Turns(game, source, names)
    w = game.begun([0])
    source.started(w)
    turns.known = w.take([0])
    loop.begun(w)
    lines, last = turns.lines, 0
    lines += [f"  Then: {what}." for what in [turns.changed(w)] if what]
    if game.rules.order == "initiative":
        lines.append("In order: " + ", ".join(names[at] for at in w["queue"][:, 0]) + ".")
    while w["phase"][0] >= 0 and w["turn"][0] <= MOST_ROUNDS:
        if w["turn"][0] != last:
            last = int(w["turn"][0])
            lines.append(f"Round {last}")
        turns.known, turns.lines = w.take([0]), []
        loop.phase(w)
        lines += turns.lines
        lines += [f"  Then: {what}." for what in [turns.changed(w)] if what]
    stands = [bool((w["hp"][game.side == side] > 0).any()) for side in (0, 1)]
    over = int(w["phase"][0]) == OVER and stands[0] != stands[1]
    lines.append(f"The {('second', 'first')[stands[0]]} side wins." if over else "Nobody wins.")
    return lines


class _Heard(Rolling):
    """Dice of damage and heals that are written down; not those of turns, shields and counters."""

    def __init__(self, seed):
        super().__init__(seed)
        self.rolled, self._hears = [], True

    def unheard(self, function):
        """The same function, its dice not written down."""

        def done(*given):
            self._hears = False
            found = function(*given)
            self._hears = True
            return found

        return done

    def draw(self, w, draws, places):
        values, flags = super().draw(w, draws, places)
        value, sure = int(values[0]), bool(draws.sure(np.asarray(places))[0])
        if self._hears and (not sure or value):
            result = {FUMBLE: "fumbles", MISS: "misses"}.get(int(flags[0]))
            self.rolled.append(f"{value}" if value or not result else result)
        return values, flags


class _Turns(Turns):
    """Turns that write a line for each action: who, what, the dice, and what changed."""

    def __init__(self, game, source, names):
        super().__init__(game, source)
        self.names, self.lines, self.known, self._not = names, [], None, []
        self._line = None  # of the action that isn't over, as far as it isn't written
        self.statuses.given = source.unheard(self.statuses.given)
        self._striking.gained = source.unheard(self._striking.gained)

    def _choose(self, w, v, kind, group, again):
        super()._choose(w, v, kind, group, again)
        if v.chosen[0] < 0 and len(group) == 1:
            self._not.append(self._why(w, kind, *group))

    def act(self, w, counts):
        self._not, told = [], len(self.lines)
        super().act(w, counts)
        if self.game.rows and self._not and len(self.lines) == told and counts[0]:
            name = self.names[int(w["actor"][0])]
            self.lines.append(f"  {name} does nothing. Not {'; nor '.join(self._not)}.")

    def done(self, w, kind, number, open_to):
        who, action = int(w["actor"][0]), self.game.actions[kind][number]
        self._write(w)  # of a reaction first what sets it off
        why = f" Not {'; nor '.join(self._not)}." if self._not else ""
        before, self._not = self._line, []
        self._line = {"doing": f"{self.names[who]}: {action.name}", "why": why, "new": True}
        super().done(w, kind, number, open_to)
        self._write(w, self._line["new"])
        self._line = before

    def _write(self, w, always=False):
        """Write the line of the action that is being done, if there is anything to tell."""
        line, dice, self.source.rolled = self._line, self.source.rolled, []
        if line is None:
            return
        what = self.changed(w)
        if not (dice or what or always):
            return
        rolled = f" ({', '.join(dice)})" if dice else ""
        self.lines.append(f"  {line['doing']}{rolled}{what and ': '}{what}.{line['why']}")
        line.update(why="", new=False)

    def _why(self, w, kind, number):
        """Why an action wasn't done."""
        who, action = w["actor"][0], self.game.actions[kind][number]
        if lack := self.targets.lacking(w, who, kind, number):
            return f"{action.name}, {lack}"
        if self.game.rows and action.on == "foe" and (beyond := self._beyond(w, kind, number)):
            return f"{action.name}, as it can't reach {beyond}"
        if action.when is not None:
            return f"{action.name}, as nobody fulfils '{action.when.text}'"
        return f"{action.name}, as it has no target"

    def _beyond(self, w, kind, number):
        """Whom an action would be aimed at if it reached so far, and who stands before; or ""."""
        who, action, targets = w["actor"], self.game.actions[kind][number], self.targets
        stands, mine = w["hp"][:, 0] > 0, self.game.side == self.game.side[who[0]]
        beyond = stands & ~mine & ~targets.within(w, who, kind, number)[:, 0]
        if action.when is not None:
            beyond &= np.broadcast_to(targets.holds(w, who, action), w["hp"].shape)[:, 0]
        if not beyond.any():
            return ""
        rows = targets.rows(w)[:, 0]
        before = stands & (rows < np.where(mine, rows[who[0]], rows[beyond].min()))
        names, between = (
            [self.names[slot] for slot in np.flatnonzero(of).tolist()] for of in (beyond, before)
        )
        stand = f": {listed(between)} stand{'s' * (len(between) == 1)} before" if between else ""
        return f"{listed(names)}{stand}"

    def _seen(self, w, slot):
        """What a reader sees of a fighter: hit points and statuses."""
        there = zip(self.game.statuses, w["left"][slot, :, 0], strict=True)
        return int(w["hp"][slot, 0]), {status.name for status, left in there if left}

    def changed(self, w):
        """Return in words what changed since it was last asked."""
        words = []
        for slot, name in enumerate(self.names):
            (hp, had), (left, has) = (self._seen(one, slot) for one in (self.known, w))
            if left <= FLED < hp:
                words.append(f"{name} leaves")
            elif hp == AWAY != left:
                words.append(f"{name} comes in with {left} hp")
            elif left != hp:
                words.append(f"{name} {hp} -> {left} hp" + (", falls" if left <= 0 < hp else ""))
            if left > 0:
                words += [f"{name} is {status}" for status in sorted(has - had)]
                words += [f"{name} is no longer {status}" for status in sorted(had - has)]
        self.known = w.take([0])
        return ", ".join(words)
