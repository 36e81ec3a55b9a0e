"""Teams for a budget: which ones informed players field, and what each unit adds to its team."""

from copy import copy
from dataclasses import dataclass

import numpy as np
import pandas as pd

from combat.core.checks import check_numbers, check_whole
from combat.core.estimate import Estimate
from combat.core.words import one_of, percent
from combat.questions import seek
from combat.ranking import LadderAndCircle, equilibrium, ladder_and_circle
from combat.units.battles.armies import match_up
from combat.units.battles.many import even_scores
from combat.units.rules import PLAIN

MOST_TEAMS = 2000
_LOOKS = (20, 160)  # battles of a pair: of all teams, and of the best of them
_MOST = 1280  # the same of those that decide, unless another number is given
_KEPT = (40, 8)  # how many teams are looked at again
_FEW = 20  # so many teams are all looked at closely
_QUICK = 50_000  # steps of a battle that is solved rather than fought 1,280 times
_ROUNDS = 30
_NEAR = 1e-9
_OF_UNITS = ["share", "cost", "low", "high", "without"]
# What a unit adds: against so many teams, in so many teams with it, beside so many others each.
_OPPONENTS, _WITH, _OTHERS = 16, 30, 4
_BATCHES, _T = 5, 2.776  # with dice of their own; 95 % of their means are off by less errors


@dataclass(frozen=True, eq=False, repr=False)
class Teams:
    """What informed players field; printed, it is a sentence.

    fielded: a frame by team: weight in the best mix; score against the mix, with low and high, the
    ends of its 95 % interval, by other dice than those that chose it. units: a frame by unit:
    share, how much of the mix has it; cost, by how much the game is worth less than a half to who
    alone may not field it, with low and high; without, the team most fielded then. scores: of all
    teams that were tried against each other; rosters: who is in each, {team: {unit: count}};
    circle: their `LadderAndCircle`, None of a single one. best: the best score that any team was
    found to have against the mix, an Estimate. battles: how many were fought; teams: how many teams
    there are; sure: whether no team beats the mix by more than dice leave open.

    >>> from combat.units import Unit, Units
    >>> imp = Unit("Imp", hp=2, attack=9, defense=9, damage=1, cost=1)
    >>> print(teams(Units([imp, imp.changed(name="Ogre", hp=9, cost=2)]), 2))
    1 Ogre 100%, of 2 teams; no team is found to beat it by more than dice leave open: ...
    """

    fielded: pd.DataFrame
    units: pd.DataFrame
    scores: pd.DataFrame
    rosters: dict
    circle: LadderAndCircle | None
    best: Estimate
    battles: int
    teams: int
    sure: bool

    def __repr__(self):
        shares = [f"{name} {percent(one, 0)}" for name, one in self.fielded["weight"].items()]
        more = f", and {len(shares) - 4} more" * (len(shares) > 4)
        found = "no team is found to beat it by more than dice leave open"
        told = found if self.sure else "it isn't sure that none beats it"
        best = f"the best scores {percent(self.best)}, at most {percent(self.best.high)}"
        of = f"of {self.teams:,} team{'s' * (self.teams > 1)}; {told}"
        return f"{', '.join(shares[:4])}{more}, {of}: {best} ({self.battles:,} battles)."


def teams(units, budget, rules=PLAIN, *, most=5, battles=None, seed=0, progress=None, **how):
    """Return the `Teams` that informed players field: of at most so many, for a budget.

    A team costs what its units do, and one that could take another unit isn't looked at. The mix is
    that of `combat.ranking.equilibrium`, found by double oracle: the best mix of a few teams, then
    the team that does best against it joins them, until none is found that does better. All teams
    are looked at with 20 battles of each pair, the best with up to 1,280; small battles of plain
    units are then solved instead. battles: the most of a pair; then none is solved. What banning
    costs is the same with one player alone forbidden the unit; its interval spans the best that
    either side was found to do. how: targeting and max_rounds, as for `battle`. progress: called as
    progress(done, most) rounds. ValueError for a unit without a cost, and above 2,000 teams.

    >>> from combat.units import Rules, Unit, Units
    >>> imp = Unit("Imp", hp=2, attack=9, defense=9, damage=1, cost=1)
    >>> units = Units([imp, imp.changed(name="Ogre", hp=9, cost=2)])
    >>> found = teams(units, 2, battles=80)
    >>> found.fielded.index.tolist(), found.units["share"].tolist()
    (['1 Ogre'], [0.0, 1.0])
    """
    known, banned = _with_bans(units, budget, most)
    look, every = _Scores(known, rules, units, battles, seed, how), banned.pop(None)
    sample = dict.fromkeys(_spread(len(every), 7), 1)
    start = [int(look.against(every, sample, 0)[0].argmax())]
    mine = _Play(look, every, every, start, start)
    mine.search(progress)
    rows = {name: _banned(name, mine, among) for name, among in banned.items()}
    tried = [look.names[one] for one in mine.some]
    scores = pd.DataFrame(look.of(mine.some, mine.some, 0)[0], tried, tried)
    return Teams(
        mine.fielded,
        pd.DataFrame.from_dict(rows, "index", columns=_OF_UNITS).rename_axis("unit"),
        scores,
        {look.names[one]: known[one] for one in mine.some},
        ladder_and_circle(scores, triples=1) if len(tried) > 1 else None,
        mine.best,
        look.battles,
        len(every),
        mine.sure and mine.best.low <= 0.5 + _NEAR,
    )


def adds(units, budget, rules=PLAIN, *, names=None, most=5, battles=40, seed=0, **how):
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
    places = [units.names.index(one_of(name, units.names, "the units")) for name in names]
    asked = [_in_its_place(counts, place) for place in places]
    shares, many = map(np.array, zip(*asked, strict=True))
    used, others = np.flatnonzero(shares.any(axis=0)), _spread(len(known), _OPPONENTS)
    same = np.equal.outer(used, others)
    armies = [(known[one], known[other]) for one in used for other in others]
    each = -(-int(check_whole("battles", battles, low=1)) // _BATCHES)
    look, found = _Scores(known, rules, units, None, seed, how), []
    for batch in range(_BATCHES):
        scores = look.fought(armies, each, batch).reshape(same.shape)
        found.append(shares[:, used] @ np.where(same, 0.5, scores).mean(axis=1))
    found = np.where(many, found, np.nan) / np.maximum(many, 1)
    mean, off = found.mean(axis=0), _T * found.std(axis=0, ddof=1) / _BATCHES**0.5
    columns = {"adds": mean, "low": mean - off, "high": mean + off, "teams": many}
    return pd.DataFrame(columns, pd.Index(names, name="unit"))


def _spread(many, most):
    """Up to so many places, spread evenly over all."""
    return np.linspace(0, many - 1, min(many, most)).astype(int).tolist()


def _in_its_place(counts, unit):
    """How much teams count for what a unit adds, 1 with it and -1 without, and how many had it."""
    share, having, many = np.zeros(len(counts)), np.flatnonzero(counts[:, unit]), 0
    for team in having[_spread(len(having), _WITH)]:
        rest = counts[team] - (np.arange(counts.shape[1]) == unit)
        others = np.flatnonzero((counts >= rest).all(axis=1) & (counts[:, unit] == rest[unit]))
        if len(others):
            others = others[_spread(len(others), _OTHERS)]
            share[team] += 1
            share[others] -= 1 / len(others)
            many += 1
    return share, many


def fair_cost(units, name, budget, rules=PLAIN, *, low, high, whole=True, **how):
    """Return the `Answer` of `seek`: at which cost a unit adds nothing that others wouldn't.

    low, high: the costs between which it is sought. whole: whether only whole costs will do. All
    else as for `adds`; ValueError as there, and if none of the costs has a result.

    >>> from combat.units import Unit, Units
    >>> imp = Unit("Imp", hp=3, attack=9, defense=9, damage=1, cost=2)
    >>> units = Units([imp, imp.changed(name="Ogre", hp=9, cost=1)])
    >>> fair_cost(units, "Ogre", 6, low=2, high=6).value
    4
    """

    def added(cost):
        changed = units.changed(name, cost=cost)
        row = adds(changed, budget, rules, names=[name], **how).loc[name]
        if not row["teams"]:
            raise ValueError(f"no team has {name} at this cost, or nothing else can be had")
        return row["adds"], row["low"], row["high"]

    return seek(added, 0, low, high, whole=whole, falling=True, looks=9)


def every_team(units, budget, most=5):
    """Return all teams that no further unit could join: dicts name -> count.

    ValueError for a unit without a cost, a budget that buys nobody, and for more than 2,000 teams.
    """
    budget = float(check_numbers("budget", budget, low=0, open_low=True))
    most = int(check_whole("most", most, low=1, high=100))
    costs, found = {unit.name: unit.role("cost") for unit in units}, []
    for name, cost in costs.items():
        if not cost > 0:
            raise ValueError(f"{name}: cost = {cost:g} buys no team: write one above 0")
    least = min(costs.values())
    if not budget + _NEAR >= least:  # nor is it a number
        raise ValueError(f"budget = {budget:g} buys nobody: the cheapest unit costs {least:g}")

    def join(team, left, names):
        if len(found) > MOST_TEAMS:
            raise ValueError(f"more than {MOST_TEAMS:,} teams: take fewer units, or most=3")
        if sum(team.values()) == most or left + _NEAR < least:
            found.append(team)
            return
        for place, name in enumerate(names):
            if costs[name] <= left + _NEAR:
                join(team | {name: team.get(name, 0) + 1}, left - costs[name], names[place:])

    join({}, budget, [*costs])
    return found


def _with_bans(units, budget, most):
    """All teams, and the places of those that nobody can join, {who alone is banned: places}."""
    known, places = {}, {}
    for banned in (None, *units.names):
        rest = [unit for unit in units if unit.name != banned]
        may = banned is None or any(unit.role("cost") <= budget + _NEAR for unit in rest)
        made = every_team(rest, budget, most) if may else []
        found = [known.setdefault(tuple(team.items()), (len(known), team)) for team in made]
        places[banned] = np.array([at for at, _ in found], int)
    return [team for _, team in known.values()], places


class _Scores:
    """What is known of teams against each other: mean scores, and counts of battles.

    A team against itself, and what is solved, counts as infinitely many.
    """

    def __init__(self, teams, rules, units, battles, seed, how):
        self.teams, self.battles, self._rules, self._seed = teams, 0, rules, (seed, 0)
        self.names = [" + ".join(f"{many} {name}" for name, many in one.items()) for one in teams]
        self._how, self._solves = {"units": units} | how, battles is None
        last = int(check_whole("battles", _MOST if battles is None else battles, low=1))
        self.looks = [*(min(one, last) for one in _LOOKS), last]
        self._means = np.full((len(teams), len(teams)), 0.5)
        self._counts = np.where(np.eye(len(teams)), np.inf, 0)

    def anew(self):
        """The same with other dice: what was chosen by its luck has none there."""
        other, solved = copy(self), np.isinf(self._counts)
        other.battles, other._seed = 0, (self._seed[0], 1)
        other._means, other._counts = self._means.copy(), np.where(solved, np.inf, 0)
        return other

    def against(self, some, mix, look=-1):
        """The scores of teams against a mix, {team: weight}, and half their 95 % intervals."""
        scores, errors = self.of(some, [*mix], look)
        weights = np.array([*mix.values()]) / sum(mix.values())
        # Errors add up, as the battles against all have the same dice.
        return scores @ weights, 1.96 * errors @ weights

    def of(self, some, others, look=-1):
        """The scores of some teams against others, and their standard errors; look: how closely."""
        cells, most = np.ix_(some, others), self.looks[look]
        have = self._counts[cells]
        for count in np.unique(have[have < most]).astype(int).tolist():
            at = np.argwhere(have == count).tolist()
            pairs = sorted({tuple(sorted((some[one], others[two]))) for one, two in at})
            if self._solves and most == self.looks[-1]:
                pairs = [pair for pair in pairs if not self._solve(*pair)]
            if pairs:
                armies = [(self.teams[one], self.teams[other]) for one, other in pairs]
                scores = self.fought(armies, most - count, count, most)
                self._learn(pairs, scores, most - count)
        means, counts = self._means[cells], self._counts[cells]
        near = means + (0.5 - means) * 4 / (counts + 4)
        return means, np.sqrt(near * (1 - near) / counts)

    def fought(self, armies, battles, *dice):
        """The scores of some pairs of armies in so many battles; dice: numbers that tell them."""
        seed, anew = self._seed
        dice = np.random.SeedSequence(seed, spawn_key=(anew, *dice)).generate_state(1)[0]
        self.battles += len(armies) * battles
        return even_scores(armies, self._rules, battles=battles, seed=int(dice), **self._how)

    def _learn(self, pairs, scores, battles):
        one, other = np.array(pairs).T
        for at, found in (((one, other), scores), ((other, one), 1 - scores)):
            share = battles / (self._counts[at] + battles)
            self._means[at] += (found - self._means[at]) * share
            self._counts[at] += battles

    def _solve(self, one, other):
        """Whether a pair is solved exactly, where that takes no longer than to fight it."""
        met = match_up(self.teams[one], self.teams[other], self._rules, **self._how)
        found = None if met.by_turns else met.exact(quick=_QUICK)
        if found is not None:
            self._means[one, other], self._means[other, one] = found.score, 1 - found.score
            self._counts[[one, other], [other, one]] = np.inf
        return found is not None


class _Play:
    """Two players who choose teams among rows and columns: their best mixes, by double oracle.

    mix, other: {team: weight}; sure: whether no team is left that does better. By other dice than
    those by which they were found: value, of the mix; best, the best score of a row against other.
    """

    def __init__(self, look, rows, columns, some, others):
        self.look, self.rows, self.columns = look, rows, columns
        self.some, self.others = [*some], [*others]

    def search(self, progress=None):
        """Let the best teams join until none is found that does better."""
        alike = self.rows is self.columns
        for done in range(_ROUNDS):
            value = self._mix(alike)
            new = self._joining(self.other, self.rows, self.some, value)
            more = [] if alike else self._joining(self.mix, self.columns, self.others, 1 - value)
            self.some += new
            self.others = self.some if alike else self.others + more
            if progress is not None:
                progress(done + 1, _ROUNDS)
            if not new and not more:
                break
        self.sure = not new and not more
        self._confirm()

    def _joining(self, mix, among, known, value):
        """The team that does better against a mix than its value, as a list, or none."""
        left = self._near(mix, among)
        scores, _ = self.look.against(left, mix)
        best = int(left[scores.argmax()])
        return [best] if scores.max() > value + _NEAR and best not in known else []

    def _confirm(self):
        look, weights = self.look.anew(), np.array([*self.mix.values()])
        value = float(weights @ look.against([*self.mix], self.other)[0])
        mine, theirs = (
            look.against(self._near(mix, among), mix)
            for mix, among in ((self.other, self.rows), (self.mix, self.columns))
        )
        high, low = np.max(np.sum(mine, axis=0)), 1 - np.max(np.sum(theirs, axis=0))
        self.value = Estimate(np.clip(value, low, high), low, high)
        self.best = Estimate(mine[0].max(), np.max(np.subtract(*mine)), high)
        scores, off = look.against([*self.mix], self.mix)
        columns = {"weight": weights, "score": scores, "low": scores - off, "high": scores + off}
        names = pd.Index([look.names[one] for one in self.mix], name="team")
        self.fielded = pd.DataFrame(columns, names).sort_values(
            "weight", ascending=False, kind="stable"
        )
        self.look.battles += look.battles

    def _mix(self, alike):
        """Find the best mixes, {team: weight}; return the value of the first."""
        found, _ = self.look.of(self.some, self.others)
        if found.shape == (1, 1):
            self.mix, self.other = {self.some[0]: 1.0}, {self.others[0]: 1.0}
            return float(found[0, 0])
        others = self.some if alike else [f"{one} " for one in self.others]
        best = equilibrium(pd.DataFrame(found, self.some, others))
        self.mix, self.other = (
            {team: float(share) for team, share in zip(own, shares, strict=True) if share > _NEAR}
            for own, shares in ((self.some, best.mix), (self.others, best.other))
        )
        return best.value

    def _near(self, mix, among):
        """The few of some teams that do best against a mix."""
        for stage, kept in enumerate(_KEPT if len(among) > _FEW else ()):
            scores, _ = self.look.against(among, mix, stage)
            among = among[np.argsort(-scores, kind="stable")[:kept]]
        return among


def _banned(name, mine, rows):
    """What banning a unit for one player costs, with its interval, and what is fielded then."""
    teams = mine.look.teams
    share = sum(weight for one, weight in mine.mix.items() if name in teams[one])
    if not len(rows):
        return share, 0.5, 0.5, 0.5, ""
    if not share:
        return share, 0.0, 0.0, max(0.0, mine.best.high - 0.5), ""
    begun = [one for one in mine.some if name not in teams[one]] or [int(rows[0])]
    play = _Play(mine.look, rows, mine.columns, begun, mine.some)
    play.search()
    value = play.value
    costs = [max(0.0, 0.5 - one) for one in (float(value), value.high, value.low)]
    return share, *costs, play.fielded.index[0]
