"""What an answer of each panel costs, beside the cost that it names: a page has so many the fewer.

`python -m tests.bench.costs [NOTEBOOK …]` asks some of the places that a page records, in time of
the processor, and marks each panel whose cost is off by more than a factor of two.
"""

import contextlib
import io
import sys
import time
from pathlib import Path
from statistics import mean

from combat.workbook.panel import recording
from tests.bench.waits import panels_of
from tests.test_project import ROOT

ASKED = 40  # places of a panel


def measured(panel, most):
    """Return the milliseconds that an answer takes on average, as a page asks for it."""
    taken = recording.Taken(panel)
    kept = taken.places(most)
    start = time.process_time()
    asked = [taken.answer(place) for place in kept[:: max(1, len(kept) // ASKED)]]
    return 1000 * (time.process_time() - start) / len(asked), len(kept)


def is_off(cost, spent):
    """Whether a cost leads to twice, or half, the places that the time spent allows."""
    told, right = recording.most_of(cost), recording.most_of(spent)
    return not 0.5 <= told / right <= 2


def costs(path):
    """Yield (milliseconds, cost, places, what is shown) for each panel of a notebook."""
    for number, panel in enumerate(panels_of(path), start=1):
        if panel.controls:
            spent, kept = measured(panel, recording.most_of(panel.cost))
            yield spent, panel.cost, kept, f"{path.stem[:2]}, panel {number}: {[*panel.controls]}"


def main(names=()):
    """Print what answers cost in the named notebooks, or in all; whether one is off."""
    paths = [ROOT / "notebooks" / f"{Path(name).stem}.ipynb" for name in names]
    paths = paths or sorted((ROOT / "notebooks").glob("[0-9][0-9]_*.ipynb"))
    with contextlib.chdir(ROOT / "notebooks"), contextlib.redirect_stdout(io.StringIO()):
        found = [one for path in paths for one in costs(path)]
    for spent, cost, kept, told in found:
        mark = "OFF" if is_off(cost, spent) else ""
        print(f"{spent:7.1f} ms, cost {cost:5g} {mark:3} {kept:5} places  {told[:110]}")
    print(f"{mean(spent for spent, *_ in found):.1f} ms on average")
    return any(is_off(cost, spent) for spent, cost, *_ in found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
