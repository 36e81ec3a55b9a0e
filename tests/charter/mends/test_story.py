"""A mend, judged anew on the written sheet, and told by a patch: one story."""

from dataclasses import replace

from combat.charter import judge, read_charter
from combat.charter.__main__ import main
from combat.patch import on_disk, patch_of_units, with_claims
from combat.units import read_units
from tests.charter.mends.games import BITES


def test_mend_judge_and_patch_tell_one_story(tmp_path, capsys):
    for file, text in BITES.items():
        (tmp_path / file).write_text(text)
    charter, old = tmp_path / "units.charter.csv", tmp_path / "units.csv"
    new = tmp_path / "other" / "units.csv"
    new.parent.mkdir()
    assert main([str(charter), "--mend", "--change", "Ogre: Bite: *", "--write", str(new)]) == 0
    first, *_, written = capsys.readouterr().out.splitlines()
    before, after = (
        judge(read_charter(charter, files=files_of(on_disk(path))).claims) for path in (old, new)
    )

    assert after.count("holds") == len(after)
    nearest = max(after, key=lambda one: one.margin)
    assert first.endswith(f"{nearest.value_text}, {nearest.claim.band}.")

    patch = patch_of_units(read_units(old), read_units(new))
    versions = on_disk(old), replace(on_disk(new), path=old)
    patch, faults = with_claims(patch, charter, versions)
    numbers, claims, *_ = (part.frame.astype(str) for part in patch.parts)
    assert not faults
    assert first.count(" -> ") == len(numbers)
    assert all(f"{row.unit}: {row.column} " in first for row in numbers.itertuples())
    assert written.endswith(f"{first.split(': all')[0].split(': the one')[0]}.")
    broken = [one for one in before if one.verdict != "holds"]
    assert sorted(claims.claim) == sorted(one.claim.claim for one in broken)
    assert set(claims.after) == {"holds"}


def files_of(version):
    """The tables of a version by name."""
    return dict([(version.name, version.content), *version.beside.values()])
