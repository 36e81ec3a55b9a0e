"""Rules by name, as written in a charter, a switch of a command or pytest's settings."""

from combat import hit_rules
from combat.core.own_code import loaded
from combat.core.words import printable
from combat.units.rules import PLAIN, Rules, hit_names


def rules_of(text, folder=None, switch=""):
    """Return the `Rules` that a text names; ValueError, in one line, if it names none.

    text: a hit rule's name, or "module:name" or "file.py:name" of Rules of your own, or of a
    function that is their hit rule. folder: where the file is, see `combat.core.own_code.loaded`.
    switch: where the text comes from; an error message begins with it.

    >>> rules_of("combat.units:PLAIN").hit, rules_of("d20 against armour class").order
    ('ratio', 'both')
    """
    try:
        return _named(text, folder)
    except ValueError as error:
        raise ValueError(f"{switch}: {error}" if switch else str(error)) from None


def _named(text, folder):
    if text in hit_names() or text in hit_rules.rules():
        return Rules(hit=text)
    if ":" not in text:
        raise ValueError(
            f"'{printable(text)}' names no rules; write a hit rule's name, module:name or "
            "file.py:name"
        )
    found = loaded(text, folder)
    if isinstance(found, Rules):
        return found
    if not callable(found):
        raise ValueError(f"'{printable(text)}' names no Rules; make them with Rules(...)")
    return Rules(hit=found)


def by_whom(text):
    """Return in words by which rules units are judged; text: as for `rules_of`, None for plain."""
    if text is None:
        return f"by the plain rule, attack against defense by '{PLAIN.hit}'"
    if text in hit_names():
        return f"by the hit rule '{text}'"
    return f"by the rules {printable(text)}"
