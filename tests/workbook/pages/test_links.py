"""What a notebook's text invites to is done by a link in that sentence."""

import re

import nbformat
import pytest

from combat.workbook import Answer, Panel, choice, slider, tick
from combat.workbook.panel.addresses import links_of, settings_of
from tests.test_project import ROOT
from tests.workbook.pages.cells import page, prose, shown

NOTEBOOKS = sorted((ROOT / "notebooks").glob("[0-9][0-9]_*.ipynb"))
INVITES = "try|drag|let|set|choose|type|pick|move|tick"
ANYWHERE = re.compile(rf"\b({INVITES}|add up|make|take)\b", flags=re.I)
AT_FIRST = re.compile(rf"\W*(then |so |now )?({INVITES})\b", flags=re.I)


def sentences(text):
    """The sentences of a Markdown text, without headings, tables, formulas and code."""
    lines = [line for line in text.split("\n") if not re.match(r"#|\||\$\$|```", line)]
    return re.split(r"(?<=[.?!])\s+(?=[A-Z\[*])", " ".join(" ".join(lines).split()))


def invitations(path):
    """Sentences that invite: of what stands under a figure any, elsewhere those that begin so."""
    for cell in nbformat.read(path, as_version=4).cells:
        tags = cell.metadata.get("tags", [])
        if cell.cell_type == "markdown" and "code" not in tags:
            invites = ANYWHERE.search if "hand" in tags else AT_FIRST.match
            yield from filter(invites, sentences(cell.source))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem[:2])
def test_each_sentence_that_invites_has_a_link_that_sets_controls(path):
    assert [one for one in invitations(path) if not links_of(one)] == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem[:2])
def test_each_notebook_has_links_that_can_be_read(path):
    cells = nbformat.read(path, as_version=4).cells
    links = [link for cell in cells for link in links_of(cell.source)]
    assert links
    assert all(map(settings_of, links))


def figure(most=None):
    return shown(
        Panel(
            lambda m, who, on: Answer(f"{m} {who} {on}"),
            m=slider("points", 0, 60, 20),
            who=choice("who", ["Vampire Bat, 4-2", "Orc (m = 10)"]),
            on=tick("on"),
        ),
        most,
    )


def test_a_link_becomes_one_to_the_nearest_figure_above_by_what_a_reader_sees():
    links = "[a](#?m=30), [b](#?who=Orc+%28m+%3D+10%29&on=yes), [c](#?m=20&on=no), [d](#there)"
    made = page(figure(), figure(), prose(f"Try {links}."))
    assert re.findall(r'class="try" href="#(.*?)"', made) == [
        "figure-2?points=30",
        "figure-2?who=orc&amp;on=yes",
        "figure-2?points=20&amp;on=no",
    ]
    assert 'href="#there">d</a>' in made


@pytest.mark.parametrize(
    ("link", "told"),
    [
        ("z=1", "the text names .*, and no figure above has these controls"),
        ("m=61", "the text names .*, of which figure 1 has no numbers"),
        ("m=many", "of which figure 1 has no numbers"),
        ("who=Orc", "of which figure 1 has no numbers"),
        ("on=maybe", "of which figure 1 has no numbers"),
        ("m", "write it as"),
    ],
)
def test_a_link_of_which_the_page_has_nothing_stops_it(link, told):
    with pytest.raises(ValueError, match=told):
        page(figure(), prose(f"Try [it](#?{link})."))


def test_a_link_above_its_figure_stops_the_page():
    with pytest.raises(ValueError, match="no figure above"):
        page(prose("Try [it](#?m=30)."), figure())
