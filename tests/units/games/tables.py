"""What a game's three tables say."""

import warnings

from combat.units import read_units


def units_of(tables):
    """The `Units` of the CSV texts units, actions and statuses."""
    units, actions, statuses = (tables[name].encode() for name in ("units", "actions", "statuses"))
    with warnings.catch_warnings():
        # Where no turns are counted, a speed above 5 is no number of actions.
        warnings.filterwarnings("ignore", "speed is how many actions")
        return read_units(units, actions=actions, statuses=statuses)
