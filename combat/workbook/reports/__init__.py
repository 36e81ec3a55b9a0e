"""Reports on charters, patches and sheets of units, as a page or in a notebook."""
