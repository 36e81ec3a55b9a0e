"""Which combinations of its controls' values a panel's page has pictures of."""

import itertools
import math

from combat.workbook.panel.exported import asides_of, exported_controls, place_of, stops

_ALL = 10**9
_FEWER = (_ALL, 201, 101, 51, 26, 13, 7, 5, 3, 2)  # values of a slider to try, if all are too many
_COUNTS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 17, 21, 26, 34, 51, 101)  # of stops


def planned(panel, fits):
    """Return (controls, places, whole): a page's controls, and the combinations to record.

    whole: whether these are all. Otherwise each control has all its values (or fewer) while the
    others stand where they start; presets and named settings are there, and as many stops together
    as `fits(controls, places)`.
    """
    for most in _FEWER:
        controls = exported_controls(panel, most)
        asides = [place_of(controls, values) for values in asides_of(panel)]
        start = tuple(control.start for control in controls)
        alone = dict.fromkeys([*_around(controls, start), *asides])
        if fits(controls, alone):
            break
    grown, whole = _together(panel, controls, alone, fits)
    if not whole:
        for aside in asides:
            more = grown | dict.fromkeys(_around(controls, aside))
            grown = more if fits(controls, more) else grown
    # All places stand in the order of the page's arithmetic.
    return controls, sorted(grown) if whole else [*grown], whole


def _together(panel, controls, alone, fits):
    """The places with as many stops as fit, evenly, and whether they are all."""
    every = [len(control.values) for control in controls]
    if math.prod(every) <= 10_000:
        product = dict.fromkeys(itertools.product(*map(range, every)))
        if fits(controls, product):
            return product, True
    found, chosen = alone, [[control.start] for control in controls]
    waiting = {at: iter(_COUNTS) for at in range(len(controls))}
    while waiting:
        at = min(waiting, key=lambda one: len(chosen[one]))
        count = next(waiting[at], None)
        if count is None or len(chosen[at]) == every[at]:
            del waiting[at]
            continue
        tried = [*chosen[:at], stops(panel, controls[at], count), *chosen[at + 1 :]]
        if len(tried[at]) <= len(chosen[at]):
            continue
        more = _joined(alone, tried)
        if more is None or not fits(controls, more):
            del waiting[at]
            continue
        found, chosen = more, tried
    return found, False


def _joined(alone, chosen):
    """These places and all combinations of the chosen ones; None for too many to think of."""
    if math.prod(map(len, chosen)) > 10_000:
        return None
    return alone | dict.fromkeys(itertools.product(*chosen))


def _around(controls, base):
    """The base, and all places that differ from it in one control."""
    found = [base]
    for at, control in enumerate(controls):
        others = range(len(control.values))
        found += [(*base[:at], to, *base[at + 1 :]) for to in others if to != base[at]]
    return found
