"""Saying that a drawing is on its way, also where Python has no threads to say it from."""

from contextlib import contextmanager
from threading import Timer

# Seconds; a drawing that takes longer says that it is on its way.
BUSY_AFTER = 0.4


@contextmanager
def announced(say, took):
    """Return a context that calls `say()` when the work in it has gone on for 0.4 s.

    It gives a function that ends this: once that has returned, nothing is said any more. A timer
    does it. Python in a browser can't start one: there `say()` is called before the work, if the
    work took longer than that the last time. took: seconds that it took then.

    >>> with announced(lambda: print("computing …"), took=2.0) as quiet:
    ...     quiet()
    ...     print("a short drawing")
    a short drawing
    """
    timer = _started(Timer(BUSY_AFTER, say))
    if timer is None:
        if took > BUSY_AFTER:
            say()
        yield lambda: None
        return

    def quiet():
        timer.cancel()
        timer.join()  # or it might speak later

    try:
        yield quiet
    finally:
        quiet()


def _started(timer):
    """The timer, running; None where there are no threads."""
    timer.daemon = True
    try:
        timer.start()
    except RuntimeError:
        return None
    return timer
