"""The figures of a page: an answer, its controls, and the answers to which these lead."""

import base64
import json
import re
from hashlib import sha256
from urllib.parse import quote

from jinja2 import Environment, PackageLoader
from pygments.formatters import HtmlFormatter

from combat.workbook.charts import palette
from combat.workbook.pages import mathematics
from combat.workbook.panel.picture import renderer, script, style
from combat.workbook.panel.recording import cut, packed, read, unpacked

# Two blades that cross.
_ICON = quote(
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><g stroke="{palette.BLUE}" '
    'stroke-width="2"><path d="M3 2 12 13M10 14l4-3"/></g><path d="M13 2 4 13M6 14l-4-3" '
    f'stroke="{palette.VERMILION}" stroke-width="2"/></svg>'
)
# Of pandas' own tables; a page's policy lets no element have a style of its own.
_STYLED = re.compile(r'<style scoped>.*?</style>|(?<=\w) style="[^"]*"', flags=re.S)
_TEMPLATES = Environment(loader=PackageLoader("combat.workbook.pages"), trim_blocks=True)


def text_of(name):
    """Return the text of one of the package's templates, unchanged."""
    return _TEMPLATES.loader.get_source(_TEMPLATES, name)[0]


def _together(*scripts):
    """Scripts as one, whose names are seen by no other."""
    return "\n".join(["{", *scripts, "}"])


def _hashed(text):
    """The hash of a script or a style, as a policy names it."""
    return f"'sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}'"


_OF_FIGURES = [
    renderer(),
    *map(script, ["back.js", "places.js", "form.js", "export_buttons.js", "figure.js", "page.js"]),
    text_of("contents.js"),
]
MOST_BYTES = 430_000  # of the recordings of a page: the rest of it takes up to 210,000
# What the scripts and the style of pages are, by the names by which templates ask for them.
SCRIPTS = {
    "pages": _together(*_OF_FIGURES),
    "toy": _together(script("toy.js"), text_of("toy.js")),
}
_LIGHT, _DARK = (
    HtmlFormatter(style=name).get_style_defs(".highlight") for name in ("default", "github-dark")
)
_CODE = (
    f"@media (prefers-color-scheme: light), print {{ {_LIGHT} }}\n"
    f"@media screen and (prefers-color-scheme: dark) {{ {_DARK} }}"
)
STYLE = "\n".join([style(), script("toy.css"), text_of("document.css"), mathematics.STYLE, _CODE])
# A page loads nothing, and runs and wears only these: browsers see to it, whatever stands in a
# table or in somebody's prose.
POLICY = (
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
    f"style-src {_hashed(STYLE)}; script-src {' '.join(map(_hashed, SCRIPTS.values()))}; "
    "img-src data: blob:; base-uri 'none'; form-action 'none'\">"
)
_TEMPLATES.globals |= {
    "policy": POLICY,
    "scripts": SCRIPTS,
    "style": STYLE,
    "icon": f'<link rel="icon" href="data:image/svg+xml,{_ICON}">',
}


class Figures:
    """The figures of one page in order: `add` returns the HTML of each, numbered from 1."""

    def __init__(self):
        self.live, self._count = {}, 0  # number -> recording
        self._keys = {}  # of panels -> number
        self.asking = ""  # the id of the last figure that asks for a guess

    def add(self, recorded, settings="", key="", opens=""):
        """Return the HTML of the next figure.

        recorded: as `recording` returns it. key: the panel's, opens: that of the panel which a
        click on a cell moves. ValueError for a figure that shows an error.
        """
        self._count += 1
        told = unpacked(recorded)
        self._keys[key] = self._count
        if told["controls"]:
            self.live[self._count] = told
            self.asking = f"figure-{self._count}" if told["guess"] else self.asking
        answer = told["parts"][told["answers"][",".join(map(str, told["start"]))]]
        return template("figure.html.j2").render(
            number=self._count,
            recorded=recorded,
            asks=bool(told["guess"]),
            opens=f"figure-{self._keys[opens]}" if opens in self._keys else "",
            title=answer["title"],
            note=answer["note"],
            table=wrap_tables(answer["table"]),
            settings=settings,
        )

    def named(self, at, who="a finding"):
        """The address of the nearest figure above with these settings; ValueError for none.

        at: {control: value, or its text}.
        """
        for number, told in reversed(self.live.items()):
            if at.keys() <= {control["name"] for control in told["controls"]}:
                return f"#figure-{number}?{_query(told, at, number, who)}"
        raise ValueError(f"{who} names {at}, and no figure above has these controls")


def _query(told, at, number, who):
    """The settings {control: value} as the end of an address; ValueError where they aren't kept."""
    named = [control for control in told["controls"] if control["name"] in at]
    try:
        places = {one["name"]: _place(one, at[one["name"]]) for one in named}
        here = zip(told["controls"], told["start"], strict=True)
        told["answers"][",".join(str(places.get(one["name"], place)) for one, place in here)]
    except (ValueError, KeyError):
        message = f"{who} names {at}, of which figure {number} has no numbers"
        raise ValueError(message) from None
    settings = ((one["slug"], one["slugs"][places[one["name"]]]) for one in named)
    return "&".join(f"{quote(name)}={quote(slug)}" for name, slug in settings)


def _place(control, value):
    """The place of a value, or of its text, in a recorded control; ValueError if it isn't there."""
    if isinstance(value, bool):
        value = "yes" if value else "no"
    if value in control["texts"] or not control["numbers"]:
        return control["texts"].index(value)
    return control["numbers"].index(float(value))


def fitted(recorded, most=MOST_BYTES):
    """Return recordings of one page, the largest of them cut so that all fit into so many letters.

    The first stays whole: it is what a reader meets first.

    >>> fitted([])
    []
    """
    first, rest = recorded[:1], recorded[1:]
    sizes, room = sorted(map(len, rest)), most - sum(map(len, first))
    for left, size in zip(range(len(sizes), 0, -1), sizes, strict=True):
        if left * size > room:
            return [*first, *(_within(one, room // left) for one in rest)]
        room -= size
    return recorded


def _within(recorded, most):
    """A recording cut to so many letters, of which four stand for three bytes."""
    return recorded if len(recorded) <= most else packed(cut(read(recorded), 3 * most // 4))


def toy(units, words=""):
    """Return the HTML of two units that a reader changes; words: what is said without scripts."""
    return template("toy.html.j2").render(units=json.dumps(units), words=words)


def template(name):
    """Return one of the package's templates."""
    return _TEMPLATES.get_template(name)


def wrap_tables(html):
    """Return HTML in which wide tables scroll; a header without words is an ordinary cell."""
    html = _STYLED.sub("", html)
    html = re.sub(r"<th\b([^>]*)>\s*</th>", r"<td\1></td>", html)
    html = re.sub(r"(?=<table)", '<div class="table" tabindex="0">', html)
    return html.replace("</table>", "</table></div>")
