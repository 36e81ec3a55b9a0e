"""Cells of notebooks, and pages of them without a kernel."""

from nbformat import v4

from combat.workbook.pages.export import document


def prose(text, **metadata):
    """A cell of Markdown."""
    cell = v4.new_markdown_cell(text)
    cell.metadata.update(metadata)
    return cell


def told(text, kind="text/markdown", **combat):
    """A cell of code that tells something."""
    output = v4.new_output("display_data", {kind: text}, metadata={"combat": combat})
    return v4.new_code_cell("...", outputs=[output])


def page(*cells, **how):
    """The page of these cells."""
    return document(v4.new_notebook(cells=list(cells)), "a.ipynb", **how)
