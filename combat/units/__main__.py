"""How is this sheet of units read?

Prints a line for each heading: what it is taken as, its lowest and highest value, and how many
cells aren't understood; then what a reader may not expect. --write saves that as FILE's mapping,
heading and as, in which any line may be changed: read_units, charters and patches honour it. It
does so for a sheet that can't be read, too, with what each heading was taken for.

--level reads cells that speak of one, such as 20 + 5*level, at that level. --out writes the sheet
with the texts that its cells are there, and its other tables beside it; it replaces no file.

Exit status: 0; 2 for a sheet that can't be read, with a line for each fault on standard error.
"""

import sys
from pathlib import Path

from combat.cli import interrupts, terminal


def main(arguments=None):
    """Run the command; returns the exit status: 0, 2 with lines on standard error, or 130."""
    return _parser().run(_run, arguments)


def _run(options):
    from combat.core.words import many
    from combat.tables import TableError, content_of
    from combat.units import read_units  # slow to import; --help skips it
    from combat.units.sheets.expressions import LEVEL
    from combat.units.sheets.headings import tables_beside
    from combat.units.sheets.sheet import guessed

    path = options.file.parent / tables_beside(options.file.name)["columns"]
    if options.write and path.exists():
        raise ValueError(f"--write: {path.name} is there already; change it, or rename it first")
    how = {"sheet": options.sheet, "columns": options.columns, "level": options.level}
    try:
        units = read_units(options.file, **how)
    except TableError as error:
        for line in str(error).splitlines():
            terminal.complain(f"{options.program}: {line}")
        if options.write and options.file.is_file():
            pairs = guessed(*content_of(options.file), options.sheet)
            _save(path, pairs)
        return 2
    wrote = _write_level(units, options) if options.out else ()
    kinds = units.reading["as"]
    known = {kind.partition(" ")[0] for kind in kinds}
    none = "" if {"attack", "damage"} & known else "no column is taken for attack or damage\n"
    carried = f", {many(len(units.items), 'item')} to carry" if units.items else ""
    terminal.tell(f"{units.reading.to_string()}\n{none}{len(units)} units{carried}\n")
    terminal.tell("".join(f"Wrote {place.name}\n" for place in wrote))
    if options.write:
        pairs = [
            (heading, kind.partition(" ")[0])
            for heading, kind in kinds.items()
            if not heading.startswith("(column ") and "two columns" not in kind
            if heading != LEVEL or LEVEL in units.read_at.files.texts[0]
        ]
        _save(path, pairs)
    return 0


def _write_level(units, options):
    """Write the sheet of the level, with its tables; return the paths."""
    from combat.core.files import write_whole
    from combat.units.sheets.files import written_at
    from combat.units.sheets.headings import tables_beside

    out = options.out
    if options.level is None:
        raise ValueError("--out is for --level; leave it out")
    if out.suffix.lower() != ".csv":
        raise ValueError(f"--out {out}: a CSV is written; name a file that ends in .csv")
    for name in (out.name, *tables_beside(out.name).values()):
        if out.with_name(name).exists():
            raise ValueError(f"--out {out.with_name(name)}: it is there; name another file")
    files = written_at(units.read_at.files, options.level, out)
    write_whole(files)
    return files


def _save(path, pairs):
    from combat.core.files import write_whole
    from combat.units.sheets.sheet import mapping_text

    if pairs:
        write_whole({path: mapping_text(pairs)})
        terminal.tell(f"Saved {path.name}\n")


def _parser():
    parser = terminal.Parser("combat.units", __doc__)
    add = parser.add_argument
    add("file", type=Path, metavar="FILE", help="CSV, xlsx, ods, xls, JSON or YAML")
    add("--sheet", metavar="NAME", help="of a spreadsheet, or a list; '*': all")
    add("--columns", type=Path, metavar="FILE", help="a mapping (default: FILE's .columns.csv)")
    add("--level", type=terminal.whole_from(1, 1000), metavar="N", help="the level to read it at")
    add("--out", type=terminal.path, metavar="FILE", help="write the sheet of that level")
    add("--write", action="store_true", help="save the mapping as FILE's .columns.csv")
    return parser


if __name__ == "__main__":
    interrupts.begin()
    sys.exit(interrupts.run(main))
