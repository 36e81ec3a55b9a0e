"""A game that panels observe: units with what they can do, rules, and promises."""

import asyncio
from dataclasses import replace
from functools import wraps
from pathlib import Path
from threading import RLock
from warnings import catch_warnings, simplefilter

from combat import hit_rules
from combat.core.checks import warn
from combat.core.own_code import loaded
from combat.core.words import printable
from combat.units import PLAIN, Rules, Units, usable
from combat.units.sheets.files import BESIDE, files_of, files_of_units
from combat.units.sheets.levels import level_of
from combat.units.sheets.reading import read_game
from combat.units.simple_rules import ALWAYS, DAMAGES
from combat.units.which_rules import RATIO, guessed, rules_of
from combat.workbook.panels.sheet import Sheet

_PAUSE = 0.02  # seconds between two slow panels, in which a change of a cell comes first
_HELP = "give Rules(...), their name, or {name: Rules}"
# For units without a rule of their own, after the guessed one and the published ones.
_KNOWN = {ALWAYS: Rules(hit=ALWAYS)} | {name: rules_of(name) for name in DAMAGES}


class Game:
    """Units with what they can do, rules, and promises, observed by the panels of a notebook.

    source: a path, an uploaded file's bytes with its `name`, or `Units`. rules: `Rules`, {name:
    Rules} to choose from, or where either is found, such as "ratio" or "rules.py:OWN" (see
    `combat.units.rules_of`). Rules by which these units can't fight are left out; without any, the
    one that the numbers speak for comes first (`combat.units.which_rules`), then the published hit
    rules, and those without a roll to hit. charter: a path to promises about these units, or a
    pair (file name, bytes); by default units.charter.csv beside units.csv; trust: as for
    `read_charter`. against: other units that these meet, a path or `Units`, for whose numbers the
    rules must suit, too; they stay as they are. sheet, level, actions, statuses, synergies, items,
    columns: as for `read_units`.

    After `game.units = ...` (of a path or of `Units`), `game.level = 5`, `load`, or a change of a
    cell of the `sheet`, every panel shows the new game. ValueError, and the game stays as it was,
    for what can't be read.

    >>> game = Game(b"name,hp,attack,defense,damage\\nImp,2,9,9,1\\nOgre,5,9,9,1\\n", "mine.csv")
    >>> game
    mine.csv: 2 units, by ratio, ...
    >>> game.units = game.units.changed("Imp", hp=5)
    >>> game.units["Imp"].hp
    5
    """

    def __init__(
        self,
        source,
        name=None,
        *,
        rules=None,
        charter=BESIDE,
        trust=False,
        against=None,
        sheet=None,
        level=None,
        actions=BESIDE,
        statuses=BESIDE,
        synergies=BESIDE,
        items=BESIDE,
        columns=None,
    ):
        self._own = _named(rules)
        self.against = () if against is None else Game(against, charter=None).units
        # JupyterLab takes the first edit in one thread, and later ones in another.
        self.lock = RLock()
        self._observers, self._waiting = [], []
        self.answers = {}  # of functions that are `cached`, about the present units
        self.name, self.charter, self.trust = "units.csv", None, trust
        self.battles = {}  # what battles said of promises, see `judge`
        self.opens = None  # the panel that a click on a cell of a table opens
        given = {"actions": actions, "statuses": statuses, "synergies": synergies}
        given |= {"items": items, "columns": columns, "charter": charter}
        given |= {"sheet": sheet, "level": level}
        self._take(source, name, **given)

    @property
    def units(self):
        """The `Units`; set it to other ones, or to the path of a file."""
        return self.files.units

    @units.setter
    def units(self, source):
        self.load(source)

    @property
    def names(self):
        """The names of the units, in the order of their file."""
        return self.units.names

    @property
    def rules(self):
        """The `Rules` that these units can fight by, {name: Rules}; set it to other ones."""
        return self._rules

    @rules.setter
    def rules(self, rules):
        with self.lock:
            self._own = _named(rules)
            self._set(self.files, self._read_warnings)
            self.notify()

    @property
    def level(self):
        """At which level its cells are read; None for each unit's own. Set it to another one."""
        return self.files.level

    @level.setter
    def level(self, level):
        with self.lock:
            level = None if level is None else level_of(level)
            self._set(*_read(replace(self.files, level=level, units=None)))
            self.notify()

    @property
    def guessed(self):
        """How its rule was found, in a sentence; "" where rules were given and can be used."""
        first = next(iter(self._rules))
        if first in self._own:
            return ""
        found = f"By the rule '{first}', guessed from the numbers"
        return f"{found}; --rules (in Python rules=) names another"

    def shows(self, units):
        """Return whether these are the game's units at present, number for number."""
        return [*self.units] == [*units]

    @property
    def texts(self):
        """The cells of the sheet as they are written: a list of rows, the headings first."""
        return self._texts  # JSON's records and a spreadsheet's cells take a while

    def load(self, source, name=None, **beside):
        """Take other units: a path, bytes with a file name, or `Units`; every panel shows them.

        beside: actions, statuses, synergies, items, columns, charter of an upload: pairs (name,
        bytes).
        """
        with self.lock:
            self._take(source, name, **beside)
            self.notify()

    def edit(self, texts):
        """Take a sheet whose cells were changed; TableError, in the words of the reader of tables.

        texts: as `texts`, headings first. The tables of actions and statuses stay as they are.
        """
        with self.lock:
            self._set(*_read(self.files.edited(texts), strict=True))
            self._notify_soon()

    def sheet(self):
        """Return the units as a `Sheet` whose cells are edited, with an upload for other ones."""
        return Sheet(self)

    def observe(self, callback, quick=False):
        """Let a function be called after each change of the game, those that are quick first."""
        self._observers.append((not quick, len(self._observers), callback))

    def notify(self):
        """Call all observers, as the game has changed; this returns when all have been called."""
        with self.lock:
            self._waiting = [callback for *_, callback in sorted(self._observers)]
            _call_all(self._waiting)

    def _notify_soon(self):
        """The same, but what is typed next comes first: slow observers wait, and see that too."""
        try:
            asyncio.get_running_loop()
        except RuntimeError:  # a script, or a thread of its own
            self.notify()
            return
        quick = sum(not slow for slow, *_ in self._observers)
        observers = [callback for *_, callback in sorted(self._observers)]
        self._waiting = observers[quick:]
        try:
            _call_all(observers[:quick])
        finally:
            self._go_on(self._waiting)

    def _go_on(self, waiting):
        """Let the loop of this thread call what waits."""
        if waiting:
            asyncio.get_running_loop().call_later(_PAUSE, self._notify_next, waiting)

    def _notify_next(self, waiting):
        """Call the first that waits, unless all are called anew since, perhaps by another loop."""
        with self.lock:
            if waiting is not self._waiting or not waiting:
                return
            try:
                waiting.pop(0)()
            finally:  # a panel that fails leaves the others to follow
                self._go_on(waiting)

    def _take(self, source, name=None, *, charter=BESIDE, level=None, **given):
        if isinstance(source, Units):
            self._set(files_of_units(source, self.name))
            return
        files = files_of(source, name, charter=charter, **given)
        files, said = _read(replace(files, level=level))
        self._set(files, said)
        for sentence in said:
            warn(sentence)
        self.name, self.charter = files.label, files.beside.get("charter")

    def _set(self, files, said=()):
        texts = files.texts
        self._rules, told = _usable(self._own, files.units, self.against)
        self._read_warnings, self.warnings = said, [*said, *told]
        self.files, self._texts = files, texts
        self.answers = {}  # what is computed of the game before goes on into its own

    def __repr__(self):
        return f"{self.name}: {len(self.units)} units, by {', '.join(list(self.rules)[:3])}"


def _call_all(waiting):
    """Call and take out what waits; one that raises leaves the others to follow."""
    while waiting:
        try:
            waiting.pop(0)()
        finally:
            _call_all(waiting)


def cached(function):
    """Let a function of (game, *arguments) compute each answer once, until the game changes."""

    @wraps(function)
    def asked(game, *arguments):
        # Another thread may change the game meanwhile: what is computed belongs to the one before.
        answers, key = game.answers, (function, arguments)
        if key not in answers:
            answers[key] = function(game, *arguments)
        return answers[key]

    return asked


def _named(rules):
    """Rules by name, however they were given."""
    if rules is None:
        return {}
    if isinstance(rules, Rules):
        return {"these rules": rules}
    if isinstance(rules, str | Path):
        text = str(rules)
        file, colon, name = text.rpartition(":")
        folder = Path(file).parent if colon and file.endswith(".py") else None
        short = f"{Path(file).name}:{name}" if folder else text
        if folder and isinstance(found := loaded(short, folder), dict):
            return _named(found)
        return {name or text: rules_of(short, folder)}
    if not isinstance(rules, dict) or not all(isinstance(one, Rules) for one in rules.values()):
        raise ValueError(f"rules = {rules!r} are no rules: {_HELP}")
    return dict(rules)


def _read(files, strict=False):
    """(`GameFiles` with the units that are read of them, what their reader tells.)"""
    with catch_warnings(record=True) as caught:
        simplefilter("always")
        found = replace(files, units=read_game(files, strict))
    return found, [str(one.message) for one in caught]


def _usable(own, units, against):
    """(The rules, of one's own if one can be used, else known ones; why none of them can be.)"""
    told, both = [], [*units, *against]
    if own:
        try:
            return usable(own, both), told
        except ValueError as error:
            told = [f"{error}; published rules stand in its place"]
    try:
        first, rules = guessed(both)
    except ValueError:  # where nothing is known but hit points, each panel says what it needs
        return {RATIO: PLAIN}, told
    told += _idle(first, units)
    published = {name: Rules(hit=name) for name in hit_rules.of_one_blow()}
    others = published | _KNOWN
    others.pop(first, None)
    return usable({first: rules} | others, both), told


def _idle(rule, units):
    """A sentence, in a list, if defense counts for nothing, and how to let it count."""
    reading = getattr(units, "reading", None)
    if rule != ALWAYS or reading is None or "armor" in [*reading["as"]]:
        return []
    return [
        f"Defense counts for nothing by this rule; a line '{printable(heading)},armor' in the "
        f"file's .columns.csv takes it off each hit"
        for heading in reading.index[reading["as"] == "defense"]
    ]
