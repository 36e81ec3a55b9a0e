"""What charters and patches say, as a page or in a notebook."""
