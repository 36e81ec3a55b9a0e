"""Charters: 200 claims, half of them exact, with one process and with two."""

from concurrent.futures import ProcessPoolExecutor

from combat.charter import judge, read_charter
from combat.units import battle, read_units
from tests.bench.timing import Case

GAME = "data/own_game/units.csv"
HEADER = "claim,system,first,second,measure,at least,at most,given,budget\n"
BATTLES = 20_000  # the budget of each claim


def two_hundred():
    """100 duels, exact, and 100 pairs of armies of one price, with bands that some just miss."""
    names = read_units(GAME).names
    pairs = [(one, other) for one in names for other in names if one != other][:100]
    rows = [f"duel,units,{one},{other},win,,60 %,," for one, other in pairs]
    rows += [f"gold,units,{one},{other},score,,60 %,cost=300," for one, other in pairs]
    with open(GAME, "rb") as file:
        files = {"units.csv": file.read()}
    return read_charter((HEADER + "\n".join(rows)).encode(), "bench", files=files).claims


CLAIMS = two_hundred()


def with_two():
    with ProcessPoolExecutor(2) as pool:
        judge(CLAIMS, executor=pool)


def to_the_end():
    """The battles of one pair of armies, without a look: its whole budget."""
    units = read_units(GAME)
    battle({"Knight": 2}, {"Archer": 5}, units=units, battles=BATTLES)


def cases():
    fixed = {"baseline_name": "one of the 100 fought to its budget", "baseline": to_the_end}
    yield Case(
        "charter.judge, 200 claims, half exact", lambda: judge(CLAIMS), share=1 / 100, **fixed
    )
    yield Case("charter.judge, the same, 2 processes", with_two, share=1 / 100, **fixed)
