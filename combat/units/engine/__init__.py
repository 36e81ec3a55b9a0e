"""Fights in which units have actions and statuses, or act in turn: an engine for all of them.

A fighter is hit points, uses left of each action, turns left of each status. A fight is a sequence
of turns; the order of the rules says whose comes next, and what has happened is seen by whoever
acts later. What a turn does is written once (`turns`), for many fights at once: either all outcomes
are followed, then a chain of `combat.markov` gives the answer exactly (`exact`), or dice are rolled
(`dice`). `pairs` makes duels of it, `armies` battles.
"""
