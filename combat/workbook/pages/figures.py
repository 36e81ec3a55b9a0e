"""The figures of a page: a picture, its controls, and the frames that these show."""

import base64
import json
import re
from pathlib import Path
from urllib.parse import quote

from jinja2 import Environment, PackageLoader

from combat.workbook.pages.lettering import font_css
from combat.workbook.panel.picture import script as shared

FOLDER = "figures"  # beside the pages; it holds each live figure as a page of its own
_SHARED = ["reading.js", "drag.js", "words.js", "guessed.js"]  # with panels in JupyterLab
_SCRIPTS = [
    "folds.js",
    "tables.js",
    "recording.js",
    "narrow.js",
    "links.js",
    "take.js",
    "guess.js",
    "live.js",
]

# A page loads nothing: browsers see to it, whatever stands in a table or in somebody's prose.
POLICY = (
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
    "style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data: blob:; font-src data:; "
    "base-uri 'none'; form-action 'none'\">"
)
# Two blades that cross.
_ICON = quote(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><g stroke="#0072b2" '
    'stroke-width="2"><path d="M3 2 12 13M10 14l4-3"/></g><path d="M13 2 4 13M6 14l-4-3" '
    'stroke="#d55e00" stroke-width="2"/></svg>'
)
_TEMPLATES = Environment(loader=PackageLoader("combat.workbook.pages"), trim_blocks=True)
_TEMPLATES.globals["policy"] = POLICY
_TEMPLATES.globals["icon"] = f'<link rel="icon" href="data:image/svg+xml,{_ICON}">'
# The start page shows one figure, a file beside it; browsers differ in what 'self' is of a file.
_TEMPLATES.globals["policy_with_figure"] = POLICY.replace(
    "base-uri", "frame-src 'self' file:; base-uri"
)


class Figures:
    """The figures of one page in order: `add` returns the HTML of each, numbered from 1."""

    def __init__(self, source):
        self._stem = Path(source).stem
        self._count, self._live = 0, []
        self.asking = ""  # the id of the last figure that asks for a guess

    def add(self, png, still, combat):
        """Return the HTML of the next figure."""
        self._count += 1
        if not still.get("alt"):
            raise ValueError(f"figure {self._count} has no alternative text: show it with a Panel")
        figure = _Figure(self._count, png, still, combat)
        live = combat.get("recording") and combat["recording"]["controls"]
        if live:
            self._live.append(figure)
            self.asking = f"figure-{self._count}" if combat.get("guess") else self.asking
        return figure.html(f"{FOLDER}/{self._name(figure)}" if live else "")

    def first_live(self):
        """Return the number of the first figure with controls; None if there is none."""
        return self._live[0].number if self._live else None

    def alone(self, title):
        """Return {name: HTML} of the live figures, each as a page that links back to this one."""
        return {self._name(figure): self._page(figure, title) for figure in self._live}

    def _name(self, figure):
        numbered = re.match(r"(\d\d)_", self._stem)
        return f"{numbered[1] if numbered else self._stem}-{figure.number}.html"

    def _page(self, figure, title):
        return template("figure_page.html.j2").render(
            title=title,
            caption=figure.caption,
            figure=figure.html(""),
            back=f"../{quote(self._stem)}.html#figure-{figure.number}",
            css=style(),
            letters=font_css(),
            script=script(),
        )


class _Figure:
    def __init__(self, number, png, still, combat):
        self.number, self.caption = number, combat.get("caption", "")
        self._png, self._still, self._combat = png, still, combat

    def html(self, embed):
        """The figure for a page; embed: the address of its own page, "" for none."""
        recording = self._combat.get("recording")
        return template("figure.html.j2").render(
            number=self.number,
            png=base64.b64encode(base64.b64decode(self._png)).decode(),
            still=self._still,
            caption=self.caption,
            settings=self._combat.get("settings", ""),
            below=wrap_tables(self._combat.get("below", "")),
            numbers=wrap_tables(self._combat.get("numbers", "")),
            recording=recording,
            embed=embed,
            guess=self._combat.get("guess") if embed else None,
            groups=_groups(recording["controls"]) if recording else [],
            data=_script_data(recording),
        )


def _groups(controls):
    """(label, [(place, control)]) of the controls, those without a label first."""
    labels = dict.fromkeys(["", *(control["group"] for control in controls)])
    return [
        (label, [(at, control) for at, control in enumerate(controls) if control["group"] == label])
        for label in labels
    ]


def _script_data(recording):
    """The part of a recording that the script needs, as JSON; the picture is in the page itself."""
    if recording is None:
        return ""
    shown = ("svg", "clips", "width", "height")
    rest = {key: value for key, value in recording.items() if key not in shown}
    # "</" would end the script element, "<!--" begin a comment in it.
    return json.dumps(rest, ensure_ascii=False).replace("<", "\\u003c")


def script():
    """Return the script of pages with tables and figures."""
    return "\n".join([*map(shared, _SHARED), *map(text_of, _SCRIPTS)])


def style():
    """Return the style of pages, in which their pictures look as in JupyterLab."""
    return f"{shared('picture.css')}{text_of('document.css')}"


def template(name):
    """Return one of the package's templates."""
    return _TEMPLATES.get_template(name)


def text_of(name):
    """Return the text of one of the package's templates, unchanged."""
    return _TEMPLATES.loader.get_source(_TEMPLATES, name)[0]


def wrap_tables(html):
    """Return HTML in which a wide table has its own scroll bar on a narrow screen.

    A header cell without words becomes an ordinary cell, as it is no header for anything.
    """
    html = re.sub(r"<th\b([^>]*)>\s*</th>", r"<td\1></td>", html)
    html = re.sub(r"(?=<table)", '<div class="table">', html)
    return html.replace("</table>", "</table></div>")
