"""Notebooks as pages: an HTML file for each, and a start page."""
