"""Armies: battles, campaigns, what an encounter costs; pooled volleys; one fight told."""
