"""Files written whole or not at all."""

import errno
import os
from contextlib import contextmanager, suppress
from pathlib import Path


def write_whole(texts):
    """Write {path: text} as UTF-8, each file whole or not at all, whatever happens meanwhile.

    All are written and flushed to disk beside their places first, and only then renamed, one
    right after the other. So a process that is killed leaves the old files or the new ones,
    never half of one. OSError if one can't be written; then nothing is renamed, and nothing
    is left beside.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_whole({f"{folder}/log.txt": "Round 1", f"{folder}/team.csv": "Name,XP"})
    ...     sorted(os.listdir(folder))
    ['log.txt', 'team.csv']
    """
    beside = {}
    try:
        for path, text in texts.items():
            # Through a link to where it points, so that the link stays one.
            target = Path(os.path.realpath(path))
            temporary = target.with_name(f".{target.name}.{os.getpid()}.tmp")
            with _blamed_on(path):
                if target.is_dir():
                    raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
                beside[temporary] = target
                _write(temporary, text)
        for temporary, target in beside.items():
            with _blamed_on(target):
                os.replace(temporary, target)
    finally:
        for temporary in beside:
            with suppress(OSError):
                temporary.unlink()


def _write(path, text):
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def _blamed_on(path):
    """Let an OSError name the file that was asked for, not the one beside it."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
