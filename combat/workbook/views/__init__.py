"""What dresses the pictures, tables and sentences of one notebook: a module for each, by its room.

A function here picks, names and words what the mechanics of its room have computed. Mechanics
import none of it, and someone's own code asks the mechanics.
"""
