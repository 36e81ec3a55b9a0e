"""A panel: a figure, its controls, its numbers, and its recording for exported pages."""
