"""Settings of a panel's controls as text: as a page has them in its address, `?m=20&rule=smooth`.

And as a link of a notebook's text has them: `[a defence of 10](#?defense=10)`.
"""

import re
import unicodedata
from urllib.parse import parse_qsl

from combat.workbook.panel.controls import options_of, readout

_LINK = re.compile(r"\]\((#\?[^)\s]+)\)")


def links_of(text):
    """Return the addresses of the links in a Markdown text that set controls.

    >>> links_of("Try [a defence of 10](#?defense=10), or [read on](#more).")
    ['#?defense=10']
    """
    return _LINK.findall(text)


def settings_of(link):
    """Return what a link sets, {name of a control: text}; ValueError if it can't be read.

    >>> settings_of("#?defense=10&who=Dark+Adept")
    {'defense': '10', 'who': 'Dark Adept'}
    """
    found = dict(parse_qsl(link.removeprefix("#?"), keep_blank_values=True))
    if not found or "" in found.values():
        raise ValueError(f"the link {link} can't be read: write it as #?control=value&other=value")
    return found


def slug(text):
    """Return a text in the form for an address: letters and digits, separated by hyphens."""
    plain = unicodedata.normalize("NFC", text).replace("−", "-").lower()
    without = re.sub(r"\([^)]*\)", "", plain).strip()
    found = re.sub(r"-{2,}", "-", re.sub(r"[^\w.-]+", "-", without or plain))
    # A hyphen at the start is a minus sign, and stays.
    return (found.rstrip("-") if without[:1] == "-" else found.strip("-")) or "x"


def slugs(controls):
    """Return the slug of each control's label, by name; no two are alike."""
    return dict(zip(controls, _apart(one.description for one in controls.values()), strict=True))


def _apart(texts):
    """The slugs of texts; repeated ones get a number."""
    taken, found = [], []
    for text in texts:
        taken.append(slug(text))
        count = taken.count(taken[-1])
        found.append(taken[-1] + (f"-{count}" if count > 1 else ""))
    return found


def token(control, value):
    """Return a control's value in the form for an address: its readout, without a percent sign."""
    if options := _options(control):
        return next(name for name, option in options if option == value)
    return slug(readout(control, value).replace("%", ""))


def _options(control):
    """The pairs of slug and value of a list or a check box; [] of a slider."""
    options = options_of(control)
    names = _apart(label for label, _ in options)
    return [(name, value) for name, (_, value) in zip(names, options, strict=True)]
