"""Small games: drawn, fought once more by plain loops, and worked out by hand."""
