"""How other games split armour beside notebook 10's split, and dNetHack's monsters."""

import pandas as pd

from combat.nethack import read_reference

# The same pieces under their names in other games; "" if a game has no such piece.
_ITEMS = (
    *("robe", "leather armor", "ring mail", "elven mithril-coat", "dwarvish mithril-coat"),
    *("plate mail", "helmet", "large shield"),
)
_ELSEWHERE = {
    "dNetHack": ("dnethack", ("ev", "dr"), _ITEMS),
    "Sil": (
        "sil",
        ("evasion", "protection"),
        ("Robe", "Leather Armour", "Mail Corslet", "Mithril Corslet", "", "Hauberk", "", ""),
    ),
    "Dungeon Crawl": (
        "dcss",
        ("penalty", "ac"),
        ("robe", "leather armour", "ring mail", "", "", "plate armour", "helmet", "kite shield"),
    ),
}


def reference_splits(cast, folder):
    """Evasion and protection of pieces here and in three games, each in its own points."""
    # dNetHack's evasion is its AC, Sil's protection the mean of dice taken off damage, Dungeon
    # Crawl's evasion the penalty, its protection the armour class.
    columns = {("here", "evasion"): cast.armor["ev"], ("here", "protection"): cast.armor["dr"]}
    frame = pd.DataFrame(columns).loc[list(_ITEMS)].rename_axis("piece")
    for game, (file, points, names) in _ELSEWHERE.items():
        theirs = read_reference(folder, file, "armor").reindex(names)
        for what, column in zip(("evasion", "protection"), points, strict=True):
            frame[game, what] = theirs[column].to_numpy()
    return frame


def reference_monsters(cast, folder, monsters):
    """The numbers of monsters in vanilla, here and in dNetHack: a frame by monster."""
    ours = cast.monsters.loc[list(monsters), ["ac", "ev", "dr"]]
    ours.columns = ["AC", "EV here", "DR here"]
    theirs = read_reference(folder, "dnethack", "monsters").drop(columns="ac")
    return ours.join(theirs.rename(columns={"dr": "DR of the body"})).rename_axis("monster")


def written(splits):
    """Return what `reference_splits` gives as a frame by piece: "evasion / protection" by game."""
    both = {
        game: [f"{ev:+g} / {dr:g}" if pd.notna(ev) else "" for ev, dr in splits[game].to_numpy()]
        for game in splits.columns.unique(0)
    }
    found = pd.DataFrame(both, splits.index.rename("evasion / protection"))
    return found.replace("-", "−", regex=True)
