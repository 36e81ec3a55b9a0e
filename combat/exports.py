"""Packages whose public names are imported when they are first asked for (PEP 562)."""

from importlib import import_module


def exports(package, modules):
    """Return `__getattr__`, `__dir__` and `__all__` of a package.

    package: its `__name__`. modules: {module of it: its public names}, or {module: ()} for one
    that is public itself. A command line that only prints its help then loads next to nothing.

    >>> asked, listed, names = exports("combat", {"binomial": ["pmf"], "dice": ()})
    >>> names, asked("pmf")(1, 2, 0.5).item()
    (['dice', 'pmf'], 0.5)
    """
    home = {name: module for module, names in modules.items() for name in names}
    home |= {module: None for module, names in modules.items() if not names}

    def asked(name):
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = import_module(f"{package}.{home[name] or name}")
        return module if home[name] is None else getattr(module, name)

    return asked, lambda: sorted(home), sorted(home)
