"""Which events are worth a check: those with probability times importance above a threshold."""

import numpy as np
import pandas as pd

from combat.core.checks import check_numbers, scalar
from combat.osdl.rule import modified, modifier_for
from combat.tables import read_table

THRESHOLDS = np.geomspace(0.0001, 100, 121)


def weight(probability, importance):
    """Return the probability of an event times the importance of its outcome.

    "The events that should be specifically tested are the ones whose probability of occurence
    times importance of outcome is greater than a given threshold." probability in [0, 1],
    importance >= 0 on any scale; both broadcast. ValueError outside.

    >>> round(weight(0.2, 30), 6)
    6.0
    """
    probability = check_numbers("probability", probability, low=0, high=1)
    return scalar(probability * check_numbers("importance", importance, low=0))


def modifier_to_check(probability, importance, threshold=1.0):
    """Return the modifier of an event at which its weight reaches the threshold.

    Under a greater modifier the event is worth a check; a negative value means that it is worth
    one without any modifier. Infinite if the importance is not above the threshold, as then no
    modifier suffices. probability in (0, 1), importance >= 0, threshold > 0; all broadcast.
    ValueError outside.

    >>> round(modifier_to_check(0.001, 60), 2), modifier_to_check(0.001, 0.5)
    (0.67, inf)
    """
    probability, importance, threshold = np.broadcast_arrays(
        check_numbers("probability", probability, low=0, high=1),
        check_numbers("importance", importance, low=0),
        check_numbers("threshold", threshold, low=0, open_low=True),
    )
    never = importance <= threshold
    wanted = np.where(never, 0.5, threshold / np.where(never, 1, importance))
    needed = np.where(never, np.inf, modifier_for(wanted, probability))
    unknown = np.isnan(probability) | np.isnan(importance) | np.isnan(threshold)
    return scalar(np.where(unknown, np.nan, needed))


def read_events(source, name=None):
    """Return a CSV of events as a frame: event, probability, importance.

    probability: under normal circumstances, in (0, 1); importance: of the outcome, at least 0.
    source: a path, or bytes with their file `name`. TableError names file, row, column.

    >>> read_events(b"event,probability,importance\\na fall,0.2,30\\n")
        event  probability  importance
    0  a fall          0.2        30.0
    """
    ranges = {"probability": (1e-12, 1 - 1e-12), "importance": (0, 1e12)}
    table = read_table(source, numeric=ranges, text=["event"], name=name)
    return table[["event", "probability", "importance"]]


def check_table(events, threshold=1.0, modifier=0.0):
    """Return which events are worth a check, greatest weight first: a frame by event.

    events: as from `read_events`. modifier: of every event, for circumstances in which things go
    wrong more easily. Columns: weight, threshold, check ("check" above the threshold, else "no
    check"), probability under the modifier, importance, and "checked from", the result of
    `modifier_to_check`.

    >>> events = read_events(b"event,probability,importance\\na fall,0.2,30\\na stumble,0.001,2\\n")
    >>> check_table(events)["check"].to_dict()
    {'a fall': 'check', 'a stumble': 'no check'}
    """
    chance, importance = events["probability"].to_numpy(), events["importance"].to_numpy()
    probability = modified(chance, modifier)
    weights = weight(probability, importance)
    found = {
        "weight": weights,
        "threshold": float(check_numbers("threshold", threshold, low=0, open_low=True)),
        "check": np.where(weights > threshold, "check", "no check"),
        "probability": probability,
        "importance": importance,
        "checked from": modifier_to_check(chance, importance, threshold),
    }
    table = pd.DataFrame(found, pd.Index(events["event"], name="event"))
    return table.sort_values("weight", ascending=False, kind="stable")


def checks_saved(events, modifier=0.0, thresholds=THRESHOLDS):
    """Return how many checks a threshold saves, and at what cost: a frame by threshold.

    Columns: "checks saved", the share of events that aren't checked; "weight left out", their
    share of the sum of all weights. All events are equally frequent. The other arguments as in
    `check_table`.

    >>> events = read_events(b"event,probability,importance\\na fall,0.2,30\\na stumble,0.5,4\\n")
    >>> checks_saved(events, thresholds=[1, 3, 9])
               checks saved  weight left out
    threshold
    1                    0.0             0.00
    3                    0.5             0.25
    9                    1.0             1.00
    """
    limits = check_numbers("thresholds", thresholds, low=0, open_low=True)
    probability = modified(events["probability"].to_numpy(), modifier)
    weights = weight(probability, events["importance"].to_numpy())
    left = weights <= limits[:, None]
    return pd.DataFrame(
        {"checks saved": left.mean(axis=1), "weight left out": left @ weights / weights.sum()},
        pd.Index(thresholds, name="threshold"),
    )
