"""Reads a JSON file of records, as games export them, as a table."""

import json
from collections import Counter

from combat.core.words import printable
from combat.tables.cells import cleaned
from combat.tables.content import decoded, too_many
from combat.tables.fault import TableError
from combat.tables.header import key

# Words around numbers of the record itself; any other may be a part of it, such as its weapon.
_ITS_OWN = (
    *("stats", "stat", "basestats", "base_stats", "base", "attributes", "attrs", "combat"),
    *("properties", "props", "fields", "data", "info", "general", "identity"),
)


class Records:
    """A JSON file as a page: its `rows`, the headings first, then a row for each record.

    inside: of headings that belong to a part of a record, a word on it, {"count": " of 'loot'"}.
    """

    delimiter, comma, typed = ",", ".", True

    def __init__(self, name, content, most=None):
        self.name = name
        text, guess = decoded(name, content)
        self.told = [guess] if guess else []
        try:
            found = json.loads(text)
        except RecursionError:
            raise TableError(f"{name}, row 1: the file is nested too deeply for a table") from None
        except ValueError as error:
            row, column = getattr(error, "lineno", 1), getattr(error, "colno", 1)
            raise TableError(
                f"{name}, row {row}, column {column}: the file is no JSON "
                f"({printable(getattr(error, 'msg', 'a number of too many digits'))}); check it "
                f"there"
            ) from None
        found = _records_of(name, found)
        self.size = f"{len(found):,} records"
        if most is not None and len(found) > most:
            raise too_many(name, self.size)
        records = [dict(_parts(one)) for one in found]
        paths = list(dict.fromkeys(path for record in records for path in record))
        lasts = Counter(path[-1] for path in paths)
        parts = [path for path in paths if any(key(one) not in _ITS_OWN for one in path[:-1])]
        named = {path for path in parts if key(path[-1]) == "name"}  # what it has, not what it is
        headings = [
            path[-1] if lasts[path[-1]] == 1 and path not in named else " ".join(path)
            for path in paths
        ]
        self.inside = {
            cleaned(path[-1]): f" of '{printable(path[-2])}'"
            for path in parts
            if lasts[path[-1]] == 1
        }
        self.rows = [(1, list(map(cleaned, headings)))]
        for row, record in enumerate(records, 2):
            self.rows.append((row, [_written(record.get(path)) for path in paths]))

    def elsewhere(self, _wanted):
        """Return no hint on other sheets, as there are none."""
        return ""

    def check_formulas(self, _row, _columns=None):
        """Do nothing, as JSON has no formulas."""


def looks_like_json(name, content):
    """Return whether a file is JSON, by its name and its first letter."""
    return name.lower().endswith((".json", ".txt")) and content.lstrip(b"\xef\xbb\xbf \r\n\t")[
        :1
    ] in (b"[", b"{")


def _records_of(name, found):
    """The records of a JSON value, or of the one part that has some; TableError for none."""
    if _are_records(found):
        return found
    if isinstance(found, dict):
        values = [*found.values()]
        lists = [one for one in values if _are_records(one)]
        named = [one for one in values if isinstance(one, dict) and _are_alike([*one.values()])]
        if len(lists) == 1:
            return lists[0]
        if len(named) == 1 and (len(values) == 1 or not _are_records(values)):
            return _by_name(named[0])
        if _are_records(values):
            return _by_name(found)
    raise TableError(
        f'{name}, row 1: no list of records such as [{{"name": "Orc", "hp": 12}}, ...]; export '
        f"the table so, or as CSV"
    )


def _are_records(found):
    return isinstance(found, list) and found and all(isinstance(one, dict) for one in found)


def _are_alike(found):
    """Whether values are records of one kind, not parts of one: several with a common key."""
    return _are_records(found) and len(found) > 1 and set.intersection(*map(set, found))


def _by_name(found):
    named = next((one for record in found.values() for one in record if key(one) == "name"), "name")
    return [{named: name} | one for name, one in found.items()]


def _parts(record, path=()):
    """Yield (path of keys, value) for each value of a record that is no record itself."""
    for name, value in record.items():
        if isinstance(value, dict) and len(path) < 8:
            yield from _parts(value, (*path, name))
        else:
            yield (*path, name), value


def _written(value):
    """A value as the text of a cell."""
    if value is None:
        return ""
    if isinstance(value, str):
        return cleaned(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return cleaned(json.dumps(value, ensure_ascii=False))
