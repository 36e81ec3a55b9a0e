"""A charter's claims as functions of the numbers of its units: what a change leaves is kept."""

import math
from collections import Counter
from dataclasses import replace
from functools import cache, cached_property, partial

import numpy as np

from combat.charter.claim import Exact
from combat.charter.judging import fought, judge
from combat.charter.verdicts import Verdicts
from combat.core.own_code import called

_BATTLES = 60  # of a sampled claim while searching, in pairs
_SEARCH = 1  # added to the seed of the last judgement, so that the search has other luck
_CHUNK = 2000  # questions whose duels are computed side by side
_SAME = 1e-12
_MOST_KEPT = 1000  # answers about games that were judged one after another


class Query:
    """Claims, their verdicts as the game stands, and their margins where numbers are changed.

    A point is a tuple of changes, pairs (`Number`, `Step`). A margin is as of a `Claim`. known: as
    of `judge`.
    """

    def __init__(self, claims, *, seed=0, error=0.05, known=None):
        self.claims, self._values = list(claims), {}
        self._judging = {"seed": seed, "error": error, "known": known}
        questions = [claim.question for claim in self.claims]
        files = Counter(one.file for one in questions if one is not None)
        if not files:
            raise ValueError("no promise is about numbers of units: there is nothing to change")
        self.file = max(files, key=files.get)
        if any(one and one.row.given.get("against") == self.file[0] for one in questions):
            raise ValueError(f"a row is against {self.file[0]}, which changes: turn the row round")
        self.questions = [one if one and one.file == self.file else None for one in questions]
        self.place = next(one.place for one in self.questions if one)
        self.units = self.place.kept["units", *self.file]
        self.touched, self._games = cache(self.touched), {(): self.units}
        self._answers = [cache(partial(called, one.answer)) for one in self.claims]
        self._lasting = self._place()

    @cached_property
    def verdicts(self):
        """The `Verdicts` on the claims as the game stands."""
        return self.judge()

    def judge(self, progress=None):
        """Return the `verdicts`; progress: as of `judge`, while they are made."""
        if "verdicts" not in vars(self):
            self.verdicts = judge(self.claims, progress=progress, **self._judging)
        return self.verdicts

    @cached_property
    def sampled(self):
        """The places of the claims that battles answer."""
        return {at for at, one in enumerate(self.verdicts) if one.method == "sampled"}

    @cached_property
    def slow(self):
        """The places of the claims that aren't asked side by side."""
        return self.sampled | {at for at, one in enumerate(self.claims) if one.system == "python"}

    @cached_property
    def broken(self):
        """The places of the claims that don't hold, those of single units first."""
        wrong = [at for at, one in enumerate(self.verdicts) if one.verdict != "holds"]
        return sorted(wrong, key=self.of_all)

    def of_all(self, at):
        """Return whether a claim is about all units together."""
        return self.questions[at] is None or self.questions[at].names is None

    @property
    def fixed(self):
        """The claims in which no number of these units counts."""
        return [self.claims[at] for at, one in enumerate(self.questions) if one is None]

    def game(self, point):
        """Return the units with the changes of a point."""
        if point not in self._games:
            *others, (number, step) = point
            game = self.game(tuple(others))
            self._games[point] = game.changed(number.unit, **{number.column: step.value})
        return self._games[point]

    def _place(self):
        """A place in which questions of changed units are computed side by side."""
        kept = {key: one for key, one in self.place.kept.items() if key[0] in ("rules", "changed")}
        return replace(self.place, changes=True, kept=kept)

    def touched(self, number):
        """Return the places of the claims that a change of a number may touch."""
        found = self._depending(self.game(((number, number.steps[0]),)))
        if number.unit in self.units.items:  # which bare units don't carry
            found = {at for at in found if self.questions[at].carries}
        return found

    def _depending(self, units):
        """The places of the claims that depend on what differs in other units."""
        # Those that know a status share its numbers, so several units may differ.
        changed = {one.name for one in self.units if units[one.name] is not one}
        return {
            at
            for at, one in enumerate(self.questions)
            if one is not None and (one.names is None or one.names & changed)
        }

    def margins(self, points, places):
        """Return the margins at some points of the claims at some places: (points, places)."""
        values = self.values(points, places)
        columns = [self.claims[at].margin(one) for at, one in zip(places, values.T, strict=True)]
        return np.stack(columns, axis=1) if columns else values

    def values(self, points, places):
        """Return the values at some points of claims at some places; NaN for a fault."""
        # Only claims that a change touches are asked, each once for the changes that touch it.
        touched = {number: self.touched(number) for point in points for number, _ in point}
        keys = [
            [(at, tuple(one for one in point if at in touched[one[0]])) for at in places]
            for point in points
        ]
        new = dict.fromkeys(key for row in keys for key in row if key not in self._values)
        new = sorted(new, key=lambda key: [one[0].name for one in key[1]])
        for start in range(0, len(new), _CHUNK):
            self._ask(new[start : start + _CHUNK])
        found = [self._values[key] for row in keys for key in row]
        return np.array(found, float).reshape(len(points), len(places))

    def _ask(self, keys):
        """Ask some claims at some changes, those of one place of its own side by side."""
        places, answers = {}, []
        for at, changes in keys:
            if not changes:
                self._values[at, changes] = self.verdicts[at].value
                continue
            # Units that know one status with different numbers can't be computed together.
            apart = tuple(one for one in changes if ": " in one[0].column)
            if apart not in places:
                places[apart] = self._place()
            answers.append((at, changes, self._by(at, self.game(changes), places[apart])))
        for at, changes, answer in answers:
            self._values[at, changes] = self._value(at, answer)

    def _by(self, at, units, place):
        """A function that answers a claim by other units, or says what they don't allow."""
        try:
            return self.questions[at].by(units, place)
        except Exception as error:  # a designer's own code may raise any
            return partial(_fail, error)

    def _value(self, at, answer):
        try:
            found = answer()
            if isinstance(found, Exact):
                return float(found.value)
            seed = self._judging["seed"] + _SEARCH, at, 0
            (values, counts), *_ = fought(found.play, found.mirrored, seed, _BATTLES)
        except Exception:
            return math.nan
        return float(values @ counts / counts.sum())

    def moves(self, number):
        """Return the places of the claims that an end of a number moves; slow ones if touched."""
        touched = self.touched(number)
        slow, of_all = touched & self.slow, {at for at in touched - self.slow if self.of_all(at)}
        found = self._at_the_ends(number, touched - slow - of_all)
        # A number that moves a duel moves what is said of all units together.
        return found | slow | (of_all if found else self._at_the_ends(number, of_all))

    def _at_the_ends(self, number, places):
        places = sorted(places)
        now, *ends = self.values([(), *number.ends], places)
        with np.errstate(invalid="ignore"):
            moved = [~(np.abs(end - now) <= _SAME) & (end != now) for end in ends]
        return {at for at, one in zip(places, np.any(moved, axis=0), strict=True) if one}

    def verdicts_by(self, units):
        """Return the `Verdicts` by other units, as if the charter were read beside them.

        Claims and duels that the change leaves alone are kept from call to call.
        """
        if len(self._lasting.kept) > _MOST_KEPT:
            self._lasting = self._place()
        answers = list(self._answers)
        for at in self._depending(units):
            answers[at] = self._by(at, units, self._lasting)
        pairs = zip(self.claims, answers, strict=True)
        return judge([replace(claim, answer=one) for claim, one in pairs], **self._judging)

    def judged(self, point):
        """Return the `Verdicts` at a point: those it touches anew, sampled ones by other luck."""
        game, place = self.game(point), self._place()
        places = sorted(self._depending(game))
        claims = [replace(self.claims[at], answer=self._by(at, game, place)) for at in places]
        # Each sampled one has the share of the error that it has among all.
        share = max(1, len(self.sampled.intersection(places))) / max(1, len(self.sampled))
        error = self._judging["error"] * share
        found = judge(claims, seed=self._judging["seed"] + 2 * _SEARCH, error=error)
        return Verdicts.of(dict(enumerate(self.verdicts)) | dict(zip(places, found, strict=True)))


def _fail(error):
    raise error
