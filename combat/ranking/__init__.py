"""What a matrix of all units against all says about each unit, and about the whole game.

`strength` ranks the units. `ladder_and_circle` says how much of the matrix a ranking can explain
at all. `equilibrium` says which units to field against an opponent who knows the matrix, too. A
matrix is a frame of win rates: the chance that the row's unit beats the column's. If a cell and its
mirror sum to less than 1, the rest are draws, and a draw is half a win for both. If the row's unit
attacks, a cell and its mirror are two different fights: attacks=True takes the mean of both roles.

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
