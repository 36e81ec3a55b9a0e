"""Seed 3: a combat overhaul for NetHack, with evasion (EV) and damage reduction (DR).

Bonuses are in points: an attacker's less a defender's make the net, and a bell curve turns the
net into a chance in [0, 1]. Damage and hit points are whole hit points. `Rules` holds every
number and every decision; `vanilla` is NetHack 3.6.7 as it is, the baseline.
"""

from combat.nethack import vanilla
from combat.nethack.cast import Cast, fighters_of, read_cast
from combat.nethack.chance import hit_chance, mean_of_uniforms, net_for
from combat.nethack.circumstances import CIRCUMSTANCES, Circumstance, tornado
from combat.nethack.damage import Blow, damage_distribution, eroded
from combat.nethack.decisions import DECISIONS, Decision, decision_table
from combat.nethack.duel import Duel, Fighter, Strike, exchange
from combat.nethack.people import Attacker, Defender, Weapon
from combat.nethack.questions import (
    STAGE_LEVELS,
    Encounters,
    aims,
    by_level,
    defense_totals,
    depth_at,
    hit_chances,
    monsters_at,
    nets,
    stage_at,
)
from combat.nethack.rules import ENCUMBRANCES, SIZES, SKILLS, Rules
from combat.nethack.simulation import Event, Story, play
from combat.nethack.slots import (
    SLOT_NAMES,
    SLOTS,
    Piece,
    Slot,
    armor_ev,
    piece_dr,
    slot_chances,
    slot_dr,
)
from combat.nethack.split import ev_dr_split, split_armor, split_monsters
from combat.nethack.tables import (
    STAGES,
    MonsterAttack,
    parse_attacks,
    parse_pieces,
    read_armor,
    read_artifacts,
    read_kits,
    read_monsters,
    read_reference,
    read_weapons,
)
from combat.nethack.to_hit import (
    Term,
    attack_chance,
    attacker_terms,
    defender_terms,
    luck_die,
    luckstone_luck,
    net,
    override,
    total,
)

__all__ = [
    "CIRCUMSTANCES",
    "DECISIONS",
    "ENCUMBRANCES",
    "SIZES",
    "SKILLS",
    "SLOTS",
    "SLOT_NAMES",
    "STAGES",
    "STAGE_LEVELS",
    "Attacker",
    "Blow",
    "Cast",
    "Circumstance",
    "Decision",
    "Defender",
    "Duel",
    "Encounters",
    "Event",
    "Fighter",
    "MonsterAttack",
    "Piece",
    "Rules",
    "Slot",
    "Story",
    "Strike",
    "Term",
    "Weapon",
    "aims",
    "armor_ev",
    "attack_chance",
    "attacker_terms",
    "by_level",
    "damage_distribution",
    "decision_table",
    "defender_terms",
    "defense_totals",
    "depth_at",
    "eroded",
    "ev_dr_split",
    "exchange",
    "fighters_of",
    "hit_chance",
    "hit_chances",
    "luck_die",
    "luckstone_luck",
    "mean_of_uniforms",
    "monsters_at",
    "net",
    "net_for",
    "nets",
    "override",
    "parse_attacks",
    "parse_pieces",
    "piece_dr",
    "play",
    "read_armor",
    "read_artifacts",
    "read_cast",
    "read_kits",
    "read_monsters",
    "read_reference",
    "read_weapons",
    "slot_chances",
    "slot_dr",
    "split_armor",
    "split_monsters",
    "stage_at",
    "tornado",
    "total",
    "vanilla",
]
