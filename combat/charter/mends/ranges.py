"""How far each number may move, either way, before a promise breaks."""

import numpy as np
import pandas as pd

_FIRST = 4  # values looked at together first, then twice as many


def rooms_of(asked, numbers):
    """Yield (number, its room) of each number: a dict, see `combat.charter.mends.rooms`."""
    held = {at for at, one in enumerate(asked.verdicts) if one.verdict == "holds"}
    for number in numbers:
        places = sorted(asked.touched(number) & held)
        sides = [[step for step in number.steps if step.by * side > 0] for side in (-1, 1)]
        ends = []
        for steps in sides:
            ends.append(_end(asked, number, sorted(steps, key=lambda one: one.size), places))
        yield number, ends


def _end(asked, number, steps, places):
    """(The last value that keeps all, the first that doesn't or None, what it breaks or None)."""
    exact = [at for at in places if at not in asked.slow]
    slow = [at for at in places if at in asked.slow]
    kept, broken = _walk(asked, number, steps, exact)
    if slow and kept and (asked.margins([((number, steps[kept - 1]),)], slow) > 0).any():
        low, high = 0, kept  # the number of values that keep all, closed in by halves
        while high - low > 1:
            middle = (low + high) // 2
            good = (asked.margins([((number, steps[middle - 1]),)], slow) <= 0).all()
            low, high = (middle, high) if good else (low, middle)
        margins = asked.margins([((number, steps[high - 1]),)], slow)[0]
        kept, broken = low, slow[int(margins.argmax())]
    last = steps[kept - 1] if kept else None
    if broken is None:
        return last, None, None
    return last, steps[kept], asked.claims[broken]


def _walk(asked, number, steps, places):
    """How many values in turn keep some claims, and the claim that breaks then, or None."""
    start, many = 0, _FIRST
    while start < len(steps) and places:
        block = steps[start : start + many]
        margins = asked.margins([((number, step),) for step in block], places)
        wrong = (margins > 0).any(axis=1)
        if wrong.any():
            first = int(wrong.argmax())
            return start + first, places[int(margins[first].argmax())]
        start, many = start + many, 2 * many
    return len(steps), None


def frame_of(found):
    """Return the rooms as a frame with a row for each number, the narrowest first."""
    rows = []
    for number, ends in found:
        row = [number.unit, number.column, number.written]
        for last, first, claim in ends:
            row += [
                last.written if last else number.written,
                first.written if first else "",
                abs(first.by) if first else np.inf,
                claim.claim if claim else "",
            ]
        rows.append(row)
    columns = ["unit", "number", "now"]
    for side in ("down", "up"):
        columns += [f"{side} to", f"breaks at ({side})", f"room {side}", f"breaks ({side})"]
    frame = pd.DataFrame(rows, columns=columns)
    frame["room"] = frame[["room down", "room up"]].min(axis=1)
    return frame.sort_values("room", kind="stable", ignore_index=True)


def lines_of(frame, most=10):
    """Return the narrowest rooms as sentences."""
    lines = []
    for row in frame.head(most).to_dict("records"):
        if row["room"] == np.inf:
            break
        sides = [
            f"{side} to {row[f'{side} to']} ({row[f'breaks at ({side})']} breaks "
            f"{row[f'breaks ({side})']})"
            if row[f"breaks ({side})"]
            else f"{side} as far as the limit"
            for side in ("down", "up")
        ]
        lines.append(f"{row['unit']}: {row['number']} {row['now']}, {'; '.join(sides)}.")
    free = int((frame["room"] == np.inf).sum())
    if free:
        lines.append(f"Of {free} of {len(frame)} numbers no value within the limits breaks one.")
    return lines
