"""Battles fought turn by turn: exact for tiny armies, otherwise simulated with dice."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from combat.battle import Ends, Tally, blocks
from combat.core.checks import check_whole
from combat.units.cautions import notes_of
from combat.units.engine.ends import MOST_ROUNDS, fought, solved
from combat.units.engine.game import AWAY, CompiledFight
from combat.units.rest import ALL

MOST_FIGHTERS = 2000
_BLOCK = 5000  # battles at once at most
_CELLS = 2**18  # fighters times battles at once at most
_EXACT_FIGHTERS = 4  # more have too many states, or too many orders of initiative
# A few battles are begun to estimate how long all take: of so many fighters together, for so many
# turns of each battle, but at least one battle and two rounds.
_PROBED_FIGHTERS, _PROBED_TURNS = 100, 200
# Of battles with heals so many are begun: where nobody falls in so many rounds, and few states are
# ever reached, it may be shown that nobody ever does.
_PROBED_BATTLES, _PROBED_ROUNDS, _FEW_STATES = 10, 10, 3000
SIDES = ("first", "second")
_STOPPED = (
    "{:,} of {:,} battles were not over after {:,} rounds, and count as undecided: say after how "
    "many to stop (max_rounds)."
)


@dataclass(frozen=True, eq=False)
class TurnMatchUp:
    """Armies that fight turn by turn; like `combat.units.battles.plain.MatchUp`."""

    armies: tuple
    rules: object
    targeting: tuple = ("random", "random")
    max_rounds: int | None = None
    more_statuses: tuple = ()

    def __post_init__(self):
        if self.fighters > MOST_FIGHTERS:
            raise ValueError(
                f"the armies have {self.fighters:,} fighters, too many to fight in turn (at "
                f"most {MOST_FIGHTERS:,}): let one stand for some"
            )

    @cached_property
    def game(self):
        """The `CompiledFight` of these armies: the first one's kinds first."""
        kinds = list(dict.fromkeys(unit for army in self.armies for unit in army.units))
        places = [
            kinds.index(unit)
            for army in self.armies
            for unit, count in army.groups
            for _ in range(count)
        ]
        return CompiledFight(
            kinds,
            [places],
            len(self.armies[0]),
            self.rules,
            max_rounds=self.max_rounds,
            targeting=self.targeting,
            more_statuses=self.more_statuses,
            deadlocks=True,
        )

    @property
    def fighters(self):
        """The number of fighters of both armies."""
        return sum(map(len, self.armies))

    @property
    def names(self):
        """The names of the fighters of each side."""
        return {side: army.fighters for side, army in zip(SIDES, self.armies, strict=True)}

    @property
    def blows(self):
        """Roughly the cost of a battle, in blows of a battle of plain armies."""
        return self._blows_in(self._rounds)

    @property
    def most_blows(self):
        """The most that a battle may cost, known at once."""
        return self._blows_in(MOST_ROUNDS if self.max_rounds is None else self.max_rounds)

    def _blows_in(self, rounds):
        return self.fighters * rounds * (5 + self.fighters / 4)

    @cached_property
    def _rounds(self):
        """About how many rounds a battle takes, if each costs a side what the first ones cost."""
        if not all(map(len, self.armies)):
            return 1
        most = MOST_ROUNDS if self.max_rounds is None else self.max_rounds
        rounds = max(2, _PROBED_TURNS // self.fighters)
        if most <= rounds:
            return most
        begun = self.game.begun(np.zeros(max(1, _PROBED_FIGHTERS // self.fighters), int))
        full = [points.sum() for points in self._points(begun)]
        found = fought(self.game, begun, most_rounds=rounds)
        left = [np.maximum(points, 0).sum() for points in self._points(found.rows)]
        lost = max(1 - now / before for now, before in zip(left, full, strict=True))
        return min(most, found.rounds.mean() / max(lost, 1e-9))

    @property
    def helpless(self):
        """Whether an undecided battle is one in which nobody left could hurt anybody."""
        return self.max_rounds is None and not self.game.mends

    def exact(self, names=SIDES):
        """Return the exact `Odds`; None for too many fighters, states or rounds."""
        locked = self.game.deadlock is not None and not self.game.deadlock.hurts.any()
        if locked or not all(map(len, self.armies)):
            ends = self._block(0, 1, 0)  # over before any dice are rolled
        else:
            ends = self.solved() or self._endless()
        return None if ends is None else ends.odds(names, tuple(self.names.values()))

    @property
    def why_dice(self):
        """Why the battle isn't solved exactly: a clause."""
        if self.fighters > _EXACT_FIGHTERS:
            return f"by turns, battles of up to {_EXACT_FIGHTERS} fighters are solved exactly"
        return "it has too many states, or takes too many rounds, to be solved exactly"

    def solved(self, *, keeps_spent=False):
        """The exact ends, a `FightEnds`, or None as in `exact`. keeps_spent: as for `TurnLoop`."""
        if self.fighters > _EXACT_FIGHTERS:
            return None
        ends = solved(self.game, self.game.begun([0]), keeps_spent=keeps_spent)
        if ends is None or (self.max_rounds is None and ends.longest > MOST_ROUNDS):
            return None
        return ends

    def _endless(self):
        """The ends of a larger battle in which heals keep everybody standing for ever, or None."""
        if self.max_rounds is not None or not self.game.mends:
            return None
        begun = self.game.begun(np.zeros(_PROBED_BATTLES, int))
        if (fought(self.game, begun, most_rounds=_PROBED_ROUNDS).rows["hp"] <= 0).any():
            return None
        ends = solved(self.game, self.game.begun([0]), most_states=_FEW_STATES)
        return ends if ends is not None and ends.outcomes()[3, 0] == 1 else None

    by_turns = True

    def odds(self, names, battles, seed=0, progress=None, executor=None):
        """Return the `Odds` of many battles; executor is unused, as rules can't be sent."""
        seed = None if seed is None else int(check_whole("seed", seed, low=0))
        total, endless, ever_true = 0, 0, {}
        for start, stop in self._blocks(battles):
            fought = self._block(start, stop, seed)
            rounds = fought.rounds
            endless += int((rounds >= MOST_ROUNDS).sum()) if self.max_rounds is None else 0
            ever_true |= {
                key: ever or ever_true.get(key, False) for key, ever in fought.ever_true.items()
            }
            total = total + Tally.of(self._by_side(fought), rounds)
            if progress is not None:
                progress(stop, battles)
        fighters = dict(zip(names, self.names.values(), strict=True))
        stopped = (_STOPPED.format(endless, battles, MOST_ROUNDS),) if endless else ()
        notes = (*stopped, *notes_of(self.game, ever_true))
        return replace(total.odds(fighters, battles), notes=notes)

    def ends(self, battles, seed=0, *, exchanged=False):
        """Return the `Ends` of many battles; exchanged is unused: it would be another fight."""
        blocks = [self._block(start, stop, seed) for start, stop in self._blocks(battles)]
        points = zip(*map(self._by_side, blocks), strict=True)
        hp = [np.maximum(np.concatenate(side), 0).T for side in points]
        rounds = np.concatenate([block.rounds for block in blocks])
        return Ends(dict(zip(SIDES, hp, strict=True)), rounds, self.names)

    def _blocks(self, battles):
        return blocks(battles, self.fighters, _BLOCK, _CELLS)

    def _block(self, start, stop, seed):
        return fought(self.game, self.game.begun(np.zeros(stop - start, int)), seed, start)

    def _by_side(self, ends):
        """The hit points left of each side in `Fought` battles: two arrays (battles, fighters)."""
        return [np.where(points == AWAY, 0, points).T for points in self._points(ends.rows)]

    def _points(self, rows):
        """The hit points of each side: two arrays (fighters, battles)."""
        return [rows["hp"][self.game.side == side] for side in (0, 1)]

    # From fight to fight

    def begun(self, battles):
        """Battles at their start."""
        return self.game.begun(np.zeros(battles, int))

    def continued(self, carried, before, rest, rng):
        """Battles of those of the first side who came through others, after a `Rest`.

        carried: the ends of these, of the game `before`. A winner keeps its hit points, statuses,
        counters, and uses left of actions for a day.
        """
        game, rows = self.game, self.begun(carried.many)
        own = np.flatnonzero(game.side == 0)
        for name in ("left", "stacks", "shield", "timers"):
            width = min(carried[name].shape[1], rows[name].shape[1])
            rows[name][own, :width] = carried[name][own, :width]
        for index, status in enumerate(game.statuses):
            if rest.ends(status.name):
                rows["left"][own, index] = rows["stacks"][own, index] = 0
        for slot in own.tolist():
            kind, was = game.places[0, slot], before.places[0, slot]
            points, full = carried["hp"][slot], game.full[kind]
            more = np.minimum(points + rest.points(full, rng, rows.many), full)
            came = np.where(points > 0, np.maximum(points, more), 0)
            rows["hp"][slot] = np.where(points == AWAY, rows["hp"][slot], came)
            for number, action in enumerate(game.actions[kind]):
                if action.uses is not None and action.per == "day":
                    left = carried["resources"][slot, before.uses[was, number]]
                    left = np.minimum(left + rest.uses_of(action.name, action.uses), action.uses)
                    rows["resources"][slot, game.uses[kind, number]] = left
            for at, name in enumerate(game.counters):
                start, back = game.resources.start[kind, at], rest.points_of(name)
                if back != ALL and name in before.counters:
                    left = carried["resources"][slot, before.counters.index(name)]
                    more = np.minimum(left + back, start)
                    rows["resources"][slot, at] = np.maximum(left, more)
        return rows

    def fought(self, rows, seed):
        """Return the ends of battles that begin with these rows, a `Fought`."""
        return fought(self.game, rows, seed)
