"""How many of a foe make an encounter as hard as wanted: a search by count."""

from bisect import bisect_left
from functools import cache, partial
from itertools import product

import pandas as pd

from combat.core.checks import check_numbers, check_whole
from combat.core.words import each_of, printable
from combat.units.battles.armies import SIDES, Army, army_of, match_up
from combat.units.battles.encounters import NEAR, encounter, lost_by
from combat.units.rules import PLAIN
from combat.units.sheets.roster import Units

_LOOK, _TOLD = 400, (4000, 16_000, 64_000)  # battles to look where the count is, and to say it
_BLOWS = 20_000_000  # of the battles of one count: some 3 s
_COLUMNS = ["count", "chance", "low", "high", "at one more", "sure", "lost if won", "method"]


def how_many(
    party, foes, rules=PLAIN, *, units=None, aim=0.7, most=100, battles=None, seed=0, **how
):
    """Return how many of each foe a party beats with at least a chance: a frame by foe.

    party: as an army of `battle`. foes: `Units`, or names of `units`, or a pattern such as
    "Goblin *". aim: the chance to win, from 0 to 1. Columns: count, the greatest number up to
    `most`, 0 for none; chance, to beat so many, with low and high, the ends of its 95 % interval;
    at one more, the chance to beat one more; sure, whether both intervals lie clear of the aim;
    lost if won, how many of the party fall in a battle that it wins; method, "exact", or how many
    battles were fought with dice.

    It takes for granted that one more foe is never easier, as is so where nothing asks how many
    there are; attrs["notes"] names the actions that do, beside `Odds.notes`. It looks where the
    count is with 400 battles, and then solves that count and the next exactly, or fights 4,000
    battles of each, and up to 64,000 until it is sure; battles: how many instead. All else as for
    `battle`. ValueError for a number out of range, for nobody in the party, and as there.

    >>> from combat.units import Unit, Units
    >>> knight = Unit("Knight", hp=20, attack=12, defense=10, damage="1d8")
    >>> units = Units([knight, Unit("Imp", hp=6, attack=10, defense=8, damage="1d4")])
    >>> found = how_many({"Knight": 1}, "Imp", units=units)
    >>> found[["count", "chance", "at one more", "method"]].round(3)
         count  chance  at one more method
    foe
    Imp      2   0.863        0.411  exact
    """
    aim = float(check_numbers("aim", aim, low=0, high=1))
    most = int(check_whole("most", most, low=1))
    party, known = army_of(party, units), _foes_of(foes, units)
    if not len(party):
        raise ValueError("the party has nobody: give at least one fighter")
    rows, notes = {}, dict.fromkeys(_asking(party.units, known))
    for foe in known:
        meeting = Meeting(party, foe, {"rules": rules, **how}, battles, seed)
        rows[foe.name], told = meeting.row(aim, most)
        notes |= dict.fromkeys(told)
    found = pd.DataFrame.from_dict(rows, "index", columns=_COLUMNS).rename_axis("foe")
    found.attrs["notes"] = tuple(notes)
    return found


def _foes_of(foes, units):
    if isinstance(foes, Units):
        return [*foes]
    known, words = units.names if units else (), [foes] if isinstance(foes, str) else foes
    names = [name for word in words for name in each_of(word, known, "the units that are given")]
    return [units[name] for name in dict.fromkeys(names)]


def _asking(party, foes):
    """Sentences on the actions that ask how many foes there are, or how many are left of them."""
    for unit, word in (*product(party, ["foes"]), *product(foes, ["allies"])):
        for action in unit.actions:
            if action.when and any(one[2] == word for one in action.when.nodes("column")):
                yield (
                    f"{printable(unit.name)}: '{printable(action.name)}' asks for {word}, so one "
                    f"more foe may be easier: a greater count may be beaten, too."
                )


class Meeting:
    """A party that meets so many of a foe; the `odds` of each count are computed once."""

    def __init__(self, party, foe, how, battles, seed=0):
        self._how, self._given, self._seed = how, battles, seed
        self._armies = lambda count: (party, Army(((foe, count),)))
        self._met = cache(lambda count: match_up(*self._armies(count), **how))
        self._exact = cache(lambda count: self._met(count).exact())
        self._fought = cache(lambda count, many: self._met(count).odds(SIDES, many, seed))

    def odds(self, count, battles=_LOOK):
        """The `Odds` of the party against so many; exactly, if that can be done, but for a look."""
        if self._given:
            return self._fought(count, self._given)
        if battles != _LOOK:
            battles = min(battles, max(_LOOK, int(_BLOWS // max(self._met(count).blows, 1))))
            return self._exact(count) or self._fought(count, battles)
        return self._fought(count, battles)

    def row(self, aim, most):
        """The row of the foe, as `how_many` says it, and the notes of its battles."""
        count = self._near(aim, most)
        for battles in [self._given] if self._given else _TOLD:
            odds = partial(self.odds, battles=battles)
            while count and not _beaten(odds(count), aim):
                count -= 1
            while count < most and _beaten(odds(count + 1), aim):
                count += 1
            more, _, highest = _told(odds(count + 1))
            chance, low, high = _told(odds(count)) if count else (1.0, 1.0, 1.0)
            if sure := low + NEAR >= aim and (highest < aim or count == most):
                break
        lost = self._lost(odds(count), count) if count else 0.0
        found = [odds(number) for number in (count, count + 1) if number]
        told = dict.fromkeys(f"{one.fights:,} battles" if one.fights else "exact" for one in found)
        row = count, chance, low, high, more, bool(sure), lost, " and ".join(told)
        return row, found[-1].notes

    def _near(self, aim, most):
        """About how many are beaten: twice as many until they aren't, then by halves."""

        def lost(count):
            return not _beaten(self.odds(count), aim)

        twice = (2**power for power in range(most.bit_length()))
        return bisect_left(range(1, next(filter(lost, twice), most) + 1), True, key=lost)

    def _lost(self, odds, count):
        """How many of the party fall in a battle that it wins."""
        if (lost := lost_by(self._met(count), odds)) is not None:
            return lost[1]
        many = odds.fights and min(odds.fights, _TOLD[0])
        told = encounter(*self._armies(count), battles=many, seed=self._seed, **self._how)
        return told.attrs["lost_if_won"]


def _beaten(odds, aim):
    return odds.first + NEAR >= aim


def _told(odds):
    """The chance that the first wins, with the ends of its 95 % interval."""
    return tuple(map(float, (odds.first, *odds.interval(odds.first))))
