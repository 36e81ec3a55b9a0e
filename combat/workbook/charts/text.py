"""How texts and errors are printed."""

import re
from html import escape


def minus(text):
    """Return the text with true minus signs before numbers, and neither minus nor plus before zero.

    >>> minus("from -54 to +54, 2012-11-20, d-6"), minus("-0.0 points, +0%, -0.05")
    ('from −54 to +54, 2012-11-20, d-6', '0.0 points, 0%, −0.05')
    """
    unsigned = re.sub(r"(?<![\w.+-])[+-](?=0(?:\.0+)?(?![\w,]|\.\d))", "", text)
    return re.sub(r"(?<![\w.-])-(?=\d)", "−", unsigned)


def error_line(error):
    """Return the first line of an exception as one red line of HTML.

    >>> error_line(ValueError("attack < 0\\nmore"))
    '<p role="alert" style="color:#B00020;margin:4px 0">attack &lt; 0</p>'
    """
    first = (str(error).splitlines() or [""])[0]
    return f'<p role="alert" style="color:#B00020;margin:4px 0">{escape(first)}</p>'
