"""The command line: what it prints, what it writes, and what it refuses in one line."""

import shutil

import pandas as pd
import pytest

from combat.patch import __main__ as command
from combat.units.engine import pairs
from tests.patch.test_versions import git

UNITS = """name,hp,attack,defense,damage,armor,cost
Archer,9,14,8,1d6+1,0,60
Knight,14,16,15,1d8,3,120
Rat,4,9,12,1d3,0,20
"""
CHARTER = """claim,system,first,second,measure,at least,at most,given,budget
Nobody is sure to win,units,*,*,score,5 %,95 %,,
The rat is no archer,units,Rat,Archer,score,,10 %,,
The dice are fair,python,,,combat.hit_rules:ratio,50 %,50 %,attack=9; defense=9,
"""


@pytest.fixture(scope="module")
def repository(tmp_path_factory):
    """A repository with units.csv and a charter; the rat is stronger in what lies there."""
    made = tmp_path_factory.mktemp("repository")
    git(made, "init", "-q")
    (made / "units.csv").write_text(UNITS)
    (made / "units.charter.csv").write_text(CHARTER)
    git(made, "add", ".")
    git(made, "commit", "-q", "-m", "first")
    (made / "units.csv").write_text(UNITS.replace("Rat,4", "Rat,9"))
    return made


@pytest.fixture
def game(repository, tmp_path, monkeypatch):
    """A copy of the repository, in which the command runs."""
    shutil.copytree(repository, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ran(capsys, *arguments):
    """What a command that ends well prints."""
    assert command.main(list(arguments)) == 0
    seen = capsys.readouterr()
    assert seen.err == ""
    return seen.out


def refused(capsys, *arguments):
    """The line on standard error of a command that must end with status 2."""
    assert command.main(list(arguments)) == 2
    seen = capsys.readouterr()
    assert seen.out == ""
    assert seen.err.startswith("python -m combat.patch: ")
    assert seen.err.count("\n") == 1
    return seen.err


@pytest.mark.parametrize("name", ["units.json", "units.yaml", "Units At Sea.JSON", "units.txt"])
def test_records_are_read_of_a_revision_as_on_disk(game, capsys, name):
    orc = '[{"name": "Orc", "hp": %d, "attack": 9, "defense": 9, "damage": 1}, {"name": "Rat", '
    text = orc + '"hp": 3, "attack": 9, "defense": 9, "damage": 1}]'
    (game / name).write_text(text % 5)
    git(game, "add", ".")
    git(game, "commit", "-q", "-m", "records")
    (game / name).write_text(text % 6)
    assert ran(capsys, name).startswith(f"{name} at HEAD -> {name}: 1 number of 1 unit changed.")


def test_one_file_is_compared_with_what_git_has(game, capsys):
    said = ran(capsys, "units.csv")
    assert said.startswith("units.csv at HEAD -> units.csv: 1 number of 1 unit changed.")
    assert "By the plain rule, attack against defense by 'ratio'." in said
    assert "Rat hp 4 9 +4.4" in " ".join(said.split())


def test_two_revisions(game, capsys):
    git(game, "commit", "-qam", "the rat grows")
    said = ran(capsys, "units.csv", "--from", "HEAD~1", "--to", "HEAD")
    assert said.startswith("units.csv at HEAD~1 -> units.csv at HEAD: 1 number")
    assert ran(capsys, "units.csv") == "units.csv at HEAD -> units.csv: nothing changed.\n"


def test_two_files(game, capsys):
    (game / "old.csv").write_text(UNITS)
    assert ran(capsys, "old.csv", "units.csv").startswith("old.csv -> units.csv: 1 number")
    assert "nothing changed" in ran(capsys, "old.csv", "old.csv")


def test_the_claims_that_changed_their_verdict(game, capsys):
    said = ran(capsys, "units.csv", "--charter", "units.charter.csv")
    # The pattern is three pairs, both ways round, and with it seven claims speak of the file.
    assert "of 7 claims of units.charter.csv on this file changed their verdict" in said
    (line,) = [line for line in said.splitlines() if "The rat is no archer" in line]
    assert line.split("at most 10%")[1].split()[:2] == ["holds", "broken"]
    assert "The dice are fair" not in said


def test_a_row_that_can_no_longer_be_read_is_told_and_the_others_are_judged(game, capsys):
    (game / "units.csv").write_text(UNITS.replace("Rat", "Mouse"))
    assert command.main(["units.csv", "--charter", "units.charter.csv"]) == 2
    seen = capsys.readouterr()
    assert "units.charter.csv, row 3, column 'first': 'Rat' is not known" in seen.err
    assert "The claims" in seen.out


def test_the_report_as_text_csv_and_page(game, capsys):
    said = ran(capsys, "units.csv", "--out", "patch.txt")
    assert (game / "patch.txt").read_text() == said
    ran(capsys, "units.csv", "--out", "deep/patch.csv")
    frame = pd.read_csv(game / "deep" / "patch.csv")
    assert {"numbers", "duels", "units"} <= set(frame["part"])
    ran(capsys, "units.csv", "--out", "patch.html", "--charter", "units.charter.csv")
    page = (game / "patch.html").read_text()
    assert "<title>units.csv at HEAD → units.csv</title>" in page
    assert '<td class="verdict broken"' in page


def test_the_rules_may_be_a_hit_rule_a_module_or_a_file(game, capsys):
    (game / "mine.py").write_text(
        "from combat.units import Rules\n"
        "def even(attacker, defender):\n    return 0.5 + 0 * attacker.attack\n"
        "RULES = Rules(hit=even)\n"
    )
    by_rule = ran(capsys, "units.csv", "--rules", "d20 against armour class")
    assert "By the hit rule 'd20 against armour class'." in by_rule
    by_file = ran(capsys, "units.csv", "--rules", "mine.py:RULES")
    by_function = ran(capsys, "units.csv", "--rules", "mine.py:even")
    assert by_file.replace("RULES", "even") == by_function
    assert by_file != by_rule
    assert "mine.py" in refused(capsys, "units.csv", "--rules", "mine.py:nothing")


def test_the_rules_that_a_charter_names_for_all_its_units_are_taken(game, capsys):
    (game / "mine.py").write_text("from combat.units import Rules\nRULES = Rules(least=0)\n")
    charter = CHARTER.replace("95 %,,", "95 %,rules=mine.py:RULES,")
    (game / "units.charter.csv").write_text(charter.replace("10 %,,", "10 %,rules=mine.py:RULES,"))
    said = ran(capsys, "units.csv", "--charter", "units.charter.csv")
    assert "By the rules mine.py:RULES." in said


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["none.csv", "units.csv"], "none.csv: the file can't be read"),
        (["units.csv", "--to", "HEAD"], "--to needs --from"),
        (["units.csv", "units.csv", "--from", "HEAD"], "two files need no revisions"),
        (["units.csv", "--out", "patch.pdf"], "reports are written as .txt, .csv, .html"),
        (["units.csv", "--out", ""], "argument --out: '' names nothing"),
        (["units.csv", "--out", "units.csv"], "--out units.csv: it is an input, too"),
        (["units.csv", "--out", "dice.csv"], "--out dice.csv: it is there, and no earlier report"),
        (["units.csv", "--out", "bad.csv/patch.csv"], "bad.csv/patch.csv: Not a directory"),
        (["units.csv", "--rules", "os:sep"], "--rules: 'os:sep' names no Rules"),
        (["units.csv", "--charter", "none.csv"], "none.csv: the file can't be read"),
        (["units.csv", "--charter", "dice.csv"], "dice.csv: no claim speaks of units.csv"),
        (["bad.csv", "units.csv"], "bad.csv, row 2, column 'hp'"),
        (["--odd"], "--help explains the switches"),
    ],
)
def test_bad_input_is_one_line(game, capsys, arguments, told):
    head, *_, dice = CHARTER.splitlines()
    (game / "dice.csv").write_text(f"{head}\n{dice}\n")
    (game / "bad.csv").write_text(UNITS.replace("Archer,9", "Archer,none"))
    assert told in refused(capsys, *arguments)


def test_a_fault_in_an_older_revision_says_which(game, capsys):
    (game / "units.csv").write_text(UNITS.replace("Rat,4", "Rat,none"))
    git(game, "commit", "-qam", "a slip")
    (game / "units.csv").write_text(UNITS)
    assert "units.csv at HEAD, row 4, column 'hp'" in refused(capsys, "units.csv")


def test_duels_may_take_minutes_as_progress_is_shown_or_nobody_waits(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(pairs, "_MOST_UNWATCHED", 0)
    for name, units in (("old.csv", UNITS), ("new.csv", UNITS.replace("Rat,4", "Rat,9"))):
        (tmp_path / name).write_text(units)
        actions = "unit,action,damage,uses\nRat,Bite,3,1\n"
        (tmp_path / name.replace(".", ".actions.")).write_text(actions)
    assert command.main([str(tmp_path / "old.csv"), str(tmp_path / "new.csv")]) == 0
    assert "The units" in capsys.readouterr().out
