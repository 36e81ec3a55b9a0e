"""The systems that a charter can speak of, one small module each, behind one registry.

A system says which measures it knows and in what unit, which settings, and how a row becomes
questions. To add one, write such a module and put its `SYSTEM` into the tuple below.
"""

from combat.charter.systems import hit_rule, luck, marked_for_death, nethack, osdl, units

SYSTEMS = {
    module.SYSTEM.name: module.SYSTEM
    for module in (units, marked_for_death, hit_rule, luck, nethack, osdl)
}

__all__ = ["SYSTEMS"]
