"""Benchmarks, each beside a baseline that is timed in the same run."""
