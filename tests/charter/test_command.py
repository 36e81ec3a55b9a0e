"""The command line: exit status, reports that are whole or not there, Ctrl-C, workers."""

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from openpyxl import Workbook

from combat.charter import __main__ as command
from combat.charter import command as running
from combat.charter import judge, read_charter
from combat.charter.output import folded
from combat.charter.verdicts import Verdict, Verdicts
from combat.units.engine import pairs
from combat.workbook.reports import verdicts as verdicts_page
from tests.processes import ran, started, wait_for

ROOT = str(Path(__file__).parents[2])
HEADER = "claim,system,first,second,measure,at least,at most,given,budget\n"
UNITS = b"name,hp,attack,defense,damage\nImp,2,9,9,1\nOgre,3,9,9,1\nTroll,40,9,9,1d4\n"
HOLDS = "even,python,,,combat.hit_rules:ratio,50 %,50 %,attack=9; defense=9,\n"
BROKEN = "imps win,units,Imp,Ogre,win,60 %,,,\n"
OPEN = "near,units,Imp,Imp,score,,50 %,method=sampled,300\n"
BAD = "bad,units,Imp,Ogre,wins,60 %,,,\n"
# 8 trolls on each side take their time; they say when they begin.
LONG = "long,units,8 Troll,8 Troll,score,,50 %,rules=own.py:OWN,100000000\n"
PROC = pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="no folder that takes no files")
OWN = """
from pathlib import Path
from combat.units import Rules

def hit(attacker, defender):
    (Path(__file__).parent / "begun").touch()
    return 0.5 + 0 * attacker.hp

OWN = Rules(hit=hit)
"""


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "units.csv").write_bytes(UNITS)
    (tmp_path / "own.py").write_text(OWN)
    return tmp_path


def write(here, *rows, name="a.charter.csv"):
    (here / name).write_text(HEADER + "".join(rows))
    return name


def test_a_file_that_is_no_table_leaves_the_other_rows_judged(here, capsys):
    (here / "none.csv").write_bytes(b"")
    name = write(here, HOLDS, BROKEN.replace(",,,", ",,file=none.csv,"), BROKEN)
    assert command.main([name, "--out", "report.csv"]) == 2
    told = capsys.readouterr()
    assert told.err.count("\n") == 1
    assert "row 3, column 'given': none.csv, row 1: the file is empty" in told.err
    assert "2 claims: 1 broken, 0 open, 1 hold." in told.out
    assert pd.read_csv(here / "report.csv")["row"].tolist() == [2, 4]


def test_one_charter_that_cannot_be_read_leaves_the_others_judged(here, capsys):
    (here / "b.charter.csv").write_bytes(b"")
    name = write(here, HOLDS, BROKEN)
    assert command.main(["b.charter.csv", name, "--out", "report.csv"]) == 2
    told = capsys.readouterr()
    assert told.err.count("\n") == 1
    assert "b.charter.csv, row 1: the file is empty" in told.err
    assert "2 claims: 1 broken, 0 open, 1 hold." in told.out
    assert pd.read_csv(here / "report.csv")["row"].tolist() == [2, 3]


@pytest.mark.parametrize("clear", ["\x1b[2J", "\x9b2J", "\r", "\x08", "\x7f"])
def test_no_control_character_of_a_table_reaches_the_terminal(here, capsys, clear):
    """They could hide a broken promise."""
    (here / "units.csv").write_bytes(UNITS.replace(b"Imp", f'"Im{clear}p"'.encode()))
    (here / "own.py").write_text("def one(first, second):\n    return 1\n")
    odd = f'"a{clear}b"'
    name = write(
        here,
        f"{odd},units,Im*,Troll,win,60 %,,,\n",
        f"{odd},python,{odd},{odd},own.py:one,2,,,\n",
        f"{odd},units,{odd},{odd},win,60 %,,,\n",
        f"{odd},{odd},{odd},{odd},{odd},{odd},{odd},{odd},{odd}\n",
        f"{odd},units,Troll,Troll,win,60 %,,rules=own.py:{odd},\n",
    )
    assert command.main([name]) == 2
    told = capsys.readouterr()
    assert not re.search(r"[^\n -~–…␀-␡\ufffd]", told.out + told.err)
    assert "2 broken" in told.out
    assert {line.split(":")[0] for line in told.err.splitlines()} == {"python -m combat.charter"}


@contextmanager
def begun(here, *arguments):
    """Hand out the command when the trolls have begun."""
    with started(
        [sys.executable, "-B", "-m", "combat.charter", *arguments],
        cwd=here,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([ROOT, str(here)])},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        wait_for(here / "begun", process)
        time.sleep(0.5)
        yield process


class TestStatus:
    @pytest.mark.parametrize(
        ("rows", "switches", "status"),
        [
            ([HOLDS], [], 0),
            ([HOLDS, BROKEN], [], 1),
            ([HOLDS, OPEN], [], 3),
            ([HOLDS, OPEN], ["--open-is-broken"], 1),
            ([BROKEN, OPEN], [], 1),
            ([BROKEN, OPEN, BAD], [], 2),
        ],
    )
    def test_it_says_how_the_claims_stand(self, here, capsys, rows, switches, status):
        assert command.main([write(here, *rows), *switches]) == status
        said = capsys.readouterr().out
        assert said.splitlines()[-1].startswith(f"{len(rows) - (BAD in rows)} claim")

    def test_the_good_rows_are_reported_beside_the_faults(self, here, capsys):
        assert command.main([write(here, BAD, BROKEN, BAD)]) == 2
        said = capsys.readouterr()
        assert [line.split(", ")[1] for line in said.err.splitlines()] == ["row 2", "row 4"]
        assert "broken   18.52%  at least 60%  imps win" in said.out

    def test_who_cannot_hurt_each_other_draw_and_that_is_told(self, here, capsys):
        (here / "units.csv").write_bytes(UNITS + b"Idol,5,0,9,1\nTotem,5,0,9,1\n")
        rows = "x,units,Idol,Totem,score,0.5,0.5,,\n", "y,units,Idol,Totem,turns,,9,,\n"
        assert command.main([write(here, *rows)]) == 1
        said = capsys.readouterr().out
        assert "holds    50%    50% to 50%  x (neither can hurt the other)" in said
        assert "broken   inf    at most 9   y (neither can hurt the other)" in said

    @pytest.mark.parametrize("what", ["hit", "damage"])
    @pytest.mark.parametrize("given", ["", "method=sampled"])
    def test_a_rule_that_fails_is_bad_input_of_its_row(self, here, capsys, what, given):
        own = f"{{'Ogre': 1}}[attacker.name] if '{what}' == 'hit' else [][0]"
        (here / "own.py").write_text(
            "from combat.units import Rules\n"
            f"def rule(attacker, defender):\n    return {own}\n"
            f"OWN = Rules({what}=rule)\n"
        )
        row = f"x,units,Imp,Ogre,win,0,1,rules=own.py:OWN;{given},\n"
        assert command.main([write(here, row, HOLDS)]) == 2
        said = capsys.readouterr()
        error = {"hit": "KeyError: 'Imp'", "damage": "IndexError: list index out of range"}[what]
        assert said.err == (
            f"python -m combat.charter: a.charter.csv, row 2, x: the {what} rule fails for Imp "
            f"against Ogre ({error})\n"
        )
        assert "holds" in said.out

    @pytest.mark.parametrize(
        ("code", "row"),
        [
            ("raise SystemExit(0)", "x,python,,,own.py:f,0,1,,\n"),
            ("def f():\n    raise SystemExit(0)", "x,python,,,own.py:f,0,1,,\n"),
            ("def f(seed, runs):\n    exit(0)", "x,python,,,own.py:f,0,1,,\n"),
            ("raise SystemExit(0)", "x,units,Imp,Ogre,win,0,1,rules=own.py:f,\n"),
            ("def f(a, d):\n    raise SystemExit(0)", "x,units,Imp,Ogre,win,0,1,rules=own.py:f,\n"),
            ("def f(seed, runs):\n    Exit / 0", "x,python,,,own.py:f,0,1,,\n"),
            ("def f(a, d):\n    raise GeneratorExit", "x,units,Imp,*,win,0,1,rules=own.py:f,\n"),
        ],
    )
    @pytest.mark.parametrize("workers", ["1", "2"])
    def test_code_that_ends_the_program_is_a_fault_of_its_row(
        self, here, capsys, code, row, workers
    ):
        (here / "own.py").write_text(code)
        assert command.main([write(here, row, BROKEN), "--workers", workers, "--out", "r.csv"]) == 2
        said = capsys.readouterr()
        assert all("a.charter.csv, row 2, x: " in line for line in said.err.splitlines())
        assert "Exit" in said.err.splitlines()[0]
        assert "1 broken" in said.out
        assert "broken" in (here / "r.csv").read_text()

    def test_several_charters_are_judged_each_by_itself(self, here, capsys):
        names = [
            write(here, rows, name=f"{at}.charter.csv") for at, rows in enumerate((OPEN, HOLDS))
        ]
        assert command.main(names) == 3
        said = capsys.readouterr().out.splitlines()
        assert [line for line in said if line in names] == names

    def test_the_worst_of_several_is_told(self, here):
        names = [
            write(here, row, name=f"{at}.charter.csv") for at, row in enumerate((BROKEN, OPEN))
        ]
        assert command.main(names) == command.main(names[::-1]) == 1
        assert command.main([*names, write(here, BAD, HOLDS)]) == 2

    @pytest.mark.parametrize(
        ("arguments", "what"),
        [
            ([], "name a charter"),
            (["no.charter.csv"], "can't be read"),
            (["units.csv"], "column 'system': the column is missing"),
            (["a.charter.csv", "--out", "report.doc"], "give one of these endings"),
            (["a.charter.csv", "--workers", "0"], "not a whole number from 1"),
            (["a.charter.csv", "--seed", "x"], "not a whole number from 0"),
            (["a.charter.csv", "--error", "5"], "--error: '5' is not a number above 0 and below 1"),
            (["a.charter.csv", "--error", "nan"], "--error: 'nan' is not a number above 0"),
            (["a.charter.csv", "--rules", "math:pie"], "did you mean 'pi'"),
            (["a.charter.csv", "--rules", "no_such:PLAIN"], "can't be loaded"),
            (["a.charter.csv", "--rules", "math:pi"], "make them with Rules"),
            (["a.charter.csv", "--rules", "script.py:main"], "script.py can't be loaded (it ends"),
            (["a.charter.csv", "--rules", "script:main"], "put what ends it under if __name__"),
            (["a.charter.csv", "--odd"], "--help explains"),
            (["a.charter.csv", "--out", ""], "argument --out: '' names nothing"),
            (
                ["a.charter.csv", "--out", "units.csv"],
                "--out units.csv: it is there, and no earlier",
            ),
            (["a.charter.csv", "--out", "b.charter.csv"], "it is there, and no earlier report"),
            (["b.charter.csv", "--out", "link.csv"], "--out link.csv: it is an input, too, and"),
        ],
    )
    def test_bad_input_is_one_line(self, here, capsys, arguments, what):
        write(here, BROKEN)
        write(here, name="b.charter.csv")
        (here / "link.csv").symlink_to("b.charter.csv")
        (here / "script.py").write_text("import sys\nsys.exit(0)\n")
        before = {path: path.read_bytes() for path in here.glob("*.csv")}
        assert command.main(arguments) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.count("\n") == 1
        assert what in said.err
        assert {path: path.read_bytes() for path in here.glob("*.csv")} == before

    @pytest.mark.parametrize(
        ("out", "what"),
        [
            ("no/such/report.csv", "no/such/report.csv: No such file"),
            ("folder.csv", "folder.csv: Is a directory"),
            ("units.csv/report.csv", "units.csv/report.csv: Not a directory"),
            pytest.param("/proc/report.csv", "/proc/report.csv: ", marks=PROC),
        ],
    )
    def test_where_no_report_can_be_written_nothing_is_judged(self, here, capsys, out, what):
        (here / "folder.csv").mkdir()
        assert command.main([write(here, BROKEN, LONG), "--out", out]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.count("\n") == 1
        assert what in said.err

    def test_help_and_measures(self, capsys):
        with pytest.raises(SystemExit) as left:
            command.main(["--help"])
        assert left.value.code == 0
        said = capsys.readouterr().out
        assert "Exit status" in said
        for written in ("6 Goblin + Bugbear", "6x Goblin", "Gob*", "cost=600"):
            assert written in said
            assert written in read_charter.__doc__
        assert command.main(["--measures"]) == 0
        assert "blows to kill" in capsys.readouterr().out

    def test_the_sheet_of_a_charter_is_chosen(self, here, capsys):
        book = Workbook()
        book.active.append(["Notes"])
        sheet = book.create_sheet("claims")
        for line in (HEADER + HOLDS).splitlines():
            sheet.append(line.split(","))
        book.save(here / "a.charter.xlsx")
        assert command.main(["a.charter.xlsx"]) == 2
        assert "on a command line --sheet 'claims'" in capsys.readouterr().err
        assert command.main(["a.charter.xlsx", "--sheet", "claims"]) == 0

    def test_rules_of_ones_own(self, here, capsys):
        (here / "own.py").write_text(OWN.replace("0.5 +", "1 +"))
        name = write(here, "sure,units,Imp,Ogre,hits,100 %,,,\n")
        assert command.main([name]) == 1
        assert command.main([name, "--rules", "own.py:OWN"]) == 0
        assert command.main([name, "--rules", "own.py:hit"]) == 0
        assert command.main([name, "--rules", "Elo, logistic"]) == 1
        assert "Units by the hit rule 'Elo, logistic'." in capsys.readouterr().out

    def test_it_says_by_which_rules_units_were_judged(self, here, capsys):
        assert command.main([write(here, HOLDS)]) == 0
        assert "Units by" not in capsys.readouterr().out
        rows = [BROKEN, BROKEN.replace(",,,", ',,"hit=Elo, logistic",'), BROKEN]
        plain = "Units by the plain rule, attack against defense by 'ratio'."
        for switches, rule in (([], plain), (["--rules", "own.py:OWN"], "Units by the rules own.")):
            command.main([write(here, *rows), *switches])
            *_, one, other, summary = capsys.readouterr().out.splitlines()
            assert one.startswith(rule)
            assert other == "Units by the hit rule 'Elo, logistic'."
            assert summary.startswith("3 claims: ")


def test_what_holds_for_all_of_a_row_is_one_line(here, capsys):
    """A pattern stands for hundreds of pairs; each that doesn't hold has its line all the same."""
    claims = "no long duel,units,*,*,turns,,30,,\nno short one,units,*,*,turns,2.6,,,\n"
    assert command.main([write(here, claims)]) == 1
    found = capsys.readouterr().out.splitlines()[1:]
    assert [line.split("  ")[0] for line in found[:3]] == ["broken", "holds", "holds"]
    assert found[0].endswith("  no short one: Imp against Troll")
    nearest = "claims, closest to its limit:"  # 3.56 turns to 30, and 3.12 to 2.6
    assert found[1].endswith(f"  at most 30    no long duel: 3 {nearest} Imp against Ogre")
    assert found[2].endswith(f"  at least 2.6  no short one: 2 {nearest} Ogre against Troll")
    assert found[-1] == "6 claims: 1 broken, 0 open, 5 hold."


def test_sampled_claims_of_a_row_keep_their_interval(here, capsys):
    claims = "even,units,Imp,*,score,,100 %,method=sampled,300\n"
    assert command.main([write(here, claims)]) == 0
    line = capsys.readouterr().out.splitlines()[1]
    found = read_charter(here / "a.charter.csv").claims
    verdicts = judge(found)
    low, high = verdicts.frame["low"].min(), verdicts.frame["high"].max()
    assert f"({100 * low:.4g}% to {100 * high:.4g}%)" in line


def test_a_page_folds_the_same_rows(here, capsys):
    claims = "no long duel,units,*,*,turns,,30,,\nno short one,units,*,*,turns,2.6,,,\n"
    assert command.main([write(here, claims, OPEN), "--out", "report.html"]) == 1
    said = [line.split("  ")[0] for line in capsys.readouterr().out.splitlines()[1:5]]
    verdicts = judge(read_charter(here / "a.charter.csv").claims)
    frame = folded(verdicts)
    assert frame["verdict"].tolist() == said == ["broken", "open", "holds", "holds"]
    assert frame["claim"].tolist()[2:] == [
        "no long duel: 3 claims, closest to its limit: Imp against Ogre",
        "no short one: 2 claims, closest to its limit: Ogre against Troll",
    ]
    values = [one.value_text for one in verdicts if one.claim.words == "no long duel"]
    assert frame["value"][2] == f"{min(values)} to {max(values)}"
    assert frame["battles"].tolist() == ["", "300", "", ""]
    page = (here / "report.html").read_text()
    assert page.count("no long duel") == 1
    assert page.count('<td class="verdict holds"') == 2


def test_a_folded_row_counts_all_its_battles(here):
    (here / "a.charter.csv").write_text(
        HEADER + "even,units,Imp,*,score,,100 %,method=sampled,300\n"
    )
    verdicts = judge(read_charter(here / "a.charter.csv").claims)
    (line,) = folded(verdicts).to_dict("records")
    assert line["method"] == "sampled"
    assert line["battles"] == f"{sum(one.battles for one in verdicts):,}"


def test_a_page_tells_the_words_of_a_claim_whole(here):
    words = "a promise " * 12
    (here / "a.charter.csv").write_text(HEADER + HOLDS.replace("even", words))
    verdicts = judge(read_charter(here / "a.charter.csv").claims)
    assert folded(verdicts)["claim"].item() == words.strip()
    assert "…" in str(verdicts)


class TestReports:
    def test_csv(self, here, capsys):
        assert command.main([write(here, BROKEN, HOLDS, OPEN), "--out", "report.csv"]) == 1
        found = pd.read_csv(here / "report.csv")
        assert found["verdict"].tolist() == ["broken", "holds", "open"]
        assert found["file"].unique().tolist() == ["a.charter.csv"]
        assert found["at_least"].tolist()[:2] == [0.6, 0.5]

    def test_junit_is_left_to_pytest(self, here, capsys):
        assert command.main([write(here, HOLDS), "--out", "report.xml"]) == 2
        said = capsys.readouterr().err
        assert said.count("\n") == 1
        assert "pytest CHARTER --junitxml=report.xml" in said

    def test_a_page_has_the_table_and_what_is_behind_each_broken_claim(self, here, monkeypatch):
        seen = []
        monkeypatch.setattr(
            "combat.workbook.reports.verdicts.page",
            lambda title, parts: seen.append((title, parts)) or "<html></html>",
        )
        assert command.main([write(here, BROKEN, HOLDS, BAD), "--out", "report.html"]) == 2
        assert (here / "report.html").read_text() == "<html></html>"
        ((title, parts),) = seen
        assert "a.charter.csv" in title
        texts = [part for part in parts if isinstance(part, str)]
        assert texts[0] == "2 claims: 1 broken, 0 open, 1 hold."
        assert "did you mean 'win'" in texts[1]
        (table,) = (part for part in parts if part[0] == "table")
        assert table[1]["verdict"].tolist() == ["broken", "holds"]
        (chart,) = (part for part in parts if part[0] == "chart")
        (frame,) = chart[1].numbers()
        expected = read_charter("a.charter.csv").claims[0].answer().distribution
        seen = expected.chances >= 2e-4
        assert frame.index.tolist() == expected.values[seen].tolist()
        assert frame.iloc[:, 0].tolist() == pytest.approx(expected.chances[seen], abs=1e-3)
        assert frame.iloc[:, 0].sum() == pytest.approx(1)
        assert chart[2] == "imps win: 18.52%, not at least 60%."
        assert "from -3 to 1 (hit points left, the second side's" in chart[3]

    def test_a_page_without_the_extra_is_one_line(self, here, monkeypatch, capsys):
        monkeypatch.setitem(sys.modules, "combat.workbook.reports.verdicts", None)
        assert command.main([write(here, HOLDS), "--out", "report.html"]) == 2
        assert "combat-design-workbook[workbook]" in capsys.readouterr().err
        assert not (here / "report.html").exists()

    def test_what_is_behind_many_broken_claims_is_cut(self):
        claims = read_charter((HEADER + BROKEN).encode(), files={"units.csv": UNITS}).claims
        many = Verdicts(tuple(judge(claims).verdicts) * 40)
        parts = verdicts_page._pictures(many)
        assert len(parts) == 25
        assert parts[-1] == "16 more broken claims are in the table only."

    @pytest.mark.skipif(os.name != "posix", reason="a shell of POSIX")
    def test_it_is_written_though_nobody_reads_what_is_printed(self, here):
        write(here, BROKEN)
        python = shlex.quote(sys.executable)
        run = f"{python} -m combat.charter a.charter.csv --out r.csv; echo $? > status"
        said = ran(
            ["sh", "-c", f"( {run} ) | true"],
            env=os.environ | {"PYTHONPATH": ROOT},
            capture_output=True,
            text=True,
        )
        assert said.stderr == ""
        assert (here / "status").read_text() == "1\n"
        assert "imps win" in (here / "r.csv").read_text()


class TestWorkers:
    def test_two_workers_print_what_one_does(self, here, capsys):
        name = write(here, LONG.replace("100000000", "2000"), OPEN, BROKEN)
        for workers in ("1", "2"):
            command.main([name, "--workers", workers, "--out", f"{workers}.csv"])
        said = capsys.readouterr().out
        half = len(said) // 2
        assert said[:half] == said[half:]
        assert (here / "1.csv").read_text() == (here / "2.csv").read_text()

    @pytest.mark.slow
    def test_a_worker_that_begins_anew_is_told_all_it_needs(self, here):
        # As on Windows and macOS: nothing is inherited from the process that gives the orders.
        start = "import multiprocessing\nmultiprocessing.set_start_method('spawn')\n"
        (here / "sitecustomize.py").write_text(start)
        name = write(here, LONG.replace("100000000", "2000"), OPEN, BROKEN)
        with begun(here, name, "--workers", "2", "--out", "spawned.csv") as process:
            assert process.communicate(timeout=120)[1] == ""
        assert process.returncode == 1
        command.main([name, "--out", "alone.csv"])
        assert (here / "spawned.csv").read_text() == (here / "alone.csv").read_text()


class TestInterrupted:
    @pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
    @pytest.mark.parametrize("workers", [pytest.param("1", marks=pytest.mark.slow), "2"])
    def test_ctrl_c_prints_what_is_decided_so_far(self, here, workers):
        name = write(here, HOLDS, BROKEN, LONG)
        with begun(here, name, "--workers", workers, "--out", "report.csv") as process:
            process.send_signal(signal.SIGINT)
            said, complained = process.communicate(timeout=60)
        assert process.returncode == 130
        assert complained == ""
        assert said.splitlines()[-1] == "Interrupted: 2 of 3 claims are decided."
        assert "broken   18.52%" in said
        assert not (here / "report.csv").exists()

    def test_one_claim_is_one(self, here, monkeypatch, capsys):
        def interrupted(claims, **how):
            raise KeyboardInterrupt

        monkeypatch.setattr(running, "judge", interrupted)
        assert command.main([write(here, HOLDS)]) == 130
        said = capsys.readouterr().out
        assert said.splitlines()[-1] == "Interrupted: 0 of 1 claim is decided."

    def test_a_bar_is_drawn_on_a_terminal_only(self, here, monkeypatch, capsys):
        name = write(here, HOLDS, BROKEN)
        command.main([name])
        assert capsys.readouterr().err == ""
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
        command.main([name])
        assert "1 of 2" in capsys.readouterr().err


class TestText:
    def test_a_bias_has_a_line_of_its_own(self):
        claim = read_charter((HEADER + HOLDS).encode()).claims[0]
        one = Verdict(claim, "holds", method="sampled", value=0.6, battles=5000, bias=0.1)
        biased = replace(one, bias_low=0.05, bias_high=0.15)
        assert len(str(Verdicts((one,))).splitlines()) == 3
        assert "worth 10% (5% to 15%)" in str(Verdicts((biased,))).splitlines()[2]


ACTIONS = "unit,action,damage,uses\nImp,Fire,3,1\nOgre,Club,2,1\n"


def test_where_progress_is_shown_or_nobody_waits_duels_may_take_minutes(tmp_path, monkeypatch):
    (tmp_path / "units.csv").write_bytes(UNITS)
    (tmp_path / "units.actions.csv").write_text(ACTIONS)
    path = tmp_path / "a.charter.csv"
    path.write_text(f"{HEADER}first,units,Troll,,rank,1,1,,\n")
    monkeypatch.setattr(pairs, "_MOST_UNWATCHED", 0)
    assert "take minutes" in judge(read_charter(path).claims)[0].fault
    seen = []
    read = read_charter(path, progress=lambda *done: seen.append(done))
    assert judge(read.claims).count("holds") == 1
    assert seen[-1] == (6, 6)
    assert command.main([str(path)]) == 0
