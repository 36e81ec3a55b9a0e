"""The words of a panel: the first sentence is its title, controls in braces are numbers in it."""

import re

from combat.workbook.panel.controls import readout

_FIRST = re.compile(r"(.*?[.!?])(?=\s|$)(.*)", flags=re.S)
_OWN = re.compile(r"\{(\w+)\}")


def parted(words):
    """Return (title, rest) of a text: its first sentence, and what follows."""
    found = _FIRST.match(words)
    return (found[1], found[2].strip()) if found else (words, "")


def filled(words, controls, values):
    """Return a text in which the names of controls in braces are replaced by how they read."""
    return _OWN.sub(lambda found: _read(found, controls, values), words)


def _read(found, controls, values):
    name = found[1]
    return readout(controls[name], values[name]) if name in controls else found[0]


def own_numbers(words, controls, values):
    """Return what a title needs of each control that it names in braces, as a dict for JSON."""
    names = [name for name in _OWN.findall(words) if name in controls]
    return {name: _own(controls[name], values[name]) for name in names}


def _own(control, value):
    told = {"text": readout(control, value), "label": control.description}
    if hasattr(control, "step") and not isinstance(value, tuple):
        told |= {"number": float(value), "step": float(control.step)}
    return told
