"""What a notebook says and asks: a finding, which is checked, and a guess before the answer.

A finding is a sentence with computed numbers. Whoever has said a number first looks at the picture
with other eyes. How a page shows both stands in `combat.workbook.pages`.
"""

import os
from collections import deque
from dataclasses import dataclass
from functools import partial
from html import escape

import ipywidgets as widgets
from IPython.display import DisplayHandle, Markdown

from combat.core.checks import check_numbers
from combat.core.words import minus, percent
from combat.workbook.panel.picture import panel_of

# Environment variable, set only while a page is exported.
EXPORT = "COMBAT_EXPORT"
_HIDDEN = deque(maxlen=1)  # the layout of the last panel that asks first
_OTHER = "What this notebook found here is about its example; the game shows other units now."
_UNTOLD = "<details><summary>What is found: open it after your guess</summary>\n\n{}\n\n</details>"


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


class Finding:
    """Shows `text` as prose if every one of `holds` is true; AssertionError otherwise.

    So a sentence of a notebook can't stay when its numbers have changed. text: Markdown, with the
    numbers filled in by the notebook's cell. key: whether it is one of the answers, at most three,
    with which an exported page begins. at: settings {control: value} of the figure above that the
    sentence names (a slider's number, a list's text, a box's boolean): an exported page has a
    picture of them, and a link to it. about: a pair (game, units), if the sentence is about these
    units: while the `Game` has other ones, a line says so in its place. spoiler: whether it tells
    the answer of the guess asked last above, so that it is folded until that is answered.

    >>> Finding(f"Two dice make {3.5 + 3.5:g} on average.", 3.5 + 3.5 == 7)
    Two dice make 7 on average.
    >>> Finding("The moon is nearer.", 1 > 2)
    Traceback (most recent call last):
    AssertionError: no longer holds: The moon is nearer.
    """

    def __init__(self, text, *holds, key=False, at=None, about=None, spoiler=False):
        if not holds or not all(holds):
            raise AssertionError(f"no longer holds: {text}")
        self.text, self.key, self.spoiler = minus(text), key, spoiler
        self.at = {
            name: value.item() if hasattr(value, "item") else value  # as JSON has it
            for name, value in (at or {}).items()
        }
        asked = last_asked() if spoiler else None
        if about is not None or asked is not None:
            self._ipython_display_ = partial(self._display, about, asked)

    def _display(self, about, asked):
        """Show the finding in a notebook while it is about the game's units, and may be told."""
        handle = DisplayHandle()
        handle.display(self._now(about, asked))
        if about is not None:
            about[0].observe(lambda: handle.update(self._now(about, asked)))
        if asked is not None:
            asked.observe(lambda _: handle.update(self._now(about, asked)), "display")

    def _now(self, about, asked):
        if about is not None and not about[0].shows(about[1]):
            return Markdown(f"*{_OTHER}*")
        untold = asked is not None and asked.display == "none"
        text = _UNTOLD.format(self.text) if untold else self.text
        now = Finding(text, True, key=self.key, at=self.at)
        now.spoiler = self.spoiler
        return now

    def __repr__(self):
        return self.text

    def _repr_markdown_(self):
        return self.text

    def _repr_mimebundle_(self, **_kwargs):
        marks = {name: True for name in ("key", "spoiler") if getattr(self, name)}
        marks |= {"at": self.at} if self.at else {}
        return {}, {"combat": marks} if marks else {}
