"""A million modified probabilities, beside the formula in a plain loop."""

import math

import numpy as np

from combat import osdl
from tests.bench.timing import Case

P, M = np.random.default_rng(1).uniform(0, 1, (2, 1_000_000))
FEW = list(zip(P[:10_000].tolist(), M[:10_000].tolist(), strict=True))


def plain(p, m):
    return p * math.exp(4.2 * m) / (1 + p * (math.exp(4.2 * m) - 1))


def cases():
    yield Case(
        "osdl.modified, a million",
        lambda: osdl.modified(P, M),
        "plain loop",
        lambda: [plain(p, m) for p, m in FEW],
        share=0.01,
    )
