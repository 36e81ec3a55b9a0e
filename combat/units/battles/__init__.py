"""Armies: battles, campaigns of several battles, what an encounter costs."""
