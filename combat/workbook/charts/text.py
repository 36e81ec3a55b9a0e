"""How texts and errors are printed."""

import re
from html import escape

from combat.workbook.charts.palette import RED, shown


def minus(text):
    """Return the text with true minus signs before numbers, and no sign before zero."""
    unsigned = re.sub(r"(?<![\w.+-])[+-](?=0(?:\.0+)?(?![\w,]|\.\d))", "", text)
    return re.sub(r"(?<![\w.-])-(?=\d)", "−", unsigned)


def error_line(error):
    """Return the first line of an exception as one red line of HTML."""
    first = (str(error).splitlines() or [""])[0]
    return (
        f'<p role="alert" style="color:{RED};color:{shown(RED)};margin:4px 0">{escape(first)}</p>'
    )
