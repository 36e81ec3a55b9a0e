"""Two questions for any function: which value is needed, and what matters most.

`seek` returns the value at which the result reaches a target, `effects` what each of some changes
does to it:

>>> from combat.dice.blows import survival
>>> seek(lambda blows: 1 - survival(0.3, 2, blows), 0.6, 1, 40, whole=True)
7 is the least value that reaches 60%: 67.1% there

A function returns a number. One that simulates returns an `Estimate`, as `combat.markov.simulate`
gives, or (estimate, low, high), such as a row of an odds table; then the answer has an interval.
Give it the same seed for all values, so that results differ by the change and not by luck.
"""

from combat.questions.answer import Answer
from combat.questions.change import effects
from combat.questions.search import seek

__all__ = ["Answer", "effects", "seek"]
