"""Text fit to be read: the wording of messages, and cells of a CSV that are no formulas."""

import csv
import io
import re
from contextlib import suppress
from difflib import get_close_matches
from fnmatch import fnmatchcase
from unicodedata import normalize

_LONGEST = 120  # letters of a cell in a message, at most
JOINERS = "\u200c\u200d"  # they join letters, or keep them apart, and are no signs themselves
_MOST_KNOWN = 12  # names listed in a message, at most
_LONGEST_NAME = 300  # letters of a name, which messages and pages show whole
_SURE = 1e-12  # chances are exact to this


def many(count, word):
    """Return a number with its noun, in the singular or plural."""
    return f"{count:,} {word}{'' if count == 1 else 's'}"


def unknown(word, known, of=""):
    """Return a message that a word isn't known, with the known word that may be meant."""
    known = list(known)
    folded = {name.casefold(): name for name in reversed(known)}
    near = get_close_matches(word.casefold(), folded, 1, 0.6)
    meant = f"; did you mean '{printable(folded[near[0]])}'? Known" if near else "; known"
    whose = f" of {of}" if of else ""
    what = f"'{printable(word)}' is not known" if word else "the cell is empty"
    return f"{what}{meant}{whose}: {listed(known)}"


def one_of(word, known, of=""):
    """Return the known name that a word means, in upper or lower case; ValueError if none does."""
    for same in (str, str.casefold):
        for name in known:
            if same(name) == same(word):
                return name
    raise ValueError(unknown(word, known, of))


def each_of(word, known, of=""):
    """Return the known names that a cell stands for: one, or with `*` all that match."""
    if "*" not in word or word in known:
        return [one_of(word, known, of)]
    # Nothing but the star is special.
    pattern = re.sub(r"[?[]", r"[\g<0>]", word.casefold())
    found = [name for name in known if fnmatchcase(name.casefold(), pattern)]
    if not found:
        some = listed(known)
        raise ValueError(f"the pattern '{printable(word)}' matches nothing; known: {some}")
    return found


def some_of(text, known, of=""):
    """Return the known names in a list with commas, as `each_of` has each; a name may have some."""
    with suppress(ValueError):
        return each_of(text.strip(), known, of)
    named = [name for part in text.split(",") for name in each_of(part.strip(), known, of)]
    return list(dict.fromkeys(named))


def listed(names):
    """Return the first 12 names, joined by commas."""
    names = [printable(name) for name in names]
    return ", ".join(names[:_MOST_KNOWN] + ["..."] * (len(names) > _MOST_KNOWN)) or "nothing"


def percent(chance, digits=1):
    """Return a chance in percent: 0% and 100% only where so, else as many digits as it takes."""
    nearest = float(chance > 0.5)
    if abs(chance - nearest) <= _SURE:
        return f"{nearest:.{digits}%}"
    while float((text := f"{chance:.{digits}%}")[:-1]) in (0, 100):
        digits += 1
    return text


# To a terminal these are commands: one clears it, a return writes over what stands in the line.
_SIGNS = (
    {code: chr(0x2400 + code) for code in range(32) if chr(code) not in "\n\t"}
    | {127: "\u2421"}
    | dict.fromkeys(range(128, 160), "\ufffd")
)


def shown(text):
    """Return text whose control characters can be seen and do nothing; lines end in LF."""
    return text.replace("\r\n", "\n").replace("\r", "\n").translate(_SIGNS)


def printable(text):
    """Return text made fit for a message of one line: at most 120 letters, all printable."""
    text = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
    return "".join(c if c.isprintable() else " " for c in text)


def composed(text):
    """Return text whose letters with accents are one sign each, as é may be written as two."""
    return text if text.isascii() else normalize("NFC", text)


def told_as(value):
    """Return a value as code has it, fit for a message of one line: 'fire', 3."""
    try:
        return printable(repr(value))
    except ValueError:  # Python writes no whole number of more than 4,300 digits
        return "a number of too many digits"


def is_seen(text):
    """Return whether all letters of a text can be seen, or join others, as in Persian and emoji."""
    return text.translate(dict.fromkeys(map(ord, JOINERS))).isprintable()


_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_GUARDED = re.compile(r"'+[=+\-@\t\r]")
_NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?([eE][+-]?\d+)?( ?%)?")


def guarded(value):
    """Return a cell with text that would be a formula after an apostrophe; numbers stay."""
    if not isinstance(value, str) or not _FORMULA.match(value) or _NUMBER.fullmatch(value):
        return value
    return f"'{value}"


def unguarded(text):
    """Return the text of a cell as it was before `guarded`."""
    return text[1:] if _GUARDED.match(text) else text


def csv_text(rows, mark=","):
    """Return the text of a CSV file with these rows of cells; mark: what separates them."""
    page = io.StringIO()
    csv.writer(page, delimiter=mark, lineterminator="\n").writerows(rows)
    return page.getvalue()


def guarded_text(rows, mark=","):
    """Return the same with each cell guarded."""
    return csv_text(([*map(guarded, row)] for row in rows), mark)


def csv_of(frame, **how):
    """Return a frame without its index as the text of a CSV file, each cell and heading guarded."""
    return (
        frame.map(guarded).rename(columns=guarded).to_csv(index=False, lineterminator="\n", **how)
    )


def name_in(cell):
    """Return a name in one line; cells of spreadsheets may have several."""
    name = " ".join(composed(cell).split())
    if not name:
        raise ValueError("the cell is empty; write a name")
    if len(name) > _LONGEST_NAME:
        raise ValueError(
            f"'{printable(name)}' has {len(name):,} letters; a name has at most {_LONGEST_NAME}"
        )
    if not is_seen(name):
        raise ValueError(f"'{printable(name)}' is no name; write letters that can be seen")
    return name


def minus(text):
    """Return the text with true minus signs before numbers, and no sign before zero."""
    unsigned = re.sub(r"(?<![\w.+-])[+-](?=0(?:\.0+)?(?![\w,]|\.\d))", "", text)
    return re.sub(r"(?<![\w.-])-(?=\d)", "−", unsigned)
