"""`make bench`: every benchmark of this folder, as one table of times and ratios."""

import importlib
import pkgutil

from tests import bench
from tests.bench.timing import report


def main():
    modules = (
        importlib.import_module(f"{bench.__name__}.{found.name}")
        for found in pkgutil.iter_modules(bench.__path__)
        if found.name.startswith("bench_")
    )
    report(case for module in modules for case in module.cases())


main()
