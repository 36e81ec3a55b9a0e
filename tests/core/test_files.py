"""Files written whole: links, devices, modes, left-overs of killed runs."""

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from combat.core import files

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links, modes and signals of POSIX")


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

    @pytest.mark.parametrize("mode", [0o600, 0o777])
    def test_a_file_keeps_its_mode(self, tmp_path, mode):
        path = tmp_path / "team.csv"
        path.write_text("old")
        path.chmod(mode)
        files.write_whole({path: "new"})
        assert path.read_text() == "new"
        assert path.stat().st_mode & 0o777 == mode

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


class TestWhatCanNotBeWritten:
    def test_leaves_the_old_file_and_nothing_beside(self, tmp_path, monkeypatch):
        path = tmp_path / "team.csv"
        path.write_text("old")

        def full(_descriptor):
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(files.os, "fsync", full)
        with pytest.raises(OSError, match=r"No space left on device: '.*team\.csv'"):
            files.write_whole({path: "new"})
        assert path.read_text() == "old"
        assert [file.name for file in tmp_path.iterdir()] == ["team.csv"]

    def test_leaves_all_others_as_they_were(self, tmp_path):
        (tmp_path / "b").mkdir()
        (tmp_path / "a").write_text("old")
        with pytest.raises(IsADirectoryError, match="b'"):
            files.write_whole({tmp_path / "a": "new", tmp_path / "b": "new"})
        assert (tmp_path / "a").read_text() == "old"
        assert sorted(file.name for file in tmp_path.iterdir()) == ["a", "b"]


HELD = """
import os, signal, sys
from combat.core.files import aside
with aside() as folder:
    (folder / "draft").touch()
    print(folder, flush=True)
    os.kill(os.getpid(), int(sys.argv[1])) if sys.argv[1:] else None
"""


@pytest.mark.skipif(os.name != "posix", reason="locks of POSIX")
def test_what_a_killed_process_left_aside_is_removed_by_the_next(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    mine = {
        "cwd": Path(__file__).parents[2],
        "env": os.environ | {"TMPDIR": str(tmp_path)},
        "capture_output": True,
    }
    killed = [sys.executable, "-c", HELD, str(int(signal.SIGKILL))]
    left = Path(subprocess.run(killed, **mine, text=True).stdout.strip())
    assert (left / "draft").exists()
    with files.aside() as held:
        assert not left.exists()
        subprocess.run([sys.executable, "-c", HELD], **mine, check=True)
        assert held.exists()
        begun = tmp_path / f"{files._ASIDE}of another that has only begun"
        begun.mkdir()
    with files.aside():
        assert begun.exists()
        os.utime(begun, (0, 0))
    with files.aside() as last:
        assert [*tmp_path.iterdir()] == [last]
    assert [*tmp_path.iterdir()] == []
