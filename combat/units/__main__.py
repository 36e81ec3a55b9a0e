"""`python -m combat.units`: how is this sheet of units read?"""

import sys
from pathlib import Path

from combat.cli import interrupts, terminal

_EPILOG = """\
Prints a line for each heading: what it is taken as, its lowest and highest value, and how many
cells aren't understood; then what a reader may not expect. --write saves that as FILE's mapping,
heading and as, in which any line may be changed: read_units, charters and patches honour it. It
does so for a sheet that can't be read, too, with what each heading was taken for.

Exit status: 0; 2 for a sheet that can't be read, with a line for each fault on standard error.
"""


def main(arguments=None):
    """Run the command; returns the exit status: 0, 2 with lines on standard error, or 130."""
    return _parser().run(_run, arguments)


def _run(options):
    from combat.tables import TableError, content_of
    from combat.units import read_units  # slow to import; --help skips it
    from combat.units.sheets.headings import tables_beside
    from combat.units.sheets.sheet import guessed

    path = options.file.parent / tables_beside(options.file.name)["columns"]
    if options.write and path.exists():
        raise ValueError(f"--write: {path.name} is there already; change it, or rename it first")
    try:
        units = read_units(options.file, sheet=options.sheet, columns=options.columns)
    except TableError as error:
        for line in str(error).splitlines():
            terminal.complain(f"{options.program}: {line}")
        if options.write and options.file.is_file():
            pairs = guessed(*content_of(options.file), options.sheet)
            _save(path, pairs)
        return 2
    kinds = units.reading["as"]
    known = {kind.partition(" ")[0] for kind in kinds}
    none = "" if {"attack", "damage"} & known else "no column is taken for attack or damage\n"
    terminal.tell(f"{units.reading.to_string()}\n{none}{len(units)} units\n")
    if options.write:
        pairs = [
            (heading, kind.partition(" ")[0])
            for heading, kind in kinds.items()
            if not heading.startswith("(column ") and "two columns" not in kind
        ]
        _save(path, pairs)
    return 0


def _save(path, pairs):
    from combat.core.files import write_whole
    from combat.units.sheets.sheet import mapping_text

    if pairs:
        write_whole({path: mapping_text(pairs)})
        terminal.tell(f"Saved {path.name}\n")


def _parser():
    parser = terminal.Parser("combat.units", "How is this sheet of units read?", _EPILOG)
    add = parser.add_argument
    add("file", type=Path, metavar="FILE", help="CSV, xlsx, ods, xls, JSON or YAML")
    add("--sheet", metavar="NAME", help="of a spreadsheet, or a list; '*': all")
    add("--columns", type=Path, metavar="FILE", help="a mapping (default: FILE's .columns.csv)")
    add("--write", action="store_true", help="save the mapping as FILE's .columns.csv")
    return parser


if __name__ == "__main__":
    interrupts.begin()
    sys.exit(interrupts.run(main))
