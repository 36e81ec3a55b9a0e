"""The versions of a file: on disk, or in a git revision."""

import os
import re
import subprocess
from dataclasses import replace
from functools import partial
from pathlib import Path

from combat.core.words import printable
from combat.tables import TableError
from combat.tables.content import refuse_folder
from combat.units.sheets.files import TableFile, files_of, lying_beside
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


def on_disk(path):
    """Return the `GameFiles` of a file on disk; TableError if it can't be read.

    >>> on_disk("nowhere/units.csv")
    Traceback (most recent call last):
    combat.tables.content.TableError: units.csv: the file can't be read (No such file or ...
    """
    return files_of(path)


def at_revision(path, revision):
    """Return the `GameFiles` of a file in a git revision of the file's own repository.

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
    label = f"{name} at {revision_text}"
    beside = partial(_beside, path, commit, revision_text)
    return replace(files_of(found.stdout, label, beside=beside), path=path)


def _beside(path, commit, revision, kind):
    """The `TableFile` that belongs to units in a commit; a mapping may be written since."""
    other = tables_beside(path.name)[kind]
    there = _git(path.parent, "cat-file", "blob", f"{commit}:./{other}")
    if not there.returncode:
        return TableFile(f"{other} at {revision}", there.stdout)
    return lying_beside(path, kind) if kind == "columns" else None


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
