"""Numbers of a state, of which a step changes one."""


def changed(numbers, place, by, most=99):
    """Return numbers of which one is changed, between 0 and the most that it may be.

    >>> changed((10, 4), 1, -6)
    (10, 0)
    """
    return (*numbers[:place], min(most, max(0, numbers[place] + by)), *numbers[place + 1 :])
