"""The questions behind a balance sheet, for any function: what if, what matters most, which value.

`vary` gives the curve, `effects` what a step of each number does, `seek` the value at which a
result reaches a target:

>>> from combat.dice.blows import survival
>>> seek(lambda blows: 1 - survival(0.3, 2, blows), 0.6, 1, 40, whole=True)
7 is the least value that reaches 60%: 67.1% there

A function gives back a number. One that simulates says so in one of two ways, and every answer
has an interval then:

- it gives back (estimate, low, high), such as a row of an odds table, with one seed for all values:
  common random numbers, so that two values differ by the change and not by the luck;
- or it takes a keyword `seed` and gives back a number; the caller names the `seeds`, the same for
  all values, and the interval is Student's, from the spread between the seeds.

One that is faster with many values at once takes, with `together`, the list of all of them, and
gives their results in its order. It has no seeds, and what it raises is raised.

>>> vary(lambda values: [value**2 for value in values], [2, 3], together=True)["result"].tolist()
[4.0, 9.0]
"""

from combat.questions.answer import Answer
from combat.questions.change import effects, left_out, vary
from combat.questions.search import seek

__all__ = ["Answer", "effects", "left_out", "seek", "vary"]
