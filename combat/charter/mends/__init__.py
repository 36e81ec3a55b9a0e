"""What mends a charter: the smallest change of numbers that keeps every promise.

`mend` finds it, `rooms` says how far each number may move before a promise breaks.

>>> from combat.charter import mend, read_charter
>>> table = b"system,first,second,measure,at least\\nunits,Imp,Ogre,score,40 %\\n"
>>> units = b"name,hp,attack,defense,damage\\nImp,2,9,9,1\\nOgre,3,9,9,1\\n"
>>> claims = read_charter(table, "mine.charter.csv", files={"units.csv": units}).claims
>>> print(mend(claims)[0])
Ogre: hp 3 -> 2: the one promise holds: Imp against Ogre: score, 50%, at least 40%
"""
