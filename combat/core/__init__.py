"""What all packages use: binomial chances, estimates, checks, numbers, words, files, own code.

`exports`, in this file, lets a package import its public names at first use (PEP 562).
"""

from importlib import import_module


def exports(package, modules):
    """Return `__getattr__`, `__dir__` and `__all__` of a package.

    package: its `__name__`. modules: {module: its public names}, or {module: ()} for a module that
    is public itself. So a command line that only prints its help loads next to nothing.
    """
    home = {name: module for module, names in modules.items() for name in names}
    whole = {module.rpartition(".")[2]: module for module, names in modules.items() if not names}
    home |= whole

    def asked(name):
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = import_module(f"{package}.{home[name]}")
        return module if name in whole else getattr(module, name)

    return asked, lambda: sorted(home), sorted(home)
