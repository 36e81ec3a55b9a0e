"""What a battle of pooled volleys costs, before it begins: in chances multiplied."""

import numpy as np

MOST_CHANCES = 30_000_000  # of one stage: a quarter of a gigabyte
MOST_WORK = 1e10  # chances multiplied: some ten seconds
_OVERHEAD = 2000  # fixed cost of the shots of a kind in a state
_SPREAD = 8  # standard deviations of the hits, about, within which it is followed


def refuse(first, second, stages, rounds):
    """Raise ValueError for two `Volleyer`s who would take more than some seconds."""
    sizes = [len(side.left) for side in (first, second)]
    if sizes[0] * sizes[1] * max(sizes) > MOST_CHANCES:
        raise ValueError(
            f"{sizes[0] - 1:,} hit points against {sizes[1] - 1:,} are too many states to follow: "
            f"let one stand for some"
        )
    work = sum(
        shots(first, name, sizes[1]) + shots(second, name, sizes[0]) + course(first, second, most)
        for name, most in ((name, rounds if many is None else many) for name, many in stages)
    )
    if work > MOST_WORK:
        seldom = course(first, second, 1) * 10 < MOST_WORK
        mend = "say after how many rounds to stop (rounds), or " if seldom else ""
        raise ValueError(
            f"{sizes[0] - 1:,} hit points against {sizes[1] - 1:,} take too long to follow: "
            f"{mend}let one stand for some"
        )


def shots(side, name, most):
    """Return what the chances of the hits of a side cost, of fewer than `most`, in each state."""
    total, work = 1, 0
    for many in side.shots_of(getattr(side, name), np.full(len(side.names), True)).values():
        work += _OVERHEAD + min(total, most) * min(many + 1, most)
        total += many
    return work * len(side.left)


def course(one, other, rounds=None):
    """Return about what all rounds cost, as in an even battle, which is the longest."""
    sizes = [len(side.left) for side in (one, other)]
    hits = np.arange(sum(sizes) - 2)
    taken = [hits * (size - 1) / (sum(sizes) - 2) for size in sizes]
    rates = [
        np.interp(at, np.arange(size), (side.left > 0) @ (side.shots * side.chance))
        for at, size, side in zip(taken, sizes, (one, other), strict=True)
    ]
    with np.errstate(divide="ignore"):
        lasts = 1 / sum(rates)  # rounds until one more hit
    first, second = (
        size - np.maximum(0, at - _SPREAD * np.sqrt(at))
        for at, size in zip(taken, sizes, strict=True)
    )
    lasts[np.isinf(lasts)] = 0  # nobody can hit
    if rounds is not None:
        lasts = np.diff(np.minimum(np.cumsum(lasts), rounds), prepend=0)
    return float(lasts @ (first * second) ** 2)
