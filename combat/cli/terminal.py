"""What the command lines share: switches, how they end, a bar, letters that no terminal has."""

import argparse
import errno
import math
import os
import re
import sys
import warnings
from contextlib import contextmanager, suppress

from combat.cli import interrupts
from combat.core.words import printable


class Failure(Exception):
    """What ends a command with lines of its own: shown as it is, in colours on a terminal only."""


class Parser(argparse.ArgumentParser):
    """The command line of a module, `python -m MODULE`: its switches, and how it ends.

    description, epilog: of --help, as they are written. The options that it gives name it as
    `program`. Its errors are a ValueError in one line,
    where argparse prints the usage too.

    >>> Parser("combat.odd", "Odd things.").parse_args(["--odd"])
    Traceback (most recent call last):
    ValueError: unrecognized arguments: --odd; --help explains the switches
    """

    def __init__(self, module, description, epilog=None):
        super().__init__(
            prog=f"python -m {module}",
            description=description,
            epilog=epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        self.set_defaults(program=self.prog)

    def run(self, work, arguments=None, *, named=True):
        """Return the exit status of the command: what work(options) gives, or see `ended`.

        named: whether its lines on standard error begin with the command; not where make calls it.

        >>> Parser("combat.odd", "Odd things.").run(lambda options: 0, [])
        0
        """
        program = self.prog if named else ""
        return ended(program, lambda: work(self.parse_intermixed_args(arguments)))

    def error(self, message):
        """Raise the message as a ValueError."""
        raise ValueError(f"{message}; --help explains the switches")

    def print_help(self, file=None):
        """Print the help; OSError where standard output is full or closed."""
        tell(self.format_help())


def ended(program, work):
    """Return the exit status of a command line: what `work()` gives, or what its end tells.

    program: what lines on standard error begin with, if anything. A warning is one line there,
    too. 130 if it was interrupted; 0 if who reads its output has seen enough; 2 for bad input,
    with one line on standard error, or with those of a `Failure`.
    """
    begin = f"{program}: " if program else ""
    try:
        with warnings.catch_warnings():
            warnings.showwarning = lambda message, *_: complain(f"{begin}{message}")
            return work()
    except KeyboardInterrupt:
        return interrupts.INTERRUPTED
    except BrokenPipeError:
        return 0
    except (OSError, ValueError, ArithmeticError, MemoryError, RecursionError) as error:
        complain(f"{begin}{line_of(error)}")
        return 2
    except Failure as failure:
        colored = sys.stderr is not None and sys.stderr.isatty()
        complain(f"{failure}" if colored else re.sub(r"\x1b\[[\d;]*m", "", f"{failure}"))
        return 2


@contextmanager
def needing_workbook(instead):
    """Turn an import that fails for want of the extra 'workbook' into a ValueError of one line.

    instead: the endings of reports that need no drawing.
    """
    try:
        yield
    except ImportError as error:
        raise ValueError(
            f"pages are made with the extra 'workbook', of which {error.name} isn't there; "
            f"pip install 'combat-design-workbook[workbook]', or write a {instead}"
        ) from None


def whole_from(low, high=10**9):
    """Return what reads a whole number from low to high out of an argument."""

    def number(text):
        try:
            value = int(text)
        except ValueError:
            value = None
        if value is None or not low <= value <= high:
            raise argparse.ArgumentTypeError(
                f"'{printable(text)}' is not a whole number from {low} to {high}"
            )
        return value

    return number


def number_between(low, high=math.inf):
    """Return what reads a number above low and below high out of an argument."""
    within = f"above {low:g}" + (f" and below {high:g}" if math.isfinite(high) else "")

    def number(text):
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not low < value < high:
            raise argparse.ArgumentTypeError(f"'{printable(text)}' is not a number {within}")
        return value

    return number


def progress():
    """Return a bar to call as bar(done, total) where standard error is a terminal, or None."""
    return bar if sys.stderr is not None and sys.stderr.isatty() else None


def bar(done, total):
    """Draw the progress on standard error, and wipe it out at the end."""
    drawn = f"[{'#' * (30 * done // max(1, total)):30}] {done:,} of {total:,}"
    with suppress(OSError):  # a terminal that is gone
        sys.stderr.write(f"\r{drawn}" if done < total else f"\r{' ' * len(drawn)}\r")
        sys.stderr.flush()


def tell(text):
    """Write on standard output; OSError where it is closed or full, or its reader is gone."""
    what = "standard output"
    if sys.stdout is None:
        raise OSError(errno.EBADF, "it is closed", what)
    # A terminal that lacks a letter of a name shows a question mark in its place.
    encoding = sys.stdout.encoding or "utf-8"
    try:
        sys.stdout.write(text.encode(encoding, "replace").decode(encoding))
        sys.stdout.flush()
    except OSError as error:
        _give_up(sys.stdout)
        # Windows has no word for a pipe whose reader is gone: to it the argument is invalid.
        code = errno.EPIPE if error.errno == errno.EINVAL else error.errno
        raise OSError(code, error.strerror, what) from None


def complain(line):
    """Write a line on standard error, if there is one."""
    if sys.stderr is None:
        return
    try:
        print(line, file=sys.stderr, flush=True)
    except OSError:
        _give_up(sys.stderr)


def _give_up(stream):
    """Let the interpreter write what is left nowhere when it ends, where it would complain."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def line_of(error):
    """Return a fault in one line: an OSError names its file last, other errors explain themselves.

    >>> line_of(ValueError("attack = 3\\nis odd")), line_of(MemoryError())
    ('attack = 3 is odd', 'there is not enough memory')
    """
    if isinstance(error, OSError) and error.strerror:
        text = f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    else:
        text = str(error) or {MemoryError: "there is not enough memory"}.get(
            type(error), type(error).__name__
        )
    return "".join(letter if letter.isprintable() else " " for letter in text)
