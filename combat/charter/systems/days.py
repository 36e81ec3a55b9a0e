"""A day of several fights in a charter: does an army survive them all?"""

import math
import re
from dataclasses import replace
from functools import partial

import numpy as np

from combat.charter.cells import Fault
from combat.charter.claim import Exact, Sample
from combat.core.words import printable
from combat.units.battles.alone import is_alone, through_alone
from combat.units.battles.campaigns import Plan, came_through, meetings, pauses_of
from combat.units.battles.rest import rest_of

MEASURES = {"comes through": "chance"}
LEFT = "fighters left after the last fight"
_THEN = re.compile(r"\s+then\s+|\s*;\s*", re.IGNORECASE)
_BLOCK = 2000  # days at once


def fights_in(cell):
    """Return the armies of a day's fights, in order, as text."""
    found = [part.strip() for part in _THEN.split(cell.strip())]
    if not all(found):
        raise Fault("second", "a fight is missing; write them as 10 Goblin then 2 Ogre")
    return found


def rest_in(row):
    """Return the `Rest` of a row's setting: hit points, dice, a share or "all"; 0 by default."""
    text = row.given.get("rest", "0").strip()
    try:
        if text.casefold() == "all":
            return rest_of(math.inf)
        return rest_of(int(text) if text.isdigit() else text)
    except ValueError as error:
        raise Fault("given", f"rest: {printable(str(error)).removeprefix('rest: ')}") from None


def day(army, armies, rules, rest, **how):
    """Return the `Sample` of days on which an army fights several others in turn.

    Where one meets one after another with plain blows it is the `Exact` answer.
    """
    fights = meetings(army, armies, rules, **how)
    plan = Plan(tuple(fights), pauses_of(rest, len(fights)))
    if is_alone(fights):
        rows, _ = through_alone(fights, plan.pauses, replace(rules, derived=None))
        return Exact(float(rows[-1, 0]))
    return Sample(partial(_scores, plan), 0.0, 1.0, False, LEFT, _BLOCK)


def _scores(plan, _exchanged, seed, battles):
    """Whether the army survived each day (1 or 0), and how many of it are left."""
    through, left = came_through(plan, seed, battles)
    return through.astype(float), np.where(through, left, 0)
