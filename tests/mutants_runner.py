"""Tries mutants: the tests are imported and collected once, then each mutant has a fork.

python -m tests.mutants_runner drawn.json tests/osdl combat/osdl; tests.mutants starts it, in a copy
of the repository whose functions mutmut has put trampolines before: whenever one is called, it is
looked up here which mutant runs in its place. The module is a plugin of pytest, too: what holds
wherever the tests judge mutants.
"""

import functools
import gc
import json
import os
import signal
import subprocess
import sys
import time
import traceback
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

# Names a mutant in the environment of a process of its own.
WHICH = "MUTANT_UNDER_TEST"
# By line a test, the seconds that it took without a mutant, and the functions that it came through.
TRACED = Path("traced.jsonl")
# Three times what a test takes, and five seconds: a mutant that is not done then counts as seen.
PATIENCE, MORE_SECONDS = 3.0, 5.0
LONGEST = 60.0  # seconds for a test without a mutant: threads that a fork lacks may be waited for
SLOW = 0.5  # seconds, from which on a test waits for the others of its file, and their fixtures
# The statuses of pytest, and one of our own.
PASSED, FAILED, UNTESTED, BROKEN = 0, 1, 5, 70


class Now:
    """The mutant that runs, by its module and its name there, and the functions that are noted.

    The functions are noted as mutmut's copies of the original, where `called` is a set.
    """

    module = mutant = ""
    called = None


def choose(name):
    """Let a mutant run from now on, and note no calls."""
    Now.module, _, Now.mutant = name.rpartition(".")
    Now.called = None


choose(os.environ.get(WHICH, ""))
MutantDict = dict  # mutmut's files import it for an annotation


def wrap_in_trampoline(ways, is_classmethod=False):
    """Return mutmut's decorator of a function that has mutants, `ways` by name.

    mutmut's own asks the environment at each call; a duel takes five times as long with it.
    """

    def decorate(function):
        home = function.__module__

        @functools.wraps(function)
        def trampoline(*args, **keywords):
            way = ways["_mutmut_orig"]
            if Now.called is not None:
                Now.called.add(way)
            elif Now.module == home:
                way = ways.get(Now.mutant, way)
            if is_classmethod:
                return getattr(args[0], way.__name__)(*args[1:], **keywords)
            return way(*args, **keywords)

        return trampoline

    return decorate


def pytest_configure(config):
    """Skip tests that start another process, where nobody looks; draw the same examples for all.

    None is kept from one mutant to the next, and the first that fails is enough.
    """
    subprocess.Popen.__init__ = _alone
    settings.register_profile(
        "mutants",
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    settings.load_profile("mutants")


def _alone(*args, **keywords):
    pytest.skip("another process")


def pytest_collection_modifyitems(items):
    """Where a mutant has a process of its own: first who comes through it, quick ones first."""
    if TRACED.exists():
        known, function = traced(), function_of(os.environ[WHICH])

        def place(item):
            seconds, through = known[item.nodeid]
            return function not in through, seconds

        items[:] = sorted((item for item in items if item.nodeid in known), key=place)


class Runner:
    """A plugin of pytest that runs the collected tests in its own way, in forks.

    names: the mutants. statuses: by mutant, how its tests ended: PASSED, FAILED, UNTESTED where
    none comes through its function, or minus the signal that ended them, such as the time
    limit's. early: the functions that imports come through: no fork sees a mutant there. left_out:
    the tests that fail without a mutant or take a minute, such as those that are timed, since
    trampolines take time, or wait for a thread that no fork has.
    """

    def __init__(self, names):
        self.names, self.statuses, self.early = names, {}, set()
        self.left_out, self.failed = [], False

    def pytest_runtest_logreport(self, report):
        if report.failed:
            self.failed = True
            told = f"{Now.module}.{Now.mutant}: {report.nodeid}\n{report.longreprtext}\n"
            print(told, file=sys.__stderr__)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session):
        self.early = noted()
        gc.freeze()  # what a fork need not look at, it need not copy
        self.left_out = [
            item.nodeid for item in session.items if in_fork(self.trace, item) != PASSED
        ]
        if len(self.left_out) == len(session.items):
            pytest.exit("without a mutant no test passes", BROKEN)
        known = traced()
        for name in self.names:
            tests = judges_of(name, known, session.items)
            self.statuses[name] = in_fork(self.judge, name, tests) if tests else UNTESTED
        return True

    def trace(self, item):
        """Run a test without a mutant; where it passes, note what it took and came through."""
        empty_caches()
        Now.called = set()
        signal.setitimer(signal.ITIMER_REAL, LONGEST)
        begun = time.perf_counter()
        if self.run([item]) == PASSED:
            line = json.dumps([item.nodeid, time.perf_counter() - begun, sorted(noted())])
            with TRACED.open("a", encoding="utf-8") as lines:
                lines.write(line + "\n")
        return int(self.failed)

    def judge(self, name, tests):
        """Run tests, a dict with the seconds of each, under a mutant, up to a failure."""
        choose(name)
        empty_caches()
        return self.run(list(tests), tests)

    def run(self, items, took=None):
        """Run tests up to the first that fails, or that takes too long: that ends the process."""
        for item, following in zip(items, [*items[1:], None], strict=True):
            if took:
                signal.setitimer(signal.ITIMER_REAL, PATIENCE * took[item] + MORE_SECONDS)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failed:
                return FAILED
        return PASSED


def traced(path=TRACED):
    """Return by test the seconds that it takes and the functions that it comes through."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return {test: (seconds, through) for test, seconds, through in map(json.loads, lines)}


def noted():
    """Return the names of the functions that were called."""
    return {f"{one.__module__}.{one.__name__.removesuffix('__mutmut_orig')}" for one in Now.called}


def empty_caches():
    """Forget what the functions of the package remember: it would hide what they call."""
    for name, module in list(sys.modules.items()):
        if name.startswith("combat"):
            for one in vars(module).values():
                if hasattr(one, "cache_clear"):
                    one.cache_clear()


def function_of(name):
    """Return the function of a mutant, as `noted` names it.

    >>> function_of("combat.osdl.rule.x_chance__mutmut_12")
    'combat.osdl.rule.x_chance'
    """
    return name.rpartition("__mutmut_")[0]


def judges_of(name, known, items):
    """Return the tests that come through a mutant's function: a dict with the seconds of each.

    Quick ones come first; those that are slow, often by a fixture that their file shares, by file.
    """
    function = function_of(name)
    took = {test: seconds for test, (seconds, through) in known.items() if function in through}

    def place(item):
        seconds = took[item.nodeid]
        return item.nodeid.partition("::")[0] if seconds > SLOW else "", seconds

    tests = sorted((item for item in items if item.nodeid in took), key=place)
    return {item: took[item.nodeid] for item in tests}


def in_fork(action, *arguments):
    """Do something in a fork; return its status, or minus the signal that ended it."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    status = BROKEN
    try:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        status = action(*arguments)
    except BaseException:
        traceback.print_exc(file=sys.__stderr__)
    finally:
        os._exit(status)


def main():
    """Try the mutants of a file; put what came of them into its place."""
    drawn, *arguments = sys.argv[1:]
    Now.called = set()
    runner = Runner(json.loads(Path(drawn).read_text(encoding="utf-8")))
    status = pytest.main(arguments, plugins=[runner])
    found = {name: getattr(runner, name) for name in ("statuses", "left_out")}
    found["early"] = sorted(runner.early)
    Path(drawn).write_text(json.dumps(found), encoding="utf-8")
    return int(status)


if __name__ == "__main__":
    # The trampolines import this module by its name: it must not be there twice.
    from tests import mutants_runner

    sys.exit(mutants_runner.main())
