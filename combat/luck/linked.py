"""Rolls linked by one meter: a critical after a hit, and failures made on purpose."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy import sparse

from combat.core.checks import check_whole
from combat.luck.meter import LuckRules
from combat.luck.system import chain, long_run


@dataclass(frozen=True)
class FollowUp:
    """Success rates of a roll and of a second roll made only after the first succeeded.

    first: of the first roll. then: of the second, among those that are made (NaN if none is).
    both: of both together, among all first rolls. Probabilities.

    >>> critical = follow_up(75, 10)
    >>> round(critical.first, 3), round(critical.then, 3), round(critical.both, 3)
    (0.76, 0.185, 0.141)
    """

    first: float
    then: float
    both: float


def follow_up(first, then, *, attacks=None, rules=LuckRules()):
    """Return the `FollowUp` of a roll and a second one, made only after the first succeeded.

    For example the roll for a critical after a hit, with the same memory. first, then: points.
    attacks: the mean over so many attacks from the start of a battle, or in the long run (None).
    ValueError outside the domain, or for a system with a memory for each chance.

    >>> follow_up(0, 50)
    FollowUp(first=0.0, then=nan, both=0.0)
    """
    ours = chain(dict.fromkeys((first, then), 1.0), 0, rules)
    one, two = ours.chances.index(first), ours.chances.index(then)
    hit, miss = ours.moves[one].hits, ours.moves[one].misses
    step = (miss + hit @ ours.moves[two].step).tocsr()
    if attacks is None:
        share = long_run(step, ours.start)
    else:
        share = _mean(step, ours.start, int(check_whole("attacks", attacks, low=1)))
    landed = share @ hit
    rate, both = float(landed.sum()), float(landed @ ours.hit_chances[two])
    return FollowUp(rate, both / rate if rate > 0 else float("nan"), both)


@dataclass(frozen=True)
class Farm:
    """How harmless rolls before each shot change the shot's chance.

    first: the chance of the first shot of a battle. long_run: the rate of all shots. rolls: the
    mean number of harmless rolls before a shot, in the long run.

    >>> one = farm(20, 75, 1)
    >>> round(one.first, 3), round(one.long_run, 3), round(one.rolls, 3)
    (0.275, 0.247, 1.0)
    """

    first: float
    long_run: float
    rolls: float


def farm(shot, harmless, tries, *, rules=LuckRules()):
    """Return the `Farm` of a player who makes harmless rolls until one fails, and then shoots.

    Before each shot at `shot` points there are at most `tries` harmless rolls at `harmless`
    points, up to the first that fails. ValueError outside the domain.

    >>> round(farm(20, 75, 12).first, 2)  # one failed 75 % pays 30 points: 20 % become 50 %
    0.49
    """
    return _farms(shot, harmless, [tries], rules)[0]


def _farms(shot, harmless, tries, rules):
    """The `Farm` for each of several numbers of tries."""
    tries = [int(check_whole("tries", most, low=0)) for most in tries]
    ours = chain(dict.fromkeys((shot, harmless), 1.0), 0, rules)
    aimed, idle = ours.chances.index(shot), ours.chances.index(harmless)
    shoot, chances = ours.moves[aimed].step, ours.hit_chances[aimed]
    stays, fails = ours.moves[idle].hits, ours.moves[idle].misses
    # going: no failure yet; failed: a roll has failed; rolled: expected number of harmless rolls.
    size = len(ours.states)
    going, failed = sparse.eye_array(size, format="csr"), sparse.csr_array((size, size))
    rolled, found = np.zeros(size), {}
    for done in range(max(tries, default=0) + 1):
        if done in tries:
            ready = failed + going
            share = long_run((ready @ shoot).tocsr(), ours.start)
            found[done] = Farm(
                float(ours.start @ (ready @ chances)),
                float(share @ (ready @ chances)),
                float(share @ rolled),
            )
        rolled = rolled + going.sum(axis=1)
        failed, going = failed + going @ fails, going @ stays
    return [found[most] for most in tries]


def farmed(shot, harmless, tries=range(13), *, rules=LuckRules()):
    """Return a shot's chance by the most harmless rolls before it, a frame over `tries`.

    Columns of probabilities: "first shot" of a battle, "long run" and "shown", the displayed
    chance; see `farm`. ValueError outside the domain.

    >>> farmed(20, 75, [0, 1, 4]).round(3)
                                           first shot  long run  shown
    harmless rolls before a shot, at most
    0                                           0.200     0.000    0.2
    1                                           0.275     0.247    0.2
    4                                           0.405     0.385    0.2
    """
    found = _farms(shot, harmless, tries, rules)
    rows = [(one.first, one.long_run, shot / 100) for one in found]
    index = pd.Index(list(tries), name="harmless rolls before a shot, at most")
    return pd.DataFrame(rows, index, ["first shot", "long run", "shown"])


def _mean(step, start, rolls):
    """The share of the first `rolls` steps that is spent in each state."""
    now, onward, total = start, step.T.tocsr(), np.zeros(len(start))
    for _ in range(rolls):
        total, now = total + now, onward @ now
    return total / rolls
