"""A combat overhaul for NetHack, with evasion (EV) and damage reduction (DR).

Bonuses are in points. The attacker's bonus minus the defender's is the net, and a bell curve turns
the net into a hit chance in [0, 1]. Damage and hit points are whole. `Rules` holds every number
and every decision; `vanilla` is the baseline, NetHack 3.6.7 as it is.
"""

from combat.core import exports

__getattr__, __dir__, __all__ = exports(
    __name__,
    {
        "cast": ["Cast", "fighters_of", "read_cast"],
        "chance": ["hit_chance", "mean_of_uniforms", "net_for"],
        "damage": ["Blow", "damage_distribution"],
        "duels": ["Duel", "duel"],
        "encounters": ["TURNS", "encounter", "match_up", "odds"],
        "goals": [
            "AIMS",
            "aim_ends",
            "aims",
            "aims_met",
            "defense_totals",
            "level_share",
            "totals_at_depth",
        ],
        "people": ["ROLES", "Attacker", "Defender", "Fighter", "Strike", "Weapon"],
        "questions": ["STAGE_LEVELS", "Encounters", "by_level"],
        "rules": ["ENCUMBRANCES", "SIZES", "SKILLS", "Rules"],
        "situations": ["read_circumstances", "tornado"],
        "slots": ["PLACES", "SLOT_NAMES", "SLOTS", "Piece", "armor_ev", "slot_chances", "slot_dr"],
        "suits": ["SUITS", "appraised", "suits_compared"],
        "tables": ["STAGES", "read_monsters"],
        "to_hit": ["attack_chance", "attacker_terms", "defender_terms", "luck_die", "net"],
        "vanilla": (),
        "worth": ["boss_ev", "ev_in_dr", "evading_or_armored"],
    },
)
