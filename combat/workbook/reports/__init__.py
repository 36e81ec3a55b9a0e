"""The results of charters and patches, as a page or in a notebook."""
