"""Rules by their name: as a charter, a switch of a command or pytest's settings write them."""

import importlib
import importlib.util
import os
import sys
from pathlib import Path

from combat import hit_rules
from combat.charter.cells import Fault, unknown
from combat.tables import shown
from combat.units import PLAIN, Rules


def rules_of(text, folder=None, column="given"):
    """Return the `combat.units.Rules` that a text names; a `Fault` of that column otherwise.

    text: a hit rule's name, "module:name" or "file.py:name" for Rules of one's own, or for a
    function that is their rule of hits. A file is looked for in the folder, and run: give only
    what you trust, as any module.

    >>> rules_of("combat.units:PLAIN").hit, rules_of("d20 against armour class").order
    ('ratio', 'both')
    """
    known = text in hit_rules.of_one_blow() or text in hit_rules.rules()
    found = text if known else _loaded(text, folder, column)
    if isinstance(found, Rules):
        return found
    if not known and not callable(found):
        raise Fault(column, f"'{shown(text)}' names no Rules; make them with Rules(...)")
    try:
        return Rules(hit=found)
    except ValueError as error:
        raise Fault(column, str(error)) from None


def by_whom(text):
    """Return in words what units are judged by, for such a text, or for None: the plain rule.

    >>> by_whom("rules.py:OWN"), by_whom(None)
    ('by the rules rules.py:OWN', "by the plain rule, attack against defense by 'ratio'")
    """
    if text is None:
        return f"by the plain rule, attack against defense by '{PLAIN.hit}'"
    if text in hit_rules.of_one_blow():
        return f"by the hit rule '{text}'"
    return f"by the rules {shown(text)}"


def _loaded(text, folder, column):
    module, colon, name = text.rpartition(":")
    if not colon or not name or not module:
        raise Fault(
            column,
            f"'{shown(text)}' names no rules; write a hit rule's name, module:name or file.py:name",
        )
    try:
        found = _of_file(module, folder) if module.endswith(".py") else _imported(module)
        return getattr(found, name)
    except AttributeError:
        names = [one for one in vars(found) if not one.startswith("_")]
        raise unknown(column, name, names, module) from None
    except Exception as error:
        # A designer's module can fail in any way; one line says how.
        raise Fault(column, f"{shown(module)} can't be loaded ({_line(error)}); mend it") from None


def _imported(module):
    here = os.getcwd()
    if here not in sys.path:
        sys.path.insert(0, here)
    return importlib.import_module(module)


def _of_file(module, folder):
    path = Path(folder or ".") / module
    spec = importlib.util.spec_from_file_location(f"combat_charter_{path.stem}", path)
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def _line(error):
    return f"{type(error).__name__}: {shown(str(error))}"
