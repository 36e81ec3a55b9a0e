"""Notebook 02: duels of two players with and without a Luck meter."""

from functools import cache

import pandas as pd

from combat.core.words import many
from combat.luck import Independent, LuckRules, duel
from combat.workbook import Panel, Table, charts, slider

# Who has a meter: the systems of the first and of the second to strike.
SETTINGS = {
    "no meters": (Independent(), Independent()),
    "both have one": (LuckRules(), LuckRules()),
    "only the first has one": (LuckRules(), Independent()),
    "only the second has one": (Independent(), LuckRules()),
}
HURT = ["strikes that hurt, no meters", "strikes that hurt, two meters"]
WINS = ["first wins, no meters", "first wins, two meters"]
OWN = ["own meter, first", "own meter, second"]
_SHARES = ["first wins", "second wins", "undecided after 60 rounds", "strikes that hurt"]
FORMATS = (
    dict.fromkeys(HURT + WINS, ".0%")
    | dict.fromkeys(OWN, "+.1pp")
    | dict.fromkeys(_SHARES, ".1%")
    | {"rounds": ".1f"}
)


def two_meters():
    """Return a Panel of who wins a duel, by who has a meter."""
    return Panel(
        charts.shares(_winners, legend="beside", ylim=(3.5, -0.5)),
        {
            "attack": slider("attack", 30, 95, 75, unit="%", exported=[60, 75, 90], live=False),
            "parry": slider("parry", 5, 70, 25, unit="%", exported=[10, 25, 40], live=False),
            "hits": slider("hits to win", 1, 5, 3, exported=[1, 3], live=False),
        },
        caption="Who wins the duel, by who has a meter.",
        words=duel_in_words,
        table=lambda **fight: Table(duel_by_meters(**fight), formats=FORMATS),
        size=(8.2, 3.0),
        drawings=140,  # a duel of two meters takes 0.1 s
    )


@cache
def duel_by_meters(attack, parry, hits=3, *, rounds=60):
    """How a duel ends by who has a meter (`SETTINGS`): chances, share that hurts, mean rounds."""
    found = {
        meters: duel(attack, parry, hits=hits, rounds=rounds, rules=systems)
        for meters, systems in SETTINGS.items()
    }
    rows = [(d.first, d.second, d.undecided, d.landed, d.rounds) for d in found.values()]
    undecided = f"undecided after {rounds} rounds"
    columns = ["first wins", "second wins", undecided, "strikes that hurt", "rounds"]
    return pd.DataFrame(rows, pd.Index(found, name="meters"), columns)


def _winners(attack, parry, hits):
    return duel_by_meters(attack, parry, hits)[["first wins", "second wins"]]


def duel_in_words(attack, parry, hits):
    """Return in a text how often the first to strike wins, without meters and with two."""
    first = _winners(attack, parry, hits)["first wins"]
    return (
        f"Who strikes first wins {first['no meters']:.0%} of duels without meters, and "
        f"{first['both have one']:.0%} if both have one. Attack {attack}%, parry {parry}%, "
        f"{many(hits, 'hit')} to win."
    )


def meter_gains(settings, *, rounds=60):
    """What meters change in duels (attack, parry, hits to win), a row for each."""
    return pd.DataFrame([_gains(*setting, rounds) for setting in settings])


def _gains(attack, parry, hits, rounds):
    found = duel_by_meters(attack, parry, hits, rounds=rounds)
    none, two, first, second = (found.loc[meters] for meters in SETTINGS)
    return {
        "attack": attack,
        "parry": parry,
        "hits to win": hits,
        "strikes that hurt, no meters": none["strikes that hurt"],
        "strikes that hurt, two meters": two["strikes that hurt"],
        "first wins, no meters": none["first wins"],
        "first wins, two meters": two["first wins"],
        "own meter, first": first["first wins"] - none["first wins"],
        "own meter, second": second["second wins"] - none["second wins"],
    }
