"""A redraw of a panel, beside a figure made anew for each change."""

import io
from itertools import count

import numpy as np
from matplotlib.figure import Figure

from combat.workbook import Panel, slider
from tests.bench.timing import Case

X = np.linspace(-60, 60, 400)
STEPS = count()


def three_lines(ax, m):
    for i in range(3):
        ax.plot(X, np.tanh(X / (m + 5 * i)), label=f"rule {i}")
    ax.set(xlim=(-60, 60), ylim=(-1, 1), xlabel="difference", ylabel="chance")
    ax.legend(loc="lower right")


def anew():
    figure = Figure(figsize=(8.2, 3.8), dpi=160, layout="constrained")
    three_lines(figure.subplots(), 1 + next(STEPS) % 40)
    figure.savefig(io.BytesIO(), format="png")


def cases():
    panel = Panel(three_lines, {"m": slider("m", 1, 40, 10)}, caption="", words="")

    def move():
        panel.controls["m"].value = 1 + next(STEPS) % 40

    yield Case("Panel redraw, three lines of 400 points", move, "a new figure each time", anew)
