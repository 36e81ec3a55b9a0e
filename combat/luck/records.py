"""Was I unlucky? Exact answers for a record of rolls."""

from dataclasses import dataclass, field

import numpy as np
import pandas as pd

from combat.core.checks import check_numbers
from combat.core.numbers import number_in
from combat.core.words import percent, printable
from combat.dice.sums import convolved
from combat.tables import TableError, content_of, read_rows, read_table

_WORDS = {
    "1": True,
    "yes": True,
    "true": True,
    "hit": True,
    "success": True,
    "0": False,
    "no": False,
    "false": False,
    "miss": False,
    "failure": False,
}


MOST_ROLLS = 300_000  # of a record: a second
_TOGETHER = 64  # rolls that are added up in arrays of many
_RAREST = 1e-290  # less at the ends of a part is left out
_MODES = ("normal", "advantage", "disadvantage")


@dataclass(frozen=True)
class Verdict:
    """How a record compares with independent rolls at the displayed chances.

    expected: the mean number of successes. at_most: the probability of as few successes or
    fewer; at_least: of as many or more. distribution: of the number of successes, 0 to rolls.
    players: a verdict for each player by name, if the record says who rolled.

    >>> verdict = unlucky([(90, False), (75, True)])
    >>> verdict.successes, verdict.expected, verdict.distribution.round(3)
    (1, 1.65, array([0.025, 0.3  , 0.675]))
    """

    rolls: int
    successes: int
    expected: float
    at_most: float
    at_least: float
    distribution: np.ndarray = field(repr=False, compare=False)
    players: dict = field(default_factory=dict, repr=False, compare=False)

    @property
    def frame(self):
        """The record in one row: rolls, successes, how likely so few or many; or a row a player."""
        if not self.players:
            return pd.DataFrame([self._row])
        rows = [{"player": name} | one._row for name, one in self.players.items()]
        return pd.DataFrame([*rows, {"player": "all"} | self._row])

    @property
    def _row(self):
        return {
            "rolls": self.rolls,
            "successes": self.successes,
            "expected": self.expected,
            "so few or fewer": self.at_most,
            "so many or more": self.at_least,
        }

    @property
    def somebody(self):
        """The exact chance that a player is as unlucky as the unluckiest; NaN without names."""
        if not self.players:
            return float("nan")
        least = min(one.at_most for one in self.players.values())
        spared = [1 - one._unluckier(least) for one in self.players.values()]
        return float(1 - np.prod(spared))

    def _unluckier(self, tail):
        """The chance that these rolls give a record whose `at_most` is `tail` or less."""
        cumulated = np.minimum(np.cumsum(self.distribution), 1)
        return float(self.distribution[cumulated <= tail * (1 + 1e-9)].sum())

    @property
    def words(self):
        """The answer to "was I unlucky?": a sentence, and for a table of players one more."""
        if len(self.players) < 2:
            return self._alone
        name = min(self.players, key=lambda player: self.players[player].at_most)
        return (
            f"All together: {self._alone} Each player: the unluckiest of {len(self.players)} is "
            f"{name}, with {percent(self.players[name].at_most)} for so few successes, or fewer. "
            f"At such a table somebody is as unlucky as that in {percent(self.somebody, 0)} of all "
            f"sessions."
        )

    @property
    def _alone(self):
        record = (
            f"{self.successes} success{'' if self.successes == 1 else 'es'} in {self.rolls} "
            f"roll{'' if self.rolls == 1 else 's'}, where {self.expected:.1f} were to be "
            f"expected"
        )
        tail, few = min((self.at_most, True), (self.at_least, False))
        so_many = "so few, or fewer" if few else "so many, or more"
        if tail > 0.1:
            return (
                f"No, your luck was ordinary: {record}. Of such records {percent(tail, 0)} have "
                f"{so_many}."
            )
        answer = "Yes, you were" if few else "No, you were"
        strength = "very " if tail < 0.01 else "a little " if tail > 0.05 else ""
        share = f"Only one such record in {1 / tail:,.0f} has" if tail > 0 else "No such record has"
        return f"{answer} {strength}{'unlucky' if few else 'lucky'}: {record}. {share} {so_many}."


def unlucky(record):
    """Return the `Verdict` on a record: the exact chance of so few or so many successes.

    record: pairs (chance in points 0..100, success), or a frame with these two columns; with a
    third column, `player`, each player has a verdict too. The number of successes of independent
    rolls with different chances is Poisson-binomial. ValueError for an empty record or a chance
    outside 0..100, or more than 300,000 rolls.

    >>> verdict = unlucky([(75, False), (75, False), (95, True)])
    >>> round(verdict.at_most, 5)
    0.08125
    >>> verdict.words
    'Yes, you were a little unlucky: 1 success in 3 rolls, where 2.5 were to be expected. ...'
    """
    pairs = record[["chance", "success"]].to_numpy() if isinstance(record, pd.DataFrame) else record
    if not len(pairs):
        raise ValueError("record = [] is out of range: it must hold at least one roll")
    if len(pairs) > MOST_ROLLS:
        raise ValueError(
            f"record = {len(pairs):,} rolls is out of range: it must hold at most {MOST_ROLLS:,}; "
            f"ask about a part of them"
        )
    shown, came = zip(*pairs, strict=True)
    unknown = [success for success in came if success not in (0, 1)]
    if unknown:
        raise ValueError(f"success = {unknown[0]!r} is out of range: it must be True or False")
    chances = check_numbers("chance", list(shown), low=0, high=100) / 100
    if np.isnan(chances).any():
        raise ValueError("chance = nan is out of range: it must be between 0 and 100")
    successes = int(sum(came))
    distribution = _poisson_binomial(chances)
    players = {}
    if isinstance(record, pd.DataFrame) and "player" in record:
        groups = record.groupby("player", sort=False)
        players = {name: unlucky(rolls.drop(columns="player")) for name, rolls in groups}
    return Verdict(
        len(chances),
        successes,
        float(chances.sum()),
        float(min(distribution[: successes + 1].sum(), 1)),
        float(min(distribution[successes:].sum(), 1)),
        distribution,
        players,
    )


def _poisson_binomial(chances):
    """The chance of each number of successes, 0 to len(chances), of rolls with these chances.

    Rolls are added up two by two, and these parts again. Without what is less than 1e-290 at both
    ends, a part of n rolls has some 40 standard deviations, not n, to be followed.
    """
    parts = [(0, part) for part in _side_by_side(chances)]
    while len(parts) > 1:
        odd = parts[len(parts) - len(parts) % 2 :]
        parts = [_added(*pair) for pair in zip(parts[::2], parts[1::2], strict=False)] + odd
    begin, part = parts[0]
    found = np.zeros(begin + len(part) + len(chances))
    found[begin : begin + len(part)] = part
    return found[: len(chances) + 1]


def _side_by_side(chances):
    """The same of each 64 rolls in turn, (parts, 65): all added up at the same time."""
    width = min(_TOGETHER, 1 << (len(chances) - 1).bit_length())
    chances = np.append(chances, np.zeros(-len(chances) % width))  # these never succeed
    parts = np.stack([1 - chances, chances], axis=1)
    while len(parts) * width > len(chances):
        one, other = parts[::2], parts[1::2]
        parts = np.zeros((len(one), 2 * one.shape[1] - 1))
        for place in range(one.shape[1]):
            parts[:, place : place + one.shape[1]] += other[:, place : place + 1] * one
    return parts


def _added(one, other):
    """Two parts added up: how many successes its first place stands for, and the chances."""
    begin, chances = one[0] + other[0], convolved(one[1], other[1])
    kept = np.flatnonzero(chances >= _RAREST)
    return begin + kept[0], chances[kept[0] : kept[-1] + 1]


def read_record(source, name=None):
    """Return a designer's table of rolls as a frame with columns chance (points) and success.

    source: a path, CSV or xlsx, or bytes with their file `name`. Columns of the table: success
    (1/0, yes/no, true/false, hit/miss), and either `chance`, the displayed chance in points, or
    `target`, which a d20 plus the modifier must reach; a natural 20 or 1 isn't special. Optional
    columns: `modifier` is added to the chance or to the d20; `mode` is normal, advantage or
    disadvantage (two rolls, the better or the worse counts); `player` becomes a column of the
    frame. Blank cells there mean 0, normal and "nobody". TableError names file, row and column;
    it is also raised for a chance such as 0.75, which would be three quarters of a percent ("0.75
    %" is), and for a success at a chance of 0.

    >>> read_record(b"chance,success\\n75,hit\\n", "mine.csv")
       chance  success
    0    75.0     True
    >>> table = b"player,target,modifier,mode,success\\nAnna,15,+4,advantage,hit\\n"
    >>> read_record(table, "table.csv")
       chance  success player
    0    75.0     True   Anna
    """
    name, content = content_of(source, name)
    given_by = _shown_by(name, content)
    by_chance, faults = given_by == "chance", []
    table = read_table(
        content,
        numeric={} if by_chance else {given_by: (-1000, 1000)},
        choices={"success": _WORDS},
        text=["player"],
        parse={"modifier": _modifier, "mode": _mode} | ({"chance": _points} if by_chance else {}),
        optional=["player", "modifier", "mode"],
        name=name,
        faults=faults,
        most=None,  # rolls are recorded by the hundred thousand
    )
    if faults:
        raise faults[0]
    record = pd.DataFrame({"chance": _chances(table), "success": table["success"]})
    _refuse_luck_at_0(record, name)
    record = record.reset_index(drop=True)
    if table["player"].any():
        record["player"] = table["player"].replace("", "nobody").to_numpy()
    return record


def _shown_by(name, content):
    """The column that gives a roll's chance: "chance", or "target" for a d20."""
    _, header, _ = read_rows(content, ["success"], name=name, most=None)
    if not header.has("target"):
        return "chance"
    if header.has("chance"):
        raise TableError(
            f"{name}, row {header.row}, column 'target': the column 'chance' is there too; keep "
            f"one of them"
        )
    return "target"


def _points(cell):
    """A chance in points, 75 or 75 %."""
    value = number_in(cell, ",") * (100 if cell.rstrip().endswith("%") else 1)
    if not 0 <= value <= 100:
        raise ValueError(f"{value:g} is out of range; write a number from 0 to 100")
    if 0 < value < 1 and "%" not in cell:
        raise ValueError(
            f"{value:g} is below 1; chances are percent here, write {100 * value:g} or {value:g} %"
        )
    return round(value, 9)


def _refuse_luck_at_0(record, name):
    lucky = record.index[(record["chance"] <= 0) & record["success"]]
    if len(lucky):
        raise TableError(
            f"{name}, row {lucky[0]}, column 'success': a success at a chance of 0 is no luck; "
            f"check the chance, the target and the modifier of this row"
        )


def _chances(table):
    """The chance of each roll in points, including its modifier and mode."""
    if "target" in table:
        needed = np.ceil(table["target"] - table["modifier"] - 1e-9)
        once = (21 - needed).clip(0, 20) / 20
    else:
        once = (table["chance"] + table["modifier"]).clip(0, 100) / 100
    better, worse = 1 - (1 - once) ** 2, once**2
    chance = once.where(
        table["mode"] == "normal", better.where(table["mode"] == "advantage", worse)
    )
    return (100 * chance).round(9)


def _modifier(cell):
    try:
        value = number_in(cell, ",") if cell else 0.0
    except ValueError:
        value = np.nan
    if not -1000 <= value <= 1000:
        raise ValueError(f"'{printable(cell)}' is not a modifier; write one such as +4 or -2")
    return value


def _mode(cell):
    mode = cell.lower() or "normal"
    if mode not in _MODES:
        raise ValueError(f"'{printable(cell)}' is not known; write one of {', '.join(_MODES)}")
    return mode
