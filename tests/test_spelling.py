"""What is read is spelt in British; names in code and columns are American."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
AMERICAN = re.compile(r"\b(defense|armor|color|behavior|favor)\w*", re.IGNORECASE)
# What a text says of code, formulas and columns, or in the words of a source.
QUOTED = re.compile(
    r"```.*?```|`[^`]*`|\$\$.*?\$\$|\$[^$]*\$|\bDefenseDice\b"
    r"|\"[^\"]*\"|“[^”]*”|\]\([^)]*\)|^>.*$",
    re.S | re.M,
)


def texts():
    """What is read: README files and the prose of the workbook's own notebooks."""
    for path in [
        *ROOT.glob("*.md"),
        *ROOT.glob("[a-z]*/README.md"),
        *ROOT.glob("data/*/README.md"),
    ]:
        yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
    for path in sorted((ROOT / "notebooks").glob("[0-9][0-9]_*.ipynb")):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        prose = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]
        yield path.name, "\n\n".join(prose)


@pytest.mark.parametrize(("name", "text"), [*texts()], ids=[name for name, _ in texts()])
def test_what_is_read_is_spelt_in_british(name, text):
    assert AMERICAN.findall(QUOTED.sub("", text)) == []
