"""Finds the records in a value of JSON or YAML: lists, by name, in columns, or held by places."""

from combat.core.words import composed, printable
from combat.tables.header import key

# Words around numbers of the record itself; any other may be a part of it, such as its weapon.
ITS_OWN = (
    *("stats", "stat", "basestats", "base_stats", "base", "attributes", "attrs", "combat"),
    *("properties", "props", "fields", "data", "info", "general", "identity"),
)
# The number itself, or one of several that say how much of it: {"hp": {"average": 15}}.
_PLAIN_NUMBER = ("value", "base", "total")
OF_ONE_NUMBER = (
    *(*_PLAIN_NUMBER, "min", "max", "minimum", "maximum", "average", "avg", "mean", "full"),
    *("maximal", "maximale", "maximo", "máximo", "maxima", "máxima", "massimo", "massima", "voll"),
)
_MOST_TRIED = 100  # records by whose keys it is judged what all of them are


def lists_in(found, wanted):
    """Return the lists of records of a value, {name: list}; of one that is in columns the rows.

    Of a record of lists those that are keyed by name count where there are no others. Units by
    faction and name are one list, with the faction as their group.
    """
    if not isinstance(found, dict):
        return {}
    columns = {"": found} | {str(name): one for name, one in found.items()}
    turned = {name: rows for name, one in columns.items() if (rows := _rows_of(one, wanted))}
    if turned:
        return turned
    lists = {str(name): one for name, one in found.items() if are_records(one)}
    if lists:
        return lists
    values = [*found.values()]
    keyed = {
        str(name): _by_name(one, wanted) for name, one in found.items() if _are_kept_by_name(one)
    }
    if len(keyed) == len(found) > 1:
        every = [one | {"group": group} for group, records in keyed.items() for one in records]
        return keyed if _are_of_many_kinds(keyed) else {"": every}
    if keyed and (len(found) == 1 or not are_records(values)):
        return keyed
    return {"": _by_name(found, wanted)} if are_records(values) else {}


# The numbers of RPG Maker's `params`, in its order.
_PARAMS = ("hp", "mp", "attack", "defense", "magic attack", "magic defense", "agility", "luck")


def of_rpg_maker(found):
    """Return the records of an RPG Maker's list, whose first is null, with names for its `params`.

    None for anything else.

    >>> of_rpg_maker([None, {"name": "Bat", "params": [100, 0, 30, 26, 16, 10, 24, 20]}])[0]["hp"]
    100
    """
    records = found[1:] if isinstance(found, list) and found[:1] == [None] else []
    if not are_records(records) or not all(_has_params(one) for one in records):
        return None
    return [
        {name: value for name, value in one.items() if name != "params"}
        | dict(zip(_PARAMS, one["params"], strict=True))
        for one in records
    ]


def _has_params(record):
    params = record.get("params")
    numbers = isinstance(params, list) and all(isinstance(one, int | float) for one in params)
    return numbers and len(params) == len(_PARAMS)


def first_blows(records, wanted):
    """Return (records with the numbers of the first of their attacks, the key of these).

    A record without damage, but with a list whose first entry has some, strikes with that one:
    {"attacks": [{"damage": "1d6", "to_hit": 4}, ...]}. The records as they are, and "", for others.
    """
    keys = [*keys_of(records)]
    if not wanted.chooses or "damage" in wanted.roles_of(keys)[0]:
        return records, ""
    lists = {name for one in records for name, value in one.items() if are_records(value)}
    for name in sorted(lists):
        firsts = [one[name][0] if are_records(one.get(name)) else {} for one in records]
        heads = list(dict.fromkeys(head for one in firsts for head in one))
        roles, _ = wanted.roles_of(heads)
        if "damage" in roles:
            taken = [heads[roles[role]] for role in ("attack", "damage") if role in roles]
            blows = [{head: one[head] for head in taken if head in one} for one in firsts]
            return [one | blow for one, blow in zip(records, blows, strict=True)], name
    return records, ""


def are_records(found):
    """Return whether a value is a list of records."""
    return isinstance(found, list) and found and all(isinstance(one, dict) for one in found)


def keys_of(records):
    """Return all keys of the first records, the parts of parts included."""
    paths = (path for one in records[:_MOST_TRIED] for path, _ in parts_of(one))
    return dict.fromkeys(end for path in paths for end in (path[-1], ends_of(path)))


def parts_of(record, path=()):
    """Yield (path of keys, value) for each value of a record that is no record itself."""
    for name, value in record.items():
        deeper = *path, composed(str(name))
        if isinstance(value, dict) and len(path) < 8:
            yield from parts_of(value, deeper)
        else:
            yield deeper, value


def ends_of(path):
    """Return the last two keys of a path as a heading, such as hp max; a value is what it is of."""
    return " ".join(path[-2:-1] if key(path[-1]) in _PLAIN_NUMBER else path[-2:])


def is_its_own(path):
    """Return whether a path of keys leads to a number of the record itself, and not of a part."""
    return all(key(one) in ITS_OWN for one in path[:-1])


def _rows_of(found, wanted):
    """The records of a value that is kept by columns: {"hp": [9, 7], ...}; [] for any other."""
    columns = [*found.values()] if isinstance(found, dict) and wanted.chooses else []
    lists = all(isinstance(one, list) and len(one) == len(columns[0]) for one in columns)
    kept = not lists and all(isinstance(one, dict) for one in columns)
    if not columns or not (lists or kept) or not wanted.all_in([(1, [*found])]):
        return []
    if lists:
        return [dict(zip(found, row, strict=True)) for row in zip(*columns, strict=True)]
    names = dict.fromkeys(name for one in columns for name in one)
    return [{column: found[column].get(name) for column in found} for name in names]


def _are_kept_by_name(found):
    """Whether a value holds records of one kind by their names, and not the parts of one record."""
    if not isinstance(found, dict) or not are_records([*found.values()]):
        return False
    alike = set.intersection(*map(set, found.values()))
    return bool(alike) and not any(key(str(name)) in ITS_OWN for name in found)


def _are_of_many_kinds(lists):
    """Whether some of the lists have nothing in common, such as units and items."""
    return not set.intersection(*(set(keys_of(one)) - {"name"} for one in lists.values()))


def _by_name(found, wanted):
    """Records that are kept by keys as a list; the key is the name of those that have none."""
    values = {}
    for record in found.values():
        for path, value in parts_of(record):
            if is_its_own(path):
                values.setdefault(path[-1], []).append(value)
    above = dict.fromkeys(str(one) for record in found.values() for one in record)
    keys = [*map(str, found)]
    named = wanted.own_name(keys, dict.fromkeys(above, ()) | values)
    # A number is hardly a name: where it is taken for one, that is told.
    other = "key" if named or all(one.isdigit() for one in keys) else "name"
    kept = named if named in above else other
    return [{kept: name} | record for name, record in found.items()]


# Places that hold units


def held_by(records, wanted):
    """Return (the units that the records hold, the keys under which), where they are none.

    An area with a list of enemies, or a boss of a name of its own, is a place, and no unit. Two
    empty lists where the records are units themselves.
    """
    some = [part for one in records[:_MOST_TRIED] for part in parts_of(one)]
    holding = any(
        are_records(value) and _has_points(keys_of(value), wanted)
        for _, value in some
        if wanted.chooses
    )
    if not wanted.chooses or _are_units({path for path, _ in some}, holding, wanted):
        return [], []
    found, under = [], {}
    for record in records:
        name = next((v for k, v in record.items() if wanted.is_name(k) and isinstance(v, str)), "")
        for part, value in record.items():
            for unit in _units_in(value, str(part) if holding else "", wanted):
                found.append(unit | {"group": name})
                under[printable(str(part))] = None
    return found, [*under]


def _are_units(paths, holding, wanted):
    """Whether records have hit points of their own, or of one part that isn't called otherwise."""
    of_one = {path for path in paths if key(path[-1]) in OF_ONE_NUMBER}
    own = {path for path in paths if is_its_own(path[:-1] if path in of_one else path)}
    if _has_points([end for path in own for end in (path[-1], ends_of(path))], wanted):
        return True
    named = {path[:-1] for path in paths - own if wanted.is_name(path[-1])}
    parts = {path[: -2 if path in of_one else -1] for path in paths if _is_points(path, wanted)}
    inside = any(part[:deep] in named for part in parts for deep in range(1, len(part) + 1))
    return len(parts) == 1 and not holding and not inside


def _is_points(path, wanted):
    return _has_points([path[-1]], wanted) or _has_points([ends_of(path)], wanted)


def _has_points(keys, wanted):
    return wanted.all_in([(1, ["name", *keys])])


def _units_in(value, name, wanted):
    """Yield the units in a value; name: what one without a name is called, "" if it is none."""
    if isinstance(value, list):
        for one in value:
            yield from _units_in(one, "", wanted)
    elif isinstance(value, dict):
        named = any(map(wanted.is_name, value))
        if (named or name) and _are_units({path for path, _ in parts_of(value)}, False, wanted):
            yield value if named else {"name": name} | value
        else:
            for below, one in value.items():
                yield from _units_in(one, str(below), wanted)
