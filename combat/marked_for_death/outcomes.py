"""The odds of a battle of heroes and villains."""

from combat import battle

OUTCOMES = ("heroes", "villains", "draw", "undecided")
SIDES = OUTCOMES[:2]


class Odds(battle.Odds):
    """The odds of a battle, simulated or exact: `combat.battle.Odds` of heroes and villains.

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
    """Counts, or chances, of the ends of battles, heroes first: `combat.battle.Tally`."""

    def odds(self, names, battles=None):
        """Return the `Odds` of these counts; names: the heroes' and the villains'."""
        return super().odds(dict(zip(SIDES, names, strict=True)), battles, Odds)
