"""Processes that a test starts: Ctrl-C reaches them, and none of them outlives it.

What is started where SIGINT is ignored (by nohup, by & in a script, by some runners) ignores it
too; here it gets the usual handling back, and a group of its own, which is killed at the end.
"""

import os
import signal
import subprocess
import threading
import time
from contextlib import contextmanager, suppress

POSIX = os.name == "posix"


@contextmanager
def started(command, **options):
    """Hand out the process of a command; at the end it and its descendants are killed."""
    with _interruptible():
        process = subprocess.Popen(command, process_group=0 if POSIX else None, **options)
    with process:
        try:
            with _watched(process):
                yield process
        finally:
            _kill(process)


def ran(command, *, check=False, timeout=None, **options):
    """Run a command to its end, as subprocess.run does; nothing that it started is left."""
    if options.pop("capture_output", False):
        options |= {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with started(command, **options) as process:
        said = process.communicate(timeout=timeout)
    done = subprocess.CompletedProcess(command, process.returncode, *said)
    if check:
        done.check_returncode()
    return done


def wait_for(path, process, seconds=120):
    """Return when a process has made the file at `path`, or is over; TimeoutError after so long."""
    latest = time.monotonic() + seconds
    while not path.exists() and process.poll() is None:
        if time.monotonic() > latest:
            raise TimeoutError(f"{path.name} is not there after {seconds} s")
        time.sleep(0.02)


@contextmanager
def _interruptible():
    """See to it that what is started here does not inherit that SIGINT is ignored.

    A handler is not inherited, only that there is none: so for a moment this process has one.
    """
    ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    if not ignored or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _watched(process):
    """Let a shell kill the group of a process, its own, when its input ends.

    That is at the end of this; and where the tests are killed, so that nothing here is done.
    """
    if not POSIX:
        yield
        return
    command = ["sh", "-c", "read line; kill -9 0"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, process_group=process.pid):
        yield


def _kill(process):
    if POSIX:
        # Gone already; macOS says so of what is dead and not yet waited for.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
