"""What holds for all tests: none is timed, since a machine may be busy."""

import gc
import os
import subprocess
import time

import nbval.kernel
import pytest
from hypothesis import HealthCheck, settings

# Each worker of pytest, and each kernel, computes on one thread: together they have the cores, and
# the threads of a BLAS would wait for each other. It counts only before numpy is imported.
os.environ |= dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1")

# `make mutants` calls each test several times in one process, which hypothesis takes for a fault.
AGAIN = [HealthCheck.differing_executors]
settings.register_profile("untimed", deadline=None, suppress_health_check=AGAIN)
settings.load_profile("untimed")
gc.disable()
# For a log at a level that nobody reads, it lays out each message of a notebook, megabytes of them.
nbval.kernel.pformat = str


def pytest_collection_finish():
    """What was imported and collected stays: no search for garbage goes through it."""
    gc.freeze()
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol():
    """Under mutmut time stands still, and a test that starts a process is skipped.

    Mutants are slow, and find no settings in another folder.
    """
    with pytest.MonkeyPatch.context() as patch:
        if "MUTANT_UNDER_TEST" in os.environ:
            patch.setattr(time, "process_time", lambda: 0.0)
            patch.setattr(subprocess.Popen, "__init__", _skipped)
        return (yield)


def _skipped(*_, **__):
    pytest.skip("another process")
