"""Teams for a budget: which ones informed players field, and what each unit adds to its team."""

from copy import copy
from dataclasses import dataclass

import numpy as np
import pandas as pd

from combat.core.checks import check_numbers, check_whole
from combat.core.words import percent
from combat.questions import seek
from combat.ranking import LadderAndCircle, equilibrium, ladder_and_circle
from combat.units.battles.armies import match_up
from combat.units.battles.many import even_scores
from combat.units.rules import PLAIN

MOST_TEAMS = 2000
_LOOKS = (20, 80, 320)  # battles of a pair, of all teams, of the best, of the best of these
_MOST = 1280  # the same of those that decide, unless another number is given
_KEPT = (60, 20, 8)  # how many teams are looked at again
_FEW = 20  # so many teams are all looked at closely
_QUICK = 50_000  # steps of a battle that is solved rather than fought 1,280 times
_ROUNDS = 30
_NEAR = 1e-9
# What a unit adds: against so many teams, in so many teams with it, beside so many others each.
_OPPONENTS, _WITH, _OTHERS = 16, 30, 4
_BATCHES, _T = 8, 2.365  # with dice of their own; 95 % of their means are off by less errors


@dataclass(frozen=True, eq=False, repr=False)
class Teams:
    """What informed players field; printed, it is a sentence.

    fielded: a frame by team: weight in the best mix; score against the mix, with low and high, the
    ends of its 95 % interval. units: a frame by unit: share, how much of the mix has it; cost, by
    how much the game is worth less than a half to who alone may not field it, with low and high;
    without, the team most fielded then. scores: of all teams that were tried against each other;
    rosters, who is in each, {team: {unit: count}}.
    circle: the `LadderAndCircle` of these, None of a single one. best: the best score that any team
    was found to have against the mix, with best_high. battles: how many were fought; teams: how
    many teams there are; sure: whether no team beats the mix by more than dice leave open.
    """

    fielded: pd.DataFrame
    units: pd.DataFrame
    scores: pd.DataFrame
    rosters: dict
    circle: LadderAndCircle | None
    best: float
    best_high: float
    battles: int
    teams: int
    sure: bool

    def __repr__(self):
        shares = [f"{name} {percent(one, 0)}" for name, one in self.fielded["weight"].items()]
        more = f", and {len(shares) - 4} more" * (len(shares) > 4)
        found = "no team is found to beat it by more than dice leave open"
        end = found if self.sure else "the search stopped before it was sure"
        return (
            f"{', '.join(shares[:4])}{more}, of {self.teams:,} teams; {end}: the best scores "
            f"{percent(self.best)}, at most {percent(self.best_high)} ({self.battles:,} battles)."
        )


def teams(units, budget, rules=PLAIN, *, most=5, battles=None, seed=0, progress=None, **how):
    """Return the `Teams` that informed players field: of at most so many, for a budget.

    A team costs what its units do, and one that could take another unit isn't looked at. The mix is
    that of `combat.ranking.equilibrium`, found by double oracle: the best mix of a few teams, then
    the team that does best against it joins them, until none does better than dice leave open. All
    teams are looked at with 20 battles, the best with up to 1,280, of which small ones are solved
    exactly instead; battles: the most of a pair, and none is solved. What banning costs is the same
    with one player alone forbidden the unit; its interval spans the best that either side was found
    to do. how: targeting and max_rounds, as for `battle`. progress: called as progress(done, most)
    rounds. ValueError for a unit without a cost, and for more than 2,000 teams.

    >>> from combat.units import Rules, Unit, Units
    >>> imp = Unit("Imp", hp=2, attack=9, defense=9, damage=1, cost=1)
    >>> units = Units([imp, imp.changed(name="Ogre", hp=9, cost=2)])
    >>> found = teams(units, 2, battles=80)
    >>> found.fielded.index.tolist(), found.units["share"].tolist()
    (['1 Ogre'], [0.0, 1.0])
    """
    known, banned = _with_bans(units, budget, most)
    look = _Scores(known, rules, units, battles, seed, how)
    every = np.array(banned[None])
    sample = np.unique(np.linspace(0, len(every) - 1, 7).astype(int))
    start = [int(look.of(every, sample, 0)[0].mean(axis=1).argmax())]
    mine = _Play(look, every, every, start, start)
    mine.search(progress)
    anew = mine.confirm()
    rows = {name: _banned(name, mine, np.array(banned[name], int)) for name in units.names}
    frame = pd.DataFrame.from_dict(rows, "index").rename_axis("unit")
    tried = [look.names[one] for one in mine.some]
    scores = pd.DataFrame(look.of(mine.some, mine.some, 0)[0], tried, tried)
    circle = ladder_and_circle(scores, triples=1) if len(tried) > 1 else None
    rosters = {look.names[one]: known[one] for one in mine.some}
    ends = mine.best, mine.best_high, look.battles, len(every), mine.sure
    return Teams(_fielded(mine.mix, anew), frame, scores, rosters, circle, *ends)


def adds(
    units, budget, rules=PLAIN, *, names=None, most=5, battles=40, seed=0, progress=None, **how
):
    """Return what each unit adds to its team: a frame by unit.

    Of each team with it, what it scores less the mean of the same teams with what its cost buys
    else: whoever else fits in its place. Columns: adds, the mean of that over teams, with low and
    high, the ends of its 95 % interval by dice; teams, how many were asked. A score is the mean
    against 16 teams, spread over all, in `battles` battles each; of many teams with a unit 30 are
    asked, each beside at most four others. names: of the units that are asked for. NaN where
    nothing else can be bought. All else, and ValueError, as for `teams`.

    >>> from combat.units import Unit, Units
    >>> imp = Unit("Imp", hp=2, attack=9, defense=9, damage=1, cost=1)
    >>> adds(Units([imp, imp.changed(name="Ogre", hp=9, cost=2)]), 3)["adds"].gt(0).to_dict()
    {'Imp': False, 'Ogre': True}
    """
    known, names = every_team(units, budget, most), units.names if names is None else names
    counts = np.array([[team.get(name, 0) for name in units.names] for team in known])
    asked = [_in_its_place(counts, units.names.index(name)) for name in names]
    used = np.flatnonzero(np.any([share for share, _ in asked], axis=0))
    others = _spread(len(known), _OPPONENTS)
    pairs = [(one, other) for one in used.tolist() for other in others]
    armies = [(known[one], known[other]) for one, other in pairs]
    look, found = _Scores(known, rules, units, None, seed, how), []
    same, each = np.array([one == other for one, other in pairs]), -(-battles // _BATCHES)
    for batch in range(_BATCHES):
        scores = np.where(same, 0.5, look.fought(armies, each, batch)).reshape(
            len(used), len(others)
        )
        found.append([share[used] @ scores.mean(axis=1) for share, _ in asked])
        if progress is not None:
            progress(batch + 1, _BATCHES)
    many = np.array([many for _, many in asked])
    found = np.where(many, found, np.nan)
    mean, off = found.mean(axis=0), _T * found.std(axis=0, ddof=1) / _BATCHES**0.5
    columns = {"adds": mean, "low": mean - off, "high": mean + off, "teams": many}
    return pd.DataFrame(columns, pd.Index(names, name="unit"))


def _spread(many, most):
    """Up to so many places, spread evenly over all."""
    return np.unique(np.linspace(0, many - 1, min(many, most)).astype(int)).tolist()


def _in_its_place(counts, unit):
    """How much each team counts for what a unit adds, and for how many teams with it."""
    share, many = np.zeros(len(counts)), 0
    having = np.flatnonzero(counts[:, unit])
    for team in having[_spread(len(having), _WITH)] if len(having) else ():
        rest = counts[team] - (np.arange(counts.shape[1]) == unit)
        others = np.flatnonzero((counts >= rest).all(axis=1) & (counts[:, unit] == rest[unit]))
        if len(others):
            others = others[_spread(len(others), _OTHERS)]
            share[team] += 1
            share[others] -= 1 / len(others)
            many += 1
    return share / max(many, 1), many


def fair_cost(units, name, budget, rules=PLAIN, *, low, high, whole=True, **how):
    """Return the `Answer` of `seek`: at which cost a unit adds nothing that others wouldn't.

    low, high: the costs between which it is sought. whole: whether only whole costs will do. All
    else as for `adds`; ValueError as there, and if none of the costs has a result.
    """

    def added(cost):
        changed = units.changed(name, cost=cost)
        row = adds(changed, budget, rules, names=[name], **how).loc[name]
        return row["adds"], row["low"], row["high"]

    return seek(added, 0, low, high, whole=whole, falling=True, looks=9)


def every_team(units, budget, most=5):
    """Return all teams that no further unit could join: dicts name -> count.

    ValueError for a unit without a cost, a budget that buys nobody, and for more than 2,000 teams.
    """
    budget = float(check_numbers("budget", budget, low=0, open_low=True))
    most = int(check_whole("most", most, low=1, high=100))
    costs = {unit.name: unit.role("cost") for unit in units}
    for name, cost in costs.items():
        if not cost > 0:
            raise ValueError(f"{name}: cost = {cost:g} buys no team: write one above 0")
    names, found = list(costs), []
    least = min(costs.values())
    if not budget + _NEAR >= least:
        raise ValueError(f"budget = {budget:g} buys nobody: the cheapest unit costs {least:g}")

    def join(team, size, left, at):
        if size == most or left + _NEAR < least:
            found.append(team)
            if len(found) > MOST_TEAMS:
                raise ValueError(f"more than {MOST_TEAMS:,} teams: take fewer units, or most=3")
            return
        for place in range(at, len(names)):
            if (name := names[place]) and costs[name] <= left + _NEAR:
                join(team | {name: team.get(name, 0) + 1}, size + 1, left - costs[name], place)

    join({}, 0, budget, 0)
    return found


def _with_bans(units, budget, most):
    """All teams, and the places of those that nobody can join, {who alone is banned: places}."""
    known, places = {}, {}
    for banned in (None, *units.names):
        rest = [unit for unit in units if unit.name != banned]
        may = banned is None or any(unit.role("cost") <= budget + _NEAR for unit in rest)
        made = every_team(rest, budget, most) if may else []
        at = [known.setdefault(tuple(team.items()), (len(known), team))[0] for team in made]
        places[banned] = at
    return [team for _, team in known.values()], places


class _Scores:
    """What is known of teams against each other: sums of scores, and counts of battles."""

    def __init__(self, teams, rules, units, battles, seed, how):
        self.teams, self.names = teams, list(map(_text_of, teams))
        self.battles, self._rules, self._seed, self._exact = 0, rules, (seed, 0), battles is None
        self._how = {"units": units} | how
        last = int(check_whole("battles", _MOST if battles is None else battles, low=1))
        self.looks = [*(min(one, last) for one in _LOOKS), last]
        self._sums, self._counts = np.zeros((2, len(teams), len(teams)))

    def anew(self):
        """The same with other dice: what was chosen by its luck has none there."""
        other, solved = copy(self), np.isinf(self._counts)
        other.battles, other._seed = 0, (self._seed[0], 1)
        other._sums, other._counts = self._sums * solved, np.where(solved, np.inf, 0)
        return other

    def of(self, some, others, look=-1):
        """The scores of some teams against others, and their standard errors; look: how closely."""
        cells = np.ix_(some, others)
        for stage, battles in enumerate(self.looks[: look % len(self.looks) + 1]):
            new = np.argwhere(self._counts[cells] < battles)
            pairs = {tuple(sorted((some[one], others[two]))) for one, two in new.tolist()}
            self._fight(sorted(pair for pair in pairs if pair[0] != pair[1]), stage)
        counts, sums = self._counts[cells], self._sums[cells]
        same = np.equal.outer(some, others)
        near = (sums + 2) / (counts + 4)
        score = np.where(same, 0.5, np.where(np.isinf(counts), sums, sums / np.maximum(counts, 1)))
        with np.errstate(invalid="ignore"):
            error = np.sqrt(near * (1 - near) / np.maximum(counts, 1))
        return score, np.where(same | np.isinf(counts), 0, error)

    def _fight(self, pairs, stage):
        """Let pairs fight up to the battles of a stage; each has the dice of its stage."""
        battles = self.looks[stage] - (self.looks[stage - 1] if stage else 0)
        if stage == len(self.looks) - 1 and self._exact:
            pairs = [pair for pair in pairs if not self._solve(*pair)]
        armies = [(self.teams[one], self.teams[other]) for one, other in pairs]
        score = self.fought(armies, battles, stage) if pairs else []
        for (one, other), mine in zip(pairs, score, strict=True):
            for at, points in (((one, other), mine), ((other, one), 1 - mine)):
                self._sums[at] += points * battles
                self._counts[at] += battles

    def fought(self, armies, battles, stage):
        """The scores of some pairs of armies in so many battles by the dice of a stage."""
        seed, anew = self._seed
        dice = np.random.SeedSequence(seed, spawn_key=(anew, stage)).generate_state(1)[0]
        self.battles += len(armies) * battles
        return even_scores(armies, self._rules, battles=battles, seed=int(dice), **self._how)

    def _solve(self, one, other):
        """Whether a pair is solved exactly, where that takes less than to fight it."""
        met = match_up(self.teams[one], self.teams[other], self._rules, **self._how)
        found = None if met.by_turns else met.exact(quick=_QUICK)
        if found is not None:
            for at, score in (((one, other), found.score), ((other, one), 1 - found.score)):
                self._sums[at], self._counts[at] = score, np.inf
        return found is not None


class _Play:
    """Two players who choose teams among rows and columns: their best mixes, by double oracle.

    After `search`: mix, other, {team: weight}; sure, whether no team is left that does better.
    After `confirm`, by other dice: value of the first's mix; the best score that one of its teams
    has against the other's, with best_high, and the least that the mix has against any, `least`.
    """

    def __init__(self, look, rows, columns, some, others):
        self.look, self.rows, self.columns = look, rows, columns
        self.some, self.others = [*some], [*others]
        self._alike = rows is columns

    def search(self, progress=None):
        """Let the best teams join until none does better than dice leave open."""
        for done in range(_ROUNDS):
            self._mix()
            new = self._joining(self.other, self.rows, self.some, self.value)
            self.some += new
            if self._alike:
                self.others = self.some
            else:
                more = self._joining(self.mix, self.columns, self.others, 1 - self.value)
                self.others, new = self.others + more, new + more
            if progress is not None:
                progress(done + 1, _ROUNDS)
            if not new:
                break
        self.sure = not new

    def _joining(self, mix, among, known, value):
        """The team that does better against a mix than its value, as a list, or none."""
        best, scores, errors = self._answers(self.look, mix, self._near(mix, among))[0]
        return [best] if scores - errors > value + _NEAR and best not in known else []

    def confirm(self):
        """Look at what was found with other dice."""
        look, mixes = self.look.anew(), ([*self.mix], [*self.other])
        weights = [np.array([*mix.values()]) for mix in (self.mix, self.other)]
        self.value = float(weights[0] @ look.of(*mixes)[0] @ weights[1])
        mine, theirs = (
            self._answers(look, mix, self._near(mix, among))
            for mix, among in ((self.other, self.rows), (self.mix, self.columns))
        )
        self.best = mine[0][1]
        self.best_high = max(score + off for _, score, off in mine)
        self.least = 1 - max(score + off for _, score, off in theirs)
        self.look.battles += look.battles
        return look

    def _mix(self):
        """The best mixes, {team: weight}, and the value of the first."""
        found, _ = self.look.of(self.some, self.others)
        if found.shape == (1, 1):
            self.mix, self.other = {self.some[0]: 1.0}, {self.others[0]: 1.0}
            self.value = float(found[0, 0])
            return
        others = self.some if self._alike else [f"{one} " for one in self.others]
        best = equilibrium(pd.DataFrame(found, self.some, others))
        self.mix, self.other = (
            {team: float(share) for team, share in zip(own, shares, strict=True) if share > _NEAR}
            for own, shares in ((self.some, best.mix), (self.others, best.other))
        )
        self.value = best.value

    def _near(self, mix, among):
        """The few of some teams that do best against a mix."""
        left, weights = np.asarray(among), np.array([*mix.values()])
        for stage, kept in enumerate(_KEPT if len(left) > _FEW else ()):
            scores = self.look.of(left, [*mix], stage)[0] @ weights
            left = left[np.argsort(-scores, kind="stable")[:kept]]
        return left

    def _answers(self, look, mix, among):
        """Teams, their scores against a mix, and half their 95 % intervals: the best first."""
        (scores, errors), weights = look.of(among, [*mix]), np.array([*mix.values()])
        off = 1.96 * np.sqrt(errors**2 @ weights**2)
        found = zip(among.tolist(), (scores @ weights).tolist(), off.tolist(), strict=True)
        return sorted(found, key=lambda one: -one[1])


def _banned(name, mine, rows):
    """What banning a unit for one player costs, with its interval, and what is fielded then."""
    look = mine.look
    share = sum(weight for one, weight in mine.mix.items() if name in look.teams[one])
    if not len(rows):
        return {"share": share, "cost": 0.5, "low": 0.5, "high": 0.5, "without": ""}
    if not share:
        off = max(0.0, mine.best_high - 0.5)
        return {"share": share, "cost": 0.0, "low": 0.0, "high": off, "without": ""}
    begun = [one for one in mine.some if name not in look.teams[one]] or [int(rows[0])]
    play = _Play(look, rows, mine.columns, begun, mine.some)
    play.search()
    play.confirm()
    cost, low, high = (max(0.0, 0.5 - one) for one in (play.value, play.best_high, play.least))
    without = look.names[max(play.mix, key=play.mix.get)]
    return {"share": share, "cost": cost, "low": low, "high": high, "without": without}


def _fielded(mix, look):
    weights = np.array([*mix.values()])
    scores, errors = look.of([*mix], [*mix])
    score, off = scores @ weights, 1.96 * np.sqrt(errors**2 @ weights**2)
    columns = {"weight": weights, "score": score, "low": score - off, "high": score + off}
    names = pd.Index([look.names[one] for one in mix], name="team")
    return pd.DataFrame(columns, names).sort_values("weight", ascending=False, kind="stable")


def _text_of(team):
    return " + ".join(f"{count} {name}" for name, count in team.items())
