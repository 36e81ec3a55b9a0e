"""What did a patch change? Compares two versions of a table of units.

`patch_of_units` first lists the numbers that changed, then their effects: on duels, on each unit's
mean score and on the ranks. `with_claims` adds the claims of a charter whose verdict changed. At
the command line: `python -m combat.patch`.

>>> from combat.units import Unit, Units
>>> from combat.patch import patch_of_units
>>> imp = Unit("Imp", hp=2, attack=10, defense=10, damage=1)
>>> old = Units([imp, imp.changed(name="Ogre", hp=3)])
>>> found = patch_of_units(old, old.changed("Ogre", hp=4))
>>> found.summary
'1 number of 1 unit changed'
>>> found.parts[1].frame.round(2)
  first second  before  after  change
0  Ogre    Imp    0.76    0.9    0.14
"""

from combat.cli import interrupts  # noqa: F401  first: the rest takes a while
from combat.core import exports

__getattr__, __dir__, __all__ = exports(
    __name__,
    {
        "claims": ["tightest", "with_claims"],
        "result": ["Part", "Patch"],
        "units": ["patch_of_units"],
        "versions": ["at_revision", "on_disk"],
    },
)
