"""Verdicts as files: CSV for a table, JUnit XML for CI, a page for people."""

from pathlib import PurePath
from xml.etree import ElementTree

import numpy as np
import pandas as pd

from combat.charter.claim import written
from combat.charter.lines import lines_of
from combat.charter.verdicts import Verdicts
from combat.dice import Distribution

ENDINGS = (".csv", ".xml", ".html")
_SHOWN = ["verdict", "claim", "value", "band", "method", "battles"]
_UNSEEN = 2e-4  # chances that are no higher than a line
_MOST_PICTURES = 24  # of broken claims in a page; the table has them all


def report(found, path, *, open_is_broken=False):
    """Return what is to be written into a file, by its ending: the text of a CSV, XML or page.

    found: triples (name of the charter, faults of its reading, `Verdicts`). ValueError for
    another ending, and where a page needs what isn't installed.

    >>> report([], "report.txt")
    Traceback (most recent call last):
    ValueError: report.txt: reports are written as .csv, .xml, .html; give one of these endings
    """
    ending = PurePath(path).suffix.lower()
    check(path)
    if ending == ".csv":
        return as_csv(found)
    return as_junit(found, open_is_broken) if ending == ".xml" else _as_page(found)


def check(path):
    """ValueError where no report can be made for a file of that name.

    >>> check("report.csv") is None
    True
    """
    ending = PurePath(path).suffix.lower()
    if ending not in ENDINGS:
        raise ValueError(
            f"{path}: reports are written as {', '.join(ENDINGS)}; give one of these endings"
        )
    if ending == ".html":
        _pages()


def _pages():
    try:
        from combat.workbook import charts
        from combat.workbook.report import page
    except ImportError as error:
        raise ValueError(
            f"pages are made with the extra 'workbook', of which {error.name} isn't there; "
            f"pip install 'combat-design-workbook[workbook]', or write a .csv"
        ) from None
    return charts, page


def as_csv(found):
    """Return the verdicts of all charters as one CSV, after the name of their file.

    >>> as_csv([]).startswith("file,row,claim,system,first,second,measure,value,low,high")
    True
    """
    frames = [verdicts.frame.assign(file=name) for name, _, verdicts in found if len(verdicts)] or [
        Verdicts(()).frame.assign(file="")
    ]
    whole = pd.concat(frames, ignore_index=True)
    columns = ["file", *whole.columns.drop("file")]
    return whole[columns].to_csv(index=False, lineterminator="\n")


def as_junit(found, open_is_broken=False):
    """Return the verdicts as JUnit XML: a suite for each charter, a case for each claim.

    Broken claims are failures; what can't be read or answered is an error; open claims are
    skipped, or failures too.

    >>> as_junit([("mine.charter.csv", ("mine.charter.csv, row 2: what",), [])]).count("<error")
    1
    """
    root = ElementTree.Element("testsuites")
    for name, faults, verdicts in found:
        suite = ElementTree.SubElement(root, "testsuite", name=name)
        counts = {"tests": 0, "failures": 0, "errors": 0, "skipped": 0}
        for fault in faults:
            _case(suite, counts, name, f"row {fault.partition(', row ')[2][:60]}", "error", fault)
        for one in verdicts:
            kind = {"broken": "failure", "fault": "error", "open": "skipped"}.get(one.verdict)
            if kind == "skipped" and open_is_broken:
                kind = "failure"
            _case(suite, counts, name, one.claim.claim, kind, one.line)
        for key, count in counts.items():
            suite.set(key, str(count))
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + _legal(
        ElementTree.tostring(root, encoding="unicode")
    )


def _case(suite, counts, name, claim, kind, message):
    case = ElementTree.SubElement(suite, "testcase", classname=name, name=claim)
    counts["tests"] += 1
    if kind:
        ElementTree.SubElement(case, kind, message=message)
        counts[{"failure": "failures", "error": "errors"}.get(kind, kind)] += 1


def _legal(text):
    """XML knows no control characters, not even written out."""
    return "".join(letter for letter in text if letter >= " " or letter in "\n\t")


def _as_page(found):
    """The verdicts as one HTML page, with what stands behind each broken claim as a picture."""
    charts, page = _pages()
    names = ", ".join(PurePath(name).name for name, _, _ in found)
    parts = []
    for name, faults, verdicts in found:
        parts += [("heading", name)] if len(found) > 1 else []
        parts += [verdicts.summary, *faults, *verdicts.faults, *verdicts.biases]
        if len(verdicts):
            caption = "The claims, the worst first; those of a row that hold are one line."
            parts.append(("table", folded(verdicts), caption))
        parts += _pictures(charts, verdicts)
    return page(f"Charter: {names}", parts)


def shown(verdicts):
    """Return the verdicts as a frame for people, worst first, values as texts.

    >>> shown(Verdicts(())).columns.tolist()
    ['verdict', 'claim', 'value', 'band', 'method', 'battles']
    """
    rows = [
        (
            one.verdict,
            one.claim.claim,
            one.shown,
            one.claim.band,
            one.method,
            f"{one.battles:,}" if one.battles else "",
        )
        for one in verdicts.worst_first
    ]
    return pd.DataFrame(rows, columns=_SHOWN)


def folded(verdicts):
    """Return the verdicts as a frame as of `shown`, the claims of a row that hold as one line.

    >>> folded(Verdicts(())).columns.tolist()
    ['verdict', 'claim', 'value', 'band', 'method', 'battles']
    """
    rows = [
        (
            line.verdict,
            line.claim,
            line.value,
            line.band,
            line.method,
            f"{line.battles:,}" if line.battles else "",
        )
        for line in lines_of(verdicts)
    ]
    return pd.DataFrame(rows, columns=_SHOWN)


def _pictures(charts, verdicts):
    """What stands behind each broken claim, the worst first, as parts of a page."""
    broken = [
        one
        for one in verdicts.worst_first
        if one.verdict == "broken" and one.distribution is not None
    ]
    parts = []
    for one in broken[:_MOST_PICTURES]:
        found = _without_tails(one.distribution)
        # A bar may not touch the top; a sure thing does.
        top = min(1.0, 1.15 * float(found.chances.max()))
        chart = charts.distribution(found, xlabel=one.behind, ylabel="chance", ylim=(0, top))
        parts.append(("chart", chart, f"{one.line}.", _spread_in_words(one)))
    if len(broken) > _MOST_PICTURES:
        parts.append(f"{len(broken) - _MOST_PICTURES} broken claims more stand in the table only.")
    return parts


def _without_tails(found):
    """A distribution without the values that nobody would see, scaled to 1."""
    values, chances = found.values, found.chances
    seen = np.flatnonzero((chances >= _UNSEEN) & np.isfinite(values))
    if not seen.size:
        return found
    kept = slice(seen[0], seen[-1] + 1)
    return Distribution(values[kept], chances[kept] / chances[kept].sum())


def _spread_in_words(one):
    """What a picture shows: the mean, and where nine of ten cases lie."""
    mean, low, high = (
        written(value, "number")
        for value in (
            one.distribution.mean,
            one.distribution.quantile(0.05),
            one.distribution.quantile(0.95),
        )
    )
    if low == high:
        return f"In nine of ten cases {low} ({one.behind}); {mean} on average."
    return f"In nine of ten cases from {low} to {high} ({one.behind}); {mean} on average."
