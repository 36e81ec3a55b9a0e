"""A game in five lines, for who has no time."""

from combat.core.words import percent
from combat.workbook.charts.text import minus
from combat.workbook.panels.duels import near_even
from combat.workbook.panels.scores import scores
from combat.workbook.panels.standing import ranking
from combat.workbook.panels.steps import NOTHING, all_steps

_MOST_STEPS = 60  # units: beyond them a step of every number takes minutes


class Summary:
    """Sentences about a game, as a list."""

    def __init__(self, lines):
        self.lines = [minus(line) for line in lines]

    def __repr__(self):
        return "\n".join(self.lines)

    def _repr_markdown_(self):
        return "\n".join(f"- {line}" for line in self.lines)


def summary(game, rule=None):
    """Return a `Summary`: who is strong, who is worth the cost, which number counts, what is close.

    rule: the name of one of the game's rules. What can't be asked of the game is said so.

    >>> from combat.workbook import Game, panels
    >>> game = Game(b"name,hp,attack,defense,damage\\nImp,2,9,9,1\\nOgre,5,9,9,1\\n", "mine.csv")
    >>> panels.summary(game)
    2 units fight by ratio.
    Strongest are Ogre, Imp; weakest is Imp.
    A step of ...
    """
    rule = rule or next(iter(game.rules))
    parts = [_strong, _worth, _counts, _close]
    lines = [f"{len(game.units)} units fight by {rule}."]
    for part in parts:
        try:
            lines += part(game, rule)
        except ValueError as error:
            lines.append(f"{error}.")
            break
    return Summary([*lines, *(f"{line}." for line in game.told)])


def _strong(game, rule):
    names = ranking(game, rule).index
    yield f"Strongest are {', '.join(names[:3])}; weakest is {names[-1]}."


def _worth(game, rule):
    found = ranking(game, rule)
    if "for cost" not in found or not found["for cost"].notna().any():
        return
    worth = found["for cost"].dropna().sort_values(ascending=False)
    yield f"For their cost {worth.index[0]} is worth most, {worth.index[-1]} least."


def _counts(game, rule):
    if len(game.units) > _MOST_STEPS:
        return
    mean = all_steps(game, rule).mean().sort_values(ascending=False)
    yield (
        f"A step of {mean.index[0]} is worth most, {100 * mean.iloc[0]:+.1f} percentage points of "
        f"the mean score."
    )
    idle = mean.index[mean.abs() < NOTHING]
    if not idle.empty:
        yield f"By this rule {', '.join(idle)} count for nothing."


def _close(game, rule):
    even = near_even(game, 1, rule)["score"]
    yield f"The closest pair is {even.index[0]}, {percent(even.iloc[0])}."
    sure = (scores(game, rule) > 0.99).to_numpy().sum()
    pairs = len(game.units) * (len(game.units) - 1) // 2
    yield f"In {sure} of {pairs} pairs the winner is all but sure (above 99%)."
