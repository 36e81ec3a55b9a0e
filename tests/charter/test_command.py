"""The command line: exit status, reports that are whole or not there, Ctrl-C, workers."""

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pandas as pd
import pytest

from combat.charter import __main__ as command
from combat.charter import judge, read_charter
from combat.charter.verdicts import Verdicts, folded
from combat.units.engine import pairs
from combat.workbook.reports import verdicts as verdicts_page
from tests.charter.rows import HEADER, HOLDS, OPEN, claims_of, verdicts_of, written
from tests.processes import ran, started, wait_for
from tests.tables.test_spreadsheets import spreadsheet

ROOT = str(Path(__file__).parents[2])
UNITS = b"name,hp,attack,defense,damage\nImp,2,9,9,1\nOgre,3,9,9,1\nTroll,40,9,9,1d4\n"
FILES = {"units.csv": UNITS}
BROKEN = "imps win,units,Imp,Ogre,win,60 %,,,"
BAD = "bad,units,Imp,Ogre,wins,60 %,,,"
UNREAD = "none,units,Imp,Ogre,win,60 %,,file=none.csv,"
# 8 trolls on each side take their time; they say when they begin.
LONG = "long,units,8 Troll,8 Troll,score,,50 %,rules=own.py:OWN,100000000"
SHORT = LONG.replace("100000000", "2000")
PROC = pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="no folder that takes no files")
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals and a shell of POSIX")
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
    (tmp_path / "none.csv").write_bytes(b"")
    return tmp_path


def write(here, *rows, name="a.charter.csv", units=UNITS, own=OWN):
    return written(here, *rows, units=units, own=own, name=name).name


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
            ([BROKEN, OPEN, BAD], [], 2),
            ([BROKEN, UNREAD], [], 2),
        ],
    )
    def test_it_says_how_the_claims_stand(self, here, capsys, rows, switches, status):
        assert command.main([write(here, *rows), *switches]) == status
        good = [row for row in rows if row not in (BAD, UNREAD)]
        said = capsys.readouterr()
        assert said.out.splitlines()[-1].startswith(f"{len(good)} claim")
        assert said.err.count("\n") == len(rows) - len(good)

    def test_several_are_judged_each_by_itself_and_the_worst_is_told(self, here, capsys):
        rows = {"0": [OPEN], "1": [HOLDS], "2": [BROKEN], "3": [BAD, HOLDS]}
        names = [write(here, *some, name=f"{at}.charter.csv") for at, some in rows.items()]
        assert command.main(names[:2]) == 3
        said = capsys.readouterr().out.splitlines()
        assert [line for line in said if line in names] == names[:2]
        assert command.main(names[:3]) == command.main(names[2::-1]) == 1
        assert command.main(names) == 2
        (here / "b.charter.csv").write_bytes(b"")
        capsys.readouterr()
        assert command.main(["b.charter.csv", names[2]]) == 2
        said = capsys.readouterr()
        assert "b.charter.csv, row 1: the file is empty" in said.err
        assert "1 claim: 1 broken" in said.out

    @pytest.mark.parametrize(
        ("code", "row"),
        [
            ("raise SystemExit(0)", "x,units,Imp,Ogre,win,0,1,rules=own.py:f,"),
            ("def f():\n    raise SystemExit(0)", "x,python,,,own.py:f,0,1,,"),
            ("def f(seed, runs):\n    exit(0)", "x,python,,,own.py:f,0,1,,"),
            ("def f(a, d):\n    raise GeneratorExit", "x,units,Imp,*,win,0,1,rules=own.py:f,"),
        ],
    )
    @pytest.mark.parametrize("workers", ["1", "2"])
    def test_code_that_ends_the_program_is_a_fault_of_its_row(
        self, here, capsys, code, row, workers
    ):
        assert command.main([write(here, row, BROKEN, own=code), "--workers", workers]) == 2
        said = capsys.readouterr()
        assert all("a.charter.csv, row 2, x: " in line for line in said.err.splitlines())
        assert "Exit" in said.err.splitlines()[0]
        assert ("own.py:f fails" in said.err) == (row.startswith("x,python"))
        assert "1 broken" in said.out

    @pytest.mark.parametrize(
        ("arguments", "what"),
        [
            ([], "name a charter"),
            (["no.charter.csv"], "can't be read"),
            (["units.csv"], "column 'system': the column is missing"),
            (["--out", "report.doc"], "give one of these endings"),
            (["--out", "report.xml"], "pytest CHARTER --junitxml=report.xml"),
            (["--out", "units.csv"], "--out units.csv: it is there, and no earlier"),
            (["b.charter.csv", "--out", "link.csv"], "--out link.csv: it is an input, too, and"),
            (["--out", "no/such/report.csv"], "no/such/report.csv: No such file"),
            pytest.param(["--out", "/proc/report.csv"], "/proc/report.csv: ", marks=PROC),
            (["--out", ""], "argument --out: '' names nothing"),
            (["--workers", "0"], "not a whole number from 1"),
            (["--seed", "x"], "not a whole number from 0"),
            (["--error", "5"], "--error: '5' is not a number above 0 and below 1"),
            (["--rules", "math:pie"], "did you mean 'pi'"),
            (["--rules", "script.py:main"], "script.py can't be loaded (it ends"),
            (["--odd"], "--help explains"),
        ],
    )
    def test_bad_input_is_one_line_and_nothing_is_judged(self, here, capsys, arguments, what):
        names = [write(here, SHORT, name=name) for name in ("b.charter.csv", "a.charter.csv")]
        (here / "link.csv").symlink_to("b.charter.csv")
        (here / "script.py").write_text("import sys\nsys.exit(0)\n")
        before = {path: path.read_bytes() for path in here.glob("*.csv")}
        named = [] if not arguments or arguments[0].endswith(".csv") else names[1:]
        assert command.main([*named, *arguments]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.count("\n") == 1
        assert what in said.err
        assert {path: path.read_bytes() for path in here.glob("*.csv")} == before
        assert not (here / "begun").exists()


class TestSwitches:
    def test_help_and_measures(self, capsys):
        with pytest.raises(SystemExit) as left:
            command.main(["--help"])
        assert left.value.code == 0
        said = capsys.readouterr().out
        assert "Exit status" in said
        for words in ("6 Goblin + Bugbear", "6x Goblin", "Gob*", "cost=600"):
            assert words in said
            assert words in read_charter.__doc__
        assert command.main(["--measures"]) == 0
        said = capsys.readouterr().out
        assert "blows to kill (number, less is better)" in said
        assert "given: file, sheet, units, cost, rounds" in said

    def test_the_sheet_of_a_charter_is_chosen(self, here, capsys):
        claims = [line.split(",") for line in (HEADER + HOLDS).splitlines()]
        content = spreadsheet(notes=[["Notes"]], claims=claims)
        (here / "a.charter.xlsx").write_bytes(content)
        assert command.main(["a.charter.xlsx"]) == 2
        assert "on a command line --sheet 'claims'" in capsys.readouterr().err
        assert command.main(["a.charter.xlsx", "--sheet", "claims"]) == 0

    def test_a_mapping_of_columns_is_chosen(self, here):
        (here / "map.csv").write_text("heading,as\nstuff,hp\n")
        units = UNITS.replace(b"hp", b"stuff")
        row = "x,units,Troll,Imp,win,99 %,,,"
        assert command.main([write(here, row, units=units), "--columns", "map.csv"]) == 0

    def test_the_seed_and_the_error_count(self, here):
        name, found = write(here, OPEN), []
        for switches in ([], ["--seed", "1"], ["--error", "0.5"]):
            command.main([name, *switches, "--out", "report.csv"])
            found.append(pd.read_csv(here / "report.csv").iloc[0])
        assert found[0]["value"] != found[1]["value"]
        assert found[0]["value"] == found[2]["value"]
        assert found[0]["high"] > found[2]["high"]

    def test_rules_of_ones_own_are_told(self, here, capsys):
        sure = "sure,units,Imp,Ogre,hits,100 %,,,"
        name = write(here, sure, sure.replace(",,,", ',,"hit=Elo, logistic",'), HOLDS)
        (here / "own.py").write_text(OWN.replace("0.5 +", "1 +"))
        by = {
            (): "Units by the plain rule, attack against defense by 'ratio'.",
            ("--rules", "own.py:OWN"): "Units by the rules own.py:OWN.",
            ("--rules", "own.py:hit"): "Units by the rules own.py:hit.",
        }
        for switches, words in by.items():
            assert command.main([name, *switches]) == 1
            *_, one, other, summary = capsys.readouterr().out.splitlines()
            assert (one, other) == (words, "Units by the hit rule 'Elo, logistic'.")
            assert summary.startswith(f"3 claims: {1 if switches else 2} broken")
        assert command.main([write(here, HOLDS)]) == 0
        assert "Units by" not in capsys.readouterr().out

    def test_where_progress_is_shown_or_nobody_waits_duels_may_take_minutes(
        self, here, monkeypatch
    ):
        name = write(here, "first,units,Troll,,rank,1,1,,")
        (here / "units.actions.csv").write_text(
            "unit,action,damage,uses\nImp,Fire,3,1\nOgre,Club,2,1\n"
        )
        monkeypatch.setattr(pairs, "_MOST_UNWATCHED", 0)
        assert "take minutes" in judge(read_charter(name).claims)[0].fault
        seen = []
        read = read_charter(name, progress=lambda *done: seen.append(done))
        assert judge(read.claims).count("holds") == 1
        assert seen[-1] == (6, 6)
        assert command.main([name]) == 0


@pytest.mark.parametrize("clear", ["\x1b[2J", "\r", "\x7f"])
def test_no_control_character_of_a_table_reaches_the_terminal(here, capsys, clear):
    """They could hide a broken promise."""
    units = UNITS.replace(b"Imp", f'"Im{clear}p"'.encode())
    odd = f'"a{clear}b"'
    rows = (
        f"{odd},units,Im*,Troll,win,60 %,,,",
        f"{odd},python,{odd},{odd},own.py:one,2,,,",
        f"{odd},{odd},{odd},{odd},{odd},{odd},{odd},{odd},{odd}",
        f"{odd},units,Troll,Troll,win,60 %,,rules=own.py:{odd},",
    )
    own = "def one(first, second):\n    return 1\n"
    assert command.main([write(here, *rows, units=units, own=own)]) == 2
    said = capsys.readouterr()
    assert not re.search(r"[^\n -~–…␀-␡\ufffd]", said.out + said.err)
    assert "2 broken" in said.out
    assert {line.split(":")[0] for line in said.err.splitlines()} == {"python -m combat.charter"}


class TestLines:
    """What holds for all of a row is one line, in the terminal and on a page."""

    def test_each_that_does_not_hold_has_its_line_all_the_same(self, here, capsys):
        rows = "no long duel,units,*,*,turns,,30,,", "no short one,units,*,*,turns,2.6,,,"
        assert command.main([write(here, *rows, OPEN), "--out", "report.html"]) == 1
        found = capsys.readouterr().out.splitlines()[1:]
        frame = folded(judge(read_charter("a.charter.csv").claims))
        verdicts = [line.split("  ")[0] for line in found[:4]]
        assert frame["verdict"].tolist() == verdicts == ["broken", "open", "holds", "holds"]
        assert found[0].endswith("  no short one: Imp against Troll")
        nearest = "claims, closest to its limit:"  # 3.56 turns to 30, and 3.12 to 2.6
        assert found[2].endswith(f"  at most 30    no long duel: 3 {nearest} Imp against Ogre")
        assert frame["claim"][3] == f"no short one: 2 {nearest} Ogre against Troll"
        assert frame["value"][2] == "2.5 to 3.56"
        assert frame["battles"].tolist() == ["", "300", "", ""]
        assert found[-1] == "7 claims: 1 broken, 1 open, 5 hold."
        page = (here / "report.html").read_text()
        assert page.count("no long duel") == 1
        assert page.count('<td class="verdict holds"') == 2

    def test_sampled_ones_have_their_interval_and_all_their_battles(self):
        verdicts = verdicts_of("even,units,Imp,*,score,,100 %,method=sampled,300", files=FILES)
        low, high = verdicts.frame["low"].min(), verdicts.frame["high"].max()
        (line,) = folded(verdicts).to_dict("records")
        assert f"({100 * low:.4g}% to {100 * high:.4g}%)" in line["value"]
        assert line["battles"] == f"{sum(one.battles for one in verdicts):,}"

    @pytest.mark.parametrize("mend", [[], ["--mend"]])
    def test_a_refusal_of_all_pairs_of_a_row_is_told_once(self, here, capsys, mend):
        units = "name,hp,attack,defense\n" + "".join(f"U{n},9,5,150\n" for n in (1, 10, 2, 3))
        rows = (
            "one,units,*,*,win,10 %,,hit=ratio,",  # no damage
            "two,units,*,*,win,10 %,,hit=Battle for Wesnoth; rules=own.py:LESS,",
        )
        own = OWN + "\nLESS = Rules(hit=hit, damage='attack less defense')\n"
        assert command.main([write(here, *rows, units=units.encode(), own=own), *mend]) == 2
        told = capsys.readouterr()
        first, second = told.err.splitlines()
        pairs = (
            ["", ""] if mend else [f", {row}: U1 against U10 and 11 more" for row in ("one", "two")]
        )
        assert f"row 2{pairs[0]}: there is no column 'damage'" in first
        assert f"row 3{pairs[1]}: the hit rule fails for U1" in second
        if not mend:
            assert told.out.count("\nfault") == 2
            assert "24 not answered" in told.out

    def test_a_page_tells_the_words_of_a_claim_whole(self):
        words = "a promise " * 12
        verdicts = verdicts_of(HOLDS.replace("even", words))
        assert folded(verdicts)["claim"].item() == words.strip()
        assert "…" in str(verdicts)


class TestReports:
    def test_csv(self, here, capsys):
        rows = BROKEN, UNREAD, HOLDS, OPEN
        assert command.main([write(here, *rows), "--out", "report.csv"]) == 2
        found = pd.read_csv(here / "report.csv")
        assert found["verdict"].tolist() == ["broken", "holds", "open"]
        assert found["row"].tolist() == [2, 4, 5]
        assert found["file"].unique().tolist() == ["a.charter.csv"]
        assert found["at_least"].tolist()[:2] == [0.6, 0.5]

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
        assert frame.index.tolist() == expected.values[expected.chances >= 2e-4].tolist()
        assert frame.iloc[:, 0].sum() == pytest.approx(1)
        assert chart[2] == "imps win: 18.52%, not at least 60%."
        assert "from -3 to 1 (hit points left, the second side's" in chart[3]

    def test_what_is_behind_many_broken_claims_is_cut(self):
        many = Verdicts(tuple(judge(claims_of(BROKEN))) * 40)
        parts = verdicts_page._pictures(many)
        assert len(parts) == 25
        assert parts[-1] == "16 more broken claims are in the table only."

    @POSIX
    def test_it_is_written_though_nobody_reads_what_is_printed(self, here):
        python, name = shlex.quote(sys.executable), write(here, BROKEN)
        run = f"{python} -m combat.charter {name} --out r.csv; echo $? > status"
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
    @pytest.mark.slow
    def test_a_worker_that_begins_anew_is_told_all_it_needs(self, here):
        # As on Windows and macOS: nothing is inherited from the process that gives the orders.
        start = "import multiprocessing\nmultiprocessing.set_start_method('spawn')\n"
        (here / "sitecustomize.py").write_text(start)
        name = write(here, SHORT, OPEN, BROKEN)
        with begun(here, name, "--workers", "2", "--out", "spawned.csv") as process:
            assert process.communicate(timeout=120)[1] == ""
        assert process.returncode == 1
        command.main([name, "--out", "alone.csv"])
        assert (here / "spawned.csv").read_text() == (here / "alone.csv").read_text()


class TestInterrupted:
    @POSIX
    @pytest.mark.parametrize("workers", [pytest.param("1", marks=pytest.mark.slow), "2"])
    def test_ctrl_c_prints_what_is_decided_so_far(self, here, workers):
        name = write(here, HOLDS, BROKEN, LONG)
        with begun(here, name, "--workers", workers, "--out", "report.csv") as process:
            process.send_signal(signal.SIGINT)
            said, complained = process.communicate(timeout=60)
        assert process.returncode == 130
        assert complained == ""
        assert said.splitlines()[-1] == "Interrupted: 2 of 3 claims decided."
        assert "broken   18.52%" in said
        assert not (here / "report.csv").exists()

    def test_a_bar_is_drawn_on_a_terminal_only(self, here, monkeypatch, capsys):
        name = write(here, HOLDS, BROKEN)
        command.main([name])
        assert capsys.readouterr().err == ""
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
        command.main([name])
        assert "1 of 2" in capsys.readouterr().err
