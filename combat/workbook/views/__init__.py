"""Helpers for the pictures, tables and sentences of one notebook each, named after its topic.

They select and name what the packages with the mechanics compute, and put it into words. Those
packages don't import them, and your own code should call those packages directly.
"""
