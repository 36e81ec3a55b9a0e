"""How far each number may move, either way, before a promise breaks."""

import numpy as np
import pandas as pd

from combat.charter.mends.keeping import blocks

_SHOWN = 10  # rooms in words
_FIRST = 4  # values looked at together first, then more


def rooms_of(query, numbers):
    """Yield (number, its two ends) of each number; an end: (step, step, claim), None for none.

    An end is the last value that keeps all claims which hold, the first that doesn't, and which
    claim that breaks.
    """
    held = {at for at, one in enumerate(query.verdicts) if one.verdict == "holds"}
    for number in numbers:
        places = sorted(query.touched(number) & held)
        sides = [[one for one in number.steps if one.by * side > 0] for side in (-1, 1)]
        sides = (sorted(steps, key=lambda one: one.size) for steps in sides)
        yield number, [_end(query, number, steps, places) for steps in sides]


def _end(query, number, steps, places):
    exact = [at for at in places if at not in query.slow]
    slow = [at for at in places if at in query.slow]

    def breaks(some, those):
        """(How many of some values keep some claims, and what breaks then or None)."""
        margins = query.margins([((number, step),) for step in some], those)
        wrong = (margins > 0).any(axis=1)
        if not wrong.any():
            return len(some), None
        first = int(wrong.argmax())
        return first, those[int(margins[first].argmax())]

    kept, broken = 0, None
    for block in blocks(steps, _FIRST):
        good, broken = breaks(block, exact)
        kept += good
        if broken is not None:
            break
    if kept and breaks(steps[kept - 1 : kept], slow)[0] == 0:
        low, high = 0, kept  # the number of values that keep all, closed in by halves
        while high - low > 1:
            middle = (low + high) // 2
            good, _ = breaks(steps[middle - 1 : middle], slow)
            low, high = (middle, high) if good else (low, middle)
        kept, broken = low, breaks(steps[high - 1 : high], slow)[1]
    last = steps[kept - 1] if kept else None
    return last, *((None, None) if broken is None else (steps[kept], query.claims[broken]))


def frame_of(found):
    """Return the rooms as a frame with a row for each number, the narrowest first."""
    rows = []
    for number, ends in found:
        row = {"unit": number.unit, "number": number.column, "now": number.written}
        for side, (last, first, claim) in zip(("down", "up"), ends, strict=True):
            row |= {
                f"{side} to": last.written if last else number.written,
                f"breaks at ({side})": first.written if first else "",
                f"room {side}": first.size if first else np.inf,
                f"breaks ({side})": claim.claim if claim else "",
            }
        rows.append(row | {"room": min(row["room down"], row["room up"])})
    return pd.DataFrame(rows).sort_values("room", kind="stable", ignore_index=True)


def lines_of(found, total):
    """Return the narrowest of the rooms as sentences, and how many of all numbers were seen."""
    lines, rows = [], frame_of(found).to_dict("records") if found else []
    narrow = [row for row in rows if row["room"] < np.inf]
    for row in narrow[:_SHOWN]:
        sides = [
            f"{side} to {row[f'{side} to']} ({row[f'breaks at ({side})']} breaks "
            f"{row[f'breaks ({side})']})"
            if row[f"breaks ({side})"]
            else f"{side} as far as the limit"
            for side in ("down", "up")
        ]
        lines.append(f"{row['unit']}: {row['number']} {row['now']}, {'; '.join(sides)}.")
    if free := len(rows) - len(narrow):
        lines.append(f"Of {free} of {len(rows)} numbers no value within the limits breaks one.")
    if len(rows) < total:
        lines.append(f"Looked at {len(rows):,} of {total:,} numbers; stopped before the end.")
    return lines
