"""Many against many, for any game: the exact chain of small battles."""
