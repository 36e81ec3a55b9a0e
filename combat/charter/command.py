"""What `python -m combat.charter` does after its switches are read: judges, or mends."""

from concurrent.futures import CancelledError
from contextlib import contextmanager
from pathlib import Path

import pandas as pd

from combat.charter.judging import judge
from combat.charter.measures import MEASURES, SETTINGS
from combat.charter.mends.finding import MendSearch
from combat.charter.mends.keeping import lines_of
from combat.charter.mends.numbers import WITHIN
from combat.charter.reading import Charter, read_charter
from combat.charter.systems.python import OURS
from combat.charter.verdicts import Verdicts
from combat.cli import interrupts, terminal
from combat.core.files import form_of, write_whole
from combat.core.numbers import checked, number_in, within
from combat.core.words import csv_of, many, printable
from combat.tables import TableError
from combat.units.which_rules import by_whom, rules_of

_HOLDS, _BROKEN, _BAD_INPUT, _OPEN = 0, 1, 2, 3
_WORST_LAST = _HOLDS, _OPEN, _BROKEN, _BAD_INPUT
_BEGINS = "file,row,claim,"  # a CSV of verdicts


def measures():
    """Return what each system can measure, and its settings, as text."""
    of = {}
    for one in MEASURES.values():
        better = f", {one.better} is better" if one.better else ""
        of.setdefault(one.of, []).append(f"    {one.name} ({one.unit}{better})")
    listed = [line for asked, lines in of.items() for line in (f"  of {asked}:", *lines)]
    lines = ["units", *listed, f"  given: {', '.join(SETTINGS)}"]
    lines += ["python", "  file.py:function (number, or chance where the band is in percent)"]
    return "\n".join([*lines, f"  given: {', '.join(OURS)}, and the function's own"]) + "\n"


def judge_files(options, page_maker):
    """Judge the charters named in the options and print the verdicts; return the exit status."""
    _refuse_unused(options)
    if not options.files:
        raise ValueError("name a charter, a CSV or xlsx file; --help explains the switches")
    if options.mend and (len(options.files) > 1 or options.out is not None):
        raise ValueError("--mend is for one charter, and prints what it finds; leave out the rest")
    report_of = None if options.out is None else _writer(options, page_maker)
    rules = rules_of(options.rules, Path(), "--rules") if options.rules is not None else None
    how = {"rules": rules, "sheet": options.sheet, "trust": options.trust}
    how |= {"columns": options.columns, "progress": terminal.watched()}
    charters = [_read(file, how, len(options.files) == 1) for file in options.files]
    if options.mend:
        return _mended(options, charters[0])
    found, statuses = [], []
    with _executor(options) as executor:
        for file, charter in zip(options.files, charters, strict=True):
            verdicts = _verdicts(charter, options, executor)
            if verdicts is None:
                return interrupts.INTERRUPTED
            found.append((file, charter.faults, verdicts))
            _tell(file if len(charters) > 1 else "", charter, verdicts, options)
            statuses.append(_status(charter, verdicts, options.open_is_broken))
    if options.out is not None:
        write_whole({options.out: report_of(found)})
    return max(statuses, key=_WORST_LAST.index)


def _refuse_unused(options):
    """Raise ValueError for a switch that would count nothing."""
    if options.mend:
        terminal.refuse(
            options, "counts nothing beside --mend", "workers", "dask", "open_is_broken"
        )
    else:
        of_mends = ("write", "overwrite", "most", "within", "margin", "change", "keep")
        terminal.refuse(options, "is for --mend", *of_mends)
    if not options.write:
        terminal.refuse(options, "is for --write", "overwrite")
    if options.dask:
        terminal.refuse(options, "counts nothing beside --dask", "workers")


def _writer(options, page_maker):
    """A function from all verdicts to the text of the report; ValueError for another ending."""
    path = options.out
    if path.suffix.lower() == ".xml":
        raise ValueError(
            f"{path}: pytest writes JUnit, as each row is a test: pytest CHARTER --junitxml={path}"
        )
    forms = {".csv": lambda: as_csv, ".html": page_maker}
    return form_of(path, forms, inputs=options.files, begins={".csv": _BEGINS})


def as_csv(found):
    """Return the verdicts of all charters as one CSV, with the file's name in the first column."""
    frames = [verdicts.frame.assign(file=name) for name, _, verdicts in found if len(verdicts)]
    whole = pd.concat(frames or [Verdicts(()).frame.assign(file="")], ignore_index=True)
    return csv_of(whole[["file", *whole.columns.drop("file")]])


def _read(file, how, alone):
    """The `Charter` of a file; one that can't be read is a fault, so that others are judged."""
    try:
        return read_charter(file, **how)
    except TableError as error:
        if alone:
            raise
        return Charter(Path(file).name, faults=(str(error),))


def _verdicts(charter, options, executor):
    """The `Verdicts` of a charter; after Ctrl-C those so far are printed, and None returned."""
    found, bar, total = {}, terminal.progress(), len(charter.claims)
    how = {"seed": options.seed, "error": options.error, "executor": executor}
    try:
        return judge(charter.claims, progress=bar, found=found, **how)
    except KeyboardInterrupt:
        if bar is not None:
            bar(total, total)
        told = f"Interrupted: {len(found)} of {many(total, 'claim')} decided."
        terminal.tell(f"{Verdicts.of(found)}\n{told}\n")
        return None


def _tell(file, charter, verdicts, options):
    for fault in charter.faults:
        terminal.complain(f"{options.program}: {fault}")
    for fault in verdicts.faults:
        terminal.complain(f"{options.program}: {charter.name}, {fault}")
    table, _, summary = str(verdicts).rpartition("\n")
    named = (
        (one.given.get("hit", one.given.get("rules", options.rules)), one.answer.guessed)
        for one in charter.claims
        if one.system == "units"
    )
    by = [f"Units {by_whom(*names)}." for names in dict.fromkeys(named)]
    lines = filter(None, (printable(file), table, *by, summary))
    terminal.tell("".join(f"{line}\n" for line in lines))


def _status(charter, verdicts, open_is_broken):
    if charter.faults or verdicts.faults:
        return _BAD_INPUT
    if verdicts.count("broken"):
        return _BROKEN
    if verdicts.count("open"):
        return _BROKEN if open_is_broken else _OPEN
    return _HOLDS


@contextmanager
def _executor(options):
    """The executor that runs the battles: None for this process, a pool, or a cluster."""
    if options.dask:
        try:
            from distributed import Client
        except ImportError:
            raise ValueError(
                "--dask needs dask.distributed, which isn't there; pip install distributed"
            ) from None
        try:
            client = Client(options.dask, timeout="10s")
        except OSError as error:
            what = terminal.line_of(error)
            raise ValueError(f"--dask {options.dask}: no cluster answers ({what})") from None
        with client:
            try:
                yield client.get_executor()
            except CancelledError:
                raise ValueError(f"--dask {options.dask}: the cluster is gone") from None
    else:
        with terminal.workers(options.workers) as pool:
            yield pool


def _mended(options, charter):
    """Print what mends a charter, or each number's room where it holds; return the exit status."""
    for fault in charter.faults:
        terminal.complain(f"{options.program}: {fault}")
    if charter.faults:
        return _BAD_INPUT
    search = MendSearch(
        list(charter.claims),
        most=options.most or 2,
        within=_share("--within", options.within, WITHIN),
        margin=_share("--margin", options.margin, 0.0, most=1),
        change=None if options.change is None else _words(options.change),
        keep=_words(options.keep or ""),
        seed=options.seed,
        error=options.error,
    )
    if options.write:
        search.sheets.check_place(options.write, options.overwrite, options.files)
        if name := search.sheets.typed:
            terminal.tell(
                f"{name} is no CSV: {options.write.name} will list the cells to change in it.\n"
            )
    stopped, query, faults = False, search.query, ()
    try:
        with terminal.watching() as told:
            query.judge(lambda done, total: told("promises", done, total))
            faults = query.verdicts.faults_alike
            search_steps = search.steps() if query.broken else search.rooms()
            for one in () if faults else search_steps:
                told(*one)
    except KeyboardInterrupt:
        stopped = True
        if "verdicts" not in vars(query):
            terminal.tell("Interrupted before all promises were judged.\n")
            return interrupts.INTERRUPTED
    if faults:
        for first, *_ in faults:
            terminal.complain(f"{options.program}: row {first.claim.row}: {first.fault}")
        return _BAD_INPUT
    found = search.mends
    lines = found.lines
    if not query.broken:
        lines = ["All promises hold.", *lines_of(search.looked, len(search.numbers))]
    if found and options.write and not stopped:
        game = query.game(found[0].point)
        files = search.sheets.written(found[0], game, options.write, options.overwrite)
        write_whole(files)
        lines.append(f"Written: {', '.join(map(str, files))}: {found[0].words}.")
    elif options.write:
        lines.append("Nothing is written.")
    terminal.tell("".join(f"{line}\n" for line in lines))
    if stopped:
        return interrupts.INTERRUPTED
    return _HOLDS if found or not query.broken else _BROKEN


def _words(text):
    return [word.strip() for word in text.split(",") if word.strip()]


def _share(switch, text, default, most=10):
    if text is None:
        return default
    return checked(switch, lambda given: within(number_in(given), 0, most), text)
