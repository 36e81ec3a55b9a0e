"""What `python -m combat.patch` does after its switches are read."""

from dataclasses import replace
from pathlib import Path

from combat.cli import terminal
from combat.core.files import form_of, write_whole
from combat.patch.claims import rules_named, with_claims
from combat.patch.result import Patch
from combat.patch.units import patch_of_units
from combat.patch.versions import at_revision, on_disk
from combat.units.sheets.files import given_table
from combat.units.sheets.reading import read_game
from combat.units.which_rules import by_whom, guessed, rules_of

# A CSV of a patch; a text says in its first line which versions, and what changed.
_BEGINS = {".csv": "part,", ".txt": r"[^\n]* -> [^\n]*: [^\n]*\b(changed|added|gone)\.\r?\n"}


def report(options, page_maker):
    """Print the report for the command's options, write it to --out; return the exit status."""
    if options.charter is None:
        terminal.refuse(options, "is for --charter, and there is none", "trust")
    write = _writer(options, page_maker)
    found, faults = _of_files(options)
    terminal.tell(f"{found}\n")
    if write:
        write_whole({options.out: write(found)}, folders=True)
    for fault in faults:
        terminal.complain(f"{options.program}: {fault}")
    return 2 if faults else 0


def _writer(options, page_maker):
    """A function from a `Patch` to the text of the output, by its ending; None without a place."""
    if options.out is None:
        return None
    forms = {".txt": lambda: "{}\n".format, ".csv": lambda: Patch.csv, ".html": page_maker}
    named = [options.file, options.other, options.charter]
    how = {"inputs": filter(None, named), "begins": _BEGINS, "folders": True}
    return form_of(options.out, forms, **how)


def _of_files(options):
    versions = _versions(options)
    units = [read_game(version, strict=True) for version in versions]
    rules, sentence = _rules(options, units[-1])
    found = patch_of_units(
        *units,
        rules,
        names=tuple(version.label for version in versions),
        rule=sentence,
        max_turns=options.rounds,
        progress=terminal.watched(),
    )
    if options.charter is None or not found:
        return found, ()
    return with_claims(
        found,
        options.charter,
        versions,
        rules=rules,
        columns=options.columns,
        trust=options.trust,
        progress=terminal.watched(),
    )


def _versions(options):
    """The `GameFiles` before and after, with the sheet and the mapping that the options name."""
    columns = options.columns and {"columns": given_table("columns", options.columns)}
    return [
        replace(one, sheet=options.sheet, beside=one.beside | (columns or {}))
        for one in _both(options)
    ]


def _both(options):
    if options.other is not None:
        if options.since or options.to:
            raise ValueError("two files need no revisions: leave --from and --to out, or OTHER")
        return on_disk(options.file), on_disk(options.other)
    if options.to and not options.since:
        raise ValueError("--to needs --from: the revision to begin with")
    before = at_revision(options.file, options.since or "HEAD")
    return before, at_revision(options.file, options.to) if options.to else on_disk(options.file)


def _rules(options, units):
    """The rules, and a sentence on them: of --rules, of the charter, or guessed from units."""
    text, folder = options.rules, Path.cwd()
    if text is None and options.charter is not None:
        text, folder = rules_named(options.charter, options.trust), options.charter.parent
    name, found = guessed(units) if text is None else ("", rules_of(text, folder, "--rules"))
    by = by_whom(text, name)
    return found, f"{by[0].upper()}{by[1:]}."
