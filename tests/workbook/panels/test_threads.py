"""Two hands on one game: JupyterLab takes edits of a sheet in more than one thread."""

import asyncio
from threading import Event, Thread

import pytest

from combat.workbook import Game
from combat.workbook.panels.game import cached
from tests.workbook.panels.test_sheet import MINE


@pytest.fixture
def game():
    return Game(MINE, "mine.csv")


def in_thread(function, *arguments):
    thread = Thread(target=function, args=arguments, daemon=True)
    thread.start()
    return thread


def typed(game, row, hp):
    texts = [[*cells] for cells in game.texts]
    texts[row][1] = hp
    game.edit(texts)


@pytest.mark.parametrize("looped", [False, True])
def test_what_is_typed_while_another_cell_is_taken_counts_too(game, looped):
    sheet, entered, goes_on = game.sheet(), Event(), Event()

    def slow():
        entered.set()
        assert goes_on.wait(5)

    async def type_within_a_loop():
        sheet.write(0, "hp", "5")

    game.observe(slow, quick=True)
    first = (lambda: asyncio.run(type_within_a_loop())) if looped else sheet.write
    one = in_thread(first, *([] if looped else [0, "hp", "5"]))
    assert entered.wait(5)
    other = in_thread(sheet.write, 1, "hp", "13")
    goes_on.set()
    one.join(5)
    other.join(5)
    assert [unit.hp for unit in game.units] == [5, 13]
    assert [row[1] for row in sheet.grid.rows] == ["5", "13"]
    assert "2 cells changed" in sheet.said


def test_many_edits_of_two_threads_are_all_taken(game):
    sheet = game.sheet()

    def write(row):
        for hp in range(10, 30):
            sheet.write(row, "hp", str(hp))

    threads = [in_thread(write, row) for row in (0, 1)]
    for thread in threads:
        thread.join(60)
    # Each grid has what its last writer saw of the other's row: the game is what the grid says.
    assert [str(unit.hp) for unit in game.units] == [row[1] for row in sheet.grid.rows]
    assert "29" in [row[1] for row in sheet.grid.rows]


def test_what_is_computed_of_the_game_before_is_not_taken_for_that_after(game):
    entered, goes_on = Event(), Event()

    @cached
    def total(game):
        units = game.units
        entered.set()
        assert goes_on.wait(5)
        return sum(unit.hp for unit in units)

    thread = in_thread(total, game)
    assert entered.wait(5)
    typed(game, 1, "40")
    goes_on.set()
    thread.join(5)
    assert total(game) == 52


def test_a_loop_that_ends_stops_the_slow_panels_for_no_longer_than_the_next_edit(game):
    seen = []
    game.observe(lambda: seen.append(game.units["Imp"].hp))

    async def once(hp, rest):
        typed(game, 1, hp)
        await asyncio.sleep(rest)

    asyncio.run(once("5", 0))
    assert seen == []
    thread = in_thread(asyncio.run, once("6", 0.2))
    thread.join(5)
    assert seen == [6]
    typed(game, 1, "7")
    assert seen == [6, 7]


@pytest.mark.parametrize("quick", [False, True])
def test_an_observer_that_fails_leaves_the_others_to_follow(game, quick):
    seen = []
    game.observe(lambda: 1 / 0, quick=quick)
    game.observe(lambda: seen.append("quick"), quick=True)
    game.observe(lambda: seen.append("slow"))
    with pytest.raises(ZeroDivisionError):
        typed(game, 1, "5")
    assert seen == ["quick", "slow"]

    async def edit():
        asyncio.get_running_loop().set_exception_handler(lambda *_: None)
        if quick:
            with pytest.raises(ZeroDivisionError):
                typed(game, 1, "6")
        else:
            typed(game, 1, "6")
        await asyncio.sleep(0.2)

    asyncio.run(edit())
    assert seen == ["quick", "slow"] * 2
