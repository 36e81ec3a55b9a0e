"""Catalogues of modifiers: reads and checks them, and lists their effects."""

from combat.osdl.rule import elo, modified, odds_ratio
from combat.tables import read_table

_BASES = (0.05, 0.25, 0.5, 0.75, 0.95)


def read_modifiers(source, name=None):
    """Return a CSV of modifiers as a frame with columns name and modifier (a fraction).

    source: a path, or bytes with their file `name`. TableError names file, row, column.

    >>> read_modifiers(b"name,modifier\\nrain,-0.05\\n", "mine.csv")
       name  modifier
    0  rain     -0.05
    """
    return read_table(source, numeric=["modifier"], text=["name"], name=name)


def percent_slips(modifiers):
    """Return the names of the modifiers that look like percent instead of fractions: |m| >= 2.

    modifiers: a frame as from `read_modifiers`. Such modifiers are legal, but almost certainly
    mistakes: a modifier of 2, +200 %, multiplies the odds by more than four thousand.

    >>> percent_slips(read_modifiers(b"name,modifier\\nrain,-5\\nnight,0.1\\n"))
    ['rain']
    """
    return modifiers.loc[modifiers["modifier"].abs() >= 2, "name"].tolist()


def modifier_table(modifiers):
    """Return `modifiers` with each one's odds ratio, Elo difference and effect on each base.

    modifiers: a frame with a column modifier. The columns of the bases are named after them, "5%",
    "25%" and so on.

    >>> modifier_table(read_modifiers(b"name,modifier\\nrain,-0.05\\n"))["50%"].round(3).item()
    0.448
    """
    shifts = modifiers["modifier"].to_numpy()
    effects = {f"{base:.0%}": modified(base, shifts) for base in _BASES}
    return modifiers.assign(**{"odds ratio": odds_ratio(shifts), "Elo": elo(shifts)}, **effects)
