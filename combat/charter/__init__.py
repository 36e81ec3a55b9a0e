"""A balance charter: a table of what a designer promises about a game, checked against its rules.

Each row claims that a value lies in a band: "no unit wins more than 60 % at equal cost".
`read_charter` reads the table. `judge` judges each claim, by an exact answer if there is one, and
otherwise by simulating battles until the answer is clear; `battles_needed` says how many that
takes. `combat.charter.judging` explains the error of all claims together.

>>> from combat.charter import judge, read_charter
>>> table = b"claim,system,first,second,measure,at least,at most\\n" \\
...         b"an even duel,units,Imp,Ogre,score,45 %,55 %\\n"
>>> units = b"name,hp,attack,defense,damage\\nImp,2,9,9,1\\nOgre,3,9,9,1\\n"
>>> verdicts = judge(read_charter(table, "mine.charter.csv", files={"units.csv": units}).claims)
>>> print(verdicts)
verdict  value   band        claim
broken   24.07%  45% to 55%  an even duel
1 claim: 1 broken, 0 open, 0 hold.
"""

from combat.cli import interrupts  # noqa: F401  first: the rest takes a while
from combat.core import exports

__getattr__, __dir__, __all__ = exports(
    __name__,
    {
        "bounds": ["battles_needed"],
        "claim": ["Claim"],
        "judging": ["judge", "judged"],
        "measures": ["MEASURES"],
        "mends.finding": ["mend", "rooms"],
        "mends.result": ["Mend", "Mends"],
        "reading": ["Charter", "read_charter"],
        "verdicts": ["Verdict", "Verdicts"],
    },
)
