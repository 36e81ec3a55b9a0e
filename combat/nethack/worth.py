"""What a point is worth: EV in points of DR, over a blow or a duel, and the EV of monsters."""

from dataclasses import replace
from functools import lru_cache

import numpy as np
import pandas as pd
from scipy.optimize import brentq
from scipy.special import ndtr

from combat.dice import Distribution, dice
from combat.dice.blows import evaded_for
from combat.nethack.chance import net_for
from combat.nethack.damage import damage_distribution
from combat.nethack.duels import duel
from combat.nethack.people import HOLDS, Attacker, Defender, Fighter
from combat.nethack.questions import STAGE_LEVELS, Nets
from combat.nethack.rules import Rules
from combat.nethack.to_hit import attack_chance


def action_losses(beasts, body, chances, *, dr=0, rules=Rules()):
    """Return what each monster's first action costs a body on average, misses included: an array.

    chances: of each monster to hit it. dr: points of DR that the body has in addition. Great
    blows are left out, and no hug holds anybody yet.
    """
    return np.array(
        [
            sum(
                share * hit**rolls * _mean_blow(strike.damage, strike.physical, body, dr, rules)
                for strike, rolls, share in _landing(beast.strikes, body.slips_free)
            )
            for beast, hit in zip(beasts, chances, strict=True)
        ]
    )


def _landing(strikes, slips):
    """Each strike, how many blows must hit for it to land, and how often it then hurts."""
    # A strike that is rolled needs itself, a hug the two before it. A hug that wraps must take
    # hold; an oilskin cloak slips free.
    shares = {"": 1.0, "burn": 1.0, "crush": 1 - HOLDS["crush"] * slips}
    shares["wrap"] = HOLDS["wrap"] * (1 - slips)
    rolls = []
    for at, strike in enumerate(strikes):
        rolls.append(set().union(*rolls[at - 2 : at]) if strike.hug else {at})
        yield strike, len(rolls[at]), shares[strike.hug] * (at > 1 or not strike.hug)


# The 362 monsters strike with 39 kinds of dice, and several tables ask for the same kits.
@lru_cache(maxsize=2**13)
def _mean_blow(damage, physical, body, dr, rules):
    rolled = dice(damage)
    if physical:  # a point of DR everywhere takes its share before anything else does
        rolled = Distribution(rolled.values * rules.factor**dr, rolled.chances)
    blow = damage_distribution(rolled, body.armor, form_dr=body.dr, physical=physical, rules=rules)
    return blow.damage.mean


def ev_in_dr(encounters):
    """Return how many points of DR a point of EV is worth: a frame by stage.

    Columns: loss, the mean hit points that a monster's action costs a stage's kits at its depth,
    misses included; "with EV +1" and "with DR +1" (in each of the six slots), the same with one
    point more; worth, the ratio of the savings by these two points. Full hit points, the first
    action of a fight, at STAGE_LEVELS and a standard deviation of 8 points.

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
            hit, less = Nets(attackers, [body, nimbler], rules).chances(8.0).T
            cases = (hit, 0), (less, 0), (hit, 1)
            losses.append(
                [action_losses(beasts, body, p, dr=dr, rules=rules) @ weights for p, dr in cases]
            )
        loss, evaded, reduced = np.mean(losses, axis=0)
        rows[stage] = loss, evaded, reduced, (loss - evaded) / (loss - reduced)
    columns = ["loss", "with EV +1", "with DR +1", "worth"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis("stage")


def boss_ev(encounters, chance=0.6, *, sd=8.0):
    """Return the EV that each boss needs so that the late kits hit it with that mean chance.

    A frame by boss. Columns: now, the kits' mean chance; EV, by the split; needed, the EV that
    gives `chance`; change. Exact: the mean over the roles, the bell curve and Luck's die.
    0 < chance < 1, sd > 0; ValueError outside.

    >>> from combat.nethack import Encounters, read_cast
    >>> boss_ev(Encounters(read_cast("data/nethack"))).loc["Orcus"].round(2).tolist()
    [0.86, 3.8, 10.6, 6.8]
    """
    net_for(chance, sd=sd)
    nets, bosses = encounters.nets["late"][0], encounters.bosses
    found = pd.DataFrame({"now": encounters.against_bosses("late", sd)})
    found["EV"] = encounters.cast.monsters["ev"][bosses]

    def beyond(more, boss):
        hits = nets.weights[:, boss] * ndtr((nets.values[:, boss] - more) / sd)
        return hits.sum() / len(hits) - chance

    # 40 standard deviations beyond all nets none hits or all.
    ends = nets.values.min() - 40 * sd, nets.values.max() + 40 * sd
    change = [brentq(beyond, *ends, args=boss) for boss in np.flatnonzero(bosses)]
    return found.assign(needed=found["EV"] + change, change=change)


def evading_or_armored(damage, hp, dr, *, turns=12):
    """Return the chance to have died by each turn, evading or armoured: (a frame by turn, EV).

    One target has `dr` in every slot. The other has the EV at which a blow costs the same on
    average, misses included, at full hit points; this EV is the second result. Neither strikes
    back. damage: the dice of the one strike a turn of a monster of level 8. Columns: evasion,
    reduction.

    >>> table, ev = evading_or_armored("2d8", 40, 5)
    >>> round(ev, 1), table.loc[[4, 6, 12]].round(3).to_numpy().tolist()
    (5.1, [[0.004, 0.0], [0.036, 0.001], [0.395, 0.386]])
    """
    attacker, body = Attacker(level=8), Defender()
    beast = Fighter(name="beast", attacker=attacker, defender=body, hp=1, strikes=(damage,))
    hit = attack_chance(attacker, body)
    full, less = (
        damage_distribution(damage, hp=hp, form_dr=form_dr).damage.mean for form_dr in (0, dr)
    )
    ev = float(net_for(hit) - net_for(hit * (1 - evaded_for(full, less))))
    deaths = {}
    for name, body in {"evasion": Defender(evasion=ev), "reduction": Defender(dr=dr)}.items():
        target = Fighter(name="target", attacker=Attacker(), defender=body, hp=hp)
        deaths[name] = duel(beast, target).won_by_turn(turns)["beast"]
    return pd.DataFrame(deaths), ev
