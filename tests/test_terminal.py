"""What the command lines share: how they end where nobody reads them any more."""

import errno
import io
import sys

import pytest

from combat import terminal


# Windows says EINVAL of a pipe whose reader is gone.
@pytest.mark.parametrize(
    ("reason", "status"), [(errno.EPIPE, 0), (errno.EINVAL, 0), (errno.ENOSPC, 2)]
)
def test_who_reads_no_more_has_seen_enough_on_every_system(reason, status, monkeypatch, capsys):
    class Pipe(io.StringIO):
        def flush(self):
            raise OSError(reason, "no")

    monkeypatch.setattr(sys, "stdout", Pipe())
    assert terminal.ended("p", lambda: terminal.tell("a line")) == status
    assert bool(capsys.readouterr().err) == bool(status)
