"""What `python -m combat.charter --mend` does."""

from combat.charter.mends.finding import MendSearch, balance_charter
from combat.charter.mends.numbers import WITHIN
from combat.charter.mends.ranges import lines_of
from combat.cli import interrupts, terminal
from combat.core.files import write_whole
from combat.core.numbers import number_in

_FOUND, _NONE, _BAD_INPUT = 0, 1, 2


def mend_charter(options, charter, tell):
    """Print what mends a charter, or each number's room where it holds; return the exit status."""
    for fault in charter.faults:
        terminal.complain(f"{options.program}: {fault}")
    if charter.faults:
        return _BAD_INPUT
    claims = [] if options.balance == "only" else charter.claims
    if options.balance:
        claims = [*claims, *balance_charter(charter.claims)]
    search = MendSearch(
        list(claims),
        most=options.most,
        within=_share("--within", options.within, WITHIN),
        margin=_share("--margin", options.margin, 0.0, most=1),
        change=None if options.change is None else _words(options.change),
        keep=_words(options.keep or ""),
        seed=options.seed,
        error=options.error,
    )
    if options.write and search.asked.broken:
        _check_place(options, search)
    broken, stopped = bool(search.asked.broken), False
    try:
        room = _watched(search.steps() if broken else search.rooms())
    except KeyboardInterrupt:
        stopped = True
    found = search.mends
    lines = found.lines if broken else ["All promises hold."]
    if not broken and not stopped:
        lines += lines_of(room)
    if found.mends and options.write and not stopped:
        game = search.asked.game(found[0].point)
        files = search.sheets.written(found[0], game, options.write, options.overwrite)
        write_whole(files)
        lines.append(f"Written: {', '.join(map(str, files))}: {found[0].words}.")
    tell("".join(f"{line}\n" for line in lines))
    if stopped:
        return interrupts.INTERRUPTED
    return _FOUND if found.mends or not broken else _NONE


def _check_place(options, search):
    """Refuse before the search what can't be written after it."""
    if search.sheets.path is None:
        raise ValueError("--write: the units lie in no file of their own; leave it out")
    if options.write.exists() and not options.overwrite:
        raise ValueError(f"--write {options.write}: it is there; add --overwrite, or name another")


def _watched(steps):
    """What some steps return; a terminal sees a bar, erased at the end of each kind of step."""
    bar, last = terminal.progress(), None
    while True:
        try:
            told = next(steps)
        except StopIteration as end:
            if bar is not None:
                bar(1, 1)
            return end.value
        if bar is not None:
            if last not in (None, told[0]):
                bar(1, 1)
            last = told[0]
            bar(*told[1:])


def _words(text):
    return [word.strip() for word in text.split(",") if word.strip()]


def _share(switch, text, default, most=10):
    if text is None:
        return default
    try:
        value = number_in(text)
    except ValueError as error:
        raise ValueError(f"{switch}: {error}") from None
    if not 0 <= value <= most:
        raise ValueError(f"{switch}: {text} is not from 0 to {most:.0%}; write a share as 30 %")
    return value
