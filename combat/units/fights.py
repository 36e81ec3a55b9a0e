"""Fights of your own: the rules' `fight` says the odds of a pair."""

from dataclasses import replace
from time import perf_counter

from combat.battle import Odds
from combat.core.words import printable

_SOON = 1.0  # seconds, after which fights that would take too long are refused
_MOST_SECONDS = 60.0  # of all fights of a pair, or of a table, if no progress is shown


def fought(first, second, rules, max_turns=None):
    """Return the `Odds` that the rules' own `fight` makes of two units."""
    refuse_turns(max_turns)
    pair = f"{first.name} against {second.name}"
    try:
        found = rules.fight(first, second)
    except Exception as error:
        raise ValueError(
            f"fight: {pair}: {type(error).__name__}: {printable(str(error))}"
        ) from error
    if not isinstance(found, Odds):
        raise ValueError(
            f"fight: {pair} gives {printable(repr(found))}; it must be Odds, made by "
            f"Odds.of(solve(...), ...) or Odds.rolled(...)"
        )
    return replace(found, names=(first.name, second.name), fighters=())


def in_time(duels, many, fewer, progress=None):
    """Yield duels fought one by one; ValueError after a second if all would take minutes."""
    began = perf_counter()
    for done, one in enumerate(duels, 1):
        yield one
        if progress is not None:
            progress(done, many)
            continue
        spent = perf_counter() - began
        each = spent / done
        if spent >= _SOON and each * many > _MOST_SECONDS:
            minutes = each * many / 60
            raise ValueError(
                f"{many:,} duels of some {each:.2g} seconds each take {minutes:,.1f} minutes: "
                f"{fewer(int(_MOST_SECONDS / each))}"
            )


def refuse_turns(max_turns):
    """Raise ValueError if a fight of your own is to end after a number of turns."""
    if max_turns is not None:
        raise ValueError("max_turns: a fight of your own says itself when it is over; leave it out")
