"""Who is strong: what a matrix of all against all says about each unit, and about the whole game.

`strength` puts the units in one order; `ladder_and_circle` says how much of the matrix one order
can explain at all; `equilibrium` which units someone would field who knows the matrix. A matrix
is a frame of win rates: the unit of the row beats that of the column. What is missing to 1 between
a cell and its mirror is drawn, and a draw is half a win for both. Where the row attacks, a cell and
its mirror are two fights: attacks=True takes the mean of both roles.

>>> import pandas as pd
>>> names = ["Rock", "Paper", "Scissors"]
>>> matrix = pd.DataFrame([[0, 0, 1], [1, 0, 0], [0, 1, 0]], names, names)
>>> ladder_and_circle(matrix)
0% ladder, 100% circle: Rock beats Scissors, Scissors beats Paper, Paper beats Rock
>>> equilibrium(matrix).fielded
['Rock', 'Paper', 'Scissors']
"""

from combat.ranking.equilibrium import Equilibrium, dominated, equilibrium
from combat.ranking.ladder import LadderAndCircle, ladder_and_circle
from combat.ranking.rates import log_odds, win_rates
from combat.ranking.strength import strength

__all__ = [
    "Equilibrium",
    "LadderAndCircle",
    "dominated",
    "equilibrium",
    "ladder_and_circle",
    "log_odds",
    "strength",
    "win_rates",
]
