"""Which promises contradict each other: a smallest set that no allowed change keeps."""

from itertools import combinations

_MIRRORED = {"score": lambda ends: (1 - ends[1], 1 - ends[0])}
_SAME_BOTH_WAYS = ("turns", "draw", "undecided")
_EDGE = 1e-9
_MOST = 12  # rounds of the search for a smallest set


def excluding(claims, places):
    """Return two claims on one duel that exclude each other whatever the numbers, or None."""
    bands = {}
    for at in places:
        claim = claims[at]
        given = tuple(sorted(claim.given.items()))
        ends, pair = (claim.at_least, claim.at_most), (claim.first, claim.second)
        if claim.measure in _MIRRORED and pair[0] > pair[1]:
            pair, ends = pair[::-1], _MIRRORED[claim.measure](ends)
        if claim.measure in _SAME_BOTH_WAYS:
            pair = tuple(sorted(pair))
        key = claim.system, *pair, claim.measure, given
        for other, (low, high) in bands.setdefault(key, []):
            if max(low, ends[0]) > min(high, ends[1]) + _EDGE:
                return [other, at]
        bands[key].append((at, ends))
    return None


def smallest_set(search, asked):
    """Yield while looking; return the places of a smallest set of claims that nothing keeps.

    search: makes the steps and the result of a search for what keeps some claims. Each change that
    keeps a set is asked what else it breaks; the next set hits all of these.
    """
    to_hit = [set(asked.broken)]
    for _ in range(_MOST):
        places = _hitting(to_hit)
        if places is None:
            return []
        found = search(places)
        yield from found.steps()
        if not found.mends:
            return sorted(places)
        point = found.mends[0].point
        every = sorted(set().union(*(asked.touched(number) for number, _ in point)))
        margins = asked.margins([point], every)[0]
        untouched = set(asked.broken) - set(every)
        to_hit.append(untouched | {at for at, one in zip(every, margins, strict=True) if one > 0})
    return []


def _hitting(sets):
    """A smallest set that meets each of some sets; None if it has more than three members."""
    every = sorted(set().union(*sets))
    tried = (set(some) for size in (1, 2, 3) for some in combinations(every, size))
    return next((some for some in tried if all(one & some for one in sets)), None)
