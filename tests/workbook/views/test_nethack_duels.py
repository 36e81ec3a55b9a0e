"""The duels of notebooks 03 and 10, held against the duels themselves, solved and played."""

from dataclasses import replace

import numpy as np

from combat.nethack import Defender, Piece
from combat.workbook.views import nethack_duels
from tests.nethack.files import CAST
from tests.nethack.played import play

SAMURAI = CAST.character("Samurai", "start")


def test_the_told_duels_agree():
    table = nethack_duels.with_and_without(SAMURAI, [CAST.monster("gnome lord")]).loc["gnome lord"]
    bold = replace(SAMURAI, defender=replace(SAMURAI.defender, great_blows=False))
    rng, duels = np.random.default_rng(2), 300
    won = np.mean(
        [play(bold, CAST.monster("gnome lord"), seed=rng).winner == 0 for _ in range(duels)]
    )
    chance = table["the monster alone has it"]
    assert abs(won - chance) < 4 * (chance * (1 - chance) / duels) ** 0.5
    assert table["with it"] > chance


def test_an_empty_shield_draws_its_share():
    table = nethack_duels.empty_shield(CAST, "owlbear", 30, ["plate mail"])
    armor = (CAST.piece("plate mail"), Piece("shield", "shield"))
    hero = replace(SAMURAI, defender=Defender(player=True, armor=armor), hp=30, strikes=())
    rng, duels = np.random.default_rng(1), 250
    turns = [play(CAST.monster("owlbear"), hero, seed=rng).turns for _ in range(duels)]
    mean = table.loc["plate mail", "a shield of DR 0"]
    assert abs(np.mean(turns) - mean) < 4 * np.std(turns) / duels**0.5
