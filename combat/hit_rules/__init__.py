"""Hit rules of published games and of this workbook, all called as rule(attack, defense).

The meaning of attack and defense differs from rule to rule (`HitRule.depends` says what the chance
depends on); at equal numbers most rules are near one half. Each definition was checked against the
source that it names. To add a rule of your own:

>>> mine = hit_rule("mine", depends="both", source="my notes")(
...     lambda attack, defense: attack / (attack + defense + 5))
>>> list(rules(mine))[-1], rules(mine)["mine"](35, 30)
('mine', 0.5)
"""

from combat.hit_rules.published import (
    AS_PRINTED,
    PUBLISHED,
    cataclysm,
    civilization,
    diablo,
    elo,
    fire_emblem,
    ratio,
    runescape,
    warcraft,
    wesnoth,
)
from combat.hit_rules.rule import DEPENDS, HitRule, Parameter, hit_rule, try_out
from combat.hit_rules.sources import OF_SOURCES
from combat.hit_rules.tabletop import (
    d20,
    d20_as_printed,
    degrees_of_success,
    gurps,
    pathfinder,
    pathfinder_as_printed,
)

__all__ = [
    "DEPENDS",
    "HitRule",
    "Parameter",
    "cataclysm",
    "civilization",
    "d20",
    "d20_as_printed",
    "degrees_of_success",
    "diablo",
    "elo",
    "fire_emblem",
    "gurps",
    "hit_rule",
    "of_one_blow",
    "pathfinder",
    "pathfinder_as_printed",
    "ratio",
    "rules",
    "runescape",
    "warcraft",
    "wesnoth",
]


def of_one_blow():
    """Return the rules that decide one blow, which units can fight by: a dict of HitRule by name.

    Those of `rules`, and those for numbers as printed on character sheets.

    >>> sorted(of_one_blow().keys() - rules().keys())
    ['Pathfinder 2 against printed armour class', 'd20 against printed armour class']
    """
    known = {rule.name: rule for rule in (*AS_PRINTED, *rules().values())}
    return {name: rule for name, rule in known.items() if not rule.battle}


def rules(*own):
    """Return all rules, and after them your own: a dict of HitRule by name.

    ValueError for a name that is taken, for an argument that is not a HitRule, and for a rule of
    your own that returns no number, takes no arrays, or whose `depends` is wrong.

    >>> len(rules()), rules()["ratio"](10, 30)
    (18, 0.25)
    """
    found = {rule.name: rule for rule in (*PUBLISHED, *OF_SOURCES)}
    for rule in own:
        if isinstance(rule, str):
            raise ValueError(
                f"{rule!r} is only a name: give the rule itself, what hit_rule(...) made, "
                f"without quotes"
            )
        if not isinstance(rule, HitRule):
            raise ValueError(f"rule = {rule!r} is not known: make it one with hit_rule(...)")
        if rule.name in found:
            raise ValueError(f"rule = {rule.name!r} is there already: give yours another name")
        try_out(rule)
        found[rule.name] = rule
    return found
