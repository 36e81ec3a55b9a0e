"""Worker processes that fight battles for a command line: the switch, and the pool."""

import sys
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children

from combat.cli import interrupts, terminal

MOST = 61 if sys.platform == "win32" else 1024  # Windows can't wait for more processes


def add_switch(parser):
    """Add the switch --workers N to a command line."""
    parser.add_argument(
        "--workers",
        type=terminal.whole_from(1, MOST),
        default=1,
        metavar="N",
        help="processes on this machine that fight the battles (default: 1)",
    )


@contextmanager
def started(number):
    """Provide an executor with so many processes, or None for one, which needs no executor."""
    if number == 1:
        yield None
        return
    pool = ProcessPoolExecutor(number, initializer=interrupts.follow)
    try:
        yield pool
    except BrokenExecutor:
        raise ValueError(
            "a worker process has died, perhaps for lack of memory; take fewer --workers"
        ) from None
    except KeyboardInterrupt:
        for process in active_children():
            process.terminate()
        raise
    finally:
        # Waits for the pool's own thread: Python's exit would write into the pipe it is closing.
        pool.shutdown(cancel_futures=True)
