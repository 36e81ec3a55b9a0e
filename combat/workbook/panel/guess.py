"""A guess before the answer: whoever has said a number looks at the picture with other eyes."""

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from html import escape

import ipywidgets as widgets

from combat.core.checks import check_numbers
from combat.core.words import percent
from combat.workbook.panel.picture import panel_of

# Environment variable, set only while a page is exported: the most frames of a panel's recording.
EXPORT = "COMBAT_EXPORT_FRAMES"


@dataclass(frozen=True)
class Guess:
    """A question whose answer is a number that intuition gets wrong, asked before a panel shows it.

    question: a sentence. answer: the number, computed. low, high, step: of the slider to guess
    with. percent: whether the numbers are chances, shown as percentages. Other numbers are shown
    whole, or with a decimal if the step has one, and then the unit. ValueError for an answer
    outside of low to high.

    plot: the place of the chart, from 0, in which the guess is then drawn: on its `axis` ("x" or
    "y"), where on_axis(guess) lies, as a ring at `beside` on the other axis, or else as a line.
    Without a plot it is said only.

    >>> newt = Guess("How often does he hit the newt?", 0.264)
    >>> newt.compared(0.6)
    'You said 60%, it is 26%.'
    >>> battles = Guess("How many?", 1306, low=100, high=5000, step=100, percent=False)
    >>> battles.compared(2000)
    'You said 2,000, it is 1,306.'
    """

    question: str
    answer: float
    low: float = 0.0
    high: float = 1.0
    step: float = 0.05
    percent: bool = True
    unit: str = ""
    plot: int | None = None
    axis: str = "y"
    beside: float | None = None
    on_axis: Callable[[float], float] = float

    def __post_init__(self):
        check_numbers("answer", self.answer, low=self.low, high=self.high)

    def text(self, value):
        """A value as a reader meets it."""
        said = percent(value, 0) if self.percent else f"{value:{self.form}}"
        return f"{said}{self.unit and ' '}{self.unit}"

    @property
    def form(self):
        """How numbers are written, as Python and ipywidgets know it."""
        return ".0%" if self.percent else f",.{self.places}f"

    @property
    def places(self):
        """How many decimals numbers have that are no percentages."""
        return 0 if float(self.step).is_integer() else 1

    def compared(self, guessed):
        """The guess beside the answer, in a sentence."""
        if self.text(guessed) == self.text(self.answer):
            return f"You said {self.text(guessed)}, and so it is."
        return f"You said {self.text(guessed)}, it is {self.text(self.answer)}."

    def described(self):
        """What a page needs to ask it: a dict for JSON, with the answer in words."""
        names = ("question", "low", "high", "step", "percent", "unit", "places")
        described = {name: getattr(self, name) for name in names}
        described |= {"answer": self.text(self.answer)}
        if self.plot is None:
            return described
        steps = range(round((self.high - self.low) / self.step) + 1)
        return described | self.drawn([self.low + at * self.step for at in steps])

    def drawn(self, guesses):
        """Where guesses lie in the picture: a dict for JSON."""
        at = [round(float(self.on_axis(guessed)), 6) for guessed in guesses]
        return {"plot": self.plot, "axis": self.axis, "at": at, "beside": self.beside}


class Asked:
    """Whether a panel's guess was answered or skipped, for what would tell its answer."""

    last = None  # that of the panel that was made last

    def __init__(self):
        self.answered, self._then = False, []

    def then(self, called):
        """Call a function without arguments as soon as it is answered."""
        self._then.append(called)

    def answer(self):
        """Take note that it is answered."""
        self.answered = True
        for called in self._then:
            called()


def last_asked():
    """Return the `Asked` of the panel above; None for an export, as its page hides by itself."""
    return None if EXPORT in os.environ else Asked.last


def as_saved(guess):
    """Return what a saved notebook shows in place of a panel with a guess, as HTML."""
    return (
        f"<p><b>A guess first.</b> {escape(guess.question)}</p>"
        "<p><em>Run all cells to answer it, and see the picture.</em></p>"
    )


def asked_first(guess, panel, picture, controls):
    """Return a box that asks, and shows the panel, in which the guess is drawn, when answered."""
    middle = guess.low + round((guess.high - guess.low) / guess.step / 2) * guess.step
    slider = widgets.FloatSlider(
        value=middle,
        min=guess.low,
        max=guess.high,
        step=guess.step,
        readout_format=guess.form,
        description="your guess",
        layout={"width": "380px"},  # a track of 160 pixels, at the least
    )
    compare, skip = (widgets.Button(description=text) for text in ("Compare", "Skip"))
    asked = widgets.HTML(f"<b>A guess first.</b> {escape(guess.question)}")
    box = panel_of([asked, widgets.HBox([slider, compare, skip])])
    panel.layout.display = "none"
    Asked.last = state = Asked()
    start = {name: control.value for name, control in controls.items()}

    def show(said):
        box.children = [asked, widgets.HTML(said)] if said else []
        panel.layout.display = None
        state.answer()

    def draw(_change=None):
        same = all(control.value == start.get(name) for name, control in controls.items())
        drawn = guess.drawn([slider.value]) | {"said": guess.text(slider.value)}
        picture.guessed = json.dumps(drawn) if same else ""

    def compared(_button):
        show(f"<b>{escape(guess.compared(slider.value))}</b>")
        if guess.plot is None:
            return
        draw()
        for control in controls.values():
            control.observe(draw, names="value")

    compare.on_click(compared)
    skip.on_click(lambda _: show(""))
    return widgets.VBox([box, panel])
