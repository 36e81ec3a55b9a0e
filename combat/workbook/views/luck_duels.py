"""Notebook 02: duels of two players with and without a Luck meter."""

import pandas as pd

from combat.luck import Independent, LuckRules, duel

# Who has a meter: the systems of the first and of the second to strike.
SETTINGS = (
    (Independent(), Independent()),
    (LuckRules(), LuckRules()),
    (LuckRules(), Independent()),
    (Independent(), LuckRules()),
)
HURT = ["strikes that hurt, no meters", "strikes that hurt, two meters"]
WINS = ["first wins, no meters", "first wins, two meters"]
OWN = ["own meter, first", "own meter, second"]
FORMATS = dict.fromkeys(HURT + WINS, ".0%") | dict.fromkeys(OWN, "+.1pp")


def meter_gains(settings, *, rounds=60):
    """What meters change in duels (attack, parry, hits to win), a row for each."""
    return pd.DataFrame([_gains(*setting, rounds) for setting in settings])


def _gains(attack, parry, hits, rounds):
    none, two, first, second = (
        duel(attack, parry, hits=hits, rounds=rounds, rules=systems) for systems in SETTINGS
    )
    return {
        "attack": attack,
        "parry": parry,
        "hits to win": hits,
        "strikes that hurt, no meters": none.landed,
        "strikes that hurt, two meters": two.landed,
        "first wins, no meters": none.first,
        "first wins, two meters": two.first,
        "own meter, first": first.first - none.first,
        "own meter, second": second.second - none.second,
    }
