"""What a patch of a roster does: to its numbers, its odds against others, and who is left."""

from functools import cache

import pandas as pd

from combat.marked_for_death import simulate, solved
from combat.marked_for_death.odds import SIDES
from combat.marked_for_death.rules import Rules
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

    opponents: {name: Team}, whom both meet; by default they meet the roster as it was before.
    Odds are exact where all battles together take three seconds, and otherwise simulated, so many
    battles with the same luck before and after. names: what the versions are called. progress:
    called as progress(done, opponents). ValueError as from `solve` and `simulate`.

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
    rows, left, exact = [], [], []
    for done, (name, other) in enumerate(opponents.items(), 1):
        meeting = _Meeting((before, after), other, rules, battles, seed)
        exact.append(meeting.exact)
        rows += [{"against": name, "outcome": how} | meeting.outcome(how) for how in OUTCOMES]
        left += [{"against": name, "fighter": who} | meeting.left(who) for who in meeting.both]
        if progress:
            progress(done, len(opponents))
    note = _note(exact, battles)
    parts = (
        Part("numbers", "The numbers that changed", changed, "", (), ()),
        _part("odds", "The odds", rows, note),
        _part("left", "Who is left standing", left, note),
    )
    return Patch(*names, changed, parts, of="fighter")


def _note(exact, battles):
    """How the odds were found: all of them exactly, none, or some."""
    if all(exact):
        return "Exact."
    return (
        f"{'Exact, or ' if any(exact) else ''}{battles:,} battles each, the same luck before and "
        f"after; low and high are the ends of the change's 95% interval."
    )


class _Meeting:
    """Both versions of a roster against one opponent."""

    def __init__(self, versions, other, rules, battles, seed):
        self._pairs, self._rules = [(team, other) for team in versions], rules
        self._battles, self._seed = battles, seed
        self._solved = solved(self._pairs, rules=rules)
        self._fought = cache(self._simulated)
        fighters = [[fighter.name for fighter in team.fighters] for team in versions]
        self.both = [name for name in fighters[1] if name in fighters[0]]
        self._places = [{name: at for at, name in enumerate(names)} for names in fighters]

    @property
    def exact(self):
        return self._solved is not None

    def outcome(self, what):
        at = OUTCOMES.index(what)
        return self._compared(lambda found, _version: float(found.outcomes[at]))

    def left(self, name):
        return self._compared(
            lambda found, version: float(found.alive[SIDES[0]][self._places[version][name]])
        )

    def _compared(self, chance):
        if self.exact:
            one, other = (chance(found, at) for at, found in enumerate(self._solved))
            return {"before": one, "after": other, "change": other - one}

        def score(version, battles, seed):
            return chance(self._fought(version, battles, seed), version)

        return compared(score, self._battles, self._seed)

    def _simulated(self, version, battles, seed):
        return simulate(*self._pairs[version], battles=battles, seed=seed, rules=self._rules)


def _part(kind, title, rows, note):
    frame = pd.DataFrame(rows)
    if frame.empty:
        return Part(kind, title, frame, "Nobody is in both.")
    frame = frame[(frame["before"] > SMALL) | (frame["after"] > SMALL)]
    frame = frame[frame["change"].abs() > SMALL] if "low" not in frame else frame
    return Part(kind, title, greatest_first(frame), note if len(frame) else "Nothing changed.")
