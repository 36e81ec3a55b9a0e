"""A guess before the answer: whoever has said a number looks at the picture with other eyes."""

import os
from collections import deque
from dataclasses import dataclass
from html import escape

import ipywidgets as widgets

from combat.core.checks import check_numbers
from combat.core.words import percent
from combat.workbook.panel.picture import panel_of

# Environment variable, set only while a page is exported.
EXPORT = "COMBAT_EXPORT"
_HIDDEN = deque(maxlen=1)  # the layout of the last panel that asks first


@dataclass(frozen=True)
class Guess:
    """A question whose answer is a number that intuition gets wrong, asked before a panel shows it.

    question: a sentence. answer: the number, computed. among: the whole numbers to choose from, a
    range; without it the number is a chance. unit: of whole numbers. ValueError for an answer
    beyond the ends.

    >>> newt = Guess("How often does he hit the newt?", 0.264)
    >>> newt.compared(0.6)
    'You said 60%, it is 26%.'
    >>> battles = Guess("How many?", 1306, among=range(100, 5001, 100))
    >>> battles.compared(2000)
    'You said 2,000, it is 1,306.'
    """

    question: str
    answer: float
    among: range | None = None
    unit: str = ""

    def __post_init__(self):
        low, high, _ = self.scale
        check_numbers("answer", self.answer, low=low, high=high)

    @property
    def scale(self):
        """The least and the greatest number to guess, and the step from one to the next."""
        if self.among is None:
            return 0.0, 1.0, 0.05
        return self.among[0], self.among[-1], self.among.step

    def text(self, value):
        """A value as a reader meets it."""
        if self.among is None:
            return percent(value, 0)
        return f"{value:,.0f} {self.unit}".strip()

    def compared(self, guessed):
        """The guess beside the answer, in a sentence."""
        if self.text(guessed) == self.text(self.answer):
            return f"You said {self.text(guessed)}, and so it is."
        return f"You said {self.text(guessed)}, it is {self.text(self.answer)}."

    def described(self):
        """What a page needs to ask it: a dict for JSON, with the answer in words."""
        described = dict(zip(("low", "high", "step"), self.scale, strict=True))
        described |= {"question": self.question, "answer": self.text(self.answer)}
        return described | {"unit": self.unit, "percent": self.among is None}


def last_asked():
    """Return the layout that hides the panel above until its guess is answered; None for none.

    None for an export, too: a page hides by itself.
    """
    return _HIDDEN[0] if _HIDDEN and EXPORT not in os.environ else None


def asked_first(guess, panel):
    """Return a box that asks, and shows the panel when answered."""
    low, high, step = guess.scale
    slider = widgets.FloatSlider(
        value=low + round((high - low) / step / 2) * step,
        min=low,
        max=high,
        step=step,
        readout_format=".0%" if guess.among is None else ",.0f",
        description="your guess",
        layout={"width": "380px"},  # a track of 160 pixels, at the least
    )
    compare, skip = (widgets.Button(description=text) for text in ("Compare", "Skip"))
    asked = widgets.HTML(f"<b>A guess first.</b> {escape(guess.question)}")
    box = panel_of([asked, widgets.HBox([slider, compare, skip])])
    panel.layout.display = "none"
    _HIDDEN.append(panel.layout)

    def show(said):
        box.children = [asked, widgets.HTML(f"<b>{escape(said)}</b>")] if said else []
        panel.layout.display = None

    compare.on_click(lambda _: show(guess.compared(slider.value)))
    skip.on_click(lambda _: show(""))
    return widgets.VBox([box, panel])
