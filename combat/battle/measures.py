"""The measures of a battle, by name: who wins, who survives, how long it takes."""

# Functions of four outcomes: the first side wins, the other wins, both fall, neither falls. They
# are given as chances, or for many battles as 1 where the outcome occurred and 0 elsewhere.
OF_OUTCOMES = {
    "win": lambda won, lost, draw, undecided: won,
    "lose": lambda won, lost, draw, undecided: lost,
    "draw": lambda won, lost, draw, undecided: draw,
    "undecided": lambda won, lost, draw, undecided: undecided,
    "score": lambda won, lost, draw, undecided: (1 + won - lost) / 2,
    "lead": lambda won, lost, draw, undecided: won - lost,
}


def of_odds(measure, odds, who=None):
    """Return a measure of the first side from the `Odds` of a battle: a number."""
    if measure == "turns":
        return odds.turns.mean
    if measure == "survives":
        alive = odds.alive[0]
        return float(alive.mean() if who is None else alive[who])
    return OF_OUTCOMES[measure](*map(float, odds.outcomes))


def of_ends(measure, ends, who=None, side=None):
    """Return a measure of a side in many battles, from their `Ends`: an array (battles,)."""
    if measure == "turns":
        return ends.rounds.astype(float)
    alive = {name: points > 0 for name, points in ends.hit_points.items()}
    own = alive.pop(next(iter(alive)) if side is None else side)
    if measure == "survives":
        return own.mean(axis=0) if who is None else own[who].astype(float)
    (other,) = (theirs.any(axis=0) for theirs in alive.values())
    own = own.any(axis=0)
    outcomes = own & ~other, other & ~own, ~own & ~other, own & other
    return OF_OUTCOMES[measure](*(each.astype(float) for each in outcomes))
