"""A fault in a designer's file, and what of the file can stand in its line."""

_LONGEST = 120  # letters


class TableError(ValueError):
    """A fault in a designer's file, in one line: what, where, and how to mend it.

    Where all faults of a file are told together, a line for each.

    >>> from combat.tables import read_table
    >>> try:
    ...     read_table(b"attack\\n-3\\n", numeric={"attack": (0, 100)}, name="mine.csv")
    ... except TableError as error:
    ...     print(error)
    mine.csv, row 2, column 'attack': -3 is out of range; write a number from 0 to 100
    """

    def _render_traceback_(self):
        # IPython shows these lines in place of a traceback of thirty.
        return [str(self)]


def shown(text):
    """Return text from a file, fit for a message of one line: at most 120 letters of it.

    >>> shown("rat\\n")
    'rat '
    """
    text = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
    return "".join(c if c.isprintable() else " " for c in text)


def letter(place):
    """Return what a spreadsheet calls the column of that place, from 0.

    >>> letter(0), letter(25), letter(26), letter(702)
    ('A', 'Z', 'AA', 'AAA')
    """
    before, last = divmod(place, 26)
    return (letter(before - 1) if before else "") + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[last]
