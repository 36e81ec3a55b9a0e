"""A game of building decks: which cards of a hand to play against one monster.

The deck holds five strikes (6 damage), four guards (5 block, for this turn) and a bash (8 damage,
and for this and the next turn the monster takes half as much again, rounded down). Each turn draws
five cards and has three energy, of which a bash costs two, the others one; after two turns all ten
are shuffled. The monster then strikes for 11, or for 7 as often; every third turn it strikes for 5
and is stronger by 3 from then on. Played is for the hit points that are left.
"""

from collections import Counter
from itertools import combinations, product
from typing import NamedTuple

from combat.markov import optimal

DECK = "S" * 5 + "G" * 4 + "B"
ENERGY = 3


class Turn(NamedTuple):
    """Before the cards of a hand are played; hand: strikes, guards, bashes."""

    hero: int
    monster: int
    number: int
    hand: tuple
    exposed: bool = False


def hands():
    """How often of all draws of five from the deck each hand comes: {hand: draws}."""
    return Counter(tuple(map("".join(drawn).count, "SGB")) for drawn in combinations(DECK, 5))


HANDS = hands()


def plays(hand):
    """What of a hand may be played together, as much as there is energy for."""
    for strikes, guards, bashes in product(*(range(many + 1) for many in hand)):
        left = ENERGY - strikes - guards - 2 * bashes
        spare = (strikes < hand[0]) + (guards < hand[1])
        if left == 0 or (left > 0 and not spare):
            yield strikes, guards, bashes


def struck(turn, strikes, bashes):
    """The monster's hit points after the cards, the bash first."""
    lost = (12 if turn.exposed else 8) * bashes
    lost += (9 if turn.exposed or bashes else 6) * strikes
    return max(0, turn.monster - lost)


def after(turn, played):
    """What comes of the cards played: the monster's blow, and the next hand."""
    strikes, guards, bashes = played
    monster, number = struck(turn, strikes, bashes), turn.number + 1
    if not monster:
        return [(1, Turn(turn.hero, 0, number, ()))]
    blows = (5,) if number % 3 == 0 else (11, 7)
    rest = tuple(all_ - one for all_, one in zip((5, 4, 1), turn.hand, strict=True))
    drawn = HANDS if number % 2 == 0 else {rest: 1}
    total, found = len(blows) * sum(drawn.values()), []
    for blow, (hand, draws) in product(blows, drawn.items()):
        hero = max(0, turn.hero - max(0, blow + 3 * (turn.number // 3) - 5 * guards))
        hand = hand if hero else ()
        found.append((draws / total, Turn(hero, monster, number, hand, bool(bashes))))
    return found


def played(hp, hero=20):
    """The fight against a monster of so many hit points, played as well as can be."""
    start = {Turn(hero, hp, 0, hand): draws / sum(HANDS.values()) for hand, draws in HANDS.items()}

    def moves(turn):
        return {cards: after(turn, cards) for cards in plays(turn.hand)}

    def over(turn):
        return None if turn.hero and turn.monster else float(turn.hero)

    return optimal(start, moves, over)
