"""Small games: drawn, worked out by hand, and one as three tables and a simulation of its own."""
