"""Rows of charters, as the tests write them, and what is read and judged of them."""

from combat.charter import judge, read_charter

HEADER = "claim,system,first,second,measure,at least,at most,given,budget\n"
HOLDS = "even,python,,,combat.hit_rules:ratio,50 %,50 %,attack=9; defense=9,"
OPEN = "near,units,Imp,Imp,score,,50 %,method=sampled,300"
UNITS = b"name,hp,attack,defense,damage\nImp,2,9,9,1\nOgre,3,9,9,1\n"


def charter_of(*rows, files=None, name="mine.charter.csv", **how):
    """The charter of some rows, beside uploaded files: by default two units."""
    files = {"units.csv": UNITS} if files is None else files
    text = HEADER + "\n".join(rows) + "\n"
    return read_charter(text.encode(), name, files=files, **how)


def claims_of(*rows, **how):
    """The claims of rows that have no faults."""
    charter = charter_of(*rows, **how)
    assert not charter.faults
    return charter.claims


def verdicts_of(*rows, **how):
    """The verdicts on rows that have no faults."""
    return judge(claims_of(*rows, **how))


def written(folder, *rows, units=UNITS, own="", name="a.charter.csv"):
    """The path of a charter in a folder, beside its units and Python of one's own."""
    (folder / "units.csv").write_bytes(units)
    (folder / "own.py").write_text(own)
    path = folder / name
    path.write_text(HEADER + "\n".join(rows) + "\n", encoding="utf-8")
    return path
