"""The versions of a file: on disk, or in a git revision."""

import os
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from combat.core.words import printable
from combat.tables import TableError, content_of
from combat.tables.content import refuse_folder
from combat.units.sheets.headings import tables_beside

# In a hook, git sets these to the hook's repository; the file may lie in another.
_OF_HOOKS = (
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_PREFIX",
    "GIT_COMMON_DIR",
    "GIT_OBJECT_DIRECTORY",
)


@dataclass(frozen=True)
class Version:
    """One version of a file: its label, its path, and its content as bytes.

    beside: {"actions": (label, bytes)}, the tables of actions, statuses and columns of the same
    version.

    >>> Version("units.csv at HEAD~1", Path("data/units.csv"), b"name,hp").name
    'units.csv'
    """

    label: str
    path: Path
    content: bytes
    beside: dict = field(default_factory=dict)

    @property
    def name(self):
        """The file's name, as it appears in messages."""
        return self.path.name


def on_disk(path):
    """Return the `Version` of a file on disk; TableError if it can't be read.

    >>> on_disk("nowhere/units.csv")
    Traceback (most recent call last):
    combat.tables.content.TableError: units.csv: the file can't be read (No such file or ...
    """
    path = Path(path)
    name, content = content_of(path)
    there = [other for other in _tables_beside(path) if other[1].is_file()]
    return Version(name, path, content, {kind: content_of(other) for kind, other in there})


def _tables_beside(path):
    """The paths of the tables that belong to these units: pairs (kind, path)."""
    return [(kind, path.with_name(name)) for kind, name in tables_beside(path.name).items()]


def at_revision(path, revision):
    """Return the `Version` of a file in a git revision of the file's own repository.

    revision: as git understands it: "HEAD~1", a branch, a tag, a hash. The file need no longer
    exist on disk. Where the revision has no mapping of its headings, the one on disk counts.
    TableError, in one line, if there is no git, no repository, no such revision, or no such file
    in it.

    >>> at_revision("units.csv", "no such revision")
    Traceback (most recent call last):
    combat.tables.content.TableError: units.csv: ...
    """
    path = Path(path)
    refuse_folder(path)
    name, revision_text = path.name, printable(revision)
    folder = path.parent
    if not folder.is_dir():
        raise TableError(f"{path}: there is no folder {folder}; check the file's path")
    found = _git(folder, "rev-parse", "--git-dir")
    if found.returncode:
        raise TableError(f"{name}: {_refusal(found.stderr, folder)}; or name two files instead")
    commit = _commit(folder, revision)
    if commit is None:
        raise TableError(
            f"{name}: there is no revision '{revision_text}' in its repository; git log lists "
            f"them, and a shallow checkout lacks the older ones (git fetch --unshallow)"
        )
    found = _git(folder, "cat-file", "blob", f"{commit}:./{name}")
    if found.returncode and not re.search(b"does not exist in|but not in", found.stderr):
        raise TableError(
            f"{name}: its content at '{revision_text}' isn't in this clone, a partial one perhaps; "
            f"git show {revision_text}:./{name} fetches it"
        )
    if found.returncode:
        raise TableError(
            f"{name}: revision '{revision_text}' has no such file; git log --follow -- {name} "
            f"shows since when it exists"
        )
    beside = {}
    for kind, other in _tables_beside(path):
        there = _git(folder, "cat-file", "blob", f"{commit}:./{other.name}")
        if not there.returncode:
            beside[kind] = f"{other.name} at {revision_text}", there.stdout
        elif kind == "columns" and other.is_file():  # what the headings mean was written since
            beside[kind] = content_of(other)
    return Version(f"{name} at {revision_text}", path, found.stdout, beside)


def _commit(folder, revision):
    """The hash of the commit that a revision names, or None."""
    # Of :/text all that follows is text. So it is resolved alone, and its commit then.
    if revision.startswith("-"):
        return None
    named = _git(folder, "rev-parse", "--verify", "-q", revision).stdout.decode().strip()
    found = _git(folder, "rev-parse", "--verify", "-q", f"{named}^{{commit}}")
    return found.stdout.decode().strip() or None


def _refusal(said, folder):
    """Why git finds no repository there, in its own words, and the command that mends it."""
    lines = [line.strip() for line in said.decode(errors="replace").splitlines()]
    why = next((line for line in lines if line.startswith("fatal: ")), "fatal: no reason")
    if "not a git repository" in why:
        return f"{folder.resolve().name} is in no git repository"
    mends = [f"if you trust it, {line}" for line in lines if line.startswith("git config ")]
    return "; ".join([f"git says: {why.removeprefix('fatal: ')}", *mends])


def _git(folder, *arguments):
    """What git answers; nothing runs that a stranger's repository itself configures."""
    # `cat-file` knows no pager, filter or converter, and none of the commands used here hooks or
    # the watcher of files; what a partial clone lacks isn't fetched.
    there = {key: value for key, value in os.environ.items() if key not in _OF_HOOKS}
    there |= {"LC_ALL": "C", "GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none"}
    try:
        return subprocess.run(
            ["git", "-C", str(folder), *arguments],
            capture_output=True,
            stdin=subprocess.DEVNULL,
            env=there,
        )
    except FileNotFoundError:
        raise TableError(
            "git isn't installed: install it, or name two files instead of revisions"
        ) from None
