"""The systems that a charter can name, one small module each, in one registry.

A system says which measures it knows and in what unit, which settings, and how a row becomes
questions. To add one, write such a module, with its `SYSTEM`, and put its name into the tuple
below. A system is imported only when a row names it.
"""

from collections.abc import Mapping
from importlib import import_module

_NAMES = ("units", "python")


class _Systems(Mapping):
    """The `System` of each name."""

    def __getitem__(self, name):
        if name not in _NAMES:
            raise KeyError(name)
        return import_module(f"{__name__}.{name}").SYSTEM

    def __iter__(self):
        return iter(_NAMES)

    def __len__(self):
        return len(_NAMES)


SYSTEMS = _Systems()

__all__ = ["SYSTEMS"]
