"""Small games drawn at random, as an author hands them over: tables, a spreadsheet or JSON."""

import json
import random

from tests.tables.test_spreadsheets import spreadsheet

ORDERS = ("both", "faster", "coin", "initiative", "first", "alternate", "exchange")
PLAIN, ACTING = ("name", "hp", "attack", "defense", "damage"), ("mana", "begins with")
OTHER_WORDS = {"name": "Who", "hp": "Health", "attack": "Punch", "damage": "Oomph"}
STATUSES = [
    ["status", "changes", "loses", "turns"],
    ["rage", "damage x 2", "", ""],
    ["slowed", "attack -3", "", "2"],
    ["poisoned", "", "1", "2"],
]
CLAIMS = "claim,system,first,second,measure,at least,at most,given\n"
FORMS = ("csv", "xlsx", "json")


def drawn(seed, form=None):
    """Return (tables {kind: rows}, rules as the settings of a charter) of a drawn game."""
    draw = random.Random(seed)
    acts, mapped, scaled = (draw.random() < 0.7 for _ in range(3))
    heads = [*PLAIN, *ACTING * acts]
    rows = [heads, *(_unit(draw, name, acts) for name in ("Ann", "Bob", "Cid"))]
    tables = {"units": rows}
    if mapped:
        said = [[OTHER_WORDS.get(one, one) for one in heads], *rows[1:]]
        lines = [[said, one] for one, said in OTHER_WORDS.items()] + [["scale", "2"]] * scaled
        tables |= {"units": said, "columns": [["heading", "as"], *lines]}
    if acts:
        tables |= {"actions": _actions(draw), "statuses": STATUSES}
    rules = {"order": draw.choice(ORDERS), "hit": draw.choice(["ratio", "always hits"])}
    return tables, rules


def _unit(draw, name, acts):
    numbers = [draw.randint(3, 8), draw.randint(4, 12), draw.randint(4, 12)]
    begins = draw.choice(["", "rage", "slowed"])
    more = [draw.randint(0, 2), begins] if acts else []
    return [name, *map(str, [*numbers, draw.choice(["1", "2", "1d2"]), *more])]


def _actions(draw):
    drawn = [
        ["Ann", "Potion", "", "3", "self", "1", "", "", "", "hp < 50 %"],
        ["*", "Sting", "1", "", "", "1", "", "poisoned 50 %", "", ""],
        ["Bob", "Smash", "1d3", "", "", "", "mana 1", "", "", ""],
        ["Bob", "Thorn", "1", "", "", "", "", "", "struck", ""],
        ["Cid", "Hex", "", "", "", "2", "", "slowed 2", "", ""],
    ]
    heads = ["unit", "action", "damage", "heals", "on", "uses", "spends", "gives", "reacts", "when"]
    return [heads, *draw.sample(drawn, draw.randint(1, 4))]


def text(rows):
    """Return rows as the text of a CSV file."""
    return "".join(f"{','.join(cells)}\n" for cells in rows)


def files(tables, form):
    """Return {name: bytes} of a game's tables as CSV files, one spreadsheet, or JSON and CSV."""
    if form == "xlsx":
        return {"game.xlsx": spreadsheet(**tables)}
    found = {
        "game.csv" if kind == "units" else f"game.{kind}.csv": text(rows).encode()
        for kind, rows in tables.items()
    }
    if form == "json":
        heads, *rows = tables["units"]
        del found["game.csv"]
        records = [dict(zip(heads, cells, strict=True)) for cells in rows]
        found = {"game.json": json.dumps(records).encode()} | found
    return found
