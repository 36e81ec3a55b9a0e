"""Loads a designer's own Python code by the name that a charter or a switch gives."""

import importlib
import importlib.util
import inspect
import os
import sys
from pathlib import Path

from combat.core.words import printable, unknown

_OURS = (
    *("tome", "luck", "nethack", "osdl", "marked_for_death", "hit_rules", "compare"),
    *("units", "markov", "dice", "battle", "questions", "ranking"),
)


def loaded(text, folder=None):
    """Return what "module:name" or "file.py:name" (in `folder`, executed) names, or ValueError."""
    module, _, name = text.rpartition(":")
    if not name or not module:
        raise ValueError(f"'{printable(text)}' names nothing; write module:name or file.py:name")
    try:
        found = _of_file(module, folder) if module.endswith(".py") else _imported(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        # A designer's module can raise any exception, and end the program.
        raise ValueError(f"{printable(module)} can't be loaded ({why(error)}); mend it") from None
    if not hasattr(found, name):
        names = [one for one in vars(found) if not one.startswith("_")]
        raise ValueError(unknown(name, names, module))
    return getattr(found, name)


def called(function, *arguments, **named):
    """Return what a function gives; ValueError where a designer's own code ends the program."""
    try:
        return function(*arguments, **named)
    except (Exception, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise ValueError(f"your own Python fails ({why(error)})") from error


def told(value, how=str):
    """Return str(value), or repr by `how`, of a designer's own class, which may raise there."""
    try:
        return how(value)
    except Exception:
        return "what can't be shown"


def why(error):
    """Return in one line what an exception of a designer's own code says, and its type."""
    line = f"{type(error).__name__}: {printable(told(error))}"
    if not isinstance(error, SystemExit):
        return line
    return f'it ends the program, {line}; put what ends it under if __name__ == "__main__"'


def lies_in(text, folder):
    """Return whether a text, as `loaded` takes it, names a file in a folder or below it."""
    module = text.rpartition(":")[0]
    return folder is not None and module.endswith(".py") and lies_below(module, folder)


def is_ours(text):
    """Return whether a text, as `loaded` takes it, names a public function of our mechanics."""
    module, _, name = text.rpartition(":")
    package, _, inner = module.partition(".")
    if package != "combat" or inner not in _OURS or name.startswith("read_"):
        return False
    found = importlib.import_module(module)
    function = getattr(found, name) if name in found.__all__ else None
    if not callable(function) or inspect.isclass(function):
        return False
    return not {"path", "folder"} & {*inspect.signature(function).parameters}


def _imported(module):
    if not module.startswith("combat."):
        _search(os.getcwd())
    return importlib.import_module(module)


def _search(folder):
    """Let own code import its neighbours; last, so that none of them is taken for Python's own."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def _of_file(module, folder):
    path = Path(folder or ".") / module
    _search(path.parent.resolve())
    spec = importlib.util.spec_from_file_location(f"combat_own_{path.stem}", path)
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def lies_below(name, folder):
    """Return whether a name, as seen from a folder, is in it or below it, all links followed."""
    try:
        return (Path(folder) / name).resolve().is_relative_to(Path(folder).resolve())
    except (OSError, ValueError):  # no file has such a name
        return False
