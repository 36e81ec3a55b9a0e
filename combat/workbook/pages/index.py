"""The start page: two units that fight, three ways in, and a card for each page."""

import base64
import io
import re
from dataclasses import dataclass

import nbformat
import numpy as np
from PIL import Image

from combat.hit_rules import rules
from combat.workbook.pages.export import question_of, title_of
from combat.workbook.pages.figures import template, toy
from combat.workbook.panels.toy import GIANT, KNIGHT

WIDTH = 300  # pixels of a card's picture
_DENSE = 1.6  # pixels of a saved picture for one of the figure
_PART = (840, 532)  # pixels of a saved picture
_INK = 250  # of 255: what is darker isn't paper
_GAP = 10  # white pixels, at least, between two plots or a plot and its names
# Questions with which readers come, and the pages that answer them.
DOORS = {
    "07_your_own_game": ("I have units of my own", "who beats whom, who is worth the cost"),
    "06_hit_rules_compared": (
        "I need a hit rule",
        f"{len(rules())} rules, tuned alike and compared",
    ),
    "08_balance_charter": ("Does my change break something?", "what a game promises, under test"),
}


@dataclass(frozen=True)
class Card:
    """What the start page shows of a page: file, title, question, main finding and a picture."""

    file: str
    title: str
    question: str
    finding: str = ""
    picture: str = ""


def card(source, page):
    """Return the `Card` of a notebook and the page to which it was exported; both are Paths."""
    notebook = nbformat.read(source, as_version=4)
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    return Card(
        page.name,
        title_of(notebook, source),
        question_of(notebook),
        _finding(outputs),
        _picture(outputs),
    )


def _finding(outputs):
    """The first key finding that tells no guess's answer, in plain words."""
    marks = ((output, output.get("metadata", {}).get("combat", {})) for output in outputs)
    keys = (output for output, mark in marks if mark.get("key") and not mark.get("spoiler"))
    text = next((output["data"]["text/markdown"] for output in keys), "")
    bold = re.match(r"\*\*(.+?)\*\*", text, flags=re.S)
    return re.sub(r"[*`$]|\[([^\]]*)\]\([^)]*\)", r"\1", bold[1]) if bold else ""


def _picture(outputs):
    """The first plots of the first picture that answers no guess, large enough to be read."""
    shown = (one for one in outputs if "image/png" in one.get("data", {}))
    plain = (one for one in shown if not one["metadata"].get("combat", {}).get("guess"))
    first = next(plain, None)
    if first is None:
        return ""
    saved = base64.b64decode(first["data"]["image/png"])
    picture = Image.open(io.BytesIO(saved)).convert("RGB")
    over = _DENSE * first["metadata"].get("combat", {}).get("head", 0)
    picture = picture.crop((0, round(over), *picture.size))  # the card has words of its own
    dark = np.asarray(picture.convert("L")) < _INK
    wide, high = (_end(dark.any(axis), most) for axis, most in zip((0, 1), _PART, strict=True))
    picture = picture.crop((0, 0, wide, high))
    picture.thumbnail((2 * WIDTH, 2 * WIDTH))
    return _small(picture)


def _small(picture):
    """A picture of Pillow as PNG with as few bytes as its few colours need, as base64."""
    file = io.BytesIO()
    picture.quantize(32, dither=Image.Dither.NONE).save(file, format="png", optimize=True)
    return base64.b64encode(file.getvalue()).decode()


def _end(inked, most):
    """Where a picture is cut: at the widest gap, without ink, of its right, or lower, half."""
    if len(inked) <= most:
        return len(inked)
    places = np.flatnonzero(inked)
    before, after = places[:-1], places[1:]
    there = (before >= most / 2) & (before < most)
    gaps = np.where(there, after - before, 0)
    at = gaps.argmax()
    return int(before[at] + after[at]) // 2 if gaps[at] > _GAP else len(inked)


def index(cards, reference=""):
    """Return the HTML of the start page."""
    files = {one.file for one in cards}
    doors = {f"{stem}.html": door for stem, door in DOORS.items() if f"{stem}.html" in files}
    shown = {"cards": cards, "doors": doors, "reference": reference}
    return template("index.html.j2").render(toy=toy([KNIGHT, GIANT]), **shown)
