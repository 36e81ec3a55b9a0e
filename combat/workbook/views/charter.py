"""Tables of notebook 08: what a patch did."""

from pathlib import Path

from combat.patch import patch_of_units, with_claims
from combat.units.sheets.files import GameFiles
from combat.workbook import Table


def patched(units, after, rules, charter):
    """Return the `Patch` from units to others, with the promises of a charter that changed."""
    names = ("as it is", "patched")
    path = Path(charter).with_name("units.csv")
    versions = [
        GameFiles(name, path, b"", units=one)
        for name, one in zip(names, (units, after), strict=True)
    ]
    return with_claims(patch_of_units(units, after, rules, names=names), charter, versions)[0]


def part(found, kind):
    """Return the `Part` of a patch's report of that kind."""
    return next(one for one in found.parts if one.kind == kind)


def table(found, kind):
    """Return a part of a patch's report as a `Table`."""
    shown = part(found, kind)
    frame = shown.frame.drop(columns="row", errors="ignore")
    return Table(frame, caption=f"{shown.title}. {shown.note}", formats=shown.formats)
