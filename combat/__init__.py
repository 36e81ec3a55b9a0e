"""Combat rules of games as exact, vectorised functions. Importing it does nothing.

Words that mean the same everywhere:

attack, defense: numbers of a unit or a rule; names in code and columns are spelt as in American,
    what is read as in British English (defence, armour, colour)
chance: a probability in [0, 1]; a percentage only on screen
blow, hit: a blow hits or misses; a hit does damage
hits to kill, kill curve: how many hits fell a target; the chance that it stands after so many blows
duel, match-up, battle, campaign: one against one; two armies; their fight; several fights in a row
score: the chance to win plus half the chance that nobody wins, or both fall
state, step, state space: what a fight changes; what may come next; all that can be reached
action, status: what a unit may do in its turn; what a blow or a spell leaves behind
hit rule: a function of attack and defense (or of two units) that returns the chance to hit
claim, charter, verdict: a promise of a game, a table of them, and whether one holds
patch: what a change of numbers did
panel, control, chart: a figure that answers, what moves it, how a frame is drawn
recording: the frames of a panel over the values of its controls, kept for a page
"""

from combat.core import exports

# `from combat import blows` is shorter than where they stand.
__getattr__, __dir__, __all__ = exports(__name__, {"core.binomial": (), "dice.blows": ()})
