"""Notebooks as pages: one HTML file each, an index that searches them, and PDF."""
