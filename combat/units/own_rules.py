"""Rules by name, as a charter or a command writes them; and which of some suit given units."""

from combat import hit_rules
from combat.core.own_code import loaded
from combat.core.words import printable
from combat.units.duels import blow
from combat.units.rules import PLAIN, Rules, hit_names
from combat.units.sheets.unit import NoColumn


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


def usable(rules, units):
    """Return the rules, from {name: Rules}, that need only columns which the units have.

    ValueError if there are none, naming a missing column, preferably attack or defense; and as for
    `blow`.

    >>> from combat.units import Rules, Unit, Units
    >>> rules = {"by dex": Rules(hit=lambda a, d: a.dex / 20), "ratio": Rules(hit="ratio")}
    >>> list(usable(rules, Units([Unit("Imp", hp=2, attack=10, defense=10, damage=1)])))
    ['ratio']
    """
    unit, found, missed = units[units.names[0]], {}, []
    for name, one in rules.items():
        try:
            blow(unit, unit, one)
        except NoColumn as error:
            missed.append(f"the rule '{name}' can't be used: {error}")
        else:
            found[name] = one
    if missed and not found:
        raise ValueError(next((one for one in missed if ".columns.csv" in one), missed[0]))
    return found
