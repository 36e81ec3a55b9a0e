"""The engine for fights in which units have actions and statuses, or act one after another.

A fighter's state is its hit points, the uses left of each action and the turns left of each status.
A fight is a sequence of turns; the order of the rules says whose turn is next, and later fighters
see what has happened. What a turn does is written once (`turns`), for many fights at once: either
every outcome is followed, and a chain of `combat.markov` gives the exact answer (`exact`), or dice
are rolled (`dice`). `pairs` uses this for duels, `armies` for battles.
"""
