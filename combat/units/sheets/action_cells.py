"""Reads the cells of a game's tables of actions and statuses.

Each function takes the text of a cell that isn't blank, and what is `Known` of the game; its
ValueError says what is wrong there and how to mend it.
"""

import re
from typing import NamedTuple

from combat.core.numbers import Numbers, number_in
from combat.core.words import is_seen, printable, unknown
from combat.dice import dice
from combat.units.sheets.conditions import condition
from combat.units.sheets.headings import as_column
from combat.units.sheets.limits import (
    MOST_CHANGE,
    MOST_TARGETS,
    MOST_TURNS,
    MOST_USES,
    NO_COUNTERS,
    NUMERIC,
    ON,
    REACTS,
)
from combat.units.sheets.saves import save

# Columns that are points and no shares, so that 10 % of them is no number to add.
WHOLES = (*NUMERIC, "damage", "speed", "damage_taken")
SWITCH = {
    "yes": True,
    "no": False,
    "x": True,
    "1": True,
    "0": False,
    "true": True,
    "false": False,
}
# "when hit" may be read two ways, so who hits says "hits", and who is hit "struck".
GAINED_WHEN = {word: word for word in REACTS if word not in ("hit", "down")} | {"hits": "hit"}
_USES = re.compile(r"(\d+)(?: ?(?:/|a|per) ?(fight|day))?", re.IGNORECASE)
# "attack -2", "damage x 0.5", also * and ×.
_CHANGE = re.compile(r"(.+?)(?: x ?| ?([×*+−-]) ?)([\d.,]+ ?%?|\d+/\d+|\d*[dw]\d+)", re.IGNORECASE)
# "poisoned 1d3 25 %", "poisoned 1/19": what comes after the name.
_GIFT = re.compile(r"(.*?) ?(?:(?<!\S)(\d+(?:\.\d+)? ?%|\d+/\d+))?")
# "1d6 + 20 % of target hp"
_SHARE = re.compile(
    r"(?:(.+?) ?\+ ?)?([\d.]+ ?%|\d+/\d+|half) of (target|missing|full|own) hp", re.IGNORECASE
)
# "mana 60", "rage +1d6", "ki-points: 3"; not "mana -5"
_COUNTER = re.compile(r"([^\W\d][^\d+]*?) ?\+? ?(?<![-−–])(?<![-−–] )(\d[\ddw+ -]*)", re.IGNORECASE)
_ON = re.compile(rf"(.+?) on (?:an? )?({'|'.join(ON)})", re.IGNORECASE)

_ON_WHAT = re.compile(r"(.*\S) on ([^\W\d]+)", re.IGNORECASE)


class Known(NamedTuple):
    """What the cells of a table may name.

    columns: {spelling: column of the units}, None for any. statuses: {name: `Status`}. counters:
    what conditions may ask for, numbers of units and counters. spent: what may be spent of these.
    comma: the decimal mark of the table.
    """

    columns: dict | None = None
    statuses: dict | None = None
    counters: tuple = ()
    spent: tuple = ()
    comma: str = "."


def called(cell, _known=None):
    """Return a name in one line; cells of spreadsheets may have several."""
    name = " ".join(cell.split())
    if not name:
        raise ValueError("the cell is empty; write a name")
    if not is_seen(name):
        raise ValueError(f"'{printable(name)}' is no name; write letters that can be seen")
    return name


def written_dice(cell, _known=None):
    """Return dice as written; a whole number that a spreadsheet wrote as 5.0 or 5,0 becomes 5."""
    number = re.fullmatch(r"(\d+)[.,]0{0,2}", cell)
    text = number[1] if number else cell
    dice(text)
    return text


def damage(cell, _known=None):
    """Return {"damage": dice, "of": share}: "1d6 + 20 % of target hp", share None without one."""
    found = _SHARE.fullmatch(cell)
    if not found:
        if " of " in cell.casefold():
            raise ValueError(
                f"'{printable(cell)}' is no damage; a share is 20 % of target hp, missing hp, full "
                f"hp or own hp"
            )
        return {"damage": written_dice(cell)}
    of = share(found[2]), f"{found[3].casefold()} hp"
    return {"damage": written_dice(found[1]) if found[1] else "0", "of": of}


def number(cell, known, low, high):
    """Return a number within a range."""
    value = number_in(cell, known.comma, high)
    if not low <= value <= high:
        raise ValueError(f"{value:g} is out of range; write a number from {low:g} to {high:g}")
    return value


def whole_number(cell, known, low, high):
    """Return a whole number within a range."""
    value = number(cell, known, low, high)
    if value != int(value):
        raise ValueError(f"{value:g} is no whole number; write one such as {value:.0f}")
    return value


def word(cell, _known, words):
    """Return which one of some words a cell is."""
    if cell.lower() not in words:
        raise ValueError(f"'{printable(cell)}' is not known; write one of {', '.join(words)}")
    return cell.lower()


def switch(cell, known):
    """Return whether a cell says yes."""
    return SWITCH[word(cell, known, SWITCH)]


def points(cell, _known=None):
    """Return the Distribution of hit points lost or given back, never below 0."""
    found = dice(written_dice(cell))
    if found.values[0] < 0:
        raise ValueError(
            f"'{printable(cell)}' may be {found.values[0]:g}; write dice that are never below 0"
        )
    return found


def share(cell, _known=None):
    """Return the chance, or the share, that a cell means: half, 50 %, 1/2 or 0.5."""
    try:
        value = number_in("1/2" if cell.casefold() == "half" else cell, ",")
    except ValueError:
        value = -1.0
    if value < 0:
        raise ValueError(f"'{printable(cell)}' is no chance or share; write 50 %, 1/2, half or 0.5")
    if value > 1:
        mend = "write 100 % at most"
        if "%" not in cell and value <= 100:
            mend = f"write {value:g} % or {value / 100:g}"
        raise ValueError(f"'{printable(cell)}' is above 1; {mend}")
    return value


def switch_or_share(cell, _known):
    """Return 1 for yes, 0 for no, or a chance."""
    if cell.casefold() in SWITCH:
        return float(SWITCH[cell.casefold()])
    return share(cell)


def switch_or_save(cell, known):
    """Return whether a cell says yes, or a `Save` of the units' columns."""
    return save(cell, known.columns) if re.search("[<>≤≥]", cell) else switch(cell, known)


def pierces(cell, known):
    """Return points of armor; infinite for all."""
    return float("inf") if cell.casefold() == "all" else number(cell, known, 0, MOST_CHANGE)


def share_or_save(cell, known):
    """Return a chance, or a `Save` of the units' columns."""
    return save(cell, known.columns) if re.search("[<>≤≥]", cell) else share(cell)


def turns(cell, _known):
    """Return {"turns": how long a status lasts, None for ever, "in_rounds": whether in rounds}."""
    found = re.fullmatch(r"(\d{1,9})?(?:[.,]0*)? ?(rounds?|turns?)?", cell, re.IGNORECASE)
    if not found or not any(found.groups()):
        raise ValueError(f"'{printable(cell)}' is no number of turns; write 3, or 3 rounds")
    if found[1] and not 1 <= int(found[1]) <= MOST_TURNS:
        raise ValueError(f"{found[1]} is out of range; write a number from 1 to {MOST_TURNS}")
    rounds = (found[2] or "").casefold().startswith("round")
    return {"turns": found[1] and int(found[1]), "in_rounds": rounds}


def targets(cell, _known):
    """Return how many targets: a number, infinite for all."""
    if cell.casefold() == "all":
        return float("inf")
    if not re.fullmatch(r"\d{1,9}", cell) or not 1 <= int(cell) <= MOST_TARGETS:
        raise ValueError(f"'{printable(cell)}' is no number of targets; write 1, 2, ... or all")
    return int(cell)


def uses(cell, _known):
    """Return {"uses": how often an action can be done, "per": "fight" or "day"}."""
    found = _USES.fullmatch(cell)
    if not found:
        raise ValueError(
            f"'{printable(cell)}' is no number of uses; write 3, or 3 a day, or leave it blank"
        )
    number = int(found[1])
    if number > MOST_USES:
        raise ValueError(f"{number} is out of range; write a number up to {MOST_USES}")
    return {"uses": number, "per": (found[2] or "fight").lower()}


def spends(cell, known):
    """Return pairs (counter, points): "mana 60, rage 10"."""
    found = tuple(counter(part, _whole) for part in parts(cell))
    for name, _ in found:
        if name not in known.spent and name not in NO_COUNTERS:
            raise ValueError(f"{unknown(name, known.spent, 'counters')}; no unit has or gains it")
    return found


def gained(cell, _known=None):
    """Return {trigger: ((), counters)} of what an actor gains; trigger None for its own strikes."""
    found = {}
    for part, trigger in with_triggers(cell):
        found.setdefault(trigger, ((), []))[1].append(gain(part))
    return found


def gain(part):
    """Return (counter, dice), with the result behind them of "rage 5 on critical"."""
    found = _ON.fullmatch(part)
    return (*counter(found[1]), found[2].casefold()) if found else counter(part)


def with_triggers(cell):
    """Return pairs (part, trigger) of a list: "mana 5, rage 1d6 when struck"."""
    found = [part.partition(" when ") for part in parts(cell)]
    return [(what, _trigger(when.casefold())) for what, _, when in found]


def _trigger(word):
    if not word or word in GAINED_WHEN:
        return GAINED_WHEN.get(word)
    what = f"'{printable(word)}' is nothing that happens to it"
    raise ValueError(f"{what}; write when {', '.join(GAINED_WHEN)}")


def counter(part, amount=points):
    """Return (counter, amount) of "rage +10"; amount: reads the number."""
    match = _COUNTER.fullmatch(part)
    if not match:
        less = "; what it loses is what it spends" if re.search(r" ?[-−–] ?\d", part) else ""
        raise ValueError(f"'{printable(part)}' is no counter; write mana 60{less}")
    return as_column(match[1]), amount(match[2])


def _whole(cell):
    if not re.fullmatch(r"\d{1,7}", cell):
        raise ValueError(f"'{printable(cell)}' is no whole number; write one such as 60")
    return int(cell)


def counters_in(cell):
    """Return the names of the counters in a cell, as far as they can be read."""
    found = (_COUNTER.fullmatch(re.split(" when | on ", part)[0]) for part in parts(cell))
    return {as_column(match[1]) for match in found if match}


def absorbs(cell, _known):
    """Return {"absorbs": dice, "each_hit": whether so many come off each hit}."""
    found = re.fullmatch(r"(?:each hit )?(.+?)(?: each hit)?", cell, re.IGNORECASE)
    return {"absorbs": points(found[1]), "each_hit": "each hit" in cell.casefold()}


def per_turn(cell, _known, everything):
    """Return how often something is done in a turn: a number, or what stands for all."""
    if cell.casefold() == "all":
        return everything
    if not re.fullmatch(r"\d{1,2}", cell) or int(cell) < 1:
        raise ValueError(f"'{printable(cell)}' is out of range; write 1, 2, ... or all")
    return int(cell)


def changes(cell, known):
    """Return the changes of columns that a status makes: triples (column, "+" or "x", number)."""
    return tuple(_change(part, known.columns) for part in parts(cell))


def _change(part, columns):
    found = _CHANGE.fullmatch(part)
    if not found:
        raise ValueError(f"'{printable(part)}' is no change; write attack -2, or damage x 0.5")
    name, sign, number = found.groups()
    column = as_column(name)
    if columns is not None and not column.endswith("_taken"):
        column = columns.get(name.casefold())
    if column is None:
        raise ValueError(unknown(name, dict.fromkeys(columns.values()), "columns"))
    if re.fullmatch(r"\d*[dw]\d+", number, re.IGNORECASE) and column == "armor" and sign == "+":
        return column, "+", dice(number)
    value = Numbers([number], ",", fractions=True).read(number)
    if sign in ("+", "-", "−") and number.endswith("%") and column in WHOLES:
        times = f"{column} x {1 + value if sign == '+' else 1 - value:g}"
        what = f"is a share of it, or points; write {times}, or {column} {sign}{value:g}"
        raise ValueError(f"'{printable(part)}' {what}")
    if sign in ("+", "-", "−"):
        return column, "+", value if sign == "+" else -value
    return column, "x", value


def one_coin(part):
    """Return (list, what stands behind it) of "(stunned 1, steady 3) 50 %", or None."""
    found = re.fullmatch(r"\((.*)\) ?([^()]*)", part)
    return found and found.groups()


def gift(part, statuses):
    """Return (status, turns, chance, on) of "ill 1d3 25 % on critical", the numbers as texts."""
    on, whole = None, part
    known = any(part.casefold().startswith(name.casefold()) for name in statuses if " " in name)
    if found := _ON.fullmatch(part):
        part, on = found[1], found[2].casefold()
    elif (found := _ON_WHAT.fullmatch(part)) and not known:
        raise ValueError(f"'{printable(found[2])}' is no result; write one of {', '.join(ON)}")
    # The longest name first, as both "on fire" and "on" may be statuses.
    for name in sorted(statuses, key=len, reverse=True):
        if f"{part} ".casefold().startswith(f"{name} ".casefold()):
            turns, chance = _GIFT.fullmatch(part[len(name) :].strip()).groups()
            turns = _counted_in(turns, statuses[name], whole)
            if re.search(r"\d \d", turns):
                raise ValueError(
                    f"'{printable(part)}' has two numbers; write turns, then a chance in %"
                )
            return statuses[name], turns or None, chance, on
    raise ValueError(unknown(re.split(r" (?=\d)", part)[0], statuses, "statuses"))


def _counted_in(turns, status, whole):
    """Turns without the word that says what they are; it must be what the status counts in."""
    number, word = re.fullmatch(r"(.*?)(?: (round|turn)s?)?", turns, re.IGNORECASE).groups()
    if word and (word.casefold() == "round") is not status.in_rounds:
        counts = "rounds" if status.in_rounds else "its own turns"
        what = f"{status.name} counts {counts}, by its column 'turns'; write '{word}s' there"
        raise ValueError(f"'{printable(whole)}': {what}")
    return number


def names(cell, known):
    """Return the statuses that a cell lists, in their known spelling."""
    return tuple(name_of(part, known.statuses, "statuses") for part in parts(cell))


def when(cell, known):
    """Return the condition that a cell means."""
    return condition(cell, columns=[*dict.fromkeys(known.counters)], statuses=known.statuses)


def name_of(cell, known, of):
    """Return the known name that a cell means, whatever its case."""
    for same in (str, str.casefold):
        for name in known:
            if same(name) == same(cell):
                return name
    raise ValueError(unknown(cell, known, of))


def parts(cell):
    """Return the parts of a list with commas; what stands in parentheses is one."""
    found = re.split(r",(?![^()]*\))", cell)
    return [" ".join(part.split()) for part in found if part.strip()]
