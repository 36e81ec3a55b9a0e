"""A game's tables: units, actions and statuses, read and checked."""
