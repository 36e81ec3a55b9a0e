"""A game in four lines, for a reader in a hurry."""

from combat.workbook.charts.axes import minus
from combat.workbook.panels.scores import tables
from combat.workbook.panels.standing import ranking
from combat.workbook.panels.steps import all_steps, most_worth
from combat.workbook.panels.verdict import verdict

MOST_STEPS = 60  # units: beyond them a step of every number takes minutes


class Summary:
    """Sentences about a game, as a list."""

    def __init__(self, lines):
        self.lines = [minus(line) for line in lines]

    def __repr__(self):
        return "\n".join(self.lines)

    def _repr_markdown_(self):
        return "\n".join(f"- {line}" for line in self.lines)


def summary(game, rule=None):
    """Return a `Summary`: who wins, who is worth the cost, which number counts.

    rule: the name of one of the game's rules.

    >>> from combat.workbook import Game, panels
    >>> game = Game(b"name,hp,attack,defense,damage\\nImp,2,9,9,1\\nOgre,5,9,9,1\\n", "mine.csv")
    >>> panels.summary(game)
    2 units. By the rule 'ratio', guessed from the numbers; --rules (in Python rules=) names ...
    Ogre beats Imp, 95.7% of all duels.
    A step of ...
    """
    rule = rule or next(iter(game.rules))
    found = [f"{len(game.units)} units. {game.guessed or f'By {rule}'}.", *_lines(game, rule)]
    return Summary([*found, *(f"{line}." for line in game.warnings)])


def _lines(game, rule):
    try:
        duels = tables(game, rule)
        yield verdict(duels["score"], duels["win"])
        found = ranking(game, rule)
        if "for cost" in found and found["for cost"].notna().any():
            worth = found["for cost"].dropna().sort_values(ascending=False)
            yield f"For its cost {worth.index[0]} is worth most, {worth.index[-1]} least."
        if len(game.units) <= MOST_STEPS:
            mean = all_steps(game, rule).mean().sort_values(ascending=False)
            yield most_worth(mean)
    except ValueError as error:
        yield f"{error}."
