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
from combat.nethack.rules import Rules
from combat.nethack.to_hit import attack_chance


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
    gives `chance`; change. Exact: the mean over the roles, the bell curve and Luck's die.
    0 < chance < 1, sd > 0; ValueError outside.

    >>> from combat.nethack import Encounters, read_cast
    >>> boss_ev(Encounters(read_cast("data/nethack"))).loc["Orcus"].round(2).tolist()
    [0.86, 3.8, 10.6, 6.8]
    """
    chance = float(check_numbers("chance", chance, low=0, high=1, open_low=True))
    if chance == 1:
        raise ValueError("chance = 1.0 is out of range: no EV makes a hit certain")
    sd = float(check_numbers("sd", sd, low=0, open_low=True))
    nets, beasts = encounters.nets[stage][0], encounters.cast.monsters
    bosses = np.flatnonzero(["boss" in one.defender.kinds for one in encounters.beasts.values()])
    column = nets.owners % nets.shape[1]
    met = np.isin(column, bosses)
    boss, points = np.searchsorted(bosses, column[met]), nets.values[met]
    weights = nets.weights[met] / nets.shape[0]

    def hit(more):
        return np.bincount(boss, weights * ndtr((points - more[boss]) / sd))

    # Halved as often as a float has bits; 40 standard deviations beyond all nets none hits or all.
    low, high = (
        np.full(len(bosses), end) for end in (points.min() - 40 * sd, points.max() + 40 * sd)
    )
    for _ in range(64):
        change = (low + high) / 2
        often = hit(change) > chance
        low, high = np.where(often, change, low), np.where(often, high, change)
    found = pd.DataFrame({"now": hit(0 * change), "EV": beasts["ev"].iloc[bosses]})
    return found.assign(needed=found["EV"] + change, change=change).rename_axis("boss")


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
