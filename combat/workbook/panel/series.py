"""Columns of numbers, made small for a page: what is smooth has small second differences.

`page.js` reads them, as `unpacked` does here.
"""

import math

_DIGITS = 5  # decimals of a chance: a picture shows three
_TAIL = 1e-4  # a chance below keeps two figures
_NOISE = 1e-12  # a chance below is none
_MOST = 6  # decimals of a series


def rounded(chance):
    """Return a chance with five decimals; with two figures where it is small, as in a tail.

    >>> rounded(0.0123456789), rounded(1.23456e-7), rounded(1e-16)
    (0.01235, 1.2e-07, 0.0)
    """
    if not isinstance(chance, float) or abs(chance) >= _TAIL:
        return round(chance, _DIGITS) if isinstance(chance, float) else chance
    return round(chance, 1 - math.floor(math.log10(abs(chance)))) if abs(chance) > _NOISE else 0.0


def packed(numbers):
    """Return numbers as {"~": decimals, "d": second differences as whole numbers, "t": tails}.

    None stays. Tails are pairs (place, number) of those with more decimals. What would not become
    smaller, or has other values, comes back as it was.

    >>> packed([0.5, 0.52, 0.53, None, 0.53, 1.2e-9])
    {'~': 2, 'd': [50, -48, -1, None, -1, None], 't': [[5, 1.2e-09]]}
    """
    if not isinstance(numbers, list) or len(numbers) < 4 or not all(map(_is_number, numbers)):
        return numbers
    needed = [_decimals(one) for one in numbers]
    tails = [[at, one] for at, one in enumerate(numbers) if needed[at] > _MOST]
    if 4 * len(tails) > len(numbers):
        return numbers
    decimals = max(many for many in needed if many <= _MOST)
    plain = [None if needed[at] > _MOST else one for at, one in enumerate(numbers)]
    told = {"~": decimals, "d": _differences(plain, 10**decimals)}
    return told | {"t": tails} if tails else told


def unpacked(part):
    """Return the numbers of a part that `packed` made; any other part as it is.

    >>> unpacked(packed([0.5, 0.52, 0.53, None, 0.53, 1.2e-9]))
    [0.5, 0.52, 0.53, None, 0.53, 1.2e-09]
    """
    if not isinstance(part, dict) or "~" not in part:
        return part
    found, last, before = [], 0, 0
    for one in part["d"]:
        if one is not None:
            last, before = one + 2 * last - before, last
        found.append(None if one is None else last / 10 ** part["~"])
    for at, one in part.get("t", []):
        found[at] = one
    return found


def _differences(numbers, times):
    found, last, before = [], 0, 0
    for one in numbers:
        if one is None:
            found.append(None)
            continue
        whole = round(one * times)
        found.append(whole - 2 * last + before)
        last, before = whole, last
    return found


def _is_number(one):
    return one is None or (isinstance(one, int | float) and not isinstance(one, bool))


def _decimals(one):
    """How many decimals a number needs; none for no number, and too many for one that is huge."""
    if one is None:
        return 0
    if abs(one) > 1e9:
        return _MOST + 1
    return next((many for many in range(_MOST + 1) if round(one, many) == one), _MOST + 1)
