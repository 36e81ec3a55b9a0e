"""Any process, dice and a panel, beside plain programmes and icepool."""

import io
from itertools import count

import icepool
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from combat.dice import dice
from combat.markov import solve
from combat.workbook import Answer, Panel, charts, slider
from tests.bench.timing import Case
from tests.markov.test_notebook import defined

DUEL = (100, 100)


def step(at):
    """Two who strike in turn, a point or two: whoever was struck is the next to strike."""
    mine, theirs = at
    if not mine or not theirs:
        return []
    return [(0.3, (theirs, mine)), (0.5, (theirs - 1, mine)), (0.2, (max(0, theirs - 2), mine))]


def pushed():
    """A dictionary of chances, pushed on till hardly any still goes on."""
    now, ends = {DUEL: 1.0}, {}
    while sum(now.values()) > 1e-13:
        after = {}
        for state, mass in now.items():
            row = step(state)
            if not row:
                ends[state] = ends.get(state, 0) + mass
            for chance, other in row:
                after[other] = after.get(other, 0) + mass * chance
        now = after


GAME = defined().game
X, MOVES = np.linspace(-60, 60, 400), count()


def rules(m):
    """Three rules by 400 differences: a frame."""
    return pd.DataFrame({f"rule {i}": np.tanh(X / (m + 5 * i)) for i in range(3)}, X)


def three_lines(m):
    looks = {"ylim": (-1, 1), "xlabel": "difference", "ylabel": "chance"}
    return Answer(f"m is {m}.", charts.lines(rules(m), percent="", **looks))


PANEL = Panel(three_lines, m=slider("m", 1, 40, 10))


def redrawn():
    PANEL.controls["m"].value = 1 + next(MOVES) % 40


def anew():
    figure = Figure(figsize=(8.2, 3.8), dpi=160, layout="constrained")
    ax = figure.subplots()
    for name, column in rules(1 + next(MOVES) % 40).items():
        ax.plot(X, column, label=name)
    ax.set(xlim=(-60, 60), ylim=(-1, 1), xlabel="difference", ylabel="chance")
    ax.legend(loc="lower right")
    figure.savefig(io.BytesIO(), format="png")


CASES = [
    Case("markov.solve, 10,000 states", lambda: solve(DUEL, step), "plain dictionary", pushed),
    Case(
        "markov.optimal, RPGLite, KA against WR",
        lambda: GAME.__wrapped__("KA", "WR"),
        "10,000 states, solved",
        lambda: solve(DUEL, step),
    ),
    Case(
        "dice, 8d6!",
        lambda: dice(f"8d6! + {next(MOVES)}"),
        "icepool",
        lambda: (8 @ icepool.d(6).explode(depth=15)).probabilities(),
    ),
    Case("Panel redraw, three lines of 400 points", redrawn, "a new figure each time", anew),
]
