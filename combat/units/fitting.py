"""Which rules can be used for given units."""

from combat.units.duels import blow
from combat.units.sheets.roster import NoColumn


def usable(rules, units):
    """Return the rules, from {name: Rules}, that need only columns which the units have.

    ValueError if there are none, naming a missing column, preferably attack or defense; and as for
    `blow`.

    >>> from combat.units import Rules, Unit, Units
    >>> rules = {"by dex": Rules(hit=lambda a, d: a.dex / 20), "ratio": Rules(hit="ratio")}
    >>> list(usable(rules, Units([Unit("Imp", hp=2, attack=10, defense=10, damage=1)])))
    ['ratio']
    """
    unit, found, missed = units[units.names[0]], {}, []
    for name, one in rules.items():
        try:
            blow(unit, unit, one)
        except NoColumn as error:
            missed.append(f"the rule '{name}' can't be used: {error}")
        else:
            found[name] = one
    if missed and not found:
        raise ValueError(next((one for one in missed if "columns={" in one), missed[0]))
    return found
