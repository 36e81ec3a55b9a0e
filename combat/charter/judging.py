"""Judges claims: by an exact answer if there is one, else by battles until the answer is clear.

The error of all claims of a charter together stays below `error`, 5 % by default: the chance
that any true claim is called broken, or any false one said to hold. Exact answers don't err. The
sampled ones share the error in equal parts (Bonferroni), and each keeps its part however often it
is looked at, by the bets of `combat.charter.bounds` (Ville's inequality). Side biases have a
second error of the same size of their own.

Half of the battles are fought with the sides exchanged. One battle of each kind makes a pair: the
mean of the pair is the score that is bet on, and the difference measures the side bias. The random
numbers of block k of a claim's battles depend on the seed, the claim and k alone, not on the
number of processes or on the other claims.
"""

import hashlib
import math
from collections import Counter
from concurrent.futures import BrokenExecutor, CancelledError
from dataclasses import replace

import numpy as np

from combat.charter import bounds
from combat.charter.claim import Exact
from combat.charter.verdicts import Verdict, Verdicts
from combat.core.checks import check_numbers, check_whole
from combat.core.own_code import called, told, why
from combat.dice import Distribution

_FIRST = 50  # pairs until the first look
_GROWTH = 1.3  # factor of the number of pairs from look to look
_WINDOW = 32  # claims under way at once where there is an executor


def judge(claims, *, seed=0, error=0.05, executor=None, progress=None, known=None, found=None):
    """Return the `Verdicts` of claims, in their order.

    claims: as `read_charter` returns them. seed: a whole number; the same seed gives the same
    verdicts, with any executor. error: of all claims together, in (0, 1). executor: any
    `concurrent.futures.Executor`, dask's `Client.get_executor()` too. progress: called as
    progress(decided, claims). known: a dict that keeps what battles said, so that those which a
    change of the game leaves as they were aren't fought again. found: a dict that takes each
    verdict by its place as soon as it is decided. ValueError for an error or a seed out of range.

    >>> from combat.charter import read_charter
    >>> table = b"system,measure,at least,given\\npython,combat.luck:success_rate,80 %,chance=75"
    >>> print(judge(read_charter(table).claims))
    verdict  value   band          claim
    holds    93.09%  at least 80%  combat.luck:success_rate
    1 claim: 0 broken, 0 open, 1 hold.
    """
    claims, found = list(claims), {} if found is None else found
    how = {"seed": seed, "error": error, "executor": executor, "known": known}
    for place, verdict in judged(claims, **how):
        found[place] = verdict
        if progress is not None:
            progress(len(found), len(claims))
    return Verdicts.of(found)


def judged(claims, *, seed=0, error=0.05, executor=None, known=None):
    """Yield (place, `Verdict`) of each claim as soon as it is decided, exact answers first.

    place: the claim's index. Arguments as for `judge`.

    >>> from combat.charter import read_charter
    >>> table = b"system,measure,at most,given\\npython,combat.luck:success_rate,80 %,chance=75"
    >>> [(place, verdict.verdict) for place, verdict in judged(read_charter(table).claims)]
    [(0, 'broken')]
    """
    seed = int(check_whole("seed", seed, low=0))
    error = float(check_numbers("error", error, low=0, high=1, open_low=True))
    if not error < 1:
        raise ValueError(f"error = {error:g} is out of range: it must be below 1")
    samples, known = {}, {} if known is None else known
    for place, claim in enumerate(claims):
        try:
            answer = called(claim.answer)
        except Exception as fault:  # a designer's own code may raise any
            yield place, _fault(claim, fault)
            continue
        if isinstance(answer, Exact):
            yield place, _exact(claim, answer)
        else:
            samples[place] = claim, answer
    share, runs = error / max(1, len(samples)), []
    for place, (claim, sample) in samples.items():
        run = _Run(claim, sample, seed, share, executor)
        if run.key in known:
            yield place, replace(known[run.key], claim=claim)
        else:
            runs.append((place, run))
    for place, run, verdict in _run_all(runs, 1 if executor is None else _WINDOW):
        if run.key is not None:
            known[run.key] = verdict
        yield place, verdict


def _run_all(runs, window):
    """Keep `window` runs going at once, look by look in turn; yield each when it is decided."""
    waiting, active = list(reversed(runs)), []
    try:
        while waiting or active:
            while waiting and len(active) < window:
                active.append(waiting.pop())
                active[-1][1].begin()
            going = []
            for place, run in active:
                verdict = run.look()
                if verdict is None:
                    going.append((place, run))
                else:
                    yield place, run, verdict
            active = going
    finally:
        for _, run in active:
            run.cancel()


def _fault(claim, fault):
    known = isinstance(fault, ValueError | ArithmeticError | MemoryError)
    text = (told(fault) if known else why(fault)) or type(fault).__name__
    return Verdict(claim, "fault", fault=" ".join(text.split()))


def _exact(claim, answer):
    value = float(answer.value)
    if math.isnan(value):
        return _fault(claim, ValueError("there is no answer: the measure has no value here"))
    behind = {"behind": answer.behind, "label": answer.label, "note": answer.note}
    verdict = "holds" if claim.holds(value) else "broken"
    return Verdict(claim, verdict, method="exact", value=value, low=value, high=value, **behind)


def looks(budget, block=2000):
    """Return the block sizes of each look, up to `budget` scores in all: a list of lists."""
    found, total, aim = [], 0, float(_FIRST)
    while total < budget:
        step = min(math.ceil(aim), budget) - total
        parts = math.ceil(step / block)
        found.append([step * (part + 1) // parts - step * part // parts for part in range(parts)])
        total, aim = total + step, aim * _GROWTH
    return found


class _Run:
    """A sampled claim in progress: its results so far, and the battles that are being fought."""

    def __init__(self, claim, sample, seed, error, executor):
        self.claim, self.sample, self.error, self.executor = claim, sample, error, executor
        self.range = sample.low, sample.high
        self.each = 2 if sample.mirrored else 1
        self.looks = looks(max(1, claim.budget // self.each), sample.block)
        if sample.rolled:
            self.looks = [[sample.block]]
        key = int.from_bytes(hashlib.sha256(claim.key.encode()).digest()[:8], "big")
        self.seed, self.block, self.fought, self.pending = (seed, key), 0, 0, []
        self.counts = Counter(), Counter(), Counter()  # of scores, side differences, and labels

    @property
    def key(self):
        """All that the verdict follows from; None if that can't be told."""
        if self.sample.key is None:
            return None
        return self.sample.key, self.seed, self.claim.ends, self.error, self.claim.budget

    def begin(self):
        """Start the battles up to the next look."""
        for size in self.looks.pop(0):
            task = (self.sample.play, self.sample.mirrored, (*self.seed, self.block), size)
            self.block, self.fought = self.block + 1, self.fought + size
            self.pending.append(
                task if self.executor is None else self.executor.submit(fought, *task)
            )

    def look(self):
        """The verdict, or None if more battles are needed."""
        try:
            for task in self.pending:
                parts = fought(*task) if self.executor is None else task.result()
                for counts, (values, many) in zip(self.counts, parts, strict=True):
                    counts.update(dict(zip(values.tolist(), many.tolist(), strict=True)))
        except (BrokenExecutor, CancelledError):
            raise
        except Exception as fault:
            return _fault(self.claim, fault)
        self.pending = []
        scores = _arrays(self.counts[0])
        verdict = bounds.decided(*scores, self.claim.ends, self.error, *self.range)
        if (verdict == "open" or not self.counts[0]) and self.looks:
            self.begin()
            return None
        if not self.counts[0]:
            many = f"{self.fought * self.each:,} battles"
            return _fault(self.claim, ValueError(f"the first side won none of {many}"))
        low, high = bounds.interval(*scores, self.error, *self.range)
        bias, bias_low, bias_high = self._bias()
        labels, many = _arrays(self.counts[2])
        return Verdict(
            self.claim,
            verdict,
            method="sampled",
            value=_mean(*scores),
            low=low,
            high=high,
            battles=self.fought * self.each,
            needed=self._needed(*scores) if verdict == "open" else math.nan,
            bias=bias,
            bias_low=bias_low,
            bias_high=bias_high,
            behind=Distribution(labels, many / many.sum()),
            label=self.sample.label,
        )

    def cancel(self):
        """Cancel the battles that haven't begun."""
        if self.executor is not None:
            for task in self.pending:
                task.cancel()

    def _needed(self, values, counts):
        """How many battles would decide the claim if they go on like those so far."""
        mean, (least, most) = _mean(values, counts), self.claim.ends
        edges = [least] if mean < least else [most] if mean > most else [least, most]
        found = [
            bounds.needed(values, counts / counts.sum(), edge, self.error, *self.range)
            for edge in edges
            if self.range[0] < edge < self.range[1]
        ]
        # Of battles that the first side must win only those count that it won.
        return self.each * self.fought / counts.sum() * max(found, default=math.inf)

    def _bias(self):
        """What the first side gains by its place, and the ends of its interval."""
        if not self.sample.mirrored:
            return math.nan, math.nan, math.nan
        leads, width = _arrays(self.counts[1]), self.range[1] - self.range[0]
        return _mean(*leads), *bounds.interval(*leads, self.error, -width, width)


def _arrays(counts):
    """The values of a Counter, and how often each came."""
    values = sorted(counts)
    return np.array(values, float), np.array([counts[value] for value in values], float)


def _mean(values, counts):
    return float(values @ counts / counts.sum())


def fought(play, mirrored, seed, battles):
    """Return a block: (values, counts) of scores, of side differences and of what is plotted."""
    # 53 bits: a whole number that a float keeps.
    seeds = np.random.SeedSequence(seed).generate_state(2, np.uint64) >> np.uint64(11)
    scores, label = called(play, False, int(seeds[0]), battles)
    scores = np.asarray(scores, float)
    if not mirrored:
        return _counted(scores), _counted(np.zeros(battles)), _counted(np.asarray(label))
    other, there = called(play, True, int(seeds[1]), battles)
    labels = np.concatenate([label, there])
    return _counted((scores + other) / 2), _counted(scores - other), _counted(labels)


def _counted(values):
    return np.unique(values, return_counts=True)
