"""A stand-in for IPython on a page, where ipywidgets imports it but nothing uses it.

IPython itself would take a third of Python's starting time there.
"""

import importlib.util
import sys
from types import ModuleType


def stand_in():
    """If IPython isn't installed, let `import IPython` give the names that ipywidgets imports."""
    if importlib.util.find_spec("IPython") is not None:
        return
    names = {
        "IPython": {"get_ipython": lambda: None, "version_info": (9, 0)},
        "IPython.display": {"display": _nothing, "clear_output": _nothing},
        "IPython.core": {},
        "IPython.core.interactiveshell": {"InteractiveShell": type("InteractiveShell", (), {})},
    }
    for name, content in names.items():
        module = ModuleType(name)
        module.__dict__.update(content, __path__=[])
        sys.modules[name] = module


def _nothing(*_things, **_options):
    return None
