"""Which claims of a charter changed their verdict between two versions of a file."""

import os
from contextlib import suppress
from dataclasses import replace
from pathlib import Path, PurePath

import pandas as pd

from combat.charter import Verdicts, judge, read_charter
from combat.charter.cells import Fault
from combat.core.own_code import is_ours
from combat.core.words import printable
from combat.patch.result import Part
from combat.tables import TableError

# From bad to good; "–" stands for a claim that the other version doesn't have.
_ORDER = ("broken", "fault", "open", "holds", "–")


def with_claims(patch, charter, versions, *, rules=None, columns=None, trust=False, progress=None):
    """Return (Patch, faults): the patch with the claims of a charter that changed their verdict.

    charter: its path. versions: the two `GameFiles` of what was patched; the claims that
    use this file are judged twice, with the same seed, so with the same random numbers. rules,
    columns, trust: as of `read_charter`. faults: lines on rows that can't be read with the later
    version. TableError for a charter that can't be read at all, and if no claim uses the file.

    >>> from dataclasses import replace
    >>> from tempfile import TemporaryDirectory
    >>> from combat.patch import on_disk, patch_of_units
    >>> from combat.units.sheets.reading import read_game
    >>> table = b"name,hp,attack,defense,damage\\nImp,2,9,9,1\\nOgre,3,9,9,1\\n"
    >>> claim = "system,first,second,measure,at least\\nunits,Imp,Ogre,score,40 %\\n"
    >>> with TemporaryDirectory() as folder:
    ...     path, charter = Path(folder, "units.csv"), Path(folder, "units.charter.csv")
    ...     written = path.write_bytes(table), charter.write_text(claim)
    ...     old = on_disk(path)
    ...     new = replace(old, content=table.replace(b"Imp,2", b"Imp,3"))
    ...     patch = patch_of_units(read_game(old), read_game(new))
    ...     print(with_claims(patch, charter, [old, new])[0].parts[1].text())
    The claims
    1 of 1 claim of units.charter.csv on this file changed its verdict; before 1 broken, after 1
    hold.
      claim                    band          before  after  value before  value after  row
      Imp against Ogre: score  at least 40%  broken  holds  24.07%        50%            2
    """
    folder = Path(charter).resolve().parent
    names = dict.fromkeys(_seen_from(folder, version.path.resolve()) for version in versions)
    how = {"rules": rules, "columns": columns, "trust": trust, "progress": progress}
    read = [read_charter(charter, files=dict.fromkeys(names, one), **how) for one in versions]
    claims = [[claim for claim in one.claims if _speaks_of(claim, names)] for one in read]
    if not any(claims) and not any(one.faults for one in read):
        files = ", ".join(dict.fromkeys(version.name for version in versions))
        raise TableError(f"{Path(charter).name}: no claim speaks of {files}; leave --charter out")
    found = []
    for at, of_version in enumerate(claims):
        bar = progress and (lambda done, total, at=at: progress(done + at * total, 2 * total))
        found.append(judge(of_version, progress=bar))
    part = _part(PurePath(charter).name, *map(_by_claim, found))
    return replace(patch, parts=(*patch.parts[:1], part, *patch.parts[1:])), read[1].faults


def _seen_from(folder, path):
    """A path as a charter of that folder would write it."""
    try:
        return PurePath(os.path.relpath(path, folder)).as_posix()
    except ValueError:  # on Windows there is no relative path from one drive to another
        return path.as_posix()


def _speaks_of(claim, names):
    """Whether a claim's answer may depend on one of these files."""
    if is_ours(claim.measure):
        return False
    with suppress(Fault):  # where no units lie beside the charter
        return claim.answer.file[0] in names
    return False


def _by_claim(verdicts):
    """The verdicts by row and claim; the claims of a pattern come and go with the units."""
    return {(one.claim.row, one.claim.key): one for one in verdicts.verdicts}


def _part(name, before, after):
    rows = [
        _row(before.get(key), after.get(key))
        for key in [*before, *(key for key in after if key not in before)]
    ]
    frame = pd.DataFrame(
        rows, columns=["claim", "band", "before", "after", "value before", "value after", "row"]
    )
    moved = frame[frame["before"] != frame["after"]]
    order = moved["after"].map(_ORDER.index).sort_values(kind="stable").index
    texts = [_counted(frame, label) for label in ("before", "after")]
    claims, whose = ("claim", "its") if len(frame) == 1 else ("claims", "their")
    note = (
        f"{len(moved)} of {len(frame)} {claims} of {printable(name)} on this file changed {whose} "
        f"verdict; before {texts[0]}, after {texts[1]}."
    )
    return Part("claims", "The claims", moved.loc[order].reset_index(drop=True), note, (), ())


def _row(before, after):
    claim = (after or before).claim
    verdicts = ("–" if one is None else one.verdict for one in (before, after))
    values = ("–" if one is None else one.fault or one.value_text for one in (before, after))
    return (claim.claim, claim.band, *verdicts, *values, claim.row)


def _counted(frame, label):
    counts = frame[label].value_counts()
    said = {"broken": "broken", "fault": "not answered", "open": "open", "holds": "hold"}
    listed = [f"{counts[verdict]} {words}" for verdict, words in said.items() if verdict in counts]
    return ", ".join(listed) or "none"


def rules_named(charter, trust=False):
    """Return the name of the rules that all rows on units in a charter set, else None."""
    named = {
        claim.given.get("rules")
        for claim in read_charter(charter, trust=trust).claims
        if claim.system == "units"
    }
    return named.pop() if len(named) == 1 else None


def tightest(verdicts, unit="chance"):
    """Return for each row of a charter the claim nearest to breaking, or broken by most.

    verdicts: `combat.charter.Verdicts`. unit: only rows of this unit, "chance" or "number". A
    frame by the row's words, with columns value, low, high, at_least, at_most and verdict.

    >>> table = b"claim,system,first,second,measure,at least\\nodd,units,*,*,score,10 %\\n"
    >>> units = b"name,hp,attack,defense,damage\\nImp,2,9,9,1\\nOgre,3,9,9,1\\n"
    >>> found = tightest(judge(read_charter(table, files={"units.csv": units}).claims))
    >>> found.index.tolist(), found["value"].round(2).tolist()
    (['odd'], [0.24])
    """
    nearest = {}
    answered = [one for one in verdicts.verdicts if one.verdict != "fault"]
    for one in sorted(answered, key=lambda one: -one.margin):
        if one.claim.unit == unit:
            nearest.setdefault(one.claim.row, one)
    listed = [nearest[row] for row in sorted(nearest)]
    words = pd.Index([one.claim.words or one.claim.claim for one in listed], name="claim")
    columns = ["value", "low", "high", "at_least", "at_most", "verdict"]
    return Verdicts(tuple(listed)).frame[columns].set_index(words)
