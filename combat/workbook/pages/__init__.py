"""Notebooks as pages: an HTML file and a PDF for each, and a start page."""
