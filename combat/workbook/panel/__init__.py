"""A panel: its controls, its answer as a picture or a file, and what a page holds of it."""
