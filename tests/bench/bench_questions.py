"""Questions, rankings and dice, beside scans, plain loops and icepool."""

from itertools import combinations

import icepool
import numpy as np
from scipy.special import expit

from combat.dice import dice
from combat.dice.blows import fallen_within
from combat.questions import seek
from combat.ranking import equilibrium, ladder_and_circle, strength
from tests.bench.timing import Case

RNG = np.random.default_rng(1)
NOISE = RNG.normal(size=(100, 100))
RATES = expit(np.subtract.outer(*2 * [RNG.normal(size=100)]) + NOISE - NOISE.T)


def fallen(blows):
    return fallen_within(60, 0.4, "2d6", blows)


def iterated():
    """Hunter's iteration, 100 rounds: the slowest units are then within 1e-6 or so."""
    now = np.ones(100)
    for _ in range(100):
        for a in range(100):
            now[a] = (RATES[a].sum() - 0.5) / ((1 / (now[a] + now)).sum() - 0.5 / now[a])
    return now / np.exp(np.log(now).mean())


def fictitious():
    """Players who answer each other: after 20,000 rounds the mix is right to a percent."""
    seen, total = np.zeros(100), np.zeros(100)
    for _ in range(20_000):
        answer = int(np.argmax(total))
        seen[answer] += 1
        total += RATES[:, answer]
    return seen / seen.sum()


def turns():
    """The triples of one unit: 3 in 100 of all."""
    flow = np.log(RATES / (1 - RATES)).tolist()
    return max(abs(flow[0][b] + flow[b][c] + flow[c][0]) for b, c in combinations(range(1, 100), 2))


def cases():
    yield Case(
        "questions.seek, a whole number of 1 to 200",
        lambda: seek(fallen, 0.9, 1, 200, whole=True, looks=2),
        "a scan from 1 on",
        lambda: next(blows for blows in range(1, 201) if fallen(blows) >= 0.9),
    )
    yield Case(
        "ranking.strength, 100 units",
        lambda: strength(RATES),
        "plain iteration, 100 rounds",
        iterated,
    )
    yield Case(
        "ranking.ladder_and_circle, 100 units",
        lambda: ladder_and_circle(RATES),
        "plain loop, the triples of one",
        turns,
        share=3 / 100,
    )
    yield Case(
        "ranking.equilibrium, 100 units",
        lambda: equilibrium(RATES),
        "fictitious play, 20,000 rounds",
        fictitious,
    )
    for text, theirs in (
        ("10d10kh5", lambda: icepool.d(10).highest(10, 5).probabilities()),
        ("8d6!", lambda: (8 @ icepool.d(6).explode(depth=15)).probabilities()),
    ):
        yield Case(f"dice, {text}", lambda text=text: dice(text), "icepool", theirs)
