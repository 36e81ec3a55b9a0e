"""Armour class split in two: evasion (EV) and damage reduction (DR)."""

import numpy as np

from combat.core.checks import check_numbers, scalar
from combat.nethack.rules import SIZES

_SHIELDS = 0.8  # share of EV


def ev_dr_split(ac, *, share=0.5, weight=0.0, burden=1.0):
    """Return (EV, DR), into which `ac` points of armour class are split; EV + DR = ac.

    "Armor's AC stat is likewise split into EV and DR." A `share` in [0, 1] of the points becomes
    EV; then each 100 units of weight move `burden` points from EV to DR, so that "it should be
    easier to whack an enemy wearing heavy plate than one wearing light leather".
    """
    ac = check_numbers("ac", ac)
    share = check_numbers("share", share, low=0, high=1)
    moved = check_numbers("burden", burden, low=0) * check_numbers("weight", weight, low=0) / 100
    return scalar(share * ac - moved), scalar((1 - share) * ac + moved)


def split_armor(armor, *, share=0.5, burden=1.0):
    """Return the frame of armour with columns ev and dr, in points.

    armor: columns slot, ac, weight. Of shields 80 % are EV, as "shields ... will happen to have a
    high proportion of EV". A row's own ev and dr, where given, stay.
    """
    shares = np.where(armor["slot"] == "shield", _SHIELDS, share)
    ev, dr = ev_dr_split(
        armor["ac"].to_numpy(), share=shares, weight=armor["weight"].to_numpy(), burden=burden
    )
    return _filled(armor, ev, dr)


def split_monsters(monsters, *, share=0.5, speed=0.25, size=0.1):
    """Return the frame of monsters with columns ev and dr, in points; EV + DR = 10 - AC.

    monsters: columns ac, speed, size. For a monster of medium size and speed 12, `share` of the
    points are EV. Each further 12 of speed adds `speed` to the share, and each size above medium
    takes off `size`, within 0..1: "a gelatinous cube would be less able to evade ... while killer
    bees are very good at evading". A row's own ev and dr, where given, stay.
    """
    sizes = monsters["size"].map(SIZES).to_numpy()
    shares = np.clip(
        share + speed * (monsters["speed"].to_numpy() - 12) / 12 - size * (sizes - 2), 0, 1
    )
    ev, dr = ev_dr_split(10 - monsters["ac"].to_numpy(), share=shares)
    return _filled(monsters, ev, dr)


def speed_and_size(monsters):
    """Return (the EV that a linear fit to speed and size gives each monster, R squared).

    "Perhaps the speed and size to-hit penalties can be appropriately balanced so that this stat
    isn't needed, but I don't really think so." The fit is by least squares over all rows, on speed
    and on size (0 tiny .. 7 gigantic); R squared is the share of EV's variance that it explains.

    monsters: columns ev, speed, size.

    >>> import pandas as pd
    >>> three = pd.DataFrame({"ev": [1.0, 2, 4], "speed": [6, 9, 15], "size": "tiny"})
    >>> speed_and_size(three)[0].round(2).tolist()
    [1.0, 2.0, 4.0]
    """
    sizes = monsters["size"].map(SIZES).to_numpy(float)
    table = np.column_stack([np.ones(len(monsters)), monsters["speed"].to_numpy(float), sizes])
    ev = monsters["ev"].to_numpy(float)
    factors, *_ = np.linalg.lstsq(table, ev, rcond=None)
    fitted = table @ factors
    return monsters["ev"] * 0 + fitted, float(1 - np.var(ev - fitted) / np.var(ev))


def _filled(frame, ev, dr):
    given = {name: frame.get(name, np.nan) for name in ("ev", "dr")}
    return frame.assign(
        ev=np.where(np.isnan(given["ev"]), ev, given["ev"]),
        dr=np.where(np.isnan(given["dr"]), dr, given["dr"]),
    )
