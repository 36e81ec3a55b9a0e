"""Which promises exclude each other, whatever the numbers."""

_MIRRORED = {"score": lambda ends: (1 - ends[1], 1 - ends[0])}
_SAME_BOTH_WAYS = ("turns", "draw", "undecided")
_EDGE = 1e-9


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
