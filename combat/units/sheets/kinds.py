"""The kinds of columns of actions and statuses: how a cell is read, and what a value may be.

A reader takes the text of a cell that isn't blank, and what is `Known` of the game; what it returns
is checked like a value that is given in code. ValueErrors say what is wrong and how to mend it, not
where. How statuses are given is read in `statuses`.
"""

import math
import re
from functools import partial

from combat.core.numbers import Numbers, checked, share_in, whole_within, within
from combat.core.words import one_of, printable, told_as, unknown
from combat.dice import Distribution, dice
from combat.units.sheets import schema
from combat.units.sheets.conditions import Condition, condition
from combat.units.sheets.headings import as_column
from combat.units.sheets.rolls import Save, save
from combat.units.sheets.schema import SHARE, SWITCH, Kind, number, points, word, written_dice

# Columns that are points and no shares, so that 10 % of them is no number to add.
_WHOLES = (*schema.NUMERIC, "damage", "speed", "damage_taken")
_USES = re.compile(r"(\d{1,9})(?: ?(?:/|a|per) ?(fight|day))?", re.IGNORECASE)
_TURNS = re.compile(r"(\d{1,9})?(?:[.,]0*)? ?(rounds?|turns?)?", re.IGNORECASE)
_ROLLED = {"armor": dice}  # what dice may be added to, and how they are kept
_KEPT = [name for name in schema.KEPT if name != "speed"]
_NOT_OF_ITEMS = ("name", "cost", "count", "level")
# "attack -2", "damage x 0.5", also * and ×.
_CHANGE = re.compile(r"(.+?)(?: x ?| ?([×*+−-]) ?)([\d.,]+ ?%?|\d+/\d+|\d*[dw]\d+)", re.IGNORECASE)
# "1d6 + 20 % of target hp"
_SHARE = re.compile(
    r"(?:(.+?) ?\+ ?)?([\d.]+ ?%|\d+/\d+|half) of (target|missing|full|own) hp", re.IGNORECASE
)
# "mana 60", "rage +1d6", "ki-points: 3"; not "mana -5"
_COUNTER = re.compile(r"([^\W\d][^\d+]*?) ?\+? ?(?<![-−–])(?<![-−–] )(\d.*)", re.IGNORECASE)
_WITH_CHANCE = re.compile(r"(.+) ([\d.,]+) ?%")  # "10 50 %"
_ON = re.compile(rf"(.+?) on (?:an? )?({'|'.join(schema.ON)})", re.IGNORECASE)


def parts(cell):
    """Return the parts of a list with commas; what stands in parentheses is one."""
    found = re.findall(r"(?:[^,()]|\([^()]*\)|[()])+", cell)
    return [" ".join(part.split()) for part in found if part.strip()]


# Dice, and points by how often or how long


def damage(cell, _known):
    """Return {"damage": dice, "of": share}: "1d6 + 20 % of target hp", no share without one."""
    found = _SHARE.fullmatch(cell)
    if not found:
        if " of " in cell.casefold():
            raise ValueError(
                f"'{printable(cell)}' is no damage; a share is 20 % of target hp, missing hp, full "
                f"hp or own hp"
            )
        return {"damage": written_dice(cell)}
    of = share_in(found[2]), f"{found[3].casefold()} hp"
    return {"damage": written_dice(found[1]) if found[1] else "0", "of": of}


def _absorbed(cell, _known):
    found = re.fullmatch(r"(?:each hit )?(.+?)(?: each hit)?", cell, re.I | re.DOTALL)
    return {"absorbs": written_dice(found[1]), "each_hit": "each hit" in cell.casefold()}


def _given_turns(value):
    found = points(value)
    for end in found.values[[0, -1]]:
        within(end, 1, schema.MOST_TURNS)
    return found


def _lasting(cell, _known):
    found = _TURNS.fullmatch(cell)
    if not found or not any(found.groups()):
        raise ValueError(f"'{printable(cell)}' is no number of turns; write 3, or 3 rounds")
    rounds = (found[2] or "").casefold().startswith("round")
    return {"turns": found[1] and int(found[1]), "in_rounds": rounds}


def _used(cell, _known):
    found = _USES.fullmatch(cell)
    if not found:
        raise ValueError(
            f"'{printable(cell)}' is no number of uses; write 3, or 3 a day, or leave it blank"
        )
    return {"uses": int(found[1]), "per": (found[2] or "fight").lower()}


# Switches, chances and saving throws


def _is_switch(value):
    if not isinstance(value, bool):
        raise ValueError(f"{told_as(value)}: write True, or a saving throw: 'd20 + con >= 10'")
    return value


def _switch_or_share(cell, known):
    yes_or_no = cell.casefold() in schema.SWITCHES
    return float(SWITCH.read(cell, known)) if yes_or_no else SHARE.read(cell, known)


def _save_or(kind):
    """What reads a saving throw of the units' columns, and any other cell as of a kind."""

    def either(cell, known):
        return save(cell, known.columns) if re.search("[<>≤≥]", cell) else kind.read(cell, known)

    return either


def _save(value, check):
    """A saving throw, or what a function checks."""
    value = save(value) if isinstance(value, str) else value
    return value if isinstance(value, Save) else check(value)


def _ends(value):
    found = _save(value, SHARE.check)
    if isinstance(found, Save) and found.of_damage:
        raise ValueError("only `broken` knows the damage taken; write it there")
    return found


# Counters


def counter(part):
    """Return (counter, amount) of "rage +10", the amount as text."""
    match = _COUNTER.fullmatch(part)
    if not match:
        less = "; what it loses is what it spends" if re.search(r" ?[-−–] ?\d", part) else ""
        raise ValueError(f"'{printable(part)}' is no counter; write mana 60{less}")
    if chance := _WITH_CHANCE.fullmatch(match[2]):
        dice_of = f"{match[1]} {chance[1]}*1d100<={chance[2]}"
        mend = f"; it may have dice: {dice_of}" if chance[1].isdigit() else ", it may have dice"
        raise ValueError(f"'{printable(part)}': a counter takes no chance{mend}")
    return as_column(match[1]), match[2]


def counters_in(cell):
    """Return the names of the counters in a cell, as far as they can be read."""
    found = (_COUNTER.fullmatch(re.split(" when | on ", part)[0]) for part in parts(cell))
    return {as_column(match[1]) for match in found if match}


def _spent(cell, known):
    found = tuple(map(counter, parts(cell)))
    for name, amount in found:
        if not re.fullmatch(r"\d{1,7}", amount):
            raise ValueError(f"'{printable(amount)}' is no whole number; write one such as 60")
        if name not in known.spent and name not in schema.NO_COUNTERS:
            raise ValueError(f"{unknown(name, known.spent, 'counters')}; no unit has or gains it")
    return tuple((name, int(amount)) for name, amount in found)


def _gained(cell, _known):
    return tuple(map(_gain, parts(cell)))


def _gain(part):
    """(Counter, dice), with the result behind them of "rage 5 on critical"."""
    found = _ON.fullmatch(part)
    name, amount = counter(found[1] if found else part)
    on = (found[2].casefold(),) if found else ()
    return name, points(written_dice(amount)), *on


def _counters(value, amount):
    found = tuple((name, amount(number), *on) for name, number, *on in value)
    for name, _, *on in found:
        for result in on:
            RESULT.check(result)
        if name in schema.NO_COUNTERS:
            raise ValueError(
                f"'{name}' is a column of its own, no counter; {schema.NO_COUNTERS[name]}"
            )
    if len({(name, *on) for name, _, *on in found}) < len(found):
        raise ValueError("a counter is named twice; add them up")
    return found


# Changes of columns, and conditions


def _changed(cell, known, rolled=_ROLLED):
    """Triples (column, "+" or "x", number); rolled: {column: how dice that are added are kept}."""
    return tuple(_change(part, known.columns, rolled) for part in parts(cell))


def _change(part, columns, rolled):
    found = _CHANGE.fullmatch(part)
    if not found:
        raise ValueError(f"'{printable(part)}' is no change; write attack -2, or damage x 0.5")
    name, sign, amount = found.groups()
    column = as_column(name)
    if columns is not None and not column.endswith("_taken"):
        column = columns.get(name.casefold())
    if column is None:
        raise ValueError(unknown(name, dict.fromkeys(columns.values()), "columns"))
    if re.fullmatch(r"\d*[dw]\d+", amount, re.IGNORECASE) and column in rolled and sign == "+":
        return column, "+", rolled[column](amount)
    value = Numbers([amount], ",", fractions=True).read(amount)
    if sign in ("+", "-", "−") and amount.endswith("%") and column in _WHOLES:
        times = f"{column} x {1 + value if sign == '+' else 1 - value:g}"
        what = f"is a share of it, or points; write {times}, or {column} {sign}{value:g}"
        raise ValueError(f"'{printable(part)}' {what}")
    if sign in ("+", "-", "−"):
        return column, "+", value if sign == "+" else -value
    return column, "x", value


def _changes(value, kept=_KEPT, rolled=_ROLLED):
    found = tuple(tuple(change) for change in value)
    for name, how, amount in found:
        if name in kept:
            raise ValueError(f"no status changes {name}; leave it out")
        if how not in ("+", "x"):
            raise ValueError(f"{printable(name)} {told_as(how)} is not known; write '+' or 'x'")
        if isinstance(amount, Distribution) and name in rolled and how == "+":
            continue
        checked(name, CHANGE.check, amount)
        if name.endswith("_taken") and how == "x" and amount < 0:
            mend = "what is taken would heal; write gains"
            raise ValueError(f"{name.replace('_', ' ')} x {amount:g}: {mend}")
        if (name, how) == ("speed", "x") and amount <= 0:
            mend = "without turns of its own nothing ends; write skips = yes"
            raise ValueError(f"speed x {amount:g}: {mend}")
    if len({change[:2] for change in found}) < len(found):
        raise ValueError("a column is changed twice; make one of both")
    return found


def _item_changes(value):
    """The same of what a unit carries: more of its columns may be changed, and dice are texts."""
    for name, _, _ in value:
        if name in _NOT_OF_ITEMS:
            what = "has a column of its own" if name == "cost" else "is changed by no item"
            raise ValueError(f"{name} {what}; leave it out")
        if name.endswith("_taken"):
            raise ValueError(f"only a status changes {name.replace('_', ' ')}: begin with one")
    read = [(*one, dice(by) if isinstance(by, str) else by) for *one, by in value]
    _changes(read, (), ("armor", "damage"))
    return tuple(map(tuple, value))


def _asked(cell, known):
    return condition(cell, columns=[*dict.fromkeys(known.counters)], statuses=known.statuses)


def _when(value):
    try:
        found = condition(value) if isinstance(value, str) else value
    except ValueError as error:
        more = "other columns and statuses: condition(text, columns, statuses)"
        raise ValueError(f"{error}; {more}") from None
    if not isinstance(found, Condition):
        raise ValueError(f"{told_as(value)} is no condition; write it as text: 'hp < 50 %'")
    return found


def _named(cell, known):
    return tuple(one_of(part, known.statuses, "statuses") for part in parts(cell))


def _share_of_hp(value):
    share, of = value
    return SHARE.check(share), OF_HP.check(of)


SKIPS = SHARE._replace(read=_switch_or_share)
CHANGE = number(-schema.MOST_CHANGE, schema.MOST_CHANGE)
RESULT = word(*schema.ON)
PIERCES = number(0, schema.MOST_CHANGE, every=math.inf)
ENDS = Kind(_ends, _save_or(SHARE))
BROKEN = Kind(partial(_save, check=_is_switch), _save_or(SWITCH))
ABSORBS = Kind(points, _absorbed)
GIVEN_TURNS = Kind(_given_turns)
TURNS = Kind(partial(whole_within, low=1, high=schema.MOST_TURNS), _lasting)
USES = Kind(partial(whole_within, low=0, high=schema.MOST_USES), _used)
CHANGES = Kind(_changes, _changed)
OF_ITEMS = Kind(_item_changes, partial(_changed, rolled={"armor": str, "damage": str}))
WHEN = Kind(_when, _asked)
NAMES = Kind(tuple, _named)
SPENDS = Kind(
    partial(_counters, amount=partial(whole_within, low=0, high=schema.MOST_USES)), _spent
)
GAINS = Kind(partial(_counters, amount=points), _gained)
OWN = Kind(lambda value: tuple(tuple(pair) for pair in value))
OF_HP = word(*schema.SHARES)
SHARE_OF_HP = Kind(_share_of_hp)
