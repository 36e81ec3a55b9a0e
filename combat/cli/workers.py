"""Processes that fight battles for a command line: its switch, and the pool behind it."""

import sys
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children

from combat.cli import interrupts, terminal

MOST = 61 if sys.platform == "win32" else 1024  # Windows can't wait for more


def add_switch(parser):
    """Let a command line take --workers N."""
    parser.add_argument(
        "--workers",
        type=terminal.whole_from(1, MOST),
        default=1,
        metavar="N",
        help="processes on this machine that fight the battles (default: 1)",
    )


@contextmanager
def started(number):
    """Hand out an executor of so many processes, or None for one: that needs no other.

    ValueError where one of them dies. What isn't begun at the end is left; after Ctrl-C what is
    under way, too.
    """
    if number == 1:
        yield None
        return
    pool = ProcessPoolExecutor(number, initializer=interrupts.ignore)
    try:
        yield pool
    except BrokenExecutor:
        raise ValueError(
            "a worker process has died, for want of memory perhaps; take fewer --workers"
        ) from None
    except KeyboardInterrupt:
        for process in active_children():
            process.terminate()
        raise
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
