"""Helpers for the pictures, tables and sentences of the notebooks, a module for each topic.

They select and name what the packages of game mechanics compute, and put it into words. Those
packages don't import them, and your own code should call those packages directly.
"""
