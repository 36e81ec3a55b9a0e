"""`make bench`: every benchmark of this folder, as one table of times and ratios.

Then what a user waits for in the notebooks. The ratios are kept in build/bench.csv, and the next
run says what became slower.
"""

import importlib
import pkgutil
from pathlib import Path

from tests import bench
from tests.bench import waits
from tests.bench.timing import report

LAST = Path(__file__).parents[2] / "build" / "bench.csv"


def main():
    modules = (
        importlib.import_module(f"{bench.__name__}.{found.name}")
        for found in pkgutil.iter_modules(bench.__path__)
        if found.name.startswith("bench_")
    )
    report((case for module in modules for case in module.cases()), LAST)
    waits.main([])


main()
