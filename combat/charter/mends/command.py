"""What `python -m combat.charter --mend` does."""

from combat.charter.mends.finding import MendSearch
from combat.charter.mends.numbers import WITHIN
from combat.charter.mends.ranges import lines_of
from combat.cli import interrupts, terminal
from combat.core.files import write_whole
from combat.core.numbers import checked, number_in, within

_FOUND, _NONE, _BAD_INPUT = 0, 1, 2


def mend_charter(options, charter, tell):
    """Print what mends a charter, or each number's room where it holds; return the exit status."""
    for fault in charter.faults:
        terminal.complain(f"{options.program}: {fault}")
    if charter.faults:
        return _BAD_INPUT
    search = MendSearch(
        list(charter.claims),
        most=options.most,
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
            tell(f"{name} is no CSV: {options.write.name} will list the cells to change in it.\n")
    stopped, query, faults = False, search.query, []
    try:
        with terminal.watching() as told:
            query.judge(lambda done, total: told("promises", done, total))
            faults = [one for one in query.verdicts if one.verdict == "fault"]
            search_steps = search.steps() if query.broken else search.rooms()
            for one in () if faults else search_steps:
                told(*one)
    except KeyboardInterrupt:
        stopped = True
        if "verdicts" not in vars(query):
            tell("Interrupted before all promises were judged.\n")
            return interrupts.INTERRUPTED
    if faults:
        for line in dict.fromkeys(f"row {one.claim.row}: {one.fault}" for one in faults):
            terminal.complain(f"{options.program}: {line}")
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
    tell("".join(f"{line}\n" for line in lines))
    if stopped:
        return interrupts.INTERRUPTED
    return _FOUND if found or not query.broken else _NONE


def _words(text):
    return [word.strip() for word in text.split(",") if word.strip()]


def _share(switch, text, default, most=10):
    if text is None:
        return default
    return checked(switch, lambda given: within(number_in(given), 0, most), text)
