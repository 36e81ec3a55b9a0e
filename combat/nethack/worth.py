"""What a point is worth: EV in points of DR, over a blow or a duel, and the EV of monsters."""

from dataclasses import replace

import numpy as np
import pandas as pd
from scipy.special import ndtr

from combat.core.checks import check_numbers
from combat.dice.blows import evaded_for
from combat.nethack.chance import net_for
from combat.nethack.damage import damage_distribution
from combat.nethack.duels import duel
from combat.nethack.losses import action_losses
from combat.nethack.people import Attacker, Defender, Fighter
from combat.nethack.questions import STAGE_LEVELS, Nets
from combat.nethack.rules import SIZES, Rules
from combat.nethack.to_hit import attack_chance
from combat.questions import seek


def ev_in_dr(encounters, *, sd=8.0):
    """Return how many points of DR a point of EV is worth: a frame by stage.

    Columns: loss, the mean hit points that a monster's action costs a stage's kits at its depth,
    misses included; "with EV +1" and "with DR +1" (in each of the six slots), the same with one
    point more; worth, the ratio of the savings by these two points. Full hit points, the first
    action of a fight, at STAGE_LEVELS. sd > 0; ValueError outside.

    >>> from combat.nethack import Encounters, read_cast
    >>> ev_in_dr(Encounters(read_cast("data/nethack"))).loc["mid"].round(2).tolist()
    [1.08, 0.92, 0.99, 1.74]
    """
    rows, rules = {}, encounters.rules
    for stage, level in STAGE_LEVELS.items():
        weights, beasts = encounters.met(level)
        attackers, losses = [beast.attacker for beast in beasts], []
        for body in (kit.defender for kit in encounters.kits[stage]):
            nimbler = replace(body, evasion=body.evasion + 1)
            hit, less = Nets(attackers, [body, nimbler], rules).chances(sd).T
            harms = (
                action_losses(beasts, body, chances, dr=dr, rules=rules)
                for chances, dr in ((hit, 0), (less, 0), (hit, 1))
            )
            losses.append([harm @ weights for harm in harms])
        loss, evaded, reduced = np.mean(losses, axis=0)
        rows[stage] = loss, evaded, reduced, (loss - evaded) / (loss - reduced)
    columns = ["loss", "with EV +1", "with DR +1", "worth"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis("stage")


def boss_ev(encounters, chance=0.6, *, stage="late", sd=8.0):
    """Return the EV that each boss needs so that a stage's kits hit it with that mean chance.

    A frame by boss. Columns: now, the kits' mean chance; EV, by the split; needed, the EV that
    gives `chance`, NaN if no change up to 200 points does; change. Exact: the mean over the roles,
    the bell curve and Luck's die. 0 < chance < 1, sd > 0; ValueError outside.

    >>> from combat.nethack import Encounters, read_cast
    >>> boss_ev(Encounters(read_cast("data/nethack"))).loc["Orcus"].round(2).tolist()
    [0.86, 3.8, 10.6, 6.8]
    """
    chance = float(check_numbers("chance", chance, low=0, high=1, open_low=True))
    if chance == 1:
        raise ValueError("chance = 1.0 is out of range: no EV makes a hit certain")
    sd = float(check_numbers("sd", sd, low=0, open_low=True))
    rows = {}
    for column, (name, beast) in enumerate(encounters.beasts.items()):
        if "boss" not in beast.defender.kinds:
            continue
        points, weights = encounters.nets[stage][0].against(column)

        def hit(more, points=points, weights=weights):
            return float(ndtr((points - more) / sd) @ weights)

        found = seek(hit, chance, -200, 200, looks=2)
        change = found.value if found.reached else np.nan
        evasion = beast.defender.evasion
        rows[name] = hit(0), evasion, evasion + change, change
    columns = ["now", "EV", "needed", "change"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis("boss")


def speed_and_size(monsters):
    """Return the EV that a least-squares fit to speed and size gives each, and R squared."""
    sizes = monsters["size"].map(SIZES).to_numpy(float)
    table = np.column_stack([np.ones(len(monsters)), monsters["speed"].to_numpy(float), sizes])
    factors, *_ = np.linalg.lstsq(table, monsters["ev"].to_numpy(float), rcond=None)
    fitted = pd.Series(table @ factors, monsters.index)
    return fitted, float(1 - np.var(monsters["ev"] - fitted) / np.var(monsters["ev"]))


def without_ev(encounters, stage, *, sd=8.0):
    """Return how a stage's kits would hit if speed and size replaced EV: (a frame, R squared).

    "Perhaps the speed and size to-hit penalties can be appropriately balanced so that this stat
    isn't needed, but I don't really think so." The frame by monster: EV, by the split; "by speed
    and size", the EV of a linear fit, see `speed_and_size`; "hit" and "hit without", the kits'
    mean chance with either. R squared: the share of EV's variance that the fit explains. sd > 0;
    ValueError outside.

    >>> from combat.nethack import Encounters, read_cast
    >>> table, _ = without_ev(Encounters(read_cast("data/nethack")), "mid")
    >>> table.loc["killer bee"].round(2).tolist()
    [9.07, 4.82, 0.31, 0.5]
    """
    fitted, explained = speed_and_size(encounters.cast.monsters)
    bodies = [beast.defender for beast in encounters.beasts.values()]
    plain = [replace(body, evasion=float(ev)) for body, ev in zip(bodies, fitted, strict=True)]
    attackers = [kit.attacker for kit in encounters.kits[stage]]
    without = Nets(attackers, plain, encounters.rules).chances(sd)
    columns = {
        "EV": encounters.cast.monsters["ev"],
        "by speed and size": fitted,
        "hit": encounters.chances(stage, sd)[0].mean(axis=0),
        "hit without": without.mean(axis=0),
    }
    return pd.DataFrame(columns), explained


def evading_or_armored(damage, hp, dr, *, level=8, turns=12, sd=8.0, rules=Rules()):
    """Return the chance to have died by each turn, evading or armoured: (a frame by turn, EV).

    One target has `dr` in every slot. The other has the EV at which a blow costs the same on
    average, misses included, at full hit points; this EV is the second result. Neither strikes
    back. damage: the dice of the monster's one strike a turn. level: the monster's. Columns:
    evasion, reduction.

    >>> table, ev = evading_or_armored("2d8", 40, 5)
    >>> round(ev, 1), table.loc[[4, 6, 12]].round(3).to_numpy().tolist()
    (5.1, [[0.004, 0.0], [0.036, 0.001], [0.395, 0.386]])
    """
    beast = Fighter(
        name="beast", attacker=Attacker(level=level), defender=Defender(), hp=1, strikes=(damage,)
    )

    def target(**body):
        return Fighter(name="target", attacker=Attacker(), defender=Defender(**body), hp=hp)

    hit = attack_chance(beast.attacker, Defender(), sd=sd, rules=rules)
    full = damage_distribution(damage, hp=hp, rules=rules).damage.mean
    less = damage_distribution(damage, hp=hp, form_dr=dr, rules=rules).damage.mean
    ev = float(net_for(hit, sd=sd) - net_for(hit * (1 - evaded_for(full, less)), sd=sd))
    deaths = {
        name: duel(beast, target(**body), sd=sd, rules=rules).won_by_turn(turns)["beast"]
        for name, body in {"evasion": {"evasion": ev}, "reduction": {"dr": dr}}.items()
    }
    return pd.DataFrame(deaths), ev
