"""Timing: the median of several runs, beside the median of the baseline."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Case:
    """What is timed, and the baseline it is held against.

    `share` is the part of the work that the baseline does (1/100 of the pairs, say); its
    time is scaled up by it.
    """

    name: str
    run: Callable
    baseline_name: str
    baseline: Callable
    share: float = 1.0


def report(cases):
    """Print one line a case."""
    print(f"{'what':52} {'time':>10} {'baseline':>12}  ratio")
    for case in cases:
        ours, theirs = median_seconds(case.run), median_seconds(case.baseline) / case.share
        print(
            f"{case.name:52} {ours * 1e3:7.2f} ms {theirs * 1e3:9.2f} ms  "
            f"{theirs / ours:5.1f} x  ({case.baseline_name})",
            flush=True,
        )


def median_seconds(call, seconds=1.0):
    """Return the median time of a call, over at least 5 calls and about that many seconds."""
    call()
    times = []
    while len(times) < 5 or (sum(times) < seconds and len(times) < 200):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return statistics.median(times)
