"""Is heavy armour worth it? Suits against monsters, and how other games split the same pieces."""

from dataclasses import replace
from functools import lru_cache

import pandas as pd

from combat.nethack import vanilla
from combat.nethack.damage import damage_distribution
from combat.nethack.duel import exchange
from combat.nethack.people import Attacker, Defender, Fighter
from combat.nethack.questions import landing
from combat.nethack.slots import Piece
from combat.nethack.split import split_armor
from combat.nethack.tables import read_reference
from combat.nethack.to_hit import attack_chance

SUITS = ("robe", "leather armor", "elven mithril-coat", "plate mail")

# The same pieces by the names that other games give them; "" where a game has none.
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


def suits_compared(cast, monster, hp, *, suits=SUITS, burden=1.0, share=0.5):
    """Return what one suit and nothing else does against a monster: a frame by suit.

    burden, share: how armour class is split, see `split_armor`. Columns: EV and DR of the suit;
    hit chance; mean damage of the hardest blow that hits; turns to live (the mean turn in which
    the monster kills a target of hp hit points that doesn't strike back) and turns in vanilla.

    >>> from combat.nethack import read_cast
    >>> suits_compared(read_cast("data/nethack"), "jackal", 6).loc["plate mail"].round(2).tolist()
    [-1.0, 8.0, 0.55, 1.2, 9.61, 7.03]
    """
    armory = split_armor(cast.armor.drop(columns=["ev", "dr"]), burden=burden, share=share)
    beast = cast.monster(monster)
    rows = {suit: _in_suit(armory.loc[suit], beast, hp) for suit in suits}
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("worn")


def swapped_suits(cast, hero, monsters, *, suits=SUITS[1:], enchantment=2):
    """Return the hit points that a monster's blow costs a hero in each suit: a frame by monster.

    A column for each suit, worn at that enchantment in place of the hero's own. The mean over
    its hardest blow, misses included, at full hit points.

    >>> from combat.nethack import read_cast
    >>> cast = read_cast("data/nethack")
    >>> swapped_suits(cast, cast.character("Knight", "mid"), ["owlbear"]).round(2)
             leather armor  elven mithril-coat  plate mail
    monster
    owlbear           0.45                0.26        0.43
    """
    kept = tuple(piece for piece in hero.defender.armor if piece.slot != "torso")
    worn = {suit: (cast.piece(suit, enchantment), *kept) for suit in suits}
    beasts = [cast.monster(name) for name in monsters]
    return pd.DataFrame(
        {suit: [loss_in(beast, hero, armor) for beast in beasts] for suit, armor in worn.items()},
        index=pd.Index(monsters, name="monster"),
    )


def reference_splits(cast, folder):
    """Return how this split and three games' split the same pieces: a frame by NetHack's name.

    Columns (game, "evasion" or "protection"), each game in its own points, "here" first;
    missing where a game has no such piece. folder: such as data/nethack. dNetHack's evasion is
    its AC, Sil's protection the mean of dice taken off damage, Dungeon Crawl's evasion the
    penalty, its protection the armour class.

    >>> from combat.nethack import read_cast
    >>> splits = reference_splits(read_cast("data/nethack"), "data/nethack")
    >>> splits.loc["plate mail"].tolist()
    [-1.0, 8.0, 6.0, 6.0, -4.0, 6.0, -18.0, 10.0]
    """
    columns = {("here", "evasion"): cast.armor["ev"], ("here", "protection"): cast.armor["dr"]}
    frame = pd.DataFrame(columns).loc[list(_ITEMS)].rename_axis("piece")
    for game, (file, points, names) in _ELSEWHERE.items():
        theirs = read_reference(folder, file, "armor").reindex(names)
        for what, column in zip(("evasion", "protection"), points, strict=True):
            frame[game, what] = theirs[column].to_numpy()
    return frame


def reference_monsters(cast, folder, monsters):
    """Return monsters as vanilla, this split and dNetHack have them: a frame by monster.

    Columns: AC (vanilla's), EV here, DR here; dNetHack's natural, dodge, protection and DR of
    the body. folder: such as data/nethack.

    >>> from combat.nethack import read_cast
    >>> reference_monsters(read_cast("data/nethack"), "data/nethack", ["iron golem"]).round(1)
                 AC  EV here  DR here  natural  dodge  protection  DR of the body
    monster
    iron golem  3.0      1.9      5.1      7.0    0.0         0.0            10.0
    """
    ours = cast.monsters.loc[list(monsters), ["ac", "ev", "dr"]]
    ours.columns = ["AC", "EV here", "DR here"]
    theirs = read_reference(folder, "dnethack", "monsters").drop(columns="ac")
    return ours.join(theirs.rename(columns={"dr": "DR of the body"})).rename_axis("monster")


def _in_suit(row, beast, hp):
    piece = Piece(row.name, row["slot"], ev=row["ev"], dr=row["dr"])
    body = Defender(player=True, armor=(piece,))
    hero = Fighter(name="hero", attacker=Attacker(player=True), defender=body, hp=hp)
    level, ac = beast.attacker.level, 10 - int(row["ac"])
    return {
        "EV": row["ev"],
        "DR": row["dr"],
        "hit chance": attack_chance(beast.attacker, body),
        "mean damage": damage_distribution(beast.hardest.damage, [piece], hp).damage.mean,
        "turns to live": exchange(beast, hero).turns(0).mean,
        "turns in vanilla": _life_in_vanilla(level, ac, tuple(beast.strikes), hp, beast.speed),
    }


# However armour class is split, vanilla's turns stay: asked again for each setting of a figure.
@lru_cache(maxsize=256)
def _life_in_vanilla(level, ac, strikes, hp, speed):
    return vanilla.turns_to_live(level, ac, strikes, hp, speed=speed).mean


def loss_in(beast, hero, armor):
    """Return what a monster's hardest blow costs a hero in this armour, misses included.

    Its mean in hit points, at full hit points. A hug is no roll of its own: as nobody is held yet,
    it lands if the blows before it do.

    >>> from combat.nethack import read_cast
    >>> cast = read_cast("data/nethack")
    >>> round(loss_in(cast.monster("owlbear"), cast.character("Knight", "mid"), ()), 2)
    0.93
    """
    body, hardest = replace(hero.defender, armor=armor), beast.hardest
    ways = landing(beast.strikes, slips=body.slips_free)
    rolls, share = next(
        way for strike, way in zip(beast.strikes, ways, strict=True) if strike is hardest
    )
    chance = share * attack_chance(beast.attacker, body) ** len(rolls)
    return chance * damage_distribution(beast.hardest.damage, armor, hero.hp).damage.mean
