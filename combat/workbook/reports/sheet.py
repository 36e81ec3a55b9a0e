"""A report on a sheet of units: a short notebook of panels, run and exported as a page."""

import os
from pathlib import Path

from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from combat.core.checks import warn
from combat.core.files import aside
from combat.core.own_code import lies_in
from combat.core.words import printable
from combat.tables.content import refuse_folder
from combat.units.sheets.reading import BESIDE
from combat.units.which_rules import guessed as guess
from combat.units.which_rules import worked
from combat.workbook.notebooks import NUMBERED, execute, save
from combat.workbook.pages import site
from combat.workbook.pages.export import plain
from combat.workbook.panels.leveling import grows
from combat.workbook.panels.standing import MOST_STEPS, without_luck
from combat.workbook.panels.worth import NOTHING, all_steps

_IMPORTS = "from combat.workbook import Game, Table, panels"
_READ = 'Table(read, caption="How each heading was read", folded=True)'
_TRIED = """from combat.units.which_rules import tries

said = "Rules that may be meant, and how they decide pairs of units; --rules names one of them"
Table(tries(game.units), caption=said, folded=True)"""
_MOST_PRICED = 40  # units whose armies meet: by turns some seconds
MOST_UNITS = 150  # on a page; of more, so many spread evenly over the file
_WORTH = "Who is worth the cost"
# Each part: a heading, what it asks in a sentence, and the call that answers it.
_PARTS = [
    ("One duel", "Exact: all dice rolls are counted.", "panels.duel(game)"),
    (
        "Who is strong",
        "A unit of twice the strength wins two duels of three.",
        "panels.strength(game)",
    ),
    (_WORTH, "Each army is of one kind, and costs the same.", "panels.prices(game)"),
    (
        "Which numbers count",
        "A step is a tenth of a number's mean; of whole numbers but speed one point at least.",
        "panels.numbers(game)",
    ),
    (
        "What matters for one unit",
        "The same steps, the greatest effect first.",
        "panels.what_matters(game)",
    ),
    ("Breakpoints", "At which values does a kill take one blow fewer?", "panels.breakpoints(game)"),
    ("The closest pairs", "Where the dice decide most.", "panels.closest(game)"),
]
_WITHOUT_LUCK = {
    "One duel": "Nothing is rolled: a duel always ends in the same way.",
    "Who is strong": "The share of the others that each unit beats.",
    "The closest pairs": "Where the winner has least left.",
}
_PROMISES = ("Promises", "What the charter says must stay true.", "panels.promises(game)")


def notebook(
    units,
    folder,
    rules=None,
    charter=None,
    trust=False,
    promises=False,
    many=0,
    guessed="",
    growing=False,
    sure=False,
    costs=True,
    against=None,
    others=0,
):
    """Return a notebook about a sheet as one begins it by hand; folder: where it will stand.

    promises: whether its charter has some. many: how many units the sheet has. guessed: how the
    rule was found, in a sentence, if it was guessed. growing: whether its units grow by level.
    sure: whether luck decides no duel, and no step of a number changes one. costs: whether all
    have some, and are few enough to fight armies of each. against: another sheet, which they meet;
    others: how many units it has.
    """
    settings = {"rules": rules, "charter": charter, "against": against}
    given = "".join(f", {name}={_from(folder, one)!r}" for name, one in settings.items() if one)
    given += f", {trust=}" if promises and trust is not False else ""
    source = os.path.relpath(units, folder)
    slow = [] if many <= MOST_STEPS else ["Which numbers count"]
    slow += [] if costs else [_WORTH]
    left_out = slow + ["What matters for one unit", "Which numbers count"] * sure
    parts = [
        (heading, _WITHOUT_LUCK.get(heading, question) if sure else question, call)
        for heading, question, call in [*_PARTS, *[_PROMISES] * promises]
        if heading not in left_out
    ]
    some, told = ("", "") if promises else _some(many)
    told += f" {plain(guessed)}" if guessed else ""
    stem, name = (plain(printable(text)) for text in (units.stem, units.name))
    fewer = f"\ngame.units = game.units.only(*game.names{some})" if some else ""
    tried = _TRIED.replace("game.units", "[*game.units, *game.against]") if against else _TRIED
    cells = [
        new_markdown_cell(
            f"# {stem}: who beats whom, and which numbers count\n\nMade from "
            f"{name}.{told} Every duel is solved exactly; the controls answer without Python."
        ),
        new_code_cell(
            f"{_IMPORTS}\n\ngame = Game({source!r}{given})\nread = game.units.reading{fewer}"
        ),
        *(_meeting(against.name, others) if against else ()),
        *[new_code_cell("panels.levels(game)")] * growing,
        new_code_cell("panels.summary(game)"),
        new_code_cell("panels.table(game)"),
        new_code_cell(_READ),
        *[new_code_cell(tried)] * bool(guessed),
    ]
    for heading, question, call in parts:
        cells += [new_markdown_cell(f"## {heading}\n\n{question}"), new_code_cell(call)]
    return new_notebook(cells=cells)


def _some(many):
    """The slice of many units that a page shows, and a sentence that says so; "" for all."""
    step = -(-many // MOST_UNITS)
    told = f" Of its {many:,} units every {_nth(step)} is shown."
    return (f"[::{step}]", told) if step > 1 else ("", "")


def _meeting(name, many):
    """The cells in which a sheet's units meet those of another."""
    some, told = _some(many)
    asked = f"## Against {plain(printable(name))}\n\nEach unit in a row meets all there.{told}"
    return [
        new_markdown_cell(asked),
        new_code_cell(f"panels.table(game, against=game.against{some})"),
        new_code_cell(_READ.replace("read", "game.against.reading", 1)),
        new_markdown_cell("## Among themselves"),
    ]


def _nth(number):
    return {2: "second", 3: "third"}.get(number, f"{number}th")


def report(
    units, out, *, rules=None, charter=None, trust=False, against=None, keep=None, progress=None
):
    """Write a page about a sheet, and return its path.

    out: the page, a path that ends in .html, or a folder for it. keep: a path for the notebook.
    trust: as for `read_charter`. Unless it is given, a charter that was only found beside the sheet
    runs no Python of that folder, but where `rules` is a file of it. against: another sheet, whose
    units those of the first meet; a rule is guessed from both. Warns of each row left out.
    """
    rules = _as_file(rules)
    if charter is None and not trust and not _named_there(rules, units.parent):
        trust = None
    game, promises = _checked(units, rules, charter, trust, against)
    how = {"rules": rules, "charter": charter, "trust": trust, "promises": promises}
    how |= {"many": len(game.units), "growing": grows(game)}
    how |= {"against": against, "others": len(game.against)}
    costs = [unit.role("cost") for unit in game.units]
    how["costs"] = len(costs) <= _MOST_PRICED and all(cost > 0 for cost in costs)
    rule = next(iter(game.rules))
    if len(game.units) <= MOST_STEPS and without_luck(game, rule):
        how["sure"] = bool(all_steps(game, rule).abs().max(axis=None) < NOTHING)
    if game.guessed:
        how["guessed"] = f"{game.guessed}. {worked(game.units, game.rules[rule])}"
    stem, out = (out.stem, out.parent) if out.suffix == ".html" else (units.stem, out)
    if keep is not None and (NUMBERED.match(keep.name) or keep.exists()):
        raise ValueError(f"{keep} can't be written: it is there, or a name of the workbook's")
    folder = (keep or units).parent
    with aside() as beside:
        draft = beside / (keep.name if keep else f"{stem}.ipynb")
        save(notebook(units, folder, **how), draft)
        if keep is None:
            return site.export(draft, out, folder=folder, progress=progress, alone=True)
        save(execute(draft, folder=folder, alone=True), keep)
    return site.export(keep, out, progress=progress, alone=True)


def _as_file(rules):
    """Rules of a module in the present folder by their file: a kernel looks beside the sheet."""
    module, colon, name = (rules or "").rpartition(":")
    file = f"{module.replace('.', '/')}.py"
    return f"{file}:{name}" if colon and Path(file).is_file() else rules


def _named_there(rules, folder):
    """Whether the rules are a file of this folder, whose Python is run at the user's wish."""
    return rules is not None and lies_in(os.path.abspath(rules), folder)


def _checked(units, rules, charter, trust, against):
    """The game, and whether a promise of it can be judged; faults are said at once."""
    from combat.workbook.panels.charter import charter_of
    from combat.workbook.panels.game import Game

    if charter is not None:
        refuse_folder(charter)
    if charter is not None and not charter.is_file():
        raise ValueError(f"{charter}: there is no such file")
    game = Game(units, rules=rules, charter=charter or BESIDE, trust=trust, against=against)
    if game.guessed:
        guess([*game.units, *game.against])  # refused, where nobody can hurt anybody
    if game.charter is None:
        return game, False
    found = charter_of(game)
    for fault in found.faults:
        warn(f"left out: {fault}")
    return game, bool(found.claims)


def _from(folder, text):
    """A path, or the file of some rules, as it is named from a folder."""
    if text is None:
        return None
    file, colon, name = str(text).rpartition(":") if ".py:" in str(text) else (str(text), "", "")
    return os.path.relpath(file, folder) + colon + name if Path(file).exists() else str(text)
