"""Timing: the median of several runs, beside the median of the baseline."""

import csv
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

MOST = 1.25  # times as long as last time, before it is told


@dataclass(frozen=True)
class Case:
    """What is timed, and the baseline, which does only this `share` of the work (1/100, say)."""

    name: str
    run: Callable
    baseline_name: str
    baseline: Callable
    share: float = 1.0


def report(cases, path):
    """Print a line for each case and what became slower since the table in `path`; keep this one.

    Ratios are compared, as a busy machine slows the baseline, too.
    """
    print(f"{'what':52} {'time':>10} {'baseline':>12}  ratio")
    now = {}
    for case in cases:
        ours, theirs = median_seconds(case.run), median_seconds(case.baseline) / case.share
        now[case.name] = theirs / ours
        print(
            f"{case.name:52} {ours * 1e3:7.2f} ms {theirs * 1e3:9.2f} ms  "
            f"{theirs / ours:5.1f} x  ({case.baseline_name})",
            flush=True,
        )
    print(*slower(now, kept(path)), sep="\n")
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("what", "ratio"), *now.items()])


def kept(path):
    """Return the ratios of the last table: {what: ratio}, empty where there is none."""
    if not path.exists():
        return {}
    with path.open(newline="", encoding="utf-8") as file:
        return {row["what"]: float(row["ratio"]) for row in csv.DictReader(file)}


def slower(now, before):
    """Return lines that say what became slower by more than a quarter, or that nothing did."""
    if not before:
        return ["No table was kept to compare with; the next run has this one."]
    worse = {name: before[name] / ratio for name, ratio in now.items() if name in before}
    found = [
        f"slower: {name} takes {times:.2f} times as long as last time"
        for name, times in worse.items()
        if times > MOST
    ]
    return found or ["Nothing became slower by more than a quarter since last time."]


def median_seconds(call, seconds=1.0):
    """Return the median time of a call, over at least 5 calls and about that many seconds."""
    call()
    times = []
    while len(times) < 5 or (sum(times) < seconds and len(times) < 200):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return statistics.median(times)
