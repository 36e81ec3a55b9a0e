"""Ctrl-C while `python -m combat...` is still importing, and when it is done.

A package that is a command needs half a second to be imported, before any of the command's own
code can catch an interruption. This is its first import; where the package is only used it does
nothing.
"""

import os
import signal
import sys

INTERRUPTED = 130


def _leave(_signal, _frame):
    os._exit(INTERRUPTED)  # nothing is open yet, or any more


# This is what stands there while Python looks for a module to run; not if SIGINT is ignored.
if sys.argv[:1] == ["-m"] and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, _leave)


def ignore():
    """Leave Ctrl-C to the process that gives the orders.

    Its workers begin with this. It stands here because those that inherit nothing, as on Windows
    and macOS, can't find what stands in a package's `__main__`.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def run(command):
    """Return the exit status of command(), in which Ctrl-C is a KeyboardInterrupt again."""
    quiet = signal.getsignal(signal.SIGINT) is _leave
    try:
        if quiet:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        return command()
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        if quiet:
            signal.signal(signal.SIGINT, _leave)
