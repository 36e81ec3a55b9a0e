"""What the pages need of Python's packages, compiled and in as few files as can be.

Run inside of Pyodide when the site is built, so with the standard library alone.
"""

import importlib.util
import os
import py_compile
import re
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path

SITE = Path(sysconfig.get_paths()["purelib"])


class Watch:
    """Remembers which files of the installed packages are opened from now on.

    >>> watch = Watch(Path(__file__).parent)
    >>> _ = Path(__file__).read_bytes()
    >>> Path(__file__) in watch.taken()
    True
    """

    def __init__(self, site=SITE):
        self._site, self._seen = str(site), set()
        sys.addaudithook(self._heard)

    def _heard(self, event, arguments):
        if event == "open" and isinstance(arguments[0], (str, bytes)):
            name = os.fsdecode(arguments[0])
            if name.startswith(self._site):
                self._seen.add(name)

    def taken(self):
        """Return the files that are there of what was opened, and of what was imported, as Paths.

        The compiled form of a module counts as its source.
        """
        loaded = [getattr(module, "__file__", None) or "" for module in list(sys.modules.values())]
        names = {*self._seen, *(name for name in loaded if name.startswith(self._site))}
        sources = {
            importlib.util.source_from_cache(name) if "__pycache__" in name else name
            for name in names
        }
        return {Path(name) for name in sources if Path(name).is_file()}


# What no notebook can want in a browser: windows of other systems, examples, letters of books.
_LEFT_OUT = re.compile(
    r"(^|/)(tests|__pycache__|sample_data|afm|pdfcorefonts)/|/(STIX|DejaVuSerif|DejaVuSansMono)"
    r"|backends/(backend_(gtk|qt|tk|wx|mac|nb|web)|qt_|_backend_(gtk|tk)|web_backend)"
)


def files_of(site=SITE):
    """Return the files of the installed packages that may be wanted in a browser, as Paths."""
    return {
        path
        for path in Path(site).rglob("*")
        if path.is_file()
        and path.suffix != ".pyc"
        and not _LEFT_OUT.search(path.relative_to(site).as_posix())
    }


def pack(files, target, keep_source=(), site=SITE):
    """Write files as an archive, Python's as compiled modules alone; return how many there are.

    keep_source: packages whose source is kept as well, beside a compiled form that is not checked
    against it: in the archive the two are always one.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     target = Path(folder, "packed.zip")
    ...     pack([Path(__file__)], target, site=Path(__file__).parent)
    ...     zipfile.ZipFile(target).namelist()
    1
    ['packing.pyc']
    """
    files = sorted(files)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in files:
            for name, content in _forms(path, path.relative_to(site), keep_source):
                # The same files make the same archive, to the byte.
                archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content, 8, 9)
    return len(files)


def _forms(path, name, keep_source):
    """The names and contents under which a file stands in an archive."""
    if path.suffix != ".py":
        return [(str(name), path.read_bytes())]
    compiled = _compiled(path, name)
    if compiled is None:
        return [(str(name), path.read_bytes())]
    if name.parts[0] in keep_source:
        cached = importlib.util.cache_from_source(str(name))
        return [(str(name), path.read_bytes()), (cached, compiled)]
    return [(str(name.with_suffix(".pyc")), compiled)]


def _compiled(path, name):
    target = Path(tempfile.gettempdir(), "packed.pyc")
    try:
        py_compile.compile(
            str(path),
            str(target),
            str(name),
            doraise=True,
            invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
        )
    except (py_compile.PyCompileError, SyntaxError):
        return None  # such as a template that only looks like a module
    return target.read_bytes()
