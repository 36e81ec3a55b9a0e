"""Words that sentences everywhere need."""

from difflib import get_close_matches

_LONGEST = 120  # letters of a cell in a message
_MOST_KNOWN = 12  # names that a message lists


def many(count, word):
    """Return a number with its noun.

    >>> many(1, "hit"), many(4000, "hit")
    ('1 hit', '4,000 hits')
    """
    return f"{count:,} {word}{'' if count == 1 else 's'}"


def unknown(word, known, of=""):
    """Return in words that one isn't known, and the known one that may be meant.

    >>> unknown("wins", ["win", "draw"], "units")
    "'wins' is not known; did you mean 'win'? Known of units: win, draw"
    """
    known = list(known)
    folded = {name.casefold(): name for name in reversed(known)}
    near = get_close_matches(word.casefold(), folded, 1, 0.6)
    meant = f"; did you mean '{printable(folded[near[0]])}'? Known" if near else "; known"
    whose = f" of {of}" if of else ""
    what = f"'{printable(word)}' is not known" if word else "the cell is empty"
    return f"{what}{meant}{whose}: {listed(known)}"


def listed(names):
    """Return the first of some names in a line.

    >>> listed(["Imp", "Ogre"]), listed([])
    ('Imp, Ogre', 'nothing')
    """
    names = list(names)
    return ", ".join(names[:_MOST_KNOWN] + ["..."] * (len(names) > _MOST_KNOWN)) or "nothing"


def printable(text):
    """Return text from a file, fit for a message of one line: at most 120 letters of it.

    >>> printable("rat\\n")
    'rat '
    """
    text = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
    return "".join(c if c.isprintable() else " " for c in text)
