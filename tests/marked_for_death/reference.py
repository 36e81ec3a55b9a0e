"""The result table of Marked for Death, read plainly: no arrays, no cleverness.

It shares no code with the package, so that the two can be held against each other.

A fighter is a dict with the CSV's columns as keys:
    Name, XP, BonusXP, BonusHP, BonusToHit, BonusToDefend, AOE, BodyguardFor, LinkedTo
and, for the 4-column groups at the end of the row, "Buffs": a list of dicts
    BuffName, BuffWho (a tuple of names), BuffOffense, BuffDefense.
Numbers may be int, float or Decimal; no guard or link is the empty string or None.
A team is a list of fighters. Wounds are carried in BonusHP, as in the final files.
No function changes the dicts it is given.
Quotations are from the manual; "decision" marks what the project decided beside it.
"""

import math
from decimal import Decimal

RULES = {
    "MIN-TO-HIT": Decimal("0.05"),
    "MAX-TO-HIT": Decimal("0.99"),
    "MIN-TO-DEFEND": Decimal("0"),
    "MAX-TO-DEFEND": Decimal("0.90"),
    "EXHAUSTION-PENALTY": Decimal("0.1"),
    "DEFAULT-TO-HIT": Decimal("0.3"),
    "DEFAULT-TO-DEFEND": Decimal("0.3"),
    "XP-PER-DIE": Decimal("1000"),
    "DEFAULT-HP": 2,
    "DEFAULT-AOE": 1,
}


def plainly(team):
    """A combat.marked_for_death.Team as a list of dicts."""
    return [
        {
            "Name": f.name,
            "XP": f.xp,
            "BonusXP": f.bonus_xp,
            "BonusHP": f.bonus_hp,
            "BonusToHit": f.bonus_to_hit,
            "BonusToDefend": f.bonus_to_defend,
            "AOE": f.aoe,
            "BodyguardFor": f.bodyguard_for,
            "LinkedTo": f.linked_to,
            "Buffs": [
                {
                    "BuffName": buff.name,
                    "BuffWho": buff.who,
                    "BuffOffense": buff.offense,
                    "BuffDefense": buff.defense,
                }
                for buff in f.buffs
            ],
        }
        for f in team.fighters
    ]


def exact(number):
    """The decimal number as it is written: 0.1 is one tenth, whatever type carries it."""
    return Decimal(str(number))


def clip(low, value, high):
    return max(low, min(value, high))


# --- one fighter's numbers


def hit_points(fighter, rules=RULES):
    """'Combatants start with HP = 2 + BonusHP.'"""
    return rules["DEFAULT-HP"] + int(fighter["BonusHP"])


def living(team, rules=RULES):
    """'Fighters die at 0 HP.'"""
    return [fighter for fighter in team if hit_points(fighter, rules) > 0]


def total_xp(fighter):
    """'TotalXP: (XP + BonusXP)'"""
    return exact(fighter["XP"]) + exact(fighter["BonusXP"])


def base_dice(fighter, rules=RULES):
    """'BaseDice: ceiling(TotalXP / 1000)'"""
    return math.ceil(total_xp(fighter) / exact(rules["XP-PER-DIE"]))


def ally_bonus(fighter, team, column, rules=RULES):
    """'any bonuses from allies'; 'A person CAN buff themself.'

    Decision: buffs add up, also equal ones of several givers; a buff ends with its giver.
    """
    total = Decimal(0)
    for giver in living(team, rules):
        for buff in giver["Buffs"]:
            if fighter["Name"] in buff["BuffWho"]:
                total += exact(buff[column])
    return total


def raw_to_hit(fighter, team, rules=RULES):
    """'raw-ToHit: (0.3 + BonusToHit + any bonuses from allies)'"""
    return (
        exact(rules["DEFAULT-TO-HIT"])
        + exact(fighter["BonusToHit"])
        + ally_bonus(fighter, team, "BuffOffense", rules)
    )


def raw_to_defend(fighter, team, rules=RULES, round=1):
    """'raw-ToDefend: (0.3 + BonusToDefend + any bonuses from allies)'

    'ToDefend goes down by EXHAUSTION-PENALTY after every round.' (decision: the raw value)
    """
    tired = exact(rules["EXHAUSTION-PENALTY"]) * (round - 1)
    return (
        exact(rules["DEFAULT-TO-DEFEND"])
        + exact(fighter["BonusToDefend"])
        + ally_bonus(fighter, team, "BuffDefense", rules)
        - tired
    )


def dice(base, raw):
    """'if (raw-ToHit > 1.0) ceiling(BaseDice x ToHit). else BaseDice' (and so for ToDefend).

    Decision: the raw value multiplies, in exact decimals.
    """
    return math.ceil(base * raw) if raw > 1 else base


def aoe(fighter, rules=RULES):
    """'If <1 it will be set to 1.'"""
    if fighter["AOE"] in (None, ""):
        return rules["DEFAULT-AOE"]
    return max(1, int(fighter["AOE"]))


def bodyguards(fighter, team, rules=RULES):
    """'Attacks against that person will be diverted to this person instead.'"""
    return [ally for ally in living(team, rules) if ally["BodyguardFor"] == fighter["Name"]]


# --- the result table


def stats(team, rules=RULES, round=1):
    """'This is what it will result in': one row for each living fighter."""
    rows = []
    for fighter in living(team, rules):
        base = base_dice(fighter, rules)
        raw_hit = raw_to_hit(fighter, team, rules)
        raw_defend = raw_to_defend(fighter, team, rules, round)
        rows.append(
            {
                "Name": fighter["Name"],
                "ToHit": clip(rules["MIN-TO-HIT"], raw_hit, rules["MAX-TO-HIT"]),
                "ToDefend": clip(rules["MIN-TO-DEFEND"], raw_defend, rules["MAX-TO-DEFEND"]),
                "AOE": aoe(fighter, rules),
                "OffenseDice": dice(base, raw_hit),
                "DefenseDice": dice(base, raw_defend),
                "Bodyguards": [guard["Name"] for guard in bodyguards(fighter, team, rules)],
            }
        )
    return rows
