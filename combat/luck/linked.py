"""Rolls linked by one meter: a critical after a hit, and failures made on purpose."""

from typing import NamedTuple

import pandas as pd
from scipy import sparse

from combat.core.checks import check_whole
from combat.luck.meter import LuckRules
from combat.luck.system import chain, shares


class FollowUp(NamedTuple):
    """Success rates of a roll and of a second roll made only after the first succeeded.

    first: of the first roll. then: of the second, among those that are made (NaN if none is).
    both: of both together, among all first rolls. Probabilities.

    >>> from combat.luck import Independent
    >>> follow_up(50, 10, rules=Independent())
    FollowUp(first=0.5, then=0.1, both=0.05)
    """

    first: float
    then: float
    both: float


def follow_up(first, then, *, attacks=None, rules=LuckRules()):
    """Return the `FollowUp` of a roll and a second one, made only after the first succeeded.

    For example the roll for a critical after a hit, with the same memory. first, then: points.
    attacks: the mean over so many attacks from the start of a battle, or in the long run (None).
    ValueError outside the domain, or for a system with a memory for each chance.

    >>> critical = follow_up(75, 10)
    >>> round(critical.first, 3), round(critical.then, 3), round(critical.both, 3)
    (0.76, 0.185, 0.141)
    >>> follow_up(0, 50)
    FollowUp(first=0.0, then=nan, both=0.0)
    """
    attacks = attacks if attacks is None else int(check_whole("attacks", attacks, low=1))
    ours = chain(dict.fromkeys((first, then), 1.0), rules)
    hit, miss = ours.rolls[first]
    share = shares(miss + hit @ sum(ours.rolls[then]), ours.start, attacks)
    landed = share @ hit
    rate, both = float(landed.sum()), float(landed @ ours.hit_chances[then])
    return FollowUp(rate, both / rate if rate > 0 else float("nan"), both)


class Farm(NamedTuple):
    """How harmless rolls before each shot change the shot's chance.

    first: the chance of the first shot of a battle. long_run: the rate of all shots. rolls: the
    mean number of harmless rolls before a shot, in the long run.

    >>> from combat.luck import Independent
    >>> farm(20, 50, 1, rules=Independent())
    Farm(first=0.2, long_run=0.2, rolls=1.0)
    """

    first: float
    long_run: float
    rolls: float


def farm(shot, harmless, tries, *, rules=LuckRules()):
    """Return the `Farm` of a player who makes harmless rolls until one fails, and then shoots.

    Before each shot at `shot` points there are at most `tries` harmless rolls at `harmless`
    points, up to the first that fails. With one try the two kinds alternate. ValueError outside
    the domain.

    >>> round(farm(20, 75, 12).first, 2)  # one failed 75 % pays 30 points: 20 % become 50 %
    0.49
    """
    tries = int(check_whole("tries", tries, low=0))
    ours = chain(dict.fromkeys((shot, harmless), 1.0), rules)
    stays, fails = ours.rolls[harmless]
    # going: no failure yet; failed: a roll has failed; rolled: expected number of harmless rolls.
    going, failed, rolled = sparse.eye_array(len(ours.states), format="csr"), 0, 0
    for _ in range(tries):
        rolled, failed, going = rolled + going.sum(axis=1), failed + going @ fails, going @ stays
    ready = failed + going
    hits = ready @ ours.hit_chances[shot]
    share = shares(ready @ sum(ours.rolls[shot]), ours.start)
    return Farm(float(ours.start @ hits), float(share @ hits), float((share * rolled).sum()))


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
    found = [farm(shot, harmless, most, rules=rules) for most in tries]
    rows = [(one.first, one.long_run, shot / 100) for one in found]
    index = pd.Index(list(tries), name="harmless rolls before a shot, at most")
    return pd.DataFrame(rows, index, ["first shot", "long run", "shown"])
