"""A charter's claims as functions of the numbers of its units: what a change leaves is kept."""

import math
from collections import Counter
from dataclasses import replace
from functools import cache, cached_property, partial

import numpy as np

from combat.charter.claim import Exact
from combat.charter.judging import fought, judge, judged
from combat.charter.verdicts import Verdicts
from combat.core.own_code import called

_BATTLES = 60  # of a sampled claim while searching, in pairs
_SEARCH = 1  # added to the seed of the last judgement, so that the search has other luck
_CHUNK = 2000  # questions whose duels are computed side by side
_SAME = 1e-12
_MOST_KEPT = 1000  # answers about games that were judged one after another
ENDS = "at_least", "at_most"


class Asked:
    """Claims, their verdicts as the game stands, and their margins where numbers are changed.

    A point is a tuple of changes, pairs (`Number`, `Step`). A margin is as of a `Claim`.
    """

    def __init__(self, claims, *, seed=0, error=0.05, known=None):
        self.claims, self.seed, self.error, self._kept = list(claims), seed, error, known
        questions = [claim.question for claim in self.claims]
        files = Counter(one.file for one in questions if one is not None)
        if not files:
            raise ValueError("no promise is about numbers of units: there is nothing to change")
        self.file = max(files, key=files.get)
        self.questions = [one if one and one.file == self.file else None for one in questions]
        first = next(one for one in self.questions if one)
        self.place = first.place
        self.units = self.place.kept["units", *self.file]
        self._known, self._games, self.touched = {}, {(): self.units}, cache(self.touched)
        self._answers = [cache(partial(called, one.answer)) for one in self.claims]
        self._lasting = self._place()

    @cached_property
    def verdicts(self):
        """The `Verdicts` on the claims as the game stands."""
        return judge(self.claims, seed=self.seed, error=self.error, known=self._kept)

    def judging(self):
        """Yield ("promises", done, total) while `verdicts` are made."""
        if "verdicts" in vars(self):
            return
        found, total = {}, len(self.claims)
        yield "promises", 0, total
        how = {"seed": self.seed, "error": self.error, "known": self._kept}
        for place, verdict in judged(self.claims, **how):
            found[place] = verdict
            yield "promises", len(found), total
        self.verdicts = Verdicts(tuple(found[place] for place in range(total)), self.error)

    @cached_property
    def sampled(self):
        """The places of the claims that battles answer."""
        return {at for at, one in enumerate(self.verdicts) if one.method == "sampled"}

    @cached_property
    def slow(self):
        """The places of the claims that aren't asked side by side."""
        python = {at for at, one in enumerate(self.claims) if one.system == "python"}
        return self.sampled | python

    @cached_property
    def broken(self):
        """The places of the claims that don't hold."""
        return [at for at, one in enumerate(self.verdicts) if one.verdict != "holds"]

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
        changed = self._moved(number)
        return {at for at, one in enumerate(self.questions) if _depends(one, changed)}

    def _moved(self, number):
        """The units that differ when a number does: those that know a status share its numbers."""
        other = self.game(((number, number.steps[0]),))
        return {one.name for one in self.units if other[one.name] is not one}

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
        new = dict.fromkeys(key for row in keys for key in row if key not in self._known)
        new = sorted(new, key=lambda key: [one[0].name for one in key[1]])
        for start in range(0, len(new), _CHUNK):
            self._ask(new[start : start + _CHUNK])
        found = [self._known[key] for row in keys for key in row]
        return np.array(found, float).reshape(len(points), len(places))

    def _ask(self, keys):
        """Ask some claims at some changes, those of one place of its own side by side."""
        places, asked = {}, []
        for at, changes in keys:
            if not changes:
                self._known[at, changes] = self.verdicts[at].value
                continue
            # Units that know one status with different numbers can't be computed together.
            apart = tuple(one for one in changes if ": " in one[0].column)
            if apart not in places:
                places[apart] = self._place()
            try:
                made = self.questions[at].by(self.game(changes), places[apart])
            except Exception:  # a designer's own code may raise any
                self._known[at, changes] = math.nan
                continue
            asked.append((at, changes, made))
        for at, changes, answer in asked:
            self._known[at, changes] = self._answered(at, answer)

    def _answered(self, at, answer):
        try:
            found = answer()
            if isinstance(found, Exact):
                return float(found.value)
            seed = self.seed + _SEARCH, at, 0
            (values, counts), *_ = fought(found.play, found.mirrored, seed, _BATTLES)
        except Exception:
            return math.nan
        return float(values @ counts / counts.sum())

    def forget(self):
        """Forget the changed games, of which a long search makes many."""
        self._games = {point: game for point, game in self._games.items() if len(point) < 2}

    def look_at(self, numbers):
        """Ask what the ends of some numbers of one unit do to its duels, side by side."""
        places = sorted(set().union(*map(self.touched, numbers)) - self.slow)
        pairs = [at for at in places if self.questions[at].names is not None]
        ends = [((one, step),) for one in numbers for step in (one.steps[0], one.steps[-1])]
        self.values(ends, pairs)

    def moves(self, number):
        """Return the places of the claims that an end of a number moves; slow ones if touched."""
        touched = self.touched(number)
        slow, exact = touched & self.slow, touched - self.slow
        of_all = {at for at in exact if self.questions[at].names is None}
        found = self._at_the_ends(number, exact - of_all)
        # A number that moves a duel moves what is said of all units together.
        return found | slow | (of_all if found else self._at_the_ends(number, of_all))

    def _at_the_ends(self, number, places):
        places = sorted(places)
        ends = [((number, step),) for step in (number.steps[0], number.steps[-1])]
        found, now = self.values(ends, places), self.values([()], places)
        with np.errstate(invalid="ignore"):
            moved = ~(np.abs(found - now) <= _SAME) & (found != now)
        return {at for at, one in zip(places, moved.any(axis=0), strict=True) if one}

    def verdicts_by(self, units):
        """Return the `Verdicts` by other units, as if the charter were read beside them.

        Claims and duels that the change leaves alone are kept from call to call.
        """
        if len(self._lasting.kept) > _MOST_KEPT:
            self._lasting = self._place()
        changed = {one.name for one in self.units if units[one.name] is not one}
        claims = []
        for at, claim in enumerate(self.claims):
            again = _depends(self.questions[at], changed)
            answer = self._by(at, units, self._lasting) if again else self._answers[at]
            claims.append(replace(claim, answer=answer))
        return judge(claims, seed=self.seed, error=self.error, known=self._kept)

    def judged(self, point):
        """Return the `Verdicts` at a point: those it touches anew, sampled ones by other luck."""
        places = sorted(set().union(*(self.touched(number) for number, _ in point)))
        game, place = self.game(point), self._place()
        asked = [replace(self.claims[at], answer=self._by(at, game, place)) for at in places]
        many = sum(at in self.sampled for at in places)
        error = self.error * max(1, many) / max(1, len(self.sampled))
        how = {"seed": self.seed + 2 * _SEARCH, "error": min(error, self.error)}
        found = dict(enumerate(self.verdicts)) | dict(zip(places, judge(asked, **how), strict=True))
        return Verdicts(tuple(found[at] for at in range(len(found))), self.error)

    def _by(self, at, units, place):
        """A function that answers a claim by other units, or says what they don't allow."""
        try:
            return self.questions[at].by(units, place)
        except ValueError as error:
            return _raising(error)


def _depends(question, changed):
    """Whether what a claim asks depends on one of the changed units."""
    return question is not None and (question.names is None or bool(question.names & changed))


def _raising(error):
    def answer():
        raise error

    return answer
