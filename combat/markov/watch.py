"""Tells how far a long computation is."""

from time import perf_counter

_PAUSE = 0.2  # seconds between two reports


class Watch:
    """Calls progress(done, everything) some times a second; None: nobody watches."""

    def __init__(self, progress=None):
        self.progress, self._next = progress, 0.0

    def __call__(self, done, everything):
        if self.progress is not None and perf_counter() >= self._next:
            self.progress(int(done), everything)
            self._next = perf_counter() + _PAUSE
