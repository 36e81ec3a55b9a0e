"""Two units that are typed into a page, and fight there: against the exact duel of the package."""

import itertools
import re
from pathlib import Path

import numpy as np
import pytest
from nbformat import v4
from playwright.sync_api import expect

from combat.core.files import write_whole
from combat.workbook.pages.export import document
from combat.workbook.pages.index import index
from combat.workbook.panels import TwoUnits
from tests.browser.pages import visit
from tests.workbook.pages.cells import shown

# The numbers of drawn fights follow from this, whatever the browser's own luck.
SEED = "let seed = 7; Math.random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;"
# (hit points, chance in %, damage) of both.
PAIRS = [
    ((27, 85, "1d8+2"), (54, 40, "2d6")),
    ((1, 50, "1"), (1, 100, "d4")),
    ((200, 5, "1"), (200, 3, "1d2")),
    ((150, 33, "6d20+100"), (199, 67, "3d7")),
    ((20, 0, "1d6"), (30, 50, "1d6")),
    ((20, 70, "0"), (30, 1, "6d20")),
]


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """The start page, and a page of a notebook with the two units, written into files."""
    folder = tmp_path_factory.mktemp("toy")
    cells = [v4.new_markdown_cell("# One"), shown(TwoUnits(("Imp", 4, 50, "1d4")))]
    page = document(v4.new_notebook(cells=cells), Path("one.ipynb"))
    write_whole({folder / "index.html": index([]), folder / "one.html": page})
    return folder / "index.html"


@pytest.fixture
def toy(file, page):
    """The start page whose dice are always the same."""
    page.add_init_script(SEED)
    _, heard = visit(page, file)
    yield page
    assert heard["console"] == []
    assert [url for url in heard["requests"] if not url.startswith("data:")] == [file.as_uri()]


def put(page, unit, **cells):
    """Type into a card: 0 the first unit, 1 the second."""
    labels = {"name": "Name", "hp": "Hit points", "chance": "Hits in %", "damage": "Damage"}
    card = page.get_by_role("group").nth(unit)
    for key, value in cells.items():
        card.get_by_label(labels[key]).fill(str(value))


def put_both(page, pair):
    for at, unit in enumerate(pair):
        put(page, at, **dict(zip(("hp", "chance", "damage"), unit, strict=True)))


def exact(pair):
    """The odds of a pair as the package knows them."""
    first, second = pair
    return TwoUnits(("A", *first), ("B", *second)).odds


def chances(odds):
    return [odds.first, odds.both, odds.second]


def test_what_is_typed_is_answered_at_once(toy):
    cells = toy.locator(".toy tr:nth-child(2) td")
    for pair in PAIRS:
        odds = exact(pair)
        put_both(toy, pair)
        said = [float(one.strip("<%")) / 100 for one in cells.all_inner_texts()]
        assert said == pytest.approx(chances(odds), abs=0.0006)
        mean = re.search(r"takes ([\d.]+) turns", toy.get_by_role("status").inner_text())
        assert float(mean[1]) == pytest.approx(odds.turns.mean, abs=0.051)


def test_a_thousand_fights_come_near_it(toy):
    put_both(toy, PAIRS[0])
    toy.get_by_role("button", name="1,000 fights").click()
    expect(toy.get_by_role("status")).to_contain_text("Of 1,000 fights Knight wins")
    won = np.array(toy.locator(".toy tr:nth-child(3) td").all_inner_texts(), int)
    share = np.array(chances(exact(PAIRS[0])))
    assert won.sum() == 1000
    assert (np.abs(won - 1000 * share) <= 5 * np.sqrt(1000 * share * (1 - share))).all()
    # Each fight lies in a bar of its winner.
    sums = toy.locator(".toy path[class]").evaluate_all(
        "all => all.map(one => [...one.getAttribute('d').matchAll(/v([\\d.]+)/g)]"
        ".reduce((sum, [, high]) => sum + Number(high), 0))"
    )
    assert sums == won.tolist()


def test_a_fight_is_seen_blow_by_blow(toy):
    toy.clock.install(time=0)
    toy.clock.pause_at(60_000)  # on a busy machine two turns would pass by themselves
    left, dealt = toy.locator(".toy .left"), toy.locator(".toy .dealt")
    toy.get_by_role("button", name="Play").click()
    seen = []
    while not toy.get_by_role("status").inner_text():
        seen.append((left.all_inner_texts(), dealt.all_inner_texts()))
        toy.clock.run_for(480)
    seen.append((left.all_inner_texts(), dealt.all_inner_texts()))
    assert seen[0] == (["27", "54"], ["", ""])
    for (before, _), (after, blows) in itertools.pairwise(seen):
        hurt = [int(blow.removeprefix("hits for ").replace("misses", "0")) for blow in blows]
        lost = [max(0, int(hp) - by) for hp, by in zip(before, reversed(hurt), strict=True)]
        assert [int(one) for one in after] == lost
    assert "misses" in str(seen)
    assert "0" in seen[-1][0]
    assert f" in turn {len(seen) - 1}" in toy.get_by_role("status").inner_text()
    toy.get_by_text("Blow by blow").click()
    assert len(toy.locator(".toy pre").inner_text().splitlines()) == len(seen) - 1


def test_what_can_not_be_read_is_told_with_what_to_write(toy):
    status, wrong = toy.get_by_role("status"), toy.locator("[aria-invalid=true]")
    points = "Giant, hit points: write a whole number from 1 to 200."
    dice = "Giant, damage: write dice such as 1d6 or 2d4+1, up to 6d20+100"
    for name, typed, said in (
        ("hp", "0", points),
        ("hp", "2.5", points),
        ("damage", "2x6", dice),
        ("damage", "7d6", dice),
        ("chance", "101", "Giant, hits in %: write a whole number from 0 to 100."),
        ("damage", "1d21", dice),
        ("damage", "", dice),
    ):
        put(toy, 1, **{name: typed})
        expect(status).to_contain_text(said)
        expect(wrong).to_have_count(1)
        assert toy.locator(".toy button:enabled").count() == 0
        put(toy, 1, hp=54, chance="40 %", damage="2D6 + 0")
        expect(status).to_contain_text(
            "Exactly, Knight wins 45.3%, Giant 46.0%; in 8.7% both fall."
        )
        expect(wrong).to_have_count(0)
    put(toy, 0, name="<b>Stone", damage=0)
    put(toy, 1, name="", chance=0)
    never = "<b>Stone and Nobody can't hurt each other: the fight never ends."
    expect(status).to_have_text(never)
    assert toy.locator(".toy tr:nth-child(2) td").all_inner_texts() == ["0.0%"] * 3
    assert toy.locator(".toy button:enabled").count() == 0


def test_nothing_moves_for_who_prefers_it_and_keys_do_all(file, browser, request):
    context = browser.new_context(reduced_motion="reduce", viewport={"width": 390, "height": 800})
    request.addfinalizer(context.close)
    page, heard = visit(context.new_page(), file.with_name("one.html"))
    page.get_by_label("Damage").first.press("Enter")
    expect(page.get_by_role("status")).to_have_text(re.compile(r"in turn \d+"))
    page.get_by_label("Damage").last.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.get_by_role("status")).to_contain_text("Of 1,000 fights Imp wins ")
    assert page.evaluate("document.getAnimations().length") == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert heard["console"] == []
