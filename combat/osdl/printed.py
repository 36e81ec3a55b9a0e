"""The numbers that the source prints, and how they come out."""

import math

from combat.domain import numbers
from combat.osdl.rule import SCALE, modified
from combat.tables import read_table


def as_printed(p):
    """Return a probability as the source's script prints it: in percent, cut to four characters.

    "%.4s" cuts the text of the number, it does not round. p in [0, 1], one number.

    >>> as_printed(modified(0.25, 0.3)), as_printed(1.0), as_printed(0)
    ('54.0', '100.', '0.0')
    """
    return str(100 * float(numbers("p", p, low=0, high=1)))[:4]


def by_the_letter(p, m):
    """Return the source's formula in plain floating point, letter by letter.

    "fp(x) = p.exp(x)/(1+p.(exp(x)-1))" with x = 4.2 m. One number each, unchecked. `modified` is
    the same, but for the last digits, and keeps 0 and 1 exactly.

    >>> by_the_letter(0.5, 0.1) == modified(0.5, 0.1), by_the_letter(1.0, -0.3)
    (True, 0.9999999999999998)
    """
    factor = math.exp(SCALE * m)
    return p * factor / (1 + p * (factor - 1))


def read_printed(source, name=None):
    """Return the source's printed results as a frame.

    The file has them in percent; columns base, first and second (the modifiers) are fractions
    here, printed is text, as in the source. source: a path, or bytes with their file `name`.
    TableError names file, row, column.

    >>> read_printed(b"base,first,second,printed\\n25,-30,0,8.63\\n")
       base  first  second printed
    0  0.25   -0.3     0.0    8.63
    """
    inputs = ["base", "first", "second"]
    table = read_table(source, numeric=inputs, text=["printed"], name=name)
    table[inputs] /= 100
    return table[[*inputs, "printed"]]


def with_computed(printed):
    """Return the printed results beside the computed ones, as a frame.

    printed: as from `read_printed`. New columns: the "probability", and in percent, as texts,
    "computed" (cut as the source's script does) and "rounded" (to as many decimals as printed).

    >>> table = with_computed(read_printed(b"base,first,second,printed\\n25,-30,0,8.63\\n"))
    >>> table[["printed", "probability", "computed", "rounded"]].round(5)
      printed  probability computed rounded
    0    8.63      0.08638     8.63    8.64
    """
    chances = modified(printed["base"], printed["first"], printed["second"])
    decimals = printed["printed"].str.partition(".")[2].str.len()
    return printed.assign(
        probability=chances,
        computed=[as_printed(chance) for chance in chances],
        rounded=[f"{100 * p:.{n}f}" for p, n in zip(chances, decimals, strict=True)],
    )
