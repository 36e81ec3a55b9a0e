"""Which claims of a charter changed their verdict with a file."""

import pytest

from combat.charter import judge, read_charter
from combat.patch import patch_of_units, tightest, with_claims
from combat.tables import TableError
from combat.units import read_units
from combat.units.sheets.files import GameFiles, TableFile

UNITS = b"""name,hp,attack,defense,damage,cost
Archer,9,14,8,1d6+1,60
Knight,14,16,15,1d8,120
Rat,4,9,12,1d3,20
"""
LATER = UNITS.replace(b"Rat,4", b"Rat,12")
HEAD = "claim,system,first,second,measure,at least,at most,given,budget\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "units.csv").write_bytes(LATER)
    return tmp_path


def changed(folder, rows, before=UNITS, after=LATER, name="units.csv"):
    """The part on the claims, and the faults."""
    charter = folder / "mine.charter.csv"
    charter.write_text(HEAD + rows)
    versions = [
        GameFiles(label, folder / name, content)
        for label, content in zip("ab", (before, after), strict=True)
    ]
    found = patch_of_units(*(read_units(one.content, one.label) for one in versions))
    patch, faults = with_claims(found, charter, versions)
    return patch.parts[1], faults


def test_only_what_changed_its_verdict_is_told_the_broken_first(folder):
    part, faults = changed(
        folder,
        "big,units,Rat,Archer,score,10 %,,,\n"
        "small,units,Rat,Archer,score,,10 %,,\n"
        "steady,units,Archer,Knight,score,,50 %,,\n"
        "dice,python,,,combat.luck:streak_chance,60 %,,,\n",
    )
    said = part.frame.set_index("claim")[["before", "after"]]
    assert said.to_dict("index") == {
        "small": {"before": "holds", "after": "broken"},
        "big": {"before": "broken", "after": "holds"},
    }
    assert part.frame["after"].tolist() == ["broken", "holds"]
    # What speaks of no unit isn't judged at all.
    assert "2 of 3 claims of mine.charter.csv" in part.note
    assert "before 1 broken, 2 hold, after 1 broken, 2 hold" in part.note
    assert faults == ()


def test_a_file_on_another_drive_is_known_by_its_whole_path(folder, monkeypatch):
    def no_way(path, start):
        raise ValueError("path is on mount 'D:', start on mount 'C:'")

    monkeypatch.setattr("os.path.relpath", no_way)
    row = "big,units,Rat,Archer,score,10 %,,{},\n"
    with pytest.raises(TableError, match=r"no claim speaks of units\.csv; leave --charter out"):
        changed(folder, row.format(""))
    part, _ = changed(folder, row.format(f"file={(folder / 'units.csv').as_posix()}"))
    assert part.frame["after"].tolist() == ["holds"]


def test_what_is_sampled_has_the_same_luck_in_both(folder):
    """A claim on what the patch doesn't touch has the very same battles."""
    part, _ = changed(
        folder,
        "even,units,Archer,Knight,score,,99 %,cost=240,100\n"
        "moved,units,Rat,Archer,score,,0 %,cost=240,100\n",
    )
    assert "even" not in set(part.frame["claim"])


def test_units_that_come_and_go_bring_claims_and_take_them_along(folder):
    later = LATER + b"Ogre,20,12,5,2d6,100\n"
    part, _ = changed(folder, "sure,units,*,Rat,score,5 %,,,\n", after=later)
    said = part.frame.set_index("claim")
    assert said.loc["sure: Ogre against Rat", ["before", "after"]].tolist() == ["–", "holds"]


def test_a_row_that_the_later_version_does_not_know_is_a_fault(folder):
    part, faults = changed(
        folder,
        "one,units,Rat,Archer,score,,10 %,,\ntwo,units,Knight,Archer,score,,10 %,,\n",
        after=UNITS.replace(b"Rat", b"Mouse"),
    )
    (fault,) = faults
    assert fault.startswith("mine.charter.csv, row 2, column 'first': 'Rat' is not known")
    assert part.frame.set_index("claim").loc["one", "after"] == "–"


def test_a_file_that_the_charter_names_by_its_path(folder):
    (folder / "data").mkdir()
    rows = "big,units,Rat,Archer,score,10 %,,file=data/mine.csv,\n"
    part, _ = changed(folder, rows, name="data/mine.csv")
    assert part.frame["after"].tolist() == ["holds"]
    (folder / "data" / "mine.csv").write_bytes(LATER)
    with pytest.raises(TableError, match=r"no claim speaks of other\.csv"):
        changed(folder, rows, name="data/other.csv")


def test_a_function_of_ones_own_counts_if_it_reads_the_file(folder):
    (folder / "other.csv").write_bytes(UNITS)
    (folder / "own.py").write_text("def points(units):\n    return units['Rat'].hp\n")
    row = "{0},python,,,own.py:points,,5,file={0}.csv,\n"
    part, _ = changed(
        folder, row.format("other") + row.format("units").replace("file=units.csv", "")
    )
    assert part.frame[["claim", "before", "after"]].to_numpy().tolist() == [
        ["units", "holds", "broken"]
    ]
    assert "1 of 1 claim" in part.note


def test_the_file_of_the_charters_own_name_is_found(folder):
    (folder / "own.py").write_text("def points(units):\n    return units['Rat'].hp\n")
    rows = "big,units,Rat,Archer,score,10 %,,,\nfew,python,,,own.py:points,5,,,\n"
    part, faults = changed(folder, rows, name="mine.csv")
    assert part.frame["claim"].tolist() == ["big", "few"]
    assert faults == ()


def test_a_file_beside_is_not_the_charters(folder):
    """units.csv of another folder isn't the one that the charter means."""
    (folder / "old").mkdir()
    with pytest.raises(TableError, match=r"no claim speaks of units\.csv"):
        changed(folder, "big,units,Rat,Archer,score,10 %,,,\n", name="old/units.csv")


def test_the_tightest_claim_of_each_row():
    rows = (
        "all,units,*,Archer,score,,50 %,,\n"
        '"never",units,2 Knight,Archer,score,,50 %,method=exact; order=coin,\n'
        "out,units,Knight,Archer,score,,50 %,,\n"
        "turns,units,Knight,Archer,turns,,99,,\n"
    )
    claims = read_charter((HEAD + rows).encode(), "mine", files={"units.csv": UNITS}).claims
    verdicts = judge(claims)
    assert verdicts.count("fault") == 1
    frame = tightest(verdicts)
    assert frame.index.tolist() == ["all", "out"]
    most = max(one.value for one in verdicts if one.claim.words == "all")
    assert frame.loc["all", "value"] == most
    assert frame.loc["all", "verdict"] == "broken"
    assert tightest(verdicts, "number").index.tolist() == ["turns"]


@pytest.mark.parametrize("given", [False, True])
def test_claims_read_the_mapping_of_each_version(folder, given):
    table = b"Who,hp,size,attack,defense,damage\nImp,1,2,9,9,1\nOgre,3,3,9,9,1\n"
    charter = folder / "mine.charter.csv"
    charter.write_text(HEAD + ",units,Imp,Ogre,score,20 %,,,\n")
    mappings = [b"heading,as\nWho,name\n" + more for more in (b"", b"hp,own\nsize,hp\n")]
    beside = [{} if given else {"columns": TableFile("units.columns.csv", one)} for one in mappings]
    versions = [GameFiles("u", folder / "units.csv", table, one) for one in beside]
    found = patch_of_units(*(read_units(table, columns=one) for one in mappings))
    columns = mappings[0] if given else None
    patch, faults = with_claims(found, charter, versions, columns=columns)
    assert faults == ()
    values = [] if given else [("5.56%", "24.07%")]
    frame = patch.parts[1].frame
    assert list(zip(frame["value before"], frame["value after"], strict=True)) == values
