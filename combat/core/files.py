"""Writes files whole or not at all."""

import errno
import os
import re
import shutil
import stat
import tempfile
import time
from contextlib import contextmanager, suppress
from pathlib import Path

_ASIDE, _LOCK = "combat-aside-", "in use"
# What every page of this package says in its head, behind a policy of some hundred letters.
_PAGE = rb'(?s).*<meta name="generator" content="Combat Design Workbook">'
_HEAD = 20_000  # bytes of a file in which that is looked for


def write_whole(contents, *, folders=False):
    """Write {path: text or bytes}, each file whole or not at all, whatever happens meanwhile.

    All are first written to temporary files beside their places and flushed to disk, and only then
    renamed, one right after the other. So a process that is killed leaves old or new files, but
    never half of one; beside them perhaps hidden temporary files, which nobody reads.
    """
    beside, devices = {}, {}
    try:
        for path, content in contents.items():
            content = content.encode() if isinstance(content, str) else content
            if folders:
                Path(path).parent.mkdir(parents=True, exist_ok=True)
            with _blamed_on(path):
                mode = _mode(path)
                if mode is not None and stat.S_ISCHR(mode):
                    devices[path] = content
                    continue
                # A link is followed, so that it stays a link.
                target = Path(os.path.realpath(path))
                temporary = _beside(target)
                beside[temporary] = target
                # On Windows a mode says only "read-only", and such a file can't be replaced.
                _write(temporary, content, mode if os.name == "posix" else None)
        for path, content in devices.items():
            with _blamed_on(path), open(path, "wb") as device:
                device.write(content)
        for temporary, target in beside.items():
            with _blamed_on(target):
                os.replace(temporary, target)
    finally:
        for temporary in beside:
            with suppress(OSError):
                temporary.unlink()


@contextmanager
def aside():
    """Provide a folder for what nobody keeps, and remove those that killed processes have left."""
    for left in Path(tempfile.gettempdir()).glob(f"{_ASIDE}*"):
        if not _in_use(left):
            shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=_ASIDE) as name, open(f"{name}/{_LOCK}", "wb") as held:
        _locked(held)
        yield Path(name)


def _in_use(folder):
    """Whether a process may use a folder that `aside` made: it holds the lock, or just begins."""
    try:
        with open(folder / _LOCK, "rb") as held:
            return not _locked(held)
    except FileNotFoundError:
        return time.time() - folder.stat().st_mtime < 60
    except OSError:
        return True


def _locked(file):
    """Lock a file for this process, whose end frees it; whether nobody else has it."""
    try:
        import fcntl
    except ImportError:  # Windows, where nothing is removed
        return False
    with suppress(OSError):
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    return False


def check_place(path, *, inputs=(), begins=(), folders=False, switch="--out"):
    """Raise, before there is anything to write, the OSError that `write_whole` would raise.

    ValueError, too, if the place is that of an input, by whatever path or link; or if what is there
    doesn't begin as an earlier output does, a page as those of this package: somebody wrote it.
    begins: {ending: a pattern of the first letters}; without one anything is replaced.
    """
    place = Path(os.path.realpath(path))
    with _blamed_on(path):
        mode = _mode(path)
        if mode is None or stat.S_ISREG(mode):
            folder = place.parent
            while folders and not folder.exists():
                folder = folder.parent
            trial = _beside(folder / place.name)
            _write(trial, b"", None)
            trial.unlink()
    if mode is None:
        return
    if any(os.path.exists(one) and os.path.samefile(one, place) for one in inputs):
        raise ValueError(
            f"{switch} {path}: it is an input, too, and would be lost; name another file"
        )
    ours = {".html": _PAGE, ".htm": _PAGE} | {
        end: one.encode() for end, one in dict(begins).items()
    }
    pattern = ours.get(place.suffix.lower())
    if pattern and stat.S_ISREG(mode) and place.stat().st_size:
        with place.open("rb") as file:
            if not re.match(pattern, file.read(_HEAD)):
                raise ValueError(
                    f"{switch} {path}: it is there, and no earlier report; name another file"
                )


def form_of(path, forms, **place):
    """Return what a report's ending asks for, of {ending: function that makes it}.

    ValueError for another ending; path, place: as for `check_place`.
    """
    make = forms.get(path.suffix.lower())
    if make is None:
        raise ValueError(
            f"{path}: reports are written as {', '.join(forms)}; give one of these endings"
        )
    check_place(path, **place)
    return make()


# What Windows refuses in the name of a file, or takes for a device whatever the ending.
_ELSEWHERE = re.compile(r'[<>:"/\\|?*\0-\x1f]|[. ]$|^(con|prn|aux|nul|com\d|lpt\d) *(\.|$)', re.I)


def portable(name):
    """Return whether a file may have this name on every system; Windows refuses a few names."""
    return not _ELSEWHERE.search(name)


def _mode(path):
    """The mode of the file at a path, or None if there is none; OSError if it can't be replaced."""
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        return None
    if stat.S_ISREG(mode) or stat.S_ISCHR(mode):
        return mode
    code = errno.EISDIR if stat.S_ISDIR(mode) else errno.EINVAL
    raise OSError(code, os.strerror(code) if code == errno.EISDIR else "Is no regular file")


def _beside(target):
    """The path of a temporary file that no other process or thread writes to."""
    return target.with_name(f".{target.name}.{os.urandom(4).hex()}.tmp")


def _write(path, content, mode):
    # The mode is set at once, so that a private file is never readable by others.
    allowed = 0o666 if mode is None else stat.S_IMODE(mode)
    with open(path, "xb", opener=lambda name, flags: os.open(name, flags, allowed)) as file:
        if mode is not None:
            os.chmod(path, allowed)  # restores what the umask took away
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def _blamed_on(path):
    """Let an OSError name the file that was asked for, not the temporary one."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
