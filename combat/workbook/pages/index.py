"""The start page: two units that fight, three ways in, and a card for each page."""

import re
from dataclasses import dataclass

import nbformat

from combat.hit_rules import rules
from combat.workbook.pages.export import question_of, title_of
from combat.workbook.pages.figures import template, toy
from combat.workbook.panels.toy import GIANT, KNIGHT

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
    """What the start page shows of a page: file, title, question and main finding."""

    file: str
    title: str
    question: str
    finding: str = ""


def card(source, page):
    """Return the `Card` of a notebook and the page to which it was exported; both are Paths."""
    notebook = nbformat.read(source, as_version=4)
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    return Card(
        page.name,
        title_of(notebook, source),
        question_of(notebook),
        _finding(outputs),
    )


def _finding(outputs):
    """The first key finding that tells no guess's answer, in plain words."""
    marks = ((output, output.get("metadata", {}).get("combat", {})) for output in outputs)
    keys = (output for output, mark in marks if mark.get("key") and not mark.get("spoiler"))
    text = next((output["data"]["text/markdown"] for output in keys), "")
    bold = re.match(r"\*\*(.+?)\*\*", text, flags=re.S)
    return re.sub(r"[*`$]|\[([^\]]*)\]\([^)]*\)", r"\1", bold[1]) if bold else ""


def index(cards, reference=""):
    """Return the HTML of the start page."""
    files = {one.file for one in cards}
    doors = {f"{stem}.html": door for stem, door in DOORS.items() if f"{stem}.html" in files}
    shown = {"cards": cards, "doors": doors, "reference": reference}
    return template("index.html.j2").render(toy=toy([KNIGHT, GIANT]), **shown)
