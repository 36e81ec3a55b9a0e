"""Reads the cells of a game's tables of actions and statuses.

Each function takes the text of a cell that isn't blank, and what is `Known` of the game; its
ValueError says what is wrong there and how to mend it.
"""

import re
from typing import NamedTuple

from combat.core.numbers import Numbers, share_in
from combat.core.words import one_of, printable, unknown
from combat.dice import dice
from combat.units.sheets.conditions import condition
from combat.units.sheets.headings import as_column
from combat.units.sheets.schema import NO_COUNTERS, NUMERIC, ON, REACTS

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
# "1d3 rounds 25 % on a critical": what comes after the name of a status.
_GIFT = re.compile(
    r"(.+?)??(?:(?:^| )(round|turn)s?)? ?(?:(?<!\S)(\d+(?:\.\d+)? ?%|\d+/\d+))?"
    r"(?: ?\bon (?:an? )?(.+))?",
    re.IGNORECASE,
)
# "1d6 + 20 % of target hp"
_SHARE = re.compile(
    r"(?:(.+?) ?\+ ?)?([\d.]+ ?%|\d+/\d+|half) of (target|missing|full|own) hp", re.IGNORECASE
)
# "mana 60", "rage +1d6", "ki-points: 3"; not "mana -5"
_COUNTER = re.compile(r"([^\W\d][^\d+]*?) ?\+? ?(?<![-−–])(?<![-−–] )(\d[\ddw+ -]*)", re.IGNORECASE)
_ON = re.compile(rf"(.+?) on (?:an? )?({'|'.join(ON)})", re.IGNORECASE)


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
    of = share_in(found[2]), f"{found[3].casefold()} hp"
    return {"damage": written_dice(found[1]) if found[1] else "0", "of": of}


def switch(cell, _known):
    """Return whether a cell says yes."""
    if cell.casefold() not in SWITCH:
        raise ValueError(f"'{printable(cell)}' is not known; write one of {', '.join(SWITCH)}")
    return SWITCH[cell.casefold()]


def switch_or_share(cell, _known):
    """Return 1 for yes, 0 for no, or a chance."""
    return float(SWITCH[cell.casefold()]) if cell.casefold() in SWITCH else share_in(cell)


def turns(cell):
    """Return (how long a status lasts, None for ever; whether in rounds)."""
    found = re.fullmatch(r"(\d{1,9})?(?:[.,]0*)? ?(rounds?|turns?)?", cell, re.IGNORECASE)
    if not found or not any(found.groups()):
        raise ValueError(f"'{printable(cell)}' is no number of turns; write 3, or 3 rounds")
    rounds = (found[2] or "").casefold().startswith("round")
    return found[1] and int(found[1]), rounds


def uses(cell):
    """Return (how often an action can be done, in a "fight" or a "day")."""
    found = _USES.fullmatch(cell)
    if not found:
        raise ValueError(
            f"'{printable(cell)}' is no number of uses; write 3, or 3 a day, or leave it blank"
        )
    return int(found[1]), (found[2] or "fight").lower()


def spends(cell, known):
    """Return pairs (counter, points): "mana 60, rage 10"."""
    found = tuple(map(counter, parts(cell)))
    for name, amount in found:
        if not re.fullmatch(r"\d{1,7}", amount):
            raise ValueError(f"'{amount}' is no whole number; write one such as 60")
        if name not in known.spent and name not in NO_COUNTERS:
            raise ValueError(f"{unknown(name, known.spent, 'counters')}; no unit has or gains it")
    return tuple((name, int(amount)) for name, amount in found)


def gain(part):
    """Return (counter, dice), with the result behind them of "rage 5 on critical"."""
    found = _ON.fullmatch(part)
    return (*counter(found[1]), found[2].casefold()) if found else counter(part)


def with_triggers(cell):
    """Return pairs (part, trigger) of a list: "mana 5, rage 1d6 when struck"; None for none."""
    found = [part.partition(" when ") for part in parts(cell)]
    for _, _, when in found:
        if when and when.casefold() not in GAINED_WHEN:
            what = f"'{printable(when)}' is nothing that happens to it"
            raise ValueError(f"{what}; write when {', '.join(GAINED_WHEN)}")
    return [(what, GAINED_WHEN.get(when.casefold())) for what, _, when in found]


def counter(part):
    """Return (counter, amount) of "rage +10", the amount as text."""
    match = _COUNTER.fullmatch(part)
    if not match:
        less = "; what it loses is what it spends" if re.search(r" ?[-−–] ?\d", part) else ""
        raise ValueError(f"'{printable(part)}' is no counter; write mana 60{less}")
    return as_column(match[1]), match[2]


def counters_in(cell):
    """Return the names of the counters in a cell, as far as they can be read."""
    found = (_COUNTER.fullmatch(re.split(" when | on ", part)[0]) for part in parts(cell))
    return {as_column(match[1]) for match in found if match}


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


def gift(part, known):
    """Return (status, turns, chance, on) of "ill 1d3 25 % on critical"; texts, None for none."""
    # The longest name first, as both "on fire" and "on" may be statuses.
    for name in sorted(known.statuses, key=len, reverse=True):
        if not f"{part} ".casefold().startswith(f"{name} ".casefold()):
            continue
        status, behind = known.statuses[name], part[len(name) :].strip()
        turns, unit, chance, on = _GIFT.fullmatch(behind).groups()
        if turns and re.search(r"\d \d", turns):
            raise ValueError(
                f"'{printable(part)}' has two numbers; write turns, then a chance in %"
            )
        if unit and (unit.casefold() == "round") is not status.in_rounds:
            counts = "rounds" if status.in_rounds else "its own turns"
            what = f"{name} counts {counts}, by its column 'turns'; write '{unit}s' there"
            raise ValueError(f"'{printable(part)}': {what}")
        return status, turns, chance, on
    raise ValueError(unknown(re.split(r" (?=\d)| on ", part)[0], known.statuses, "statuses"))


def names(cell, known):
    """Return the statuses that a cell lists, in their known spelling."""
    return tuple(one_of(part, known.statuses, "statuses") for part in parts(cell))


def when(cell, known):
    """Return the condition that a cell means."""
    return condition(cell, columns=[*dict.fromkeys(known.counters)], statuses=known.statuses)


def parts(cell):
    """Return the parts of a list with commas; what stands in parentheses is one."""
    found = re.split(r",(?![^()]*\))", cell)
    return [" ".join(part.split()) for part in found if part.strip()]
