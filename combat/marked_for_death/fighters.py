"""Fighters, their buffs, and teams."""

from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property

from combat.core.checks import Checked, checked_field
from combat.core.words import printable
from combat.marked_for_death.rules import FieldError, decimal, whole_number

# Wide enough for any fighter of the game, narrow enough that no battle runs out of memory.
MOST_XP = 10_000_000
MOST_HP = 10_000
MOST_AOE = 1_000
MOST_BONUS = 100  # 10,000 %
MOST_FIGHTERS = 1_000
MOST_BUFFS = 100  # of one fighter; each may be for everybody
# The least BonusToDefend after many rounds of exhaustion, far below any value that matters.
LEAST_TO_DEFEND = -20_000
_MOST_LISTED = 30  # names in a message


def _text(field, value):
    if not isinstance(value, str):
        raise FieldError(field, value, "is not text")
    for letter in value.strip():
        if not letter.isprintable():
            fault = f"holds the character U+{ord(letter):04X}, which can't be seen: delete it"
            raise FieldError(field, value, fault)
    return value.strip()


def _words(field, value):
    text = _text(field, value)
    if not text:
        raise FieldError(field, value, "is blank: it must hold a name")
    return text


def _name(field, value):
    text = _words(field, value)
    if "," in text:
        fault = "holds a comma: names must have none, because commas part them in BuffWho"
        raise FieldError(field, printable(text), fault)
    return text


def _names(field, value):
    names = value.split(",") if isinstance(value, str) else tuple(value)
    if not 0 < len(names) <= MOST_FIGHTERS:
        count = f"{len(names)} names" if names else ()
        fault = f"is out of range: it must hold at least one name and at most {MOST_FIGHTERS}"
        raise FieldError(field, count, fault)
    return tuple(_name(field, name) for name in names)


def _buffs(field, value):
    buffs = tuple(value)
    if len(buffs) > MOST_BUFFS:
        fault = f"is out of range: it must be at most {MOST_BUFFS} buffs"
        raise FieldError(field, len(buffs), fault)
    return buffs


@dataclass(frozen=True)
class Buff(Checked):
    """A bonus that a fighter gives to allies, or to himself, as long as he lives.

    who: the names of those who get it; "names that don't appear in the file ... will be
    ignored". offense and defense: added to their raw ToHit and ToDefend (0.06 is +6 %).
    FieldError (a ValueError) names the field, its value and the allowed values.

    >>> Buff("Mythic", "Dragon,Summoner,Tom", 0.06, 0.02).who
    ('Dragon', 'Summoner', 'Tom')
    """

    name: str = checked_field(_words)
    who: tuple[str, ...] = checked_field(_names)
    offense: Decimal = decimal(-MOST_BONUS, MOST_BONUS, 0)
    defense: Decimal = decimal(-MOST_BONUS, MOST_BONUS, 0)


@dataclass(frozen=True)
class Fighter(Checked):
    """One row of a roster, as written; `combat.marked_for_death.stats` computes its numbers.

    xp, bonus_xp: points; "BonusXP ... Can be positive or negative." bonus_hp: hit points
    besides the 2 that all start with; negative for wounds. bonus_to_hit, bonus_to_defend: 0.1 is
    +10 %. aoe: "the number of people that the combatant will attack each round", None if the
    cell is blank. bodyguard_for, linked_to: a name, or blank. Numbers may be int, float, Decimal
    or text, and become exact. FieldError (a ValueError) names the field, its value and the
    allowed values.

    >>> Fighter("Tom", 7001, bonus_to_hit=0.11, bodyguard_for="Summoner").total_xp
    Decimal('7001')
    >>> Fighter("Tom", 7001, bonus_xp=-8000)
    Traceback (most recent call last):
    combat.marked_for_death.rules.FieldError: xp = Decimal('7001') leaves a TotalXP of ...
    """

    name: str = checked_field(_name)
    xp: Decimal = decimal(-MOST_XP, MOST_XP)
    bonus_xp: Decimal = decimal(-MOST_XP, MOST_XP, 0)
    bonus_hp: int = whole_number(-MOST_HP, MOST_HP, 0)
    bonus_to_hit: Decimal = decimal(-MOST_BONUS, MOST_BONUS, 0)
    bonus_to_defend: Decimal = decimal(LEAST_TO_DEFEND, MOST_BONUS, 0)
    aoe: int | None = whole_number(-MOST_AOE, MOST_AOE, None)
    bodyguard_for: str = checked_field(_text, "")
    linked_to: str = checked_field(_text, "")
    buffs: tuple[Buff, ...] = checked_field(_buffs, ())

    def __post_init__(self):
        super().__post_init__()
        if self.total_xp <= 0:
            fault = f"leaves a TotalXP of {self.total_xp}: XP + BonusXP must be above 0"
            raise FieldError("xp", self.xp, f"{fault}, raise one of them")

    @property
    def total_xp(self):
        """ "TotalXP: (XP + BonusXP)"."""
        return self.xp + self.bonus_xp


@dataclass(frozen=True)
class Form:
    """The format of a team's file, so that it can be written again in the same format.

    columns: the header, in order; empty for that of the manual. delimiter: between cells.
    decimal: the decimal separator. mark: whether the file begins with the mark by which
    spreadsheets know UTF-8. line_end: after each line.

    >>> Form(delimiter=";", decimal=",").mark
    False
    """

    columns: tuple[str, ...] = ()
    delimiter: str = ","
    decimal: str = "."
    mark: bool = False
    line_end: str = "\n"


@dataclass(frozen=True)
class Team:
    """The fighters of one side, in the order of their file.

    warnings: a line for each oddity in the file. name: for messages. form: the format of its
    file. Teams are equal if their fighters are. ValueError for two fighters of one name ("MUST be
    unique").

    >>> team = Team((Fighter("Tom", 7001), Fighter("Alice", 5800)))
    >>> team["Tom"].xp, team.names
    (Decimal('7001'), ('Tom', 'Alice'))
    """

    fighters: tuple[Fighter, ...]
    warnings: tuple[str, ...] = field(default=(), compare=False)
    name: str = field(default="team", compare=False)
    form: Form = field(default=Form(), compare=False)

    def __post_init__(self):
        _set(self, "fighters", tuple(self.fighters))
        _set(self, "warnings", tuple(self.warnings))
        if len(self.names) > MOST_FIGHTERS:
            fault = f"is out of range: a team must be of at most {MOST_FIGHTERS}"
            raise ValueError(f"fighters = {len(self.names)} {fault}")
        if len(set(self.names)) < len(self.names):
            twice = next(name for name in self.names if self.names.count(name) > 1)
            raise ValueError(f"name = {twice!r} stands twice: a name must be unique in its team")

    @cached_property
    def names(self):
        """The names of the fighters, in order."""
        return tuple(fighter.name for fighter in self.fighters)

    def __getitem__(self, name):
        if name not in self.names:
            more = f" ... ({len(self.names)} in all)" if len(self.names) > _MOST_LISTED else ""
            listed = f"{', '.join(self.names[:_MOST_LISTED])}{more}"
            raise ValueError(f"name = {name!r} is not known: it must be one of {listed}")
        return self.fighters[self.names.index(name)]

    def replace(self, name, **changes):
        """Return the team with some fields of one fighter changed, for healing or "what if"."""
        changed = replace(self[name], **changes)
        fighters = (changed if fighter.name == name else fighter for fighter in self.fighters)
        return replace(self, fighters=tuple(fighters))


def _set(instance, what, value):
    object.__setattr__(instance, what, value)  # a frozen dataclass allows no other way
