"""Small games: drawn, fought once more by plain loops, and tables worked out by hand."""
