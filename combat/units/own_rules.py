"""Rules by their name: as a charter, a switch of a command or pytest's settings write them."""

from combat import hit_rules
from combat.core.own_code import loaded
from combat.core.words import printable
from combat.units.rules import PLAIN, Rules


def rules_of(text, folder=None, switch=""):
    """Return the `Rules` that a text names; ValueError, in one line, for none.

    text: a hit rule's name, "module:name" or "file.py:name" for Rules of one's own, or for a
    function that is their rule of hits. folder: where the file is, see
    `combat.core.own_code.loaded`. switch: who gave the text, which the line then begins with.

    >>> rules_of("combat.units:PLAIN").hit, rules_of("d20 against armour class").order
    ('ratio', 'both')
    """
    try:
        return _named(text, folder)
    except ValueError as error:
        raise ValueError(f"{switch}: {error}" if switch else str(error)) from None


def _named(text, folder):
    if text in hit_rules.of_one_blow() or text in hit_rules.rules():
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
    """Return in words what units are judged by, for such a text, or for None: the plain rule.

    >>> by_whom("rules.py:OWN"), by_whom(None)
    ('by the rules rules.py:OWN', "by the plain rule, attack against defense by 'ratio'")
    """
    if text is None:
        return f"by the plain rule, attack against defense by '{PLAIN.hit}'"
    if text in hit_rules.of_one_blow():
        return f"by the hit rule '{text}'"
    return f"by the rules {printable(text)}"
