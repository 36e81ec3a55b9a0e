"""When plate is the better suit, and evasion against damage reduction over whole duels."""

from dataclasses import replace
from functools import partial

import pandas as pd

from combat.dice.blows import evaded_for
from combat.nethack.chance import net_for
from combat.nethack.damage import damage_distribution
from combat.nethack.duels import duel
from combat.nethack.people import Attacker, Defender, Fighter
from combat.nethack.rules import Rules
from combat.nethack.split import split_armor
from combat.nethack.suits import loss_in
from combat.nethack.to_hit import attack_chance
from combat.questions import seek


def plate_beats_mithril(cast, hero, monsters, *, enchantment=2):
    """Return when plate is the better suit in a hero's full kit: a frame by monster.

    A suit is better if the monster's hardest blow costs less on average, misses included, as in
    `swapped_suits`. Columns: burden, the greatest at which plate is no worse than elven mithril
    (points that the split moves from EV to DR for each 100 units of weight of every piece; its
    default is 1), NaN if none from 0 to 3 is; DR, the least whole number that plate needs at the
    default burden, missing if none from 1 to 30 is enough.

    >>> from combat.nethack import read_cast
    >>> cast = read_cast("data/nethack")
    >>> plate_beats_mithril(cast, cast.character("Knight", "mid"), ["minotaur"]).round(2)
              burden  DR
    monster
    minotaur    0.55  13
    """
    rows = {}
    for name in monsters:
        lost = partial(_margin, cast, hero, cast.monster(name), enchantment)
        burden = seek(lambda burden, lost=lost: lost(burden=burden), 0, 0, 3, looks=13)
        least = seek(lambda dr, lost=lost: lost(dr=dr), 0, 1, 30, whole=True, falling=True, looks=2)
        rows[name] = {"burden": _greatest(burden), "DR": least.value if least.reached else None}
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("monster")


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


def _greatest(answer):
    """The greatest value at which the result isn't above the target; NaN if there is none."""
    if answer.tried["result"].iloc[-1] <= answer.target:
        return float(answer.tried.index[-1])
    return answer.crossings[-1] if answer.crossings else float("nan")


def _margin(cast, hero, beast, enchantment, *, burden=None, dr=None):
    """The mean cost of a blow in plate, minus its cost in mithril."""
    if burden is not None:
        plain = cast.armor.drop(columns=["ev", "dr"])
        cast = replace(cast, armor=split_armor(plain, burden=burden))
    plate, mithril = (
        cast.piece(name, enchantment) for name in ("plate mail", "elven mithril-coat")
    )
    plate = plate if dr is None else replace(plate, dr=dr)
    kept = [
        cast.piece(piece.name, piece.enchantment)
        for piece in hero.defender.armor
        if piece.slot != "torso"
    ]
    return loss_in(beast, hero, (plate, *kept)) - loss_in(beast, hero, (mithril, *kept))
