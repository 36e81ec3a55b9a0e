"""The settings of a panel as the end of an address, and back: `?m=20&rule=smooth`."""

import re
import unicodedata
from urllib.parse import parse_qsl, quote

import ipywidgets as widgets

from combat.workbook.panel.controls import options_of, readout


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


def fragment(controls):
    """Return the present values of the controls, in their order, as the end of an address."""
    names = slugs(controls)
    settings = (
        f"{quote(names[name])}={quote(token(control, control.value))}"
        for name, control in controls.items()
    )
    return "?" + "&".join(settings)


def values_of(text, controls):
    """Return {name: value} for the settings at the end of an address."""
    names = {label: name for name, label in slugs(controls).items()}
    found = {}
    for label, written in parse_qsl(text.rpartition("?")[2], keep_blank_values=True):
        if label not in names:
            raise ValueError(
                f"the link names {label!r}: this panel has {', '.join(names) or 'no controls'}"
            )
        found[names[label]] = _value_of(label, controls[names[label]], written)
    if not found and text.strip("#?"):
        raise ValueError(f"the link {text!r} names no setting: write for example ?m=20")
    return found


def _value_of(label, control, written):
    offered = dict(_options(control))
    if not offered:
        return _number_of(label, control, written)
    if slug(written) not in offered:
        raise ValueError(f"the link sets {label} to {written!r}: it can be {', '.join(offered)}")
    return offered[slug(written)]


def _number_of(label, control, written):
    share = 100 if control.readout_format.endswith("%") else 1
    try:
        ends = [float(part) / share for part in written.split("-to-")]
    except ValueError:
        raise ValueError(f"the link sets {label} to {written!r}: it must be a number") from None
    ends = [min(max(end, control.min), control.max) for end in ends]
    if isinstance(control, widgets.FloatRangeSlider):
        if len(ends) != 2:
            raise ValueError(f"the link sets {label} to {written!r}: write for example 5-to-95")
        return tuple(sorted(ends))
    return type(control.value)(round(ends[0], 9))
