"""What must stay true of a game: each promise of its charter in its band."""

from combat.charter import judge, read_charter
from combat.charter.mends.query import Query
from combat.patch import tightest
from combat.workbook import Answer, charts, slider
from combat.workbook.panel.picture import panel_of
from combat.workbook.panels.game import cached
from combat.workbook.panels.mending import Mending
from combat.workbook.panels.observing import observing

_MOST_LINES = 3
_MOST_KEPT = 5000  # answers of battles
_NAMELESS = "units.csv"  # the file of a charter's row that names none


def promises(game, *, unit=None, columns=("hp", "cost"), **options):
    """Return a Panel of the game's charter: of each promise the value nearest to breaking it.

    unit: the name of one whose `columns` have sliders; without it the panel has no controls, and
    follows the sheet. A button above the picture searches the smallest changes that mend a broken
    promise, see `combat.charter.mend`; where all hold, how far each number may move.

    >>> from combat.workbook import Game, panels
    >>> game = Game(b"name,hp,attack,defense,damage\\nImp,2,9,9,1\\nOgre,5,9,9,1\\n", "mine.csv")
    >>> panels.promises(game)
    there are no promises about mine.csv: ...
    """

    def controls():
        if unit not in game.units:
            return {}
        there = {column: game.units[unit][column] for column in columns}
        return {
            column: slider(f"{unit}: {column}", 1, 2 * int(now), int(now), live=False)
            for column, now in there.items()
        }

    def show(**changes):
        found = verdicts(game, unit, tuple(changes.items()))
        shown = charts.rows(
            tightest(found),
            band=("at_least", "at_most"),
            xlabel="the chance, or the share, that is promised",
        )
        wrong = [f"{one.line}." for one in found.worst_first if one.verdict != "holds"]
        faults = charter_of(game).faults
        told = [f"Left out: {_left_out(faults)}."] if faults else []
        told += ["Each promise in its band; those about numbers that are no chances are left out."]
        return Answer(found.summary, shown, note=" ".join([*wrong[:_MOST_LINES], *told]))

    panel = observing(game, show, controls, **options)

    def apply(units):
        game.units = units
        panel.reset()  # the sliders stand at the game's numbers

    mending = Mending(lambda: claims(game, unit, panel.values.items()), lambda: game.units, apply)
    game.observe(mending.forget)
    panel.mending, panel.widget = mending, panel_of([mending.widget, panel.widget])
    return panel


def claims(game, unit=None, changes=()):
    """Return the claims of the game's charter, with other values in a unit's columns."""
    found = charter_of(game, unit, changes)
    if found.faults and not found.claims:
        raise ValueError(_left_out(found.faults))
    return found.claims


def charter_of(game, unit=None, changes=()):
    """Return the `Charter` of a game, which lists what was left out of it; ValueError for none."""
    if game.charter is None:
        raise ValueError(
            f"there are no promises about {game.name}: write some into a charter beside it, "
            f"{game.name.rpartition('.')[0]}.charter.csv"
        )
    name, content = game.sheet_file()
    if changes:
        content = game.units.changed(unit, **dict(changes)).frame.to_csv().encode()
    files = {name: content}
    if not game.charter.with_name(_NAMELESS).is_file():
        files[_NAMELESS] = content
    return read_charter(game.charter, files=files, trust=game.trust)


def _left_out(faults):
    first, *others = faults
    return first + (f" (and {len(others)} more)" if others else "")


@cached
def verdicts(game, unit=None, changes=()):
    """Return the `Verdicts` on these claims."""
    if len(game.battles) > _MOST_KEPT:
        game.battles.clear()
    asked = _asked(game) if changes else None
    if asked is None:
        return judge(claims(game), known=game.battles)
    return asked.verdicts_by(asked.units.changed(unit, **dict(changes)))


@cached
def _asked(game):
    """The game's claims as functions of its units; None if none is about units."""
    found = claims(game)
    return Query(found, known=game.battles) if any(one.question for one in found) else None
