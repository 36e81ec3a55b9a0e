"""Formulas as pictures."""

import sys
from concurrent.futures import ThreadPoolExecutor

from combat.workbook.pages.mathematics import formula


def test_formulas_are_drawn_side_by_side():
    """Without a lock 33 of 40 could not be drawn: pages are made in two threads."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            drawn = list(pool.map(formula, [rf"X - {n} + \frac{{{n}}}{{2}}" for n in range(40)]))
    finally:
        sys.setswitchinterval(before)
    assert len(set(drawn)) == 40
