"""Files written whole: links, devices, modes, left-overs of killed runs, files of two battles."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from combat.core import files
from combat.marked_for_death import __main__ as command
from combat.marked_for_death import fight, read_team, team_text, write_team
from tests.marked_for_death.rosters import DATA, load

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links, modes and signals of POSIX")
FINALS = ["BattleLog.txt", "Heroes-final.csv", "Villains-final.csv"]


def temporaries(folder):
    return sorted(path.name for path in folder.iterdir() if path.name.endswith(".tmp"))


class TestWhatIsThere:
    def test_a_device_is_written_to_and_stays(self, tmp_path):
        keeper, device = os.openpty()
        name = os.ttyname(device)
        (tmp_path / "log").symlink_to(name)
        files.write_whole({tmp_path / "log": "Round 1\n", tmp_path / "team": "Tom"})
        assert os.read(keeper, 100).splitlines() == [b"Round 1"]
        assert Path(name).is_char_device()
        assert (tmp_path / "log").is_symlink()
        assert (tmp_path / "team").read_text() == "Tom"
        os.close(device)
        os.close(keeper)

    def test_a_device_of_ones_own_folder_stays_one(self, tmp_path):
        try:  # a second /dev/null
            os.mknod(tmp_path / "null", 0o20666, os.makedev(1, 3))
        except OSError:
            pytest.skip("only root makes devices")
        (tmp_path / "log").symlink_to(tmp_path / "null")
        try:
            files.write_whole({tmp_path / "log": "Round 1\n"})
        except PermissionError:
            pytest.skip("no devices on this disk")
        assert (tmp_path / "null").is_char_device()
        assert temporaries(tmp_path) == []

    @pytest.mark.parametrize("link", [False, True])
    def test_a_pipe_is_refused_and_stays(self, tmp_path, link):
        os.mkfifo(tmp_path / "pipe")
        path = tmp_path / "pipe"
        if link:
            path = tmp_path / "log"
            path.symlink_to("pipe")
        (tmp_path / "team").write_text("old")
        with pytest.raises(OSError, match="Is no regular file"):
            files.write_whole({tmp_path / "team": "new", path: "Round 1\n"})
        assert (tmp_path / "pipe").is_fifo()
        assert (tmp_path / "team").read_text() == "old"
        assert temporaries(tmp_path) == []

    def test_a_link_to_itself_is_refused_and_stays(self, tmp_path):
        (tmp_path / "log").symlink_to("log")
        with pytest.raises(OSError, match="log'"):
            files.write_whole({tmp_path / "log": "Round 1\n"})
        assert (tmp_path / "log").is_symlink()

    def test_a_link_to_nothing_yet_makes_what_it_points_to(self, tmp_path):
        (tmp_path / "log").symlink_to("there")
        files.write_whole({tmp_path / "log": "Round 1\n"})
        assert (tmp_path / "log").is_symlink()
        assert (tmp_path / "there").read_text() == "Round 1\n"

    @pytest.mark.parametrize("mode", [0o600, 0o640, 0o666, 0o755])
    def test_a_file_keeps_its_mode(self, tmp_path, mode):
        path = tmp_path / "team.csv"
        path.write_text("old")
        path.chmod(mode)
        files.write_whole({path: "new"})
        assert path.read_text() == "new"
        assert path.stat().st_mode & 0o777 == mode

    def test_a_private_file_is_private_while_it_is_written(self, tmp_path, monkeypatch):
        path = tmp_path / "team.csv"
        path.write_text("old")
        path.chmod(0o600)
        seen = []

        def fsync(descriptor):
            seen.append(os.fstat(descriptor).st_mode & 0o777)

        monkeypatch.setattr(files.os, "fsync", fsync)
        files.write_whole({path: "new"})
        assert seen == [0o600]

    def test_a_new_file_has_the_mode_that_the_umask_leaves(self, tmp_path):
        before = os.umask(0o027)
        try:
            files.write_whole({tmp_path / "team.csv": "new"})
        finally:
            os.umask(before)
        assert (tmp_path / "team.csv").stat().st_mode & 0o777 == 0o640


class TestFolders:
    def test_none_is_made_unless_asked_for(self, tmp_path):
        with pytest.raises(FileNotFoundError, match="log'"):
            files.write_whole({tmp_path / "new" / "log": "Round 1"})
        assert list(tmp_path.iterdir()) == []

    def test_one_that_is_a_file_is_named(self, tmp_path):
        (tmp_path / "new").write_text("old")
        with pytest.raises(FileExistsError, match="new'"):
            files.write_whole({tmp_path / "new" / "log": b"Round 1"}, folders=True)


def test_files_are_utf_8_where_the_system_knows_only_ascii(tmp_path):
    code = (
        "import sys; from combat.core.files import write_whole; "
        "write_whole({sys.argv[1]: 'Gr\\xf6\\xdfe'})"
    )
    root = str(Path(__file__).parent.parent.parent)
    subprocess.run(
        [sys.executable, "-X", "utf8=0", "-c", code, tmp_path / "team"],
        env=os.environ | {"PYTHONPATH": root, "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"},
        check=True,
    )
    assert (tmp_path / "team").read_bytes() == "Größe".encode()


CUT_SHORT = """
import os, signal, sys
from combat.core import files
files.os.{call} = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
files.write_whole({{sys.argv[1]: "half", sys.argv[2]: "half"}})
"""


def killed(folder, call):
    """Start to write two files in a process that dies as soon as it calls os.`call`."""
    code = CUT_SHORT.format(call=call)
    root = str(Path(__file__).parent.parent.parent)
    ended = subprocess.run(
        [sys.executable, "-c", code, folder / "a", folder / "b"],
        env=os.environ | {"PYTHONPATH": root},
        check=False,
    )
    assert ended.returncode == -signal.SIGKILL


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_killed_run_leaves_the_old_file_and_the_next_writes_the_new(tmp_path, call):
    (tmp_path / "a").write_text("old")
    killed(tmp_path, call)
    assert temporaries(tmp_path) != []
    assert (tmp_path / "a").read_text() == "old"
    files.write_whole({tmp_path / "a": "new", tmp_path / "b": "new"})
    assert (tmp_path / "a").read_text() == (tmp_path / "b").read_text() == "new"


class TestMixtures:
    ROSTERS = ("--heroes", DATA / "four_heroes.csv", "--villains", DATA / "four_villains.csv")
    ON = ("--heroes", "Heroes-final.csv", "--villains", "Villains-final.csv", "--out-dir", "on")

    def run(self, *arguments):
        return command.main([str(argument) for argument in arguments])

    def test_a_kill_between_the_renames_is_seen_when_the_files_are_read(
        self, tmp_path, monkeypatch, capsys
    ):
        monkeypatch.chdir(tmp_path)
        self.run(*self.ROSTERS, "-m", "1", "--seed", "4")
        rename, done = os.replace, []

        def interrupted(*paths):
            if len(done) == 2:
                raise OSError("killed")
            done.append(rename(*paths))

        monkeypatch.setattr(files.os, "replace", interrupted)
        assert self.run(*self.ROSTERS, "-m", "1", "--seed", "5") == 2
        monkeypatch.setattr(files.os, "replace", rename)
        capsys.readouterr()
        marks = [read_team(name).form.battle for name in FINALS[1:]]
        assert all(marks)
        assert marks[0] != marks[1]
        for more in ((), ("--odds", "10")):
            assert self.run(*self.ON, *more) == 0
            notes = [line for line in capsys.readouterr().out.splitlines() if "Note: " in line]
            assert notes[0] == (
                f"Note: Heroes-final.csv was left by battle {marks[0]}, Villains-final.csv by "
                f"battle {marks[1]}; if they should be of one, fight it again"
            )

    def test_files_of_one_battle_go_on_without_a_note(self, tmp_path, monkeypatch, capsys):
        monkeypatch.chdir(tmp_path)
        self.run(*self.ROSTERS, "-m", "1", "--seed", "4")
        log = capsys.readouterr().out
        marks = {read_team(name).form.battle for name in FINALS[1:]}
        assert len(marks) == 1
        assert f" {marks.pop()} " in log.splitlines()[0]
        assert self.run(*self.ON) == 0
        assert "was left by" not in capsys.readouterr().out

    def test_a_final_file_against_fresh_opponents_needs_no_note(
        self, tmp_path, monkeypatch, capsys
    ):
        monkeypatch.chdir(tmp_path)
        self.run(*self.ROSTERS, "-m", "1", "--seed", "4")
        capsys.readouterr()
        assert self.run("--heroes", "Heroes-final.csv", *self.ROSTERS[2:]) == 0
        assert "was left by" not in capsys.readouterr().out

    def test_the_mark_is_kept_by_healing_and_by_spreadsheets(self, tmp_path):
        left = fight(*load("four"), max_rounds=1, seed=4).heroes
        healed = left.replace(left.names[0], bonus_hp=3)
        write_team(healed, tmp_path / "team.csv")
        content = (tmp_path / "team.csv").read_text()
        assert content.splitlines()[-1] == f"# battle {left.form.battle}"
        padded = content.replace("# battle", '"# battle').rstrip() + '",,,,\nLate Ally,5000\n'
        team = read_team(padded.encode(), name="team.csv")
        assert team.form.battle == left.form.battle
        assert team.fighters[:-1] == healed.fighters
        assert team.names[-1] == "Late Ally"

    def test_battles_that_went_otherwise_have_other_marks(self):
        ends = [fight(*load("four"), seed=seed) for seed in range(40)]
        assert len({end.heroes.form.battle for end in ends}) == len({end.log for end in ends})
        assert fight(*load("four"), seed=3).heroes.form == ends[3].heroes.form
        assert "# battle" not in team_text(load("four")[0])
