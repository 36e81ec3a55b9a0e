"""`make bench`: what is timed, as one table of times and ratios; what a user waits for, and a page.

The ratios are kept in build/bench.csv, and the next run says what became slower.
"""

from tests.bench import costs, games, rules, solvers, waits
from tests.bench.timing import report
from tests.test_project import ROOT

report([*rules.CASES, *games.CASES, *solvers.CASES], ROOT / "build" / "bench.csv")
waits.main([])
costs.main([])
