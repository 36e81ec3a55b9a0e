"""Files written whole or not at all."""

import os
from contextlib import suppress
from pathlib import Path


def write_whole(texts):
    """Write {path: text} as UTF-8, each file whole or not at all, whatever happens meanwhile.

    All are written and flushed to disk beside their places first, and only then renamed, one
    right after the other. So a process that is killed leaves the old files or the new ones,
    never half of one. OSError if one can't be written; then nothing is renamed, and nothing
    is left beside.
    """
    beside = {}
    try:
        for path, text in texts.items():
            # Through a link to where it points, so that the link stays one.
            target = Path(os.path.realpath(path))
            if target.is_dir():
                raise IsADirectoryError(21, "Is a directory", str(path))
            temporary = target.with_name(f".{target.name}.{os.getpid()}.tmp")
            beside[temporary] = target
            with open(temporary, "w", encoding="utf-8", newline="") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
        for temporary, target in beside.items():
            os.replace(temporary, target)
    finally:
        for temporary in beside:
            with suppress(OSError):
                temporary.unlink()
