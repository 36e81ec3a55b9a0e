"""Three questions for any function: what if, what matters most, and which value is needed.

`vary` returns the curve of a function, `effects` what a change of each number does, and `seek` the
value at which the result reaches a target:

>>> from combat.dice.blows import survival
>>> seek(lambda blows: 1 - survival(0.3, 2, blows), 0.6, 1, 40, whole=True)
7 is the least value that reaches 60%: 67.1% there

A function returns a number. A function that simulates can do so in one of two ways, and then every
answer has an interval:

- it returns an `Estimate`, as `combat.markov.simulate` gives, or (estimate, low, high), such as a
  row of an odds table, with the same seed for all values (common random numbers), so that results
  differ by the change and not by luck;
- or it takes a keyword `seed` and returns a number. The caller gives the `seeds`, the same for all
  values, and the interval is Student's, from the spread between the seeds.

A function that is faster with many values at once gets, with `together`, the list of all values
and returns their results in the same order. It has no seeds, and its errors aren't caught.

>>> vary(lambda values: [value**2 for value in values], [2, 3], together=True)["result"].tolist()
[4.0, 9.0]
"""

from combat.questions.answer import Answer
from combat.questions.change import effects, left_out, vary
from combat.questions.search import seek

__all__ = ["Answer", "effects", "left_out", "seek", "vary"]
