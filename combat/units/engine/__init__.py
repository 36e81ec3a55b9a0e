"""The engine for fights in which units have actions and statuses, or act one after another.

A fighter's state is its hit points, what is left of what limits its actions, and its statuses. A
fight is a sequence of turns; the order of the rules says whose turn is next (`orders`), and later
fighters see what has happened. What a turn does is written once (`turns`), for many fights at once
(`rows`): either every outcome is followed, or dice are rolled (`luck`). What limits actions is one
thing (`resources`). A chain of `combat.markov`, or the dice, then say how fights end (`ends`).
`pairs` uses this for duels, `armies` for battles.

In a turn `targets` chooses whom an action is aimed at, `striking` strikes, `blows` has chances and
damage, `effects` settles what was done, `reactions` answers it. `game` holds the tables of a fight.
"""
