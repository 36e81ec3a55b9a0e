"""A fault in a designer's file, and where it is."""


class TableError(ValueError):
    """A fault in a designer's file, in one line: where it is, what it is, and how to mend it.

    If all faults of a file are reported together, there is a line for each. row: the number of the
    row at fault, None where none is told.

    >>> from combat.tables import read_table
    >>> try:
    ...     read_table(b"attack\\n-3\\n", numeric={"attack": (0, 100)}, name="mine.csv")
    ... except TableError as error:
    ...     print(error)
    mine.csv, row 2, column 'attack': -3 is out of range; write a number from 0 to 100
    """

    def __init__(self, text, row=None):
        super().__init__(text)
        self.row = row

    def _render_traceback_(self):
        # IPython shows these lines instead of a long traceback.
        return [str(self)]


def letter(place):
    """Return the letters by which a spreadsheet calls a column; its place counts from 0."""
    before, last = divmod(place, 26)
    return (letter(before - 1) if before else "") + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[last]
