"""A message while a drawing takes long, even where Python has no threads."""

from contextlib import contextmanager
from threading import Timer

# Seconds; there is a message only if a drawing takes longer.
BUSY_AFTER = 0.4


@contextmanager
def announced(say, took):
    """A context that calls `say()` after 0.4 s of work; its value is a function to stop that."""
    # Python in a browser can't start the timer for this: there `say()` is called before the work if
    # it took longer than 0.4 s the last time.
    timer = _started(Timer(BUSY_AFTER, say))
    if timer is None:
        if took > BUSY_AFTER:
            say()
        yield lambda: None
        return

    def quiet():
        timer.cancel()
        timer.join()  # or it might still call `say`

    try:
        yield quiet
    finally:
        quiet()


def _started(timer):
    """The timer, running; None if there are no threads."""
    timer.daemon = True
    try:
        timer.start()
    except RuntimeError:
        return None
    return timer
