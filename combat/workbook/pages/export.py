"""A notebook as a design document: one HTML file that loads nothing from the network."""

import re
from html import escape
from pathlib import Path

from nbconvert.filters.highlight import Highlight2HTML
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

from combat.workbook.pages import outline
from combat.workbook.pages.figures import Figures, fitted, template, toy, wrap_tables
from combat.workbook.pages.mathematics import formula
from combat.workbook.panel.addresses import settings_of

_NEEDS_PYTHON = (
    '<p class="needs">This page shows the example. To read a file of your own, open '
    "the notebook in JupyterLab and upload it there.</p>"
)


class _Prose(IPythonRenderer):
    """Markdown to HTML, with drawn formulas, and headings collected for the list of contents."""

    # `computed` is set for the output of code, which may contain names from anybody's file: HTML in
    # it is escaped, its links can't run a script, and its pictures aren't loaded.

    def __init__(self, folder, pages, headings, figures=None, *, computed=False):
        super().__init__(
            escape=computed,
            allow_harmful_protocols=not computed,
            exclude_anchor_links=True,
            embed_images=not computed,
            path=folder,
        )
        self.headings, self._pages, self._computed = headings, pages, computed
        self._figures = figures

    def image(self, text, url, title=None):
        """A picture of the prose; in the output of code only its alternative text."""
        return text if self._computed else super().image(text, url, title)

    def link(self, text, url, title=None):
        """A link to a notebook becomes one to its page, or plain text if that isn't exported.

        One that sets controls, `#?defense=10`, names those of the nearest figure above.
        """
        if self._figures and url.startswith("#?"):
            address = self._figures.named(settings_of(url), "the text")
            return f'<a class="try" href="{escape(address)}">{text}</a>'
        stem, _, rest = url.partition(".ipynb")
        if "/" in stem or url == stem:
            return super().link(text, url, title)
        return super().link(text, f"{stem}.html{rest}", title) if stem in self._pages else text

    def heading(self, text, level, **_attrs):
        plain = re.sub(r"<[^>]+>", "", text)
        slug = re.sub(r"\W+", "-", plain.lower()).strip("-") or "section"
        if re.fullmatch(r"(figure|finding|table)-\d+", slug):
            slug = f"section-{slug}"  # these names are the ids of figures, findings and tables
        anchor = outline.anchored(self.headings, slug, plain, level)
        return f'<h{level} id="{anchor}">{text}</h{level}>\n'

    def inline_math(self, body):
        return formula(body)

    def block_math(self, body):
        return formula(body, display=True)

    def latex_environment(self, name, body):
        raise ValueError(
            f"the formula {body.strip()!r} can't be drawn: no environment '{name}'; "
            f"write it in single lines"
        )


def document(notebook, source, *, before=None, after=None, pages=(), sandbox=True, made=""):
    """Return the page of an executed notebook; before, after: neighbours (file, title).

    sandbox: whether it ends with what a reader can set to a game of their own. made: in place of
    the notebook's file, a sentence that says of a report how it was made.
    """
    folder, headings = str(Path(source).parent), []
    figures = Figures()
    _fit(notebook)
    markdown = MarkdownWithMath(_Prose(folder, pages, headings, figures))
    computed = MarkdownWithMath(_Prose(folder, pages, headings, computed=True))
    parts, marks, sections = [], outline.Marks(headings), outline.Sections()
    opened, opening_ends = outline.opening(notebook.cells), 0
    for at, cell in enumerate(notebook.cells, start=1):
        if cell.cell_type == "markdown":
            listed = len(headings)
            shown = wrap_tables(markdown.render(cell.source))
            tags = {*cell.metadata.get("tags", [])}
            if "code" in tags:  # it is only about the code
                del headings[listed:]  # they are hidden together with the code
            parts.append(sections.begun(cell, _for(tags, shown, figures.asking)))
        elif cell.cell_type == "code":
            parts.append(_code(cell.source))
            parts.extend(
                marks.mark(_output(output, figures, computed), output, figures)
                for output in cell.outputs
            )
        if at == opened:
            opening_ends = len(parts)
    parts.append(sections.ended())
    toc, title = outline.contents(headings), title_of(notebook, source)
    head = template("opening.html.j2").render(
        keys=outline.keys_of(marks.findings), findings=marks.findings, toc=toc
    )
    first_live = next(iter(figures.live), None)
    first = _taken_first(parts, first_live, opening_ends)
    parts[opening_ends:opening_ends] = [*first, head]
    return template("document.html.j2").render(
        title=title,
        parts=[part for part in parts if part],
        first_live=first_live,
        sandbox=sandbox,
        source=Path(source).name,
        before=before,
        after=after,
        made=made,
        contents=bool(toc),
    )


def _fit(notebook):
    """Cut the largest figures of a notebook so that its page doesn't grow too large."""
    outputs = (output for cell in notebook.cells for output in cell.get("outputs", []))
    told = [one.get("metadata", {}).get("combat", {}) for one in outputs]
    told = [one for one in told if "recording" in one]
    for one, recorded in zip(told, fitted([one["recording"] for one in told]), strict=True):
        one["recording"] = recorded


def title_of(notebook, source):
    """Return the first heading of a notebook, or its file's name without the ending."""
    heads = (
        re.match(r"# (.+)", cell.source) for cell in notebook.cells if cell.cell_type == "markdown"
    )
    return next((_unescaped(head[1].strip()) for head in heads if head), Path(source).stem)


def plain(text):
    """Return a text as Markdown of one line that shows it letter for letter."""
    return re.sub(r"(?=[!-/:-@[-`{-~])", r"\\", " ".join(text.split()))


def _unescaped(text):
    """Markdown of one line without the backslashes that make its letters plain."""
    return re.sub(r"\\([!-/:-@[-`{-~])", r"\1", text)


def question_of(notebook):
    """Return a notebook's question, the first bold sentence in its first two cells; "" if none."""
    prose = "\n".join(cell.source for cell in notebook.cells[:2] if cell.cell_type == "markdown")
    bold = re.search(r"\*\*(.+?)\*\*", prose, flags=re.S)
    return bold[1] if bold else ""


def _for(tags, html, asking):
    """Prose for whom its tags say: readers of the code, a hand, who has guessed of a figure."""
    kind = next((kind for kind in ("code", "hand") if kind in tags), None)
    told = f' data-spoiler="{asking}"' if "spoiler" in tags and asking else ""
    return f'<div class="{kind or "prose"}"{told}>{html}</div>' if kind or told else html


def _taken_first(parts, number, opening_ends):
    """Take the figure of that number, and what to do with it, out of the parts; [] without one."""
    begins = f'<figure id="figure-{number}"'
    at = next((at for at, part in enumerate(parts) if part.startswith(begins)), None)
    if at is None:
        return []
    figure, before = parts[at], parts[opening_ends:at]
    parts[at] = f'<p class="moved"><a href="#figure-{number}">Figure {number}</a> stands above.</p>'
    if not any("<h2" in part or "<h3" in part for part in before):
        parts[at] = ""
    hand = _hand(parts, at)
    if hand is None:
        return [figure]
    said, parts[hand] = parts[hand], ""
    return [figure, said]


def _hand(parts, at):
    """The place of the part that says what to do with the figure at this place; None without."""
    for place in range(at + 1, len(parts)):
        if parts[place].startswith('<div class="hand"'):
            return place
        if parts[place] and not parts[place].startswith('<div class="code">'):
            return None
    return None


def _code(source):
    if not source.strip():
        return ""
    html = Highlight2HTML(pygments_lexer="ipython3")(source)
    # Names and punctuation have the colour of the text: in all pages their tags are 0.7 MB.
    html = re.sub(r'<span class="[npw]">([^<]*)</span>', r"\1", html)
    return f'<div class="code">{html}</div>'


def _output(output, figures, markdown):
    if output.output_type == "error":
        raise ValueError(f"a cell failed with {output.ename}: {output.evalue}")
    if output.output_type == "stream":
        # Warnings are meant for whoever runs the notebook, and name folders of the machine.
        return "" if output.name == "stderr" else f'<pre tabindex="0">{escape(output.text)}</pre>'
    data, combat = output.data, output.metadata.get("combat", {})
    if combat.get("passing"):
        return ""
    if "toy" in combat:
        return toy(combat["toy"], data.get("text/plain", ""))
    if "recording" in combat:
        names = ("recording", "settings", "figure", "opens")
        return figures.add(*(combat[name] for name in names))
    if "image/png" in data:
        raise ValueError("a picture has no alternative text: show it with a Panel")
    if "text/markdown" in data:
        return wrap_tables(markdown.render(data["text/markdown"]))
    if "text/html" in data:
        table = wrap_tables(data["text/html"])
        if combat.get("needs") == "kernel":
            return f'<div class="upload">{_NEEDS_PYTHON}<div>{table}</div></div>'
        return table if combat.get("open") else outline.long_folded(table)
    return f'<pre tabindex="0">{escape(data.get("text/plain", ""))}</pre>'
