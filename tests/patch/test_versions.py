"""A file as a git revision has it, and what is said where it hasn't."""

import os
import shutil
import subprocess

import pytest

from combat.patch import at_revision, on_disk
from combat.tables import TableError


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Two revisions of data/units.csv, and a third state that is not committed."""
    game = tmp_path_factory.mktemp("game")
    (game / "data").mkdir()
    git(game, "init", "-q", "-b", "main")
    for text in ("one", "two"):
        (game / "data" / "units.csv").write_text(text)
        git(game, "add", ".")
        git(game, "commit", "-q", "-m", text)
    (game / "data" / "units.csv").write_text("three")
    return game


@pytest.fixture
def repository(made, tmp_path):
    """The folder data of a copy of the repository."""
    return shutil.copytree(made, tmp_path / "game") / "data"


def git(folder, *arguments):
    who = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org"]
    # Where the tests run within a hook, git must not work on the hook's repository.
    there = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    command = ["git", "-C", str(folder), *who, *arguments]
    return subprocess.run(command, check=True, env=there, stdout=subprocess.PIPE).stdout


def test_each_revision_has_its_content(repository):
    path = repository / "units.csv"
    assert at_revision(path, "HEAD~1").content == b"one"
    assert at_revision(path, "main").content == b"two"
    assert on_disk(path).content == b"three"
    assert at_revision(path, "HEAD~1").label == "units.csv at HEAD~1"
    assert on_disk(path).label == "units.csv"


@pytest.mark.parametrize("revision", [":/one", "HEAD^{/one}", "HEAD@{0}~1"])
def test_a_revision_may_be_any_that_git_knows(repository, revision):
    assert at_revision(repository / "units.csv", revision).content == b"one"


def test_it_is_found_from_any_folder(repository, monkeypatch):
    monkeypatch.chdir(repository)
    assert at_revision("units.csv", "HEAD").content == b"two"
    monkeypatch.chdir(repository.parent)
    assert at_revision("data/units.csv", "HEAD").content == b"two"


def test_it_neednt_lie_there_any_more(repository):
    path = repository / "units.csv"
    path.unlink()
    assert at_revision(path, "HEAD").content == b"two"


def test_a_mapping_that_was_written_since_counts_for_both(repository):
    (path,) = [one for one in repository.glob("*.csv") if one.name.count(".") == 1][:1]
    mapping = path.with_name(f"{path.stem}.columns.csv")
    mapping.write_bytes(b"heading,as\n")
    assert at_revision(path, "HEAD").beside["columns"][:2] == (mapping.name, b"heading,as\n")


def test_within_a_hook_the_files_own_repository_counts(repository, monkeypatch, tmp_path):
    """Git tells its hooks where they are: that must not lead to another repository."""
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "index"))
    assert at_revision(repository / "units.csv", "HEAD").content == b"two"


@pytest.mark.parametrize(
    ("name", "revision", "told"),
    [
        ("units.csv", "HEAD~7", "there is no revision 'HEAD~7'"),
        ("units.csv", "--help", "there is no revision '--help'"),
        ("units.csv", "two\nlines", "there is no revision 'two lines'"),
        ("other.csv", "HEAD", "other.csv: revision 'HEAD' has no such file"),
        ("nowhere/units.csv", "HEAD", "there is no folder"),
    ],
)
def test_what_is_not_there_is_told_in_one_line(repository, name, revision, told):
    with pytest.raises(TableError, match=told) as caught:
        at_revision(repository / name, revision)
    assert "\n" not in str(caught.value)


def test_a_file_in_no_repository(tmp_path, monkeypatch):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(TableError, match="is in no git repository"):
        at_revision(tmp_path / "units.csv", "HEAD")


def test_why_git_refuses_a_repository_is_told_in_its_own_words(repository, monkeypatch):
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    with pytest.raises(TableError) as caught:
        at_revision(repository / "units.csv", "HEAD")
    said = str(caught.value)
    assert said.startswith("units.csv: git says: detected dubious ownership in repository at '/")
    assert "; if you trust it, git config --global --add safe.directory /" in said
    assert "\n" not in said


def test_a_broken_repository_is_told_in_gits_words(repository):
    (repository.parent / ".git" / "config").write_text("[core\n")
    with pytest.raises(TableError, match=r"^units.csv: git says: bad config line 1 in file "):
        at_revision(repository / "units.csv", "HEAD")


@pytest.mark.skipif(os.name != "posix", reason="a shell of POSIX")
def test_a_strangers_repository_runs_nothing(repository, tmp_path, monkeypatch):
    """Its configuration, attributes and hooks name commands for whatever git may be asked."""
    game, evil = repository.parent, tmp_path / "evil"
    evil.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\nexit 1\n")
    evil.chmod(0o755)
    for name in (
        "core.fsmonitor",
        "core.pager",
        "pager.show",
        "pager.cat-file",
        "core.sshCommand",
        "diff.external",
        "diff.x.textconv",
        "diff.x.command",
        "filter.x.smudge",
        "core.gitProxy",
        "core.askPass",
        "credential.helper",
        "gpg.program",
        "remote.origin.uploadpack",
        "alias.cat-file",
        "alias.rev-parse",
    ):
        git(game, "config", name, str(evil))
    settings = {
        "log.showSignature": "true",
        "protocol.allow": "always",
        "protocol.ext.allow": "always",
        "core.hooksPath": str(tmp_path / "hooks"),
        "remote.origin.url": f"ext::{evil}",
        "remote.origin.promisor": "true",
        "core.repositoryFormatVersion": "1",
        "extensions.partialClone": "origin",
    }
    for name, value in settings.items():
        git(game, "config", name, value)
    (game / ".git" / "info" / "attributes").write_text("* diff=x filter=x\n")
    (tmp_path / "hooks").mkdir()
    for name in ("post-checkout", "post-index-change", "reference-transaction"):
        (tmp_path / "hooks" / name).symlink_to(evil)
    assert at_revision(repository / "units.csv", "HEAD").content == b"two"
    # What is missing git would fetch, by a command of the configuration.
    blob = git(game, "rev-parse", "HEAD:data/units.csv").decode().strip()
    (game / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    with pytest.raises(TableError, match=r"git show HEAD:\./units.csv fetches it"):
        at_revision(repository / "units.csv", "HEAD")
    assert not (tmp_path / "ran").exists()


def test_without_git(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(TableError, match="git isn't installed"):
        at_revision(tmp_path / "units.csv", "HEAD")
