"""Each public name of the package says what it is; those of an __all__ show a call that runs.

The examples themselves run as doctests of their modules; here it is asked that they are there,
where the doctest finder sees them, with an answer to compare.
"""

import doctest
import importlib
import inspect
import pkgutil

import combat

MODULES = [
    importlib.import_module(name)
    for _, name, _ in pkgutil.walk_packages(combat.__path__, "combat.")
]


def _public(module):
    """The functions and classes that a module itself defines, by their full names."""
    for name, thing in vars(module).items():
        if (
            callable(thing)
            and not name.startswith("_")
            and getattr(thing, "__module__", None) == module.__name__
        ):
            yield f"{module.__name__}.{name}", thing


PUBLIC = dict(found for module in MODULES for found in _public(module))
METHODS = {
    f"{name}.{inner}": method
    for name, thing in PUBLIC.items()
    if inspect.isclass(thing)
    for inner, method in vars(thing).items()
    if not inner.startswith("_") and (inspect.isroutine(method) or isinstance(method, property))
}
SHOWN = {
    f"{thing.__module__}.{thing.__qualname__}"
    for module in MODULES
    if hasattr(module, "__path__")
    for thing in (getattr(module, name) for name in getattr(module, "__all__", ()))
    if hasattr(thing, "__qualname__")
}


def test_each_name_of_an_all_shows_an_example_that_runs():
    examples = {
        found.name: found.examples
        for module in MODULES
        for found in doctest.DocTestFinder().find(module)
    }
    assert [name for name in sorted(SHOWN) if not _shows_an_answer(examples.get(name, ()))] == []


def _shows_an_answer(examples):
    shown = [example for example in examples if doctest.SKIP not in example.options]
    return any(example.want for example in shown)


def test_each_public_name_is_documented():
    assert [name for name, thing in PUBLIC.items() if not thing.__doc__] == []


def test_each_public_method_is_documented():
    assert [name for name, method in METHODS.items() if not inspect.getdoc(method)] == []


def test_each_module_says_what_it_is_for():
    assert [module.__name__ for module in MODULES if not module.__doc__] == []
