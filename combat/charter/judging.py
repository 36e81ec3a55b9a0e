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


def judge(claims, *, seed=0, error=0.05, executor=None, progress=None, known=None):
    """Return the `Verdicts` of claims, in their order.

    claims: as `read_charter` returns them. seed: a whole number; the same seed gives the same
    verdicts, with any executor. error: of all claims together, in (0, 1). executor: any
    `concurrent.futures.Executor`, dask's `Client.get_executor()` too. progress: called as
    progress(decided, claims). known: a dict that keeps what battles said, so that those which a
    change of the game leaves as they were aren't fought again. ValueError for an error or a seed
    out of range.

    >>> from combat.charter import read_charter
    >>> table = b"system,measure,at least,given\\npython,combat.luck:success_rate,80 %,chance=75"
    >>> print(judge(read_charter(table).claims))
    verdict  value   band          claim
    holds    93.09%  at least 80%  combat.luck:success_rate
    1 claim: 0 broken, 0 open, 1 hold.
    """
    claims, found = list(claims), {}
    how = {"seed": seed, "error": error, "executor": executor, "known": known}
    for place, verdict in judged(claims, **how):
        found[place] = verdict
        if progress is not None:
            progress(len(found), len(claims))
    return Verdicts(tuple(found[place] for place in range(len(claims))), error)


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
    sampled = []
    for place, claim in enumerate(claims):
        try:
            answer = called(claim.answer)
        except Exception as fault:  # a designer's own code may raise any
            yield place, _fault(claim, fault)
            continue
        if isinstance(answer, Exact):
            yield place, _exact(claim, answer)
        else:
            sampled.append((place, claim, answer))
    share = error / max(1, len(sampled))
    runs = {place: _Run(claim, sample, seed, share, executor) for place, claim, sample in sampled}
    known = {} if known is None else known
    for place in [place for place, run in runs.items() if run.key in known]:
        run = runs.pop(place)
        yield place, replace(known[run.key], claim=run.claim)
    for place, verdict in _run_all(list(runs.items()), 1 if executor is None else _WINDOW):
        if runs[place].key is not None:
            known[runs[place].key] = verdict
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
                    yield place, verdict
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
    return Verdict(
        claim,
        "holds" if claim.holds(value) else "broken",
        method="exact",
        value=value,
        bias=answer.bias,
        bias_low=answer.bias,
        bias_high=answer.bias,
        behind=answer.behind,
        label=answer.label,
        note=answer.note,
    )


def looks(budget, block=2000):
    """Return the block sizes of each look, up to `budget` scores in all: a list of lists."""
    found, total, aim = [], 0, float(_FIRST)
    while total < budget:
        step = min(math.ceil(aim), budget) - total
        parts = math.ceil(step / block)
        found.append([step * (part + 1) // parts - step * part // parts for part in range(parts)])
        total, aim = total + step, aim * _GROWTH
    return found


class _Counts:
    """How often each value came."""

    def __init__(self):
        self._counts = {}

    def add(self, values, counts):
        for value, count in zip(values.tolist(), counts.tolist(), strict=True):
            self._counts[value] = self._counts.get(value, 0) + count

    @property
    def arrays(self):
        values = sorted(self._counts)
        return np.array(values, float), np.array([self._counts[value] for value in values], float)

    @property
    def mean(self):
        values, counts = self.arrays
        return float(values @ counts / counts.sum())

    @property
    def distribution(self):
        values, counts = self.arrays
        return Distribution(values, counts / counts.sum())


class _Run:
    """A sampled claim in progress: its results so far, and the battles that are being fought."""

    def __init__(self, claim, sample, seed, error, executor):
        self.claim, self.sample, self.error, self.executor = claim, sample, error, executor
        self.each = 2 if sample.mirrored else 1
        self.looks = looks(max(1, claim.budget // self.each), sample.block)
        if sample.rolled:
            self.looks = [[sample.block]]
        key = int.from_bytes(hashlib.sha256(claim.key.encode()).digest()[:8], "big")
        self.seed, self.block, self.fought = (seed, key), 0, 0
        self.scores, self.leads, self.label = _Counts(), _Counts(), _Counts()
        self.pending = []

    @property
    def key(self):
        """All that the verdict follows from; None if that can't be told."""
        claim = self.claim
        if self.sample.key is None:
            return None
        band, asked = (claim.at_least, claim.at_most), (self.error, claim.budget)
        return self.sample.key, self.seed, band, asked

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
                for counts, part in zip((self.scores, self.leads, self.label), parts, strict=True):
                    counts.add(*part)
        except (BrokenExecutor, CancelledError):
            raise
        except Exception as fault:
            return _fault(self.claim, fault)
        self.pending = []
        band = self.claim.at_least, self.claim.at_most
        range_ = self.sample.low, self.sample.high
        verdict = bounds.decided(*self.scores.arrays, band, self.error, *range_)
        if verdict == "open" and self.looks:
            self.begin()
            return None
        return self._verdict(verdict, range_)

    def cancel(self):
        """Cancel the battles that haven't begun."""
        if self.executor is not None:
            for task in self.pending:
                task.cancel()

    def _verdict(self, verdict, range_):
        low, high = bounds.interval(*self.scores.arrays, self.error, *range_)
        bias, bias_low, bias_high = self._bias(range_)
        return Verdict(
            self.claim,
            verdict,
            method="sampled",
            value=self.scores.mean,
            low=low,
            high=high,
            battles=self.fought * self.each,
            needed=self._needed(range_) if verdict == "open" else math.nan,
            bias=bias,
            bias_low=bias_low,
            bias_high=bias_high,
            behind=self.label.distribution,
            label=self.sample.label,
        )

    def _needed(self, range_):
        values, counts = self.scores.arrays
        mean, claim = self.scores.mean, self.claim
        edges = [edge for edge in (claim.at_least, claim.at_most) if math.isfinite(edge)]
        if mean < claim.at_least:
            edges = [claim.at_least]
        elif mean > claim.at_most:
            edges = [claim.at_most]
        edges = [edge for edge in edges if range_[0] < edge < range_[1]]
        chances = counts / counts.sum()
        found = [bounds.needed(values, chances, edge, self.error, *range_) for edge in edges]
        return self.each * max(found, default=math.inf)

    def _bias(self, range_):
        if not self.sample.mirrored:
            return math.nan, math.nan, math.nan
        width = range_[1] - range_[0]
        ends = bounds.interval(*self.leads.arrays, self.error, -width, width)
        return self.leads.mean, *ends


def fought(play, mirrored, seed, battles):
    """Return a block: (values, counts) of scores, of side differences and of what is plotted."""
    # 53 bits: a whole number that a float keeps.
    seeds = np.random.SeedSequence(seed).generate_state(2, np.uint64) >> np.uint64(11)
    scores, label = called(play, False, int(seeds[0]), battles)
    scores = np.asarray(scores, float)
    if not mirrored:
        return _counted(scores), _counted(np.zeros(battles)), _counted(np.asarray(label))
    other, there = called(play, True, int(seeds[1]), battles)
    return (
        _counted((scores + other) / 2),
        _counted(scores - other),
        _counted(np.concatenate([label, there])),
    )


def _counted(values):
    return np.unique(values, return_counts=True)
