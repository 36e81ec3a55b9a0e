"""Marked for Death, read plainly: one die at a time, no cleverness, no speed.

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


# --- choosing matchups


def draw_opponents(opponents, number, rng):
    """'choose N random opponents, where N is the value of the fighter's AOE stat'

    Decision: without repetition while undrawn opponents remain; further draws repeat
    (each of them uniform among all opponents).
    """
    undrawn = list(opponents)
    drawn = []
    for _ in range(number):
        if undrawn:
            drawn.append(undrawn.pop(rng.randrange(len(undrawn))))
        else:
            drawn.append(rng.choice(opponents))
    return drawn


def step_in(target, rng):
    """'if a chosen opponent has one or more bodyguards, choose a random bodyguard instead'

    Decision: once; a bodyguard's own bodyguard does not step in.
    """
    if target["Bodyguards"]:
        return rng.choice(target["Bodyguards"])
    return target["Name"]


def choose_targets(attacker, opponents, rng):
    """'add the chosen opponent to the list of people the fighter will attack': names.

    attacker is a row of stats(), opponents are the rows of the other side.
    """
    return [step_in(target, rng) for target in draw_opponents(opponents, attacker["AOE"], rng)]


# --- one blow


def roll(number, chance, rng):
    """'percentile dice. each die that is <= ToHit generates 1 potential hit'"""
    successes = 0
    for _ in range(number):
        if rng.random() <= chance:
            successes += 1
    return successes


def blow(attacker, defender, rng):
    """'defender loses (potential hits) - (blocked hits) HP' (decision: never less than 0)"""
    hits = roll(attacker["OffenseDice"], float(attacker["ToHit"]), rng)
    blocks = roll(defender["DefenseDice"], float(defender["ToDefend"]), rng)
    return max(0, hits - blocks)


# --- the end of a round


def wound(team, damage):
    """'Each unblocked hit costs the defender 1 HP.'"""
    return [
        dict(fighter, BonusHP=int(fighter["BonusHP"]) - damage.get(fighter["Name"], 0))
        for fighter in team
    ]


def settle_links(team, rules=RULES):
    """'everyone who is linked to them ... has their hit points set to 0' (decision: recursively)"""
    team = [dict(fighter) for fighter in team]
    changed = True
    while changed:
        changed = False
        dead = {f["Name"] for f in team if hit_points(f, rules) <= 0}
        for fighter in team:
            if fighter["LinkedTo"] in dead and fighter["Name"] not in dead:
                fighter["BonusHP"] = -rules["DEFAULT-HP"]
                changed = True
    return team


def play_round(heroes, villains, rng, round=1, rules=RULES):
    """Steps 1 to 4: returns both teams, the fallen still among them.

    'Fighters are not removed from combat until the end of the round' - so targets are chosen
    among those alive at its start, and all blows fall at the numbers of its start.
    """
    table = {"heroes": stats(heroes, rules, round), "villains": stats(villains, rules, round)}
    damage = {"heroes": {}, "villains": {}}
    for side, other in (("heroes", "villains"), ("villains", "heroes")):
        row_of = {row["Name"]: row for row in table[other]}
        for attacker in table[side]:
            for name in choose_targets(attacker, table[other], rng):
                loss = blow(attacker, row_of[name], rng)
                damage[other][name] = damage[other].get(name, 0) + loss
    heroes = settle_links(wound(heroes, damage["heroes"]), rules)
    villains = settle_links(wound(villains, damage["villains"]), rules)
    return heroes, villains


# --- the battle


def winner_of(heroes, villains, rules=RULES):
    """'If one side has been eliminated, announce that and stop.' Decision: both is a draw."""
    heroes_stand, villains_stand = bool(living(heroes, rules)), bool(living(villains, rules))
    if heroes_stand and villains_stand:
        return None
    if heroes_stand:
        return "heroes"
    return "villains" if villains_stand else "draw"


def battle(heroes, villains, rng, max_rounds=None, rules=RULES):
    """'Step 6: Goto Step 1', until a side is gone or 'the maximum allowed number of rounds'."""
    rounds = 0
    winner = winner_of(heroes, villains, rules)
    while winner is None and (max_rounds is None or rounds < max_rounds):
        rounds += 1
        heroes, villains = play_round(heroes, villains, rng, rounds, rules)
        winner = winner_of(heroes, villains, rules)
    teams = {"heroes": heroes, "villains": villains}
    return {
        "winner": winner,
        "rounds": rounds,
        "hp": {
            side: {f["Name"]: max(0, hit_points(f, rules)) for f in team}
            for side, team in teams.items()
        },
    }
