"""Handles Ctrl-C while a command is still importing, and after it is done; and being ended.

A package that is a command takes half a second to import, before its own code can catch an
interruption. So it imports this module first. If the package is only imported, this does nothing.
"""

import os
import signal
import sys
from threading import current_thread, main_thread

INTERRUPTED = 130


def _leave(_signal, _frame):
    os._exit(INTERRUPTED)  # nothing is open, before the command or after it


def begin():
    """End at Ctrl-C without a word, but while `run` runs. An ignored SIGINT stays ignored."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)


# So it is while Python looks for the module to run.
if sys.argv[:1] == ["-m"]:
    begin()


def follow():
    """Ignore Ctrl-C in a worker process, as its parent handles it; end when the parent is gone."""
    from multiprocessing import parent_process
    from threading import Thread

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Thread(target=_end_with, args=[parent_process()], daemon=True).start()


def _end_with(parent):
    parent.join()
    os._exit(1)


def run(command):
    """Return the exit status of command(), during which Ctrl-C raises KeyboardInterrupt.

    So does SIGTERM, so that kernels are ended and what lies aside is removed.
    """
    quiet = signal.getsignal(signal.SIGINT) is _leave
    ended = _catch(signal.SIGTERM, signal.SIG_DFL)
    try:
        if quiet:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        return command()
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        if quiet:
            signal.signal(signal.SIGINT, _leave)
        if ended:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _catch(what, usual):
    """Let a signal that is handled as usual raise KeyboardInterrupt; whether that could be done."""
    if signal.getsignal(what) is not usual or current_thread() is not main_thread():
        return False
    signal.signal(what, signal.default_int_handler)
    return True
