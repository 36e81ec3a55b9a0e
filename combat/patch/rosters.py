"""The effects of a patch of a roster: on its numbers, its odds against others, its survivors."""

import numpy as np
import pandas as pd

from combat.battle import play
from combat.battle.measures import of_ends
from combat.marked_for_death import Side, solved
from combat.marked_for_death.engine import combatants
from combat.marked_for_death.rules import Rules
from combat.marked_for_death.side import SIDES
from combat.patch import numbers
from combat.patch.result import SMALL, Part, Patch, greatest_first
from combat.patch.sampled import compared

OUTCOMES = ("wins", "loses", "both fall")
ITSELF = "its old self"


def patch_of_rosters(
    before,
    after,
    opponents=None,
    *,
    rules=Rules(),
    battles=10_000,
    seed=0,
    names=("before", "after"),
    progress=None,
):
    """Return the `Patch` between two rosters, two `Team`s of Marked for Death.

    opponents: {name: Team}, whom both versions fight; by default the roster as it was before.
    Odds are exact if all battles together take at most three seconds. Otherwise `battles` battles
    are simulated, with the same random numbers before and after. names: of the two versions.
    progress: called as progress(done, opponents). ValueError as from `solve` and `simulate`.

    >>> from combat.marked_for_death import Fighter, Team
    >>> tom, orc = Team((Fighter("Tom", 7001),)), Team((Fighter("Orc", 5900),))
    >>> found = patch_of_rosters(tom, tom.replace("Tom", bonus_hp=1), {"orc": orc})
    >>> print(found.parts[1].text())
    The odds
    Exact.
      against  outcome    before  after  change
      orc      wins        60.1%  75.5%   +15.5
      orc      loses       18.8%   9.5%    -9.3
      orc      both fall   21.2%  15.0%    -6.2
    """
    changed = numbers.of_teams(before, after)
    if changed.empty:
        return Patch(*names, changed)
    opponents = opponents or {ITSELF: before}
    odds, left, exact = [], [], []
    for done, (name, other) in enumerate(opponents.items(), 1):
        match_up = _MatchUp((before, after), other, rules)
        found = match_up.found(battles, seed).reset_index(names="what")
        found.insert(0, "against", name)
        odds.append(found.iloc[: len(OUTCOMES)].rename(columns={"what": "outcome"}))
        left.append(found.iloc[len(OUTCOMES) :].rename(columns={"what": "fighter"}))
        exact.append(match_up.exact)
        if progress:
            progress(done, len(opponents))
    note = _note(exact, battles)
    parts = (
        Part("numbers", "The numbers that changed", changed, "", (), ()),
        _part("odds", "The odds", odds, note),
        _part("left", "Who is left standing", left, note),
    )
    return Patch(*names, changed, parts, of="fighter")


def _note(exact, battles):
    """A sentence on how the odds were found: exactly, by simulation, or some of each."""
    if all(exact):
        return "Exact."
    return (
        f"{'Exact, or ' if any(exact) else ''}{battles:,} battles each, the same luck before and "
        f"after; low and high are the ends of the change's 95% interval."
    )


class _MatchUp:
    """Both versions of a roster against one opponent."""

    def __init__(self, versions, other, rules):
        pairs = [(team, other) for team in versions]
        self._solved = solved(pairs, rules=rules)
        self._sides = [[combatants(Side(team, rules)) for team in pair] for pair in pairs]
        names = [[fighter.name for fighter in team.fighters] for team in versions]
        self._both = [name for name in names[1] if name in names[0]]
        self._places = [[own.index(name) for name in self._both] for own in names]

    @property
    def exact(self):
        return self._solved is not None

    def found(self, battles, seed):
        """Before, after and change of each outcome, then of each fighter's survival chance."""
        if self.exact:
            before, after = (
                np.append(odds.outcomes[: len(OUTCOMES)], odds.alive[0][places])
                for odds, places in zip(self._solved, self._places, strict=True)
            )
            frame = pd.DataFrame({"before": before, "after": after, "change": after - before})
        else:
            fighters = max(sum(map(len, sides)) for sides in self._sides)
            frame = compared(self._fought, battles, seed, fighters=fighters)
        return frame.set_axis([*OUTCOMES, *self._both])

    def _fought(self, version, battles, seed):
        sides = dict(zip(SIDES, self._sides[version], strict=True))
        ends = play(sides, battles=battles, seed=seed)
        outcomes = [of_ends(measure, ends) for measure in ("win", "lose", "draw")]
        who = ends.hit_points[SIDES[0]][self._places[version]] > 0
        return np.stack([*outcomes, *who])


def _part(kind, title, frames, note):
    frame = pd.concat(frames, ignore_index=True)
    if frame.empty:
        return Part(kind, title, frame, "No fighter is in both versions.")
    frame = frame[(frame["before"] > SMALL) | (frame["after"] > SMALL)]
    frame = frame[frame["change"].abs() > SMALL] if "low" not in frame else frame
    return Part(kind, title, greatest_first(frame), note if len(frame) else "Nothing changed.")
