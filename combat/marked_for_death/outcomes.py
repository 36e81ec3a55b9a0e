"""The odds of a battle of heroes and villains."""

from combat import battle

OUTCOMES = ("heroes", "villains", "draw", "undecided")
SIDES = OUTCOMES[:2]


class Odds(battle.Odds):
    """How a battle ends, over many battles or exactly: `combat.battle.Odds` of two known sides.

    >>> from combat.marked_for_death import Fighter, Team, solve
    >>> found = solve(Team((Fighter("Tom", 7001),)), Team((Fighter("Orc", 5900),)))
    >>> round(found.heroes, 4), round(found.rounds.mean, 2), found.hit_points["heroes"]
    (0.6005, 1.9, Distribution(0..2, mean 1.0082))
    """

    @property
    def heroes(self):
        """The chance that the heroes win."""
        return self.won("heroes")

    @property
    def villains(self):
        """The chance that the villains win."""
        return self.won("villains")


class Tally(battle.Tally):
    """Counts, or chances, of ends of battles, the heroes' first: `combat.battle.Tally`.

    >>> import numpy as np
    >>> left = [([1, 3], [3, 1])] * 2
    >>> counts = Tally(np.array([3, 1, 0, 0]), ([3], [1]), np.array([0, 4]), *left)
    >>> found = counts.odds([("Tom",), ("Orc",)], battles=4)
    >>> found.heroes, found.battles
    (0.75, 4)
    """

    def odds(self, names, battles=None):
        """Return the `Odds` that these counts make; names: the heroes' and the villains'."""
        return super().odds(dict(zip(SIDES, names, strict=True)), battles, Odds)
