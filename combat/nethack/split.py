"""Armour class split in two: evasion (EV) and damage reduction (DR)."""

import numpy as np
import pandas as pd

from combat.core.checks import check_numbers
from combat.nethack.rules import SIZES

_SHIELDS = 0.8  # share of EV


def split_armor(armor, *, share=0.5, burden=1.0):
    """Return the frame of armour with columns ev and dr, in points; EV + DR = ac.

    "Armor's AC stat is likewise split into EV and DR." A `share` in [0, 1] of the points becomes
    EV; then each 100 units of weight move `burden` points from EV to DR, so that "it should be
    easier to whack an enemy wearing heavy plate than one wearing light leather". Of shields 80 %
    are EV, as "shields ... will happen to have a high proportion of EV". A row's own ev and dr,
    where given, stay.
    """
    share = check_numbers("share", share, low=0, high=1)
    moved = check_numbers("burden", burden, low=0) * armor["weight"].to_numpy() / 100
    shares = np.where(armor["slot"] == "shield", _SHIELDS, share)
    return _split(armor, armor["ac"].to_numpy(), shares, moved)


def split_monsters(monsters, *, share=0.5, speed=0.25, size=0.1):
    """Return the frame of monsters with columns ev and dr, in points; EV + DR = 10 - AC.

    monsters: columns ac, speed, size. For a monster of medium size and speed 12, `share` of the
    points are EV. Each further 12 of speed adds `speed` to the share, and each size above medium
    takes off `size`, within 0..1: "a gelatinous cube would be less able to evade ... while killer
    bees are very good at evading". A row's own ev and dr, where given, stay.
    """
    faster, larger = monsters["speed"] - 12, monsters["size"].map(SIZES) - 2
    shares = np.clip(share + speed * faster.to_numpy() / 12 - size * larger.to_numpy(), 0, 1)
    return _split(monsters, 10 - monsters["ac"].to_numpy(), shares)


def _split(frame, points, share, moved=0.0):
    parts = {"ev": share * points - moved, "dr": (1 - share) * points + moved}
    given = frame.reindex(columns=["ev", "dr"])
    return frame.assign(**given.fillna(pd.DataFrame(parts, frame.index)))


def speed_and_size(monsters):
    """Return the EV that a least-squares fit to speed and size gives each, and R squared."""
    sizes = monsters["size"].map(SIZES).to_numpy(float)
    table = np.column_stack([np.ones(len(monsters)), monsters["speed"].to_numpy(float), sizes])
    factors, *_ = np.linalg.lstsq(table, monsters["ev"].to_numpy(float), rcond=None)
    fitted = pd.Series(table @ factors, monsters.index)
    return fitted, float(1 - np.var(monsters["ev"] - fitted) / np.var(monsters["ev"]))
