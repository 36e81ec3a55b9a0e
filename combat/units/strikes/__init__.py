"""Duels in which blows change nothing but hit points: many pairs at once, exact."""
