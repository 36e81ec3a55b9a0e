"""Reads the text of JSON and YAML as it is written: what YAML makes of No or 010 is undone.

A key that is given twice in one record is refused, as one of its values would be lost.
"""

import json
import math
import re
from contextlib import suppress
from functools import cache

from combat.core.words import printable
from combat.tables.books import installed
from combat.tables.content import MOST_CELLS, TableError

_MOST_MERGED = 300_000  # keys that << brings in a file of YAML: they take half a second
# Comments and commas before a closing bracket, which games write into JSON; texts are skipped.
_BESIDE_JSON = re.compile(
    r'"(?:[^"\\]|\\.)*"|(//[^\n]*|/\*.*?\*/)|(,)(?=(?:\s|//[^\n]*|/\*.*?\*/)*[\]}])', re.DOTALL
)
_JSON_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}:]', re.DOTALL)
_TAG = "tag:yaml.org,2002:"
# Of these YAML 1.1 makes yes and no, seconds, octal numbers and dates, others make text of them.
_AS_WRITTEN = ("bool", "int", "float", "timestamp", "value")


class Plain(str):
    """A value without quotes in YAML, as it is written: a number stands so in a list, too."""

    __slots__ = ()


class _Twice(Exception):
    """Raised for a key that a record has twice."""


def json_of(name, text):
    """Return the value of a JSON text, or the list of its lines.

    Comments and last commas don't count. TableError for what is no JSON.
    """
    fault = None
    for given in (text, _BESIDE_JSON.sub(_kept, text)):
        try:
            return _loaded(name, given)
        except RecursionError:
            raise TableError(f"{name}, row 1: the file is nested too deeply for a table") from None
        except TableError:
            raise
        except ValueError as error:
            fault = fault or error
    rows = [(row, line) for row, line in enumerate(given.splitlines(), 1) if line.strip()]
    if len(rows) > 1 and all(line.lstrip().startswith("{") for _, line in rows):
        with suppress(RecursionError, json.JSONDecodeError):
            return [_loaded(name, line, row) for row, line in rows]
    row, column = getattr(fault, "lineno", 1), getattr(fault, "colno", 1)
    what = printable(getattr(fault, "msg", "a number of too many digits"))
    raise TableError(
        f"{name}, row {row}, column {column}: the file is no JSON ({what}); check it there"
    )


def _loaded(name, text, row=1):
    """The value of a JSON text; row: in which it begins."""
    try:
        return json.loads(text, object_pairs_hook=_once)
    except _Twice:
        key, at = _twice_in(text)
        raise _given_twice(name, row + text.count("\n", 0, at), key) from None


def _once(pairs):
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _Twice
    return found


def _twice_in(text):
    """The first key that a record of a JSON text has twice, and its place."""
    records, last = [], None
    for found in _JSON_TOKEN.finditer(text):
        token = found.group()
        if token == "{":
            records.append(set())
        elif token == "}":
            records.pop()
        elif token != ":":
            last = found
        else:
            key = json.loads(last.group())
            if key in records[-1]:
                return key, last.start()
            records[-1].add(key)
    return "", 0


def _given_twice(name, row, key):
    what = f"'{printable(str(key))}' is given twice in one record; leave one out, or rename it"
    return TableError(f"{name}, row {row}: {what}")


def _kept(found):
    """A text as it stands; blanks for a comment or a last comma, so that places stay."""
    if found[1] is None and found[2] is None:
        return found[0]
    return re.sub(r"[^\n]", " ", found[0])


def yaml_of(name, text):
    """Return the value of a YAML text, its plain values as `Plain`; TableError for what is none."""
    with installed(name, "pyyaml"):
        import yaml  # few files need it

    loader = _loader()(text)
    loader.file = name
    try:
        found = loader.get_single_data()
    except TableError:
        raise
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        row, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        what = printable(str(getattr(error, "problem", None) or "it can't be read"))
        raise TableError(
            f"{name}, row {row}, column {column}: the file is no YAML ({what}); check it there"
        ) from None
    finally:
        loader.dispose()
    _refuse_endless(name, found)
    return found


@cache
def _loader():
    """The class that reads YAML: each value as it is written, each key once."""
    import yaml

    class Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
        file, merged = "", 0

        def flatten_mapping(self, node):
            """Put what << brings into a record, each key once; PyYAML copies all, again and again.

            Without this, eight lines that bring nine times the one before make a billion pairs.
            """
            own, brought = {}, []
            for key, value in node.value:
                if key.tag == f"{_TAG}merge":
                    brought += value.value if isinstance(value, yaml.SequenceNode) else [value]
                elif _key_of(key) in own:
                    raise _given_twice(self.file, key.start_mark.line + 1, key.value)
                else:
                    own[_key_of(key)] = key, value
            for one in brought:
                if not isinstance(one, yaml.MappingNode):
                    raise yaml.constructor.ConstructorError(
                        None, None, "<< brings no record", one.start_mark
                    )
                self.flatten_mapping(one)
                self._count(len(one.value))
                own = {_key_of(key): (key, value) for key, value in one.value} | own
            node.value = [*own.values()]

        def _count(self, more):
            self.merged += more
            if self.merged > _MOST_MERGED:
                raise _too_many(self.file)

    for kind in _AS_WRITTEN:
        Loader.add_constructor(f"{_TAG}{kind}", lambda _, node: _as_written(node.value))
    return Loader


def _key_of(node):
    """What tells one key of a record from another."""
    return node.value if isinstance(node.value, str) else id(node)


def _as_written(text):
    """A plain value as it is written; 1_000 and 0x1F, which mean one thing only, as numbers."""
    if re.fullmatch(r"0x[\da-fA-F_]+", text):
        return Plain(int(text, 16))
    if re.fullmatch(r"[+-]?[1-9]\d*(_\d{3})+", text):
        return Plain(text.replace("_", ""))
    return Plain(text)


def _too_many(name):
    return TableError(f"{name}: more than {MOST_CELLS:,} values are too many for a table")


def _refuse_endless(name, found):
    """Raise a TableError for too many values, as a few lines of YAML can repeat others for ever."""
    if _size(found, {}) > MOST_CELLS:
        raise _too_many(name)


def _size(value, known):
    """How many values a value holds, itself among them; infinite if it is a part of itself."""
    if not isinstance(value, dict | list):
        return 1
    if id(value) not in known:
        known[id(value)] = math.inf  # until its parts are counted, where it would be met again
        parts = value.values() if isinstance(value, dict) else value
        known[id(value)] = 1 + sum(_size(part, known) for part in parts)
    return known[id(value)]
