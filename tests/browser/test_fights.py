"""Fights that play on a page: from a file, without a network, and for who wants no motion."""

import re
from pathlib import Path

import pytest
from nbformat import v4
from playwright.sync_api import expect

from combat.core.files import write_whole
from combat.workbook import Game, panels
from combat.workbook.pages.export import document
from combat.workbook.panel.panel import EXPORT
from tests.browser.pages import shown, visit
from tests.test_project import ROOT

OWN = ROOT / "data" / "own_game"


@pytest.fixture
def file(tmp_path, monkeypatch):
    """A page with one pair that fights, written into a file."""
    monkeypatch.setenv(EXPORT, "9")
    game = Game(OWN / "units.csv", rules=f"{OWN / 'rules.py'}:OWN")
    fights = panels.fights(game, "Knight", "Giant")
    made = v4.new_notebook(cells=[v4.new_markdown_cell("# One"), shown(fights)])
    page, alone = document(made, Path("00_one.ipynb"))
    write_whole({tmp_path / "one.html": page, tmp_path / "alone.html": alone["00-fights.html"]})
    assert len(page[page.index('<section class="fights"') : page.index("</main>")]) < 60_000
    return tmp_path / "one.html", fights.told()


def test_each_blow_and_all_fights_are_those_that_were_recorded(file, page):
    path, told = file
    _, heard = visit(page, path)
    left = page.locator(".fights .left")
    assert left.all_inner_texts() == ["27", "52"]
    for moment in range(1, len(told["fights"][0]) // 3):
        page.get_by_role("button", name="One blow").click()
        points = told["fights"][0][3 * moment : 3 * moment + 2]
        assert left.all_inner_texts() == [str(one) for one in points]
    expect(page.locator(".counted")).to_have_text("1 fought: Knight 1, Giant 0, neither 0")
    page.get_by_role("button", name="All 1,000").click()
    expect(page.locator(".said")).to_have_text(told["words"])
    bars = page.locator(".ends rect").evaluate_all(
        "all => all.map(bar => Number(bar.getAttribute('height')))"
    )
    assert bars == [told["ends"].count(told["low"] + at) for at in range(len(told["chances"]))]
    assert heard["console"] == []
    assert [url for url in heard["requests"] if not url.startswith("data:")] == [path.as_uri()]


def test_they_play_until_they_are_paused_and_end_by_themselves(file, page):
    path, told = file
    page.clock.install()
    visit(page, path.with_name("alone.html"))
    page.get_by_role("button", name="Play").click()
    page.clock.run_for(1500)
    page.get_by_role("button", name="Pause").click()
    stood = page.locator(".fights .left").all_inner_texts()
    assert stood != ["27", "52"]
    page.clock.run_for(700)
    assert page.locator(".fights .left").all_inner_texts() == stood
    page.get_by_role("button", name="Play").click()
    page.clock.run_for(60_000)
    expect(page.locator(".said")).to_have_text(told["words"])
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_nothing_moves_for_who_prefers_it_and_steps_work(file, browser, request):
    context = browser.new_context(reduced_motion="reduce", viewport={"width": 390, "height": 800})
    request.addfinalizer(context.close)
    path, told = file
    page, _ = visit(context.new_page(), path)
    expect(page.locator(".said")).to_have_text(told["words"])
    assert not page.get_by_role("button", name="Play").is_visible()
    page.get_by_role("button", name="One blow").click()
    expect(page.locator(".said")).to_have_text(re.compile(r"^Fight 1: Knight strikes for 7\."))
    assert page.evaluate("document.getAnimations().length") == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_on_paper_and_without_scripts_they_have_been_fought(file, browser, page, request):
    path, _ = file
    visit(page, path)
    page.emulate_media(media="print")
    assert page.locator(".fights img").is_visible()
    assert not page.locator(".fights button").first.is_visible()
    context = browser.new_context(java_script_enabled=False)
    request.addfinalizer(context.close)
    bare = context.new_page()
    bare.goto(path.as_uri())
    assert bare.locator(".fights img").is_visible()
