"""One game through every door: a duel and a promise are the same numbers, to the last digit."""

import warnings
from functools import cache
from itertools import permutations
from pathlib import Path

import pytest

from combat.charter import __main__ as charter_command
from combat.charter import judge, read_charter
from combat.charter.mends.query import Query
from combat.patch import __main__ as patch_command
from combat.patch import on_disk, patch_of_units, with_claims
from combat.units import Rules, duel, matrix, read_units
from combat.units import __main__ as units_command
from combat.units.sheets.reading import read_game
from combat.workbook import Game, panels
from combat.workbook.panels.charter import claims, verdicts
from combat.workbook.reports.sheet import notebook
from tests.patch.test_versions import git
from tests.workbook.drawn_games import CLAIMS, FORMS, drawn, files, text

SAME = {"rel": 1e-12, "abs": 1e-15}
NAMES = "Ann", "Bob", "Cid"
PAIRS = [*permutations(NAMES, 2)]
QUICK, MANY = (3, 5, 10), 12  # a CSV, a spreadsheet and JSON, all with actions
SEEDS = [pytest.param(seed, marks=[pytest.mark.slow] * (seed not in QUICK)) for seed in range(MANY)]


@pytest.fixture(autouse=True)
def quiet():
    with warnings.catch_warnings(action="ignore"):
        yield


@pytest.fixture(params=SEEDS)
def game(request, tmp_path, monkeypatch):
    """The path of a drawn game in its folder, with a charter of all duels; and its `Rules`."""
    tables, rules = drawn(request.param)
    given = "; ".join(f"{name}={value}" for name, value in rules.items())
    rows = [f",units,{one},{other},win,10 %,90 %,{given}\n" for one, other in PAIRS]
    there = files(tables, FORMS[request.param % 3]) | {
        "game.charter.csv": (CLAIMS + "".join(rows)).encode()
    }
    for name, content in there.items():
        (tmp_path / name).write_bytes(content)
    monkeypatch.chdir(tmp_path)
    return Path(next(iter(there))), Rules(**rules)


known = cache(duel)  # of equal units by equal rules, whichever door is asked


def duels(units, rules):
    return {pair: known(units[pair[0]], units[pair[1]], rules) for pair in PAIRS}


def of_frame(frame):
    return {(one, other): frame.loc[one, other] for one, other in PAIRS}


def of_verdicts(found):
    return {(one.claim.first, one.claim.second): one.value for one in found}


def of_game(game):
    """What the panels of a game show: {pair: chance to win} of its promises, and its sentences.

    A table shows no chances where luck decides no duel.
    """
    rule = next(iter(game.rules))
    table = panels.table(game).answer
    shown = {} if "below 0" in table.note else of_frame(table.charts[0].numbers()[0])
    said = {
        (one, other): panels.duel(game, first=one, second=other, rule=rule).answer.title
        for one, other in PAIRS[:1]
    }
    return of_verdicts(verdicts(game)), shown, said


def is_that(shown, found):
    wins, scores, said = shown
    assert wins == pytest.approx({pair: odds.first for pair, odds in found.items()}, **SAME)
    expected = {pair: odds.score for pair, odds in found.items()}
    assert scores == pytest.approx({pair: expected[pair] for pair in scores}, **SAME)
    assert scores or {round(one, 12) for one in expected.values()} <= {0, 0.5, 1}
    told = {pair: str(found[pair]) for pair in said if max(found[pair].outcomes) < 1}
    assert {pair: words for pair, words in said.items() if pair in told} == told


def test_tables_and_charters_say_what_a_duel_says(game):
    path, rules = game
    units = read_units(path)
    found = duels(units, rules)
    wins = {pair: odds.first for pair, odds in found.items()}
    assert of_frame(matrix(units, rules, "win")) == pytest.approx(wins, **SAME)
    read = judge(read_charter("game.charter.csv").claims)
    assert of_verdicts(read) == pytest.approx(wins, **SAME)
    assert {one.verdict == "holds" for one in read} <= {True, False}
    named = {one.verdict: 0.1 <= one.value <= 0.9 for one in read}
    assert named == {verdict: verdict == "holds" for verdict in named}


def test_panels_show_what_a_duel_says_also_after_a_change_and_back(game):
    path, rules = game
    found, there = duels(read_units(path), rules), Game(path, rules=rules)
    is_that(of_game(there), found)
    texts = [[*cells] for cells in there.texts]
    other = [[*cells] for cells in texts]
    other[1][1] = str(int(texts[1][1]) + 2)
    there.edit(other)
    changed = of_game(there)
    path.with_name("other.csv").write_text(text(other))
    beside = {kind: one for kind, one in there.files.beside.items() if kind != "charter"}
    is_that(changed, duels(read_units(text(other).encode(), "o.csv", **beside), rules))
    there.edit(texts)
    is_that(of_game(there), found)


def test_an_upload_is_the_game_that_lies_there(game):
    path, rules = game
    found = duels(read_units(path), rules)
    there = Game(path, rules=rules)
    beside = {
        kind: (one.name, one.content)
        for kind, one in there.files.beside.items()
        if one.name != path.name
    }
    other = Game(b"name,hp,attack,defense,damage\nRat,1,1,1,1\nCat,1,1,1,1\n", "a.csv", rules=rules)
    other.load(path.read_bytes(), path.name, **beside)
    is_that(of_game(other), found)


def test_units_in_code_are_the_game_that_they_were_read_of(game):
    path, rules = game
    units = read_units(path)
    found, there = duels(units, rules), Game(path, rules=rules)
    there.units = units.changed("Ann", hp=units["Ann"].hp)
    there.edit([[*cells] for cells in there.texts])
    is_that(of_game(there), found)


def test_a_mend_starts_from_what_a_duel_says_and_ends_at_it(game):
    path, rules = game
    there = Game(path, rules=rules)
    asked = Query(claims(there))
    values = asked.values([()], range(len(PAIRS)))[0]
    found = duels(there.units, rules)
    assert values == pytest.approx([found[pair].first for pair in PAIRS], **SAME)
    changed = there.units.changed("Ann", hp=there.units["Ann"].hp + 1)
    wins = {pair: odds.first for pair, odds in duels(changed, rules).items()}
    assert of_verdicts(asked.verdicts_by(changed)) == pytest.approx(wins, **SAME)
    slid = verdicts(there, "Ann", (("hp", changed["Ann"].hp),))
    assert of_verdicts(slid) == pytest.approx(wins, **SAME)


def test_a_patch_says_before_and_after_what_duels_say(game):
    path, rules = game
    old = on_disk(path)
    units = read_game(old)
    changed = units.changed("Ann", hp=units["Ann"].hp + 1)
    texts = [[*cells] for cells in old.texts]
    texts[1][1] = str(int(texts[1][1]) + 2)
    new = old.edited(texts)
    patch = patch_of_units(units, read_game(new), rules)
    both = [duels(version, rules) for version in (units, read_game(new))]
    for row in patch.parts[1].frame.itertuples():
        pair = row.first, row.second
        roles = [
            (one[pair].score + 1 - one[pair[::-1]].score) / 2
            if rules.attacking
            else one[pair].score
            for one in both
        ]
        assert (row.before, row.after) == pytest.approx(roles, **SAME)
    found, faults = with_claims(patch, "game.charter.csv", [old, new])
    assert faults == ()
    assert changed["Ann"].actions == units["Ann"].actions
    wins = [sum(0.1 <= odds.first <= 0.9 for odds in one.values()) for one in both]
    said = found.parts[1].note
    for when, holds in zip(("before", "after"), wins, strict=True):
        counted = said.partition(f"{when} ")[2].split(";")[0].split(" after")[0]
        assert (f"{holds} hold" in counted) == (holds > 0)


def test_the_notebook_of_a_report_shows_the_same_game(game):
    path, rules = game
    Path("rules.py").write_text(f"from combat.units import Rules\nOWN = {rules!r}\n")
    made = notebook(path.absolute(), Path.cwd(), rules="rules.py:OWN", promises=True)
    known = {}
    exec(next(one.source for one in made.cells if "Game(" in one.source), known)
    is_that(of_game(known["game"]), duels(read_units(path), rules))


@pytest.mark.slow
def test_the_commands_judge_what_panels_judge(game, capsys):
    path, rules = game
    wins = [odds.first for odds in duels(read_units(path), rules).values()]
    holds = sum(0.1 <= one <= 0.9 for one in wins)
    charter_command.main(["game.charter.csv"])
    said = capsys.readouterr().out
    assert f"{len(wins) - holds} broken" in said
    assert str(Game(path, rules=rules)) == f"{path.name}: 3 units, by these rules"


@pytest.mark.slow
def test_a_patch_against_git_reads_the_game_as_it_was(game, capsys):
    path, _ = game
    git(Path.cwd(), "init", "-q")
    git(Path.cwd(), "add", ".")
    git(Path.cwd(), "commit", "-q", "-m", "first")
    patch_command.main([path.name])
    assert capsys.readouterr().out == f"{path.name} at HEAD -> {path.name}: nothing changed.\n"


LEVELS = [3, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(4, MANY))]


@pytest.mark.parametrize("seed", LEVELS)
def test_at_a_level_every_door_says_the_same(seed, tmp_path, monkeypatch):
    tables, rules = drawn(seed)
    heads, *rows = tables["units"]
    tables["units"] = [heads, *([one[0], f"{one[1]} + 2*level", *one[2:]] for one in rows)]
    if "actions" in tables:
        tables["actions"].append(["Cid", "Claw", "1 + level/2"] + [""] * 6 + ["level >= 3"])
    given = "; ".join(f"{name}={value}" for name, value in (rules | {"level": 4}).items())
    promises = [f",units,{one},{other},win,10 %,90 %,{given}\n" for one, other in PAIRS]
    there = files(tables, FORMS[seed % 3])
    there |= {"game.charter.csv": (CLAIMS + "".join(promises)).encode()}
    for name, content in there.items():
        (tmp_path / name).write_bytes(content)
    monkeypatch.chdir(tmp_path)
    path, rules = Path(next(iter(there))), Rules(**rules)
    found = duels(read_units(path, level=4), rules)
    wins = {pair: odds.first for pair, odds in found.items()}
    assert any(str(one) != str(found[pair]) for pair, one in duels(read_units(path), rules).items())
    for units in (read_units(path).at(4), read_units(path, level=9).at(dict.fromkeys(NAMES, 4))):
        assert {pair: one.first for pair, one in duels(units, rules).items()} == wins
    said = judge(read_charter("game.charter.csv").claims)
    assert of_verdicts(said) == pytest.approx(wins, **SAME)
    is_that(of_game(Game(path, rules=rules, level=4)), found)
    game = Game(path, rules=rules)
    game.level = 4
    is_that(of_game(game), found)
    if path.suffix == ".csv":
        assert units_command.main([str(path), "--level", "4", "--out", "four.csv"]) == 0
        assert {
            pair: one.first for pair, one in duels(read_units("four.csv"), rules).items()
        } == wins
