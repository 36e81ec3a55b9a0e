"""Combat rules of games as exact, vectorised functions. Importing it does nothing."""
