"""Reads records, as games export them in JSON or YAML, as a table."""

import json
from collections import Counter

from combat.core.words import listed, many, printable
from combat.tables.content import ALL, MOST_CELLS, SHEET, TableError, cleaned, decoded, too_many
from combat.tables.header import Page, key
from combat.tables.lists import (
    OF_ONE_NUMBER,
    are_records,
    ends_of,
    first_blows,
    held_by,
    is_its_own,
    keys_of,
    lists_in,
    of_rpg_maker,
    parts_of,
)
from combat.tables.parsing import Plain, json_of, yaml_of

JSON = (".json", ".jsonl", ".ndjson", ".json5", ".jsonc")
YAML = (".yaml", ".yml")
_MOST_COLUMNS = 500  # of records whose keys differ; further keys that only one has are left out
_LANGUAGES = ("en", "en_us", "en-us", "english", "default")
# Blocks of marks from 1 to 10, such as the attack of a champion's info, and of what is shown: what
# is fought with stands where the hit points do. The first few may hold the numbers of a whole game.
_MAY_RATE = ("info", "general", "identity", "about")
_RATE = (
    *("rating", "ratings", "score", "scores", "rank", "ranks", "grade", "grades", "difficulty"),
    *("meta", "metadata", "overview", "summary", "display", "ui"),
)
_FOUGHT = ("attack", "defense", "damage", "armor", "speed")


class Records(Page):
    """A file of records as a page: its `rows`, the headings first, then a row for each record.

    inside: of headings that belong to a part of a record, a word on it, {"count": " of 'loot'"}.
    """

    def __init__(self, name, content, wanted, sheet=None, most=None):
        self.name = name
        text, guess = decoded(name, content)
        self.told = [guess] if guess else []
        load = yaml_of if is_called(name, YAML) else json_of
        found = self._units_of(self._records_of(load(name, text), wanted, sheet), wanted)
        self.size = f"{len(found):,} records"
        found, attacks = first_blows(found, wanted)
        if attacks:
            self.told.append(
                f"{name}: the first of '{printable(attacks)}' is the plain blow, the others are "
                f"left out"
            )
        if most is not None and len(found) > most:
            raise too_many(name, self.size)
        records = [dict(parts_of(one)) for one in found]
        if sum(map(len, records)) > MOST_CELLS:
            raise TableError(f"{name}: more than {MOST_CELLS:,} values are too many for a table")
        paths = self._common(Counter(path for record in records for path in record))
        headings = self._headings(paths, wanted)
        self._name_of_languages(paths, headings, wanted)
        self.rows = [(1, list(map(cleaned, headings)))]
        for row, record in enumerate(records, 2):
            self.rows.append((row, [_written(record.get(path)) for path in paths]))

    def _records_of(self, found, wanted, sheet):
        """The records of a value, or of the one part that has some; TableError for none."""
        if (records := of_rpg_maker(found)) and sheet is None:
            self.told.append(f"{self.name}: 'params' are read as RPG Maker's: hp, mp, attack, ...")
            return records
        if sheet is None and are_records(found):
            return found
        lists = lists_in(found, wanted)
        if sheet == ALL and lists:
            return [{SHEET: name} | one for name, records in lists.items() for one in records]
        if sheet is not None:
            if sheet not in lists:
                there = f"name one of {printable(listed(lists))}" if lists else "it has only one"
                raise TableError(f"{self.name}: there is no list '{printable(sheet)}'; {there}")
            return lists[sheet]
        having = [one for one in lists if wanted.all_in([(1, [*keys_of(lists[one])])])]
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

    def _units_of(self, records, wanted):
        """The records, or the units that they hold where they are places."""
        units, under = held_by(records, wanted)
        if not units:
            return records
        parts = printable(listed(f"'{one}'" for one in under))
        self.told.append(
            f"{self.name}: the records have no hit points of their own; units are those in {parts}"
        )
        return units

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

    def _headings(self, paths, wanted):
        """What the columns are called: the last key where that is enough, else all of them."""
        lasts = Counter(end for path in paths for end in {path[-1], ends_of(path)})
        home = _home_of(paths, wanted)
        parts = [path for path in paths if not is_its_own(path)]
        self.inside = {
            cleaned(path[-1]): f" of '{printable(path[-2])}'"
            for path in parts
            if lasts[path[-1]] == 1
        }
        found = []
        for path in paths:
            of_part = path in parts and key(path[-1]) == "name"  # what it has, not what it is
            if _rates(path, home, wanted):
                of_part = True
                self.told.append(
                    f"{self.name}: '{printable(path[-1])}' of '{printable(path[-2])}' is kept as "
                    f"your own column, as hit points stand in another part"
                )
            # Of several of one key that beside the hit points is meant.
            short = home and path[:-1] == home and path[-1:] not in paths
            found.append(path[-1] if short else _heading(path, lasts, of_part))
        return found

    def _name_of_languages(self, paths, headings, wanted):
        """Call a name in several languages the name, in English or the first of them."""
        spoken = [at for at, path in enumerate(paths) if len(path) > 1 and wanted.is_name(path[-2])]
        if not spoken or any(map(wanted.is_name, headings)):
            return
        first = next((at for at in spoken if key(paths[at][-1]) in _LANGUAGES), spoken[0])
        headings[first] = "name"
        self.told.append(f"{self.name}: the name is that of '{printable(paths[first][-1])}'")


def is_called(name, endings):
    """Return whether a name ends so, perhaps that of a git revision: "units.json at HEAD"."""
    lower = name.lower()
    return lower.endswith(endings) or any(f"{one} at " in lower for one in endings)


def _home_of(paths, wanted):
    """The keys of the part of a record in which its hit points stand; () for the record itself."""
    spelled = [_one_number(path) or path[-1] for path in paths]
    roles, twice = wanted.roles_of(spelled)
    places = [roles["hp"]] if "hp" in roles else twice.get("hp", [])
    return paths[places[0]][: -2 if _one_number(paths[places[0]]) else -1] if places else ()


def _rates(path, home, wanted):
    """Whether a number of a fight stands in a block of marks, and hit points in another."""
    if (
        len(path) < 2
        or path[: len(home)] == home != ()
        or not {*wanted.roles_of(path[-1:])[0]} & {*_FOUGHT}
    ):
        return False
    block = key(path[-2])
    return block in _RATE or (home != () and block in _MAY_RATE)


def _one_number(path):
    """The last two keys of a path whose last says how much of a number; "" for another path."""
    return ends_of(path) if key(path[-1]) in OF_ONE_NUMBER and len(path) > 1 else ""


def _heading(path, lasts, is_of_a_part):
    """What a column of records is called: the last key where that is enough, else all of them."""
    if lasts[ends_of(path)] == 1 and (found := _one_number(path)):
        return found
    return path[-1] if lasts[path[-1]] == 1 and not is_of_a_part else " ".join(path)


def _written(value):
    """A value as the text of a cell."""
    if value is None or value == "":
        return ""
    if isinstance(value, str):
        return cleaned(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return cleaned(_as_json(value))


def _as_json(value):
    """The text of a value in JSON; in a list a plain value of YAML stands as it is written."""
    if isinstance(value, Plain):
        return value
    if isinstance(value, list):
        return f"[{', '.join(map(_as_json, value))}]"
    return json.dumps(value, ensure_ascii=False, default=str)
