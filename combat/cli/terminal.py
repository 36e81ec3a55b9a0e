"""What the command lines share: switches, exit statuses, a progress bar, output, and workers."""

import argparse
import errno
import os
import re
import sys
import warnings
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread

from combat.cli import interrupts
from combat.core.own_code import called, told
from combat.core.words import printable

_SOON, _PAUSE = 1, 10  # seconds until the first line on what is done, and the next ones
_MOST_WORKERS = 61 if sys.platform == "win32" else 1024  # Windows can't wait for more processes


_OF_LIBRARIES = (
    *(DeprecationWarning, PendingDeprecationWarning, FutureWarning, ImportWarning),
    *(ResourceWarning, EncodingWarning),
)


class Failure(Exception):
    """Ends a command with a message of several lines, shown as it is; coloured on terminals."""


class Parser(argparse.ArgumentParser):
    """The command line of a module: its switches; an error is a ValueError in one line."""

    def __init__(self, module, text, *, name=None):
        # Of a module's own words the first paragraph stands before the switches.
        by_script, name = Path(sys.argv[0]).stem == "combat", name or module.rpartition(".")[2]
        description, _, epilog = (text or "").partition("\n\n")
        super().__init__(
            prog=f"combat {name}" if by_script else f"python -m {module}",
            description=description,
            epilog=epilog.lstrip(),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        self.set_defaults(program=self.prog)

    def run(self, work, arguments=None, *, named=True):
        """Return the exit status of what work(options) does; only --help may end the program."""
        program = self.prog if named else ""
        return ended(program, lambda: called(work, self._parsed(arguments)))

    def _parsed(self, arguments):
        """The options; `given` are those that aren't as by default: {name: switch}."""
        options = self.parse_intermixed_args(arguments)
        options.given = {
            one.dest: one.option_strings[-1] if one.option_strings else one.metavar or one.dest
            for one in self._actions
            if getattr(options, one.dest, one.default) not in (one.default, [])
        }
        return options

    def error(self, message):
        """Raise a ValueError with the message."""
        raise ValueError(f"{message}; --help explains the switches")

    def print_help(self, file=None):
        """Print the help; OSError if standard output is full or closed."""
        tell(self.format_help())
        for error in _lost:
            raise error


def ended(program, work):
    """Return the exit status: 130 if interrupted; 2 for an error or an output that is not whole."""
    begin = f"{program}: " if program else ""
    _lost.clear()
    try:
        with warnings.catch_warnings():
            # What is told of a file is a line, whatever Python's own switches make of warnings.
            if any(action == "error" for action, *_ in warnings.filters):
                warnings.simplefilter("default")
            # What libraries say of each other is nothing that a designer can mend.
            for theirs in _OF_LIBRARIES:
                warnings.simplefilter("ignore", theirs)
            warnings.showwarning = lambda message, *_: complain(f"{begin}{message}")
            status = work()
        for error in _lost:
            complain(f"{begin}{line_of(error)}; all else is done")
        return status or 2 * len(_lost)
    except KeyboardInterrupt:
        return interrupts.INTERRUPTED
    except (OSError, ValueError, ArithmeticError, MemoryError, RecursionError) as error:
        complain(f"{begin}{line_of(error)}")
        return 2
    except Failure as failure:
        colored = sys.stderr is not None and sys.stderr.isatty()
        complain(f"{failure}" if colored else re.sub(r"\x1b\[[\d;]*m", "", f"{failure}"))
        return 2


@contextmanager
def needing_workbook(instead=""):
    """Turn an import error due to the missing extra 'workbook' into a ValueError of one line."""
    try:
        yield
    except ImportError as error:
        raise ValueError(
            f"pages are made with the extra 'workbook', of which {error.name} isn't there; "
            f"pip install 'combat-design-workbook[workbook]'{instead}"
        ) from None


def refuse(options, why, *names, but=()):
    """Raise ValueError for the first switch that was given and can't count; names: none for any."""
    for name, switch in options.given.items():
        if name not in but and (name in names or not names):
            raise ValueError(f"{switch} {why}; leave it out")


def path(text):
    """Read an argument as a path, which an empty text is not: it would be the current folder."""
    if not text:
        raise argparse.ArgumentTypeError("'' names nothing; name a place, or leave the switch out")
    return Path(text)


def whole_from(low, high=10**9):
    """Return a function that reads an argument as a whole number from low to high."""
    return _number(int, lambda value: low <= value <= high, f"a whole number from {low} to {high}")


def number_between(low, high):
    """Return a function that reads an argument as a number above low and below high."""
    what = f"a number above {low:g} and below {high:g}"
    return _number(float, lambda value: low < value < high, what)


def _number(kind, fits, what):
    def number(text):
        with suppress(ValueError):
            value = kind(text)
            if fits(value):
                return value
        raise argparse.ArgumentTypeError(f"'{printable(text)}' is not {what}")

    return number


def progress():
    """Return a function bar(done, total) if standard error is a terminal, else None."""
    return bar if sys.stderr is not None and sys.stderr.isatty() else None


def watched():
    """Return `bar` if standard error is a terminal, else a function that shows nothing."""
    return progress() or (lambda _done, _total: None)


@contextmanager
def watching():
    """Provide a function (what, done, total): a bar on a terminal, else a line each ten seconds."""
    draw, last, over = progress(), [], Event()

    def told(what, done, total):
        if draw is not None:
            if last and last[0] != what:
                draw(1, 1)
            draw(done, total)
        last[:] = what, done, total

    def speak():
        pause = _SOON
        while not over.wait(pause):
            pause = _PAUSE
            if last:
                complain("{}: {:,} of {:,} ...".format(*last))

    if draw is None:
        Thread(target=speak, daemon=True).start()
    try:
        yield told
    finally:
        over.set()
        if draw is not None:
            draw(1, 1)


def bar(done, total):
    """Draw a progress bar on standard error, and erase it at the end."""
    drawn = f"[{'#' * (30 * done // max(1, total)):30}] {done:,} of {total:,}"
    with suppress(OSError):  # if the terminal is gone
        sys.stderr.write(f"\r{drawn}" if done < total else f"\r{' ' * len(drawn)}\r")
        sys.stderr.flush()


_lost = []  # the OSError of a standard output that took not all


def tell(text):
    """Write to standard output. If it is closed or full, `ended` says so, when all else is done.

    A reader who is gone has seen enough: the command does all else, and its status is the same.
    """
    what = "standard output"
    if sys.stdout is None:
        _lost[:] = [OSError(errno.EBADF, "it is closed", what)]
        return
    # Letters that the terminal's encoding lacks become question marks.
    encoding = sys.stdout.encoding or "utf-8"
    try:
        sys.stdout.write(text.encode(encoding, "replace").decode(encoding))
        sys.stdout.flush()
    except OSError as error:
        _give_up(sys.stdout)
        # For a pipe whose reader is gone, Windows reports an invalid argument.
        if error.errno not in (errno.EPIPE, errno.EINVAL):
            _lost[:] = [OSError(error.errno, error.strerror, what)]


def complain(line):
    """Write a line to standard error, if there is one."""
    if sys.stderr is None:
        return
    try:
        print(line, file=sys.stderr, flush=True)
    except OSError:
        _give_up(sys.stderr)


def _give_up(stream):
    """Discard what is still buffered, as the interpreter would complain about it when it ends."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def line_of(error):
    """Return an error as one line; for an OSError it is the file name and the reason."""
    if isinstance(error, OSError) and error.strerror:
        text = f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    else:
        text = told(error) or {MemoryError: "there is not enough memory"}.get(
            type(error), type(error).__name__
        )
    return "".join(letter if letter.isprintable() else " " for letter in text)


def add_workers(parser):
    """Add the switch --workers N to a command line."""
    parser.add_argument(
        "--workers",
        type=whole_from(1, _MOST_WORKERS),
        default=1,
        metavar="N",
        help="processes on this machine that fight the battles (default: 1)",
    )


@contextmanager
def workers(number):
    """Provide an executor with so many processes, or None for one, which needs no executor."""
    if number == 1:
        yield None
        return
    from concurrent.futures import BrokenExecutor, ProcessPoolExecutor  # slow to import
    from multiprocessing import active_children

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
