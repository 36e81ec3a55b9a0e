"""A guess before the answer: whoever has said a number looks at the picture with other eyes."""

import os
from dataclasses import dataclass
from html import escape

import ipywidgets as widgets

from combat.core.checks import check_numbers
from combat.core.words import percent
from combat.workbook.panel.picture import panel_of

# Environment variable, set only while a page is exported.
EXPORT = "COMBAT_EXPORT"


@dataclass(frozen=True)
class Guess:
    """A question whose answer is a number that intuition gets wrong, asked before a panel shows it.

    question: a sentence. answer: the number, computed. low, high, step: of the slider to guess
    with. percent: whether the numbers are chances, shown as percentages. Other numbers are shown
    whole, or with a decimal if the step has one, and then the unit. ValueError for an answer
    outside of low to high.

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
        return described | {"answer": self.text(self.answer)}


class GuessState:
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
    """Return the `GuessState` of the panel above; None for an export, which hides by itself."""
    return None if EXPORT in os.environ else GuessState.last


def asked_first(guess, panel):
    """Return a box that asks, and shows the panel when answered."""
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
    GuessState.last = state = GuessState()

    def show(said):
        box.children = [asked, widgets.HTML(f"<b>{escape(said)}</b>")] if said else []
        panel.layout.display = None
        state.answer()

    compare.on_click(lambda _: show(guess.compared(slider.value)))
    skip.on_click(lambda _: show(""))
    return widgets.VBox([box, panel])
