"""The figures of a page: a picture, its controls, and the frames that these show."""

import base64
import io
import json
import re
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote

from jinja2 import Environment, PackageLoader
from PIL import Image

from combat.workbook.charts import palette
from combat.workbook.panel.looks import looks
from combat.workbook.panel.looks import script as shared
from combat.workbook.panel.recording import unpacked
from combat.workbook.panel.title import parted

FOLDER = "figures"  # beside the pages; it holds each live figure as a page of its own
PLAYING = "fights"  # in the name of a page with fights that play
# With panels in JupyterLab.
_SHARED = ["reading.js", "drag.js", "own.js", "words.js", "guessed.js"]
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

# Two blades that cross.
_ICON = quote(
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><g stroke="{palette.BLUE}" '
    'stroke-width="2"><path d="M3 2 12 13M10 14l4-3"/></g><path d="M13 2 4 13M6 14l-4-3" '
    f'stroke="{palette.VERMILION}" stroke-width="2"/></svg>'
)
_TEMPLATES = Environment(loader=PackageLoader("combat.workbook.pages"), trim_blocks=True)


def text_of(name):
    """Return the text of one of the package's templates, unchanged."""
    return _TEMPLATES.loader.get_source(_TEMPLATES, name)[0]


def _together(*scripts):
    """Scripts as one, whose names are seen by no other."""
    return "\n".join(["{", *scripts, "}"])


def _hashed(script):
    """A script's hash, as a policy names it."""
    return f"'sha256-{base64.b64encode(sha256(script.encode()).digest()).decode()}'"


# What the scripts of pages are, by the names by which templates ask for them.
SCRIPTS = {
    "pages": _together(*map(shared, _SHARED), *map(text_of, _SCRIPTS)),
    "contents": text_of("contents.js"),
    "fights": _together(shared("fights.js"), text_of("fights.js")),
}
# A page loads nothing and runs only these scripts: browsers see to it, whatever stands in a table
# or in somebody's prose. Styles stand in the tags of tables and pictures.
POLICY = (
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
    f"style-src 'unsafe-inline'; script-src {' '.join(map(_hashed, SCRIPTS.values()))}; "
    "img-src data: blob:; base-uri 'none'; form-action 'none'\">"
)
_TEMPLATES.globals["policy"] = POLICY
_TEMPLATES.globals["scripts"] = SCRIPTS
_TEMPLATES.globals["icon"] = f'<link rel="icon" href="data:image/svg+xml,{_ICON}">'
# The start page shows one figure, a file beside it; browsers differ in what 'self' is of a file.
_TEMPLATES.globals["policy_with_figure"] = POLICY.replace(
    "base-uri", "frame-src 'self' file:; base-uri"
)


class Figures:
    """The figures of one page in order: `add` returns the HTML of each, numbered from 1."""

    def __init__(self, source):
        self._stem = Path(source).stem
        self._count, self._live, self._lacking, self._playing = 0, [], None, {}
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
        # Once a page, at the first figure that lacks something, it is said.
        if self._lacking is None and live and lacking(combat["recording"]):
            self._lacking = figure
        embed = f"{FOLDER}/{self._name(figure)}" if live else ""
        return figure.html(embed, notice=self._lacking is figure)

    def named(self, at):
        """The address of the nearest figure above with these settings; ValueError for none."""
        for figure in reversed(self._live):
            if at.keys() <= {control["name"] for control in figure.controls}:
                return f"#figure-{figure.number}?{figure.query(at)}"
        raise ValueError(f"a finding names {at}, and no figure above has these controls")

    def play(self, png, still, combat):
        """Return the HTML of fights that play by themselves; they have no number."""
        html = template("fights.html.j2").render(
            css=shared("fights.css"),
            png=small(Image.open(io.BytesIO(base64.b64decode(png))).convert("RGB")),
            still=still,
            data=_as_json(combat["fights"]),
        )
        self._playing[f"{self._prefix}-{PLAYING}.html"] = html
        return html

    def first_live(self):
        """Return the number of the first figure with controls; None if there is none."""
        return self._live[0].number if self._live else None

    def alone(self, title):
        """Return {name: HTML} of the live figures, each as a page that links back to this one."""
        pages = {
            self._name(figure): self._page(
                figure.caption, figure.html("", notice=True), title, f"#figure-{figure.number}"
            )
            for figure in self._live
        }
        return pages | {
            name: self._page("Fights", html, title) for name, html in self._playing.items()
        }

    @property
    def _prefix(self):
        numbered = re.match(r"(\d\d)_", self._stem)
        return numbered[1] if numbered else self._stem

    def _name(self, figure):
        return f"{self._prefix}-{figure.number}.html"

    def _page(self, caption, figure, title, place=""):
        return template("figure_page.html.j2").render(
            title=title,
            caption=caption,
            figure=figure,
            back=f"../{quote(self._stem)}.html{place}",
            css=style(),
        )


class _Figure:
    def __init__(self, number, png, still, combat):
        self.number, self.caption = number, combat.get("caption", "")
        self._png, self._still, self._combat = png, still, combat

    @property
    def controls(self):
        return self._combat["recording"]["controls"]

    def query(self, at):
        """The settings {control: value} as the end of an address; ValueError without a picture."""
        places = named_place(self._combat["recording"], at)
        if places is None:
            raise ValueError(f"a finding names {at}, of which figure {self.number} has no picture")
        pairs = zip(self.controls, places, strict=True)
        return "&".join(
            f"{quote(one['slug'])}={quote(one['tokens'][place])}"
            for one, place in pairs
            if one["name"] in at
        )

    def html(self, embed, *, notice):
        """The figure for a page; embed: its own page's address or ""; notice: say what it lacks."""
        recording = self._combat.get("recording")
        return template("figure.html.j2").render(
            number=self.number,
            png=base64.b64encode(base64.b64decode(self._png)).decode(),
            still=self._still,
            caption=self.caption,
            said=parted(self._still["alt"]),
            told=self._combat.get("words", self._still["alt"]),
            settings=self._combat.get("settings", ""),
            below=wrap_tables(self._combat.get("below", "")),
            numbers=wrap_tables(self._combat.get("numbers", "")),
            recording=recording,
            embed=embed,
            notice=notice and recording and lacking(recording),
            guess=self._combat.get("guess") if embed else None,
            groups=_groups(recording["controls"]) if recording else [],
            data=_script_data(recording),
        )


def named_place(recording, at):
    """Return the place of {control: value} in a recording; None if it has no picture of it."""
    places = [
        _place(one, at[one["name"]]) if one["name"] in at else one["start"]
        for one in recording["controls"]
    ]
    if None in places:
        return None
    known = unpacked(recording["store"])["places"]
    return places if recording["whole"] or ",".join(map(str, places)) in known else None


def _place(control, value):
    """The place of a value among those of a recorded control; None if it isn't there."""
    offered = {"range": "numbers", "list": "texts"}.get(control["kind"])
    if offered is None:
        return int(value)
    return next((place for place, one in enumerate(control[offered]) if one == value), None)


def lacking(recording):
    """Return whether a page lacks a picture that the notebook would show."""
    return not recording["whole"] or any(control["fewer"] for control in recording["controls"])


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
    return _as_json({key: value for key, value in recording.items() if key not in shown})


def _as_json(data):
    """Data for a script element, in which "</" would end it and "<!--" begin a comment."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def small(picture):
    """Return a picture of Pillow as PNG with as few bytes as its few colours need, as base64."""
    file = io.BytesIO()
    picture.quantize(32, dither=Image.Dither.NONE).save(file, format="png", optimize=True)
    return base64.b64encode(file.getvalue()).decode()


def style():
    """Return the style of pages, in which their pictures look as in JupyterLab."""
    return looks() + text_of("document.css")


def template(name):
    """Return one of the package's templates."""
    return _TEMPLATES.get_template(name)


def wrap_tables(html):
    """Return HTML in which wide tables scroll; a header without words is an ordinary cell."""
    html = re.sub(r"<th\b([^>]*)>\s*</th>", r"<td\1></td>", html)
    html = re.sub(r"(?=<table)", '<div class="table">', html)
    return html.replace("</table>", "</table></div>")
