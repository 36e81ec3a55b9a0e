"""Reads records, as games export them in JSON or YAML, as a table."""

import json
import math
import re
from collections import Counter
from contextlib import suppress

from combat.core.words import listed, many, printable
from combat.tables.books import installed
from combat.tables.content import ALL, MOST_CELLS, SHEET, TableError, cleaned, decoded, too_many
from combat.tables.header import Page, key

JSON = (".json", ".jsonl", ".ndjson", ".json5", ".jsonc")
YAML = (".yaml", ".yml")
_MOST_COLUMNS = 500  # of records whose keys differ; further keys that only one has are left out
_LANGUAGES = ("en", "en_us", "en-us", "english", "default")
# Comments and commas before a closing bracket, which games write into JSON; texts are skipped.
_BESIDE_JSON = re.compile(
    r'"(?:[^"\\]|\\.)*"|(//[^\n]*|/\*.*?\*/)|(,)(?=(?:\s|//[^\n]*|/\*.*?\*/)*[\]}])', re.DOTALL
)
# Words around numbers of the record itself; any other may be a part of it, such as its weapon.
_ITS_OWN = (
    *("stats", "stat", "basestats", "base_stats", "base", "attributes", "attrs", "combat"),
    *("properties", "props", "fields", "data", "info", "general", "identity"),
)
# The number itself, or one of several that say how much of it: {"hp": {"average": 15}}.
_PLAIN_NUMBER = ("value", "base", "total")
_OF_ONE_NUMBER = (*_PLAIN_NUMBER, *("min", "max", "minimum", "maximum", "average", "avg", "mean"))


class Records(Page):
    """A file of records as a page: its `rows`, the headings first, then a row for each record.

    inside: of headings that belong to a part of a record, a word on it, {"count": " of 'loot'"}.
    """

    def __init__(self, name, content, wanted, sheet=None, most=None):
        self.name = name
        text, guess = decoded(name, content)
        self.told = [guess] if guess else []
        load = _yaml if is_called(name, YAML) else _json
        found = self._records_of(load(name, text), wanted, sheet)
        self.size = f"{len(found):,} records"
        if most is not None and len(found) > most:
            raise too_many(name, self.size)
        records = [dict(_parts(one)) for one in found]
        if sum(map(len, records)) > MOST_CELLS:
            raise TableError(f"{name}: more than {MOST_CELLS:,} values are too many for a table")
        paths = self._common(Counter(path for record in records for path in record))
        lasts = Counter(end for path in paths for end in {path[-1], _ends(path)})
        parts = [path for path in paths if any(key(one) not in _ITS_OWN for one in path[:-1])]
        named = {path for path in parts if key(path[-1]) == "name"}  # what it has, not what it is
        headings = [_heading(path, lasts, path in named) for path in paths]
        self.inside = {
            cleaned(path[-1]): f" of '{printable(path[-2])}'"
            for path in parts
            if lasts[path[-1]] == 1
        }
        self._name_of_languages(paths, headings)
        self.rows = [(1, list(map(cleaned, headings)))]
        for row, record in enumerate(records, 2):
            self.rows.append((row, [_written(record.get(path)) for path in paths]))

    def _records_of(self, found, wanted, sheet):
        """The records of a value, or of the one part that has some; TableError for none."""
        if sheet is None and _are_records(found):
            return found
        lists = _lists_in(found)
        if sheet == ALL and lists:
            return [{SHEET: name} | one for name, records in lists.items() for one in records]
        if sheet is not None:
            if sheet not in lists:
                there = f"name one of {printable(listed(lists))}" if lists else "it has only one"
                raise TableError(f"{self.name}: there is no list '{printable(sheet)}'; {there}")
            return lists[sheet]
        having = [one for one in lists if wanted.all_in([(1, [*_keys(lists[one])])])]
        if len(lists) > 1 and len(having) == 1:
            others = printable(listed(one for one in lists if one != having[0]))
            self.told.append(
                f"{self.name}: the list '{printable(having[0])}' is read, {others} isn't"
            )
        if len(having) == 1 or len(lists) == 1:
            return lists[having[0] if having else next(iter(lists))]
        if lists:
            raise TableError(
                f"{self.name}: it has the lists {printable(listed(lists))}; choose one with "
                f"sheet=... (on a command line --sheet '{printable(next(iter(lists)))}')"
            )
        raise TableError(
            f'{self.name}, row 1: no list of records such as [{{"name": "Orc", "hp": 12}}, ...]; '
            f"export the table so, or as CSV"
        )

    def _common(self, counts):
        """The paths that are columns; of very many those that only one record has are left out."""
        if len(counts) <= _MOST_COLUMNS:
            return [*counts]
        kept = [path for path, times in counts.items() if times > 1]
        if len(kept) > _MOST_COLUMNS:
            kept = [path for path, _ in counts.most_common(_MOST_COLUMNS)]
        self.told.append(
            f"{self.name}: {many(len(counts) - len(kept), 'key')} that few records have left out"
        )
        return kept

    def _name_of_languages(self, paths, headings):
        """Call a name in several languages the name, in English or the first of them."""
        spoken = [at for at, path in enumerate(paths) if len(path) > 1 and key(path[-2]) == "name"]
        if not spoken or "name" in map(key, headings):
            return
        first = next((at for at in spoken if key(paths[at][-1]) in _LANGUAGES), spoken[0])
        headings[first] = "name"
        self.told.append(f"{self.name}: the name is that of '{printable(paths[first][-1])}'")


def is_called(name, endings):
    """Return whether a name ends so, perhaps that of a git revision: "units.json at HEAD"."""
    lower = name.lower()
    return lower.endswith(endings) or any(f"{one} at " in lower for one in endings)


def _json(name, text):
    """The value of a JSON text, or the list of its lines; comments and last commas don't count."""
    fault = None
    for given in (text, _BESIDE_JSON.sub(_kept, text)):
        try:
            return json.loads(given)
        except RecursionError:
            raise TableError(f"{name}, row 1: the file is nested too deeply for a table") from None
        except ValueError as error:
            fault = fault or error
    with suppress(ValueError, RecursionError):
        lines = [json.loads(line) for line in given.splitlines() if line.strip()]
        if _are_records(lines):
            return lines
    row, column = getattr(fault, "lineno", 1), getattr(fault, "colno", 1)
    what = printable(getattr(fault, "msg", "a number of too many digits"))
    raise TableError(
        f"{name}, row {row}, column {column}: the file is no JSON ({what}); check it there"
    )


def _kept(found):
    """A text as it stands; blanks for a comment or a last comma, so that places stay."""
    if found[1] is None and found[2] is None:
        return found[0]
    return re.sub(r"[^\n]", " ", found[0])


def _yaml(name, text):
    with installed(name, "pyyaml"):
        import yaml  # few files need it

    try:
        found = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        row, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        what = printable(str(getattr(error, "problem", None) or "it can't be read"))
        raise TableError(
            f"{name}, row {row}, column {column}: the file is no YAML ({what}); check it there"
        ) from None
    _refuse_endless(name, found)
    return found


def _refuse_endless(name, found):
    """Raise a TableError for too many values, as a few lines of YAML can repeat others for ever."""
    if _size(found, {}) > MOST_CELLS:
        raise TableError(f"{name}: more than {MOST_CELLS:,} values are too many for a table")


def _size(value, known):
    """How many values a value holds, itself among them; infinite if it is a part of itself."""
    if not isinstance(value, dict | list):
        return 1
    if id(value) not in known:
        known[id(value)] = math.inf  # until its parts are counted, where it would be met again
        parts = value.values() if isinstance(value, dict) else value
        known[id(value)] = 1 + sum(_size(part, known) for part in parts)
    return known[id(value)]


def _lists_in(found):
    """The lists of records of a value, or of its parts those that are keyed by name: by their keys.

    Units by faction and name are one list, with the faction as their group.
    """
    if not isinstance(found, dict):
        return {}
    lists = {str(name): one for name, one in found.items() if _are_records(one)}
    if lists:
        return lists
    values = [*found.values()]
    keyed = {str(name): _by_name(one) for name, one in found.items() if _are_kept_by_name(one)}
    if len(keyed) == len(found) > 1:
        every = [one | {"group": group} for group, records in keyed.items() for one in records]
        return keyed if _are_of_many_kinds(keyed) else {"": every}
    if keyed and (len(found) == 1 or not _are_records(values)):
        return keyed
    return {"": _by_name(found)} if _are_records(values) else {}


def _are_kept_by_name(found):
    """Whether a value holds records of one kind by their names, and not the parts of one record."""
    if not isinstance(found, dict) or not _are_records([*found.values()]):
        return False
    alike = set.intersection(*map(set, found.values()))
    return bool(alike) and not any(key(str(name)) in _ITS_OWN for name in found)


def _are_of_many_kinds(lists):
    """Whether some of the lists have nothing in common, such as units and items."""
    return not set.intersection(*(set(_keys(one)) - {"name"} for one in lists.values()))


def _keys(records):
    """All keys of the first records, the parts of parts included."""
    paths = (path for one in records[:100] for path, _ in _parts(one))
    return dict.fromkeys(end for path in paths for end in (path[-1], _ends(path)))


def _are_records(found):
    return isinstance(found, list) and found and all(isinstance(one, dict) for one in found)


def _by_name(found):
    """Records keyed by name as a list."""
    keys = (one for record in found.values() for one in record)
    named = next((one for one in keys if key(str(one)) == "name"), "name")
    return [{named: name} | one for name, one in found.items()]


def _heading(path, lasts, is_of_a_part):
    """What a column of records is called: the last key where that is enough, else all of them."""
    if key(path[-1]) in _OF_ONE_NUMBER and len(path) > 1 and lasts[_ends(path)] == 1:
        return _ends(path)
    return path[-1] if lasts[path[-1]] == 1 and not is_of_a_part else " ".join(path)


def _ends(path):
    """The last two keys of a path as a heading, such as hp max; a value is what it is of."""
    return " ".join(path[-2:-1] if key(path[-1]) in _PLAIN_NUMBER else path[-2:])


def _parts(record, path=()):
    """Yield (path of keys, value) for each value of a record that is no record itself."""
    for name, value in record.items():
        if isinstance(value, dict) and len(path) < 8:
            yield from _parts(value, (*path, str(name)))
        else:
            yield (*path, str(name)), value


def _written(value):
    """A value as the text of a cell."""
    if value is None or value == "":
        return ""
    if isinstance(value, str):
        return cleaned(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return cleaned(json.dumps(value, ensure_ascii=False, default=str))
