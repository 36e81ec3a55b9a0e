"""How other games split armour, held against their files."""

from combat.nethack import read_reference
from combat.workbook.views import nethack_references
from tests.nethack.files import CAST, DATA


class TestReferences:
    def test_each_games_points_stand_in_its_column(self):
        splits = nethack_references.reference_splits(CAST, DATA)
        games = ("here", "dNetHack", "Sil", "Dungeon Crawl")
        points = ("evasion", "protection")
        assert splits.columns.tolist() == [(game, what) for game in games for what in points]
        assert splits.index.name == "piece"
        assert splits.loc["leather armor", "Sil"].tolist() == [-1, 2.5]
        assert splits.loc["large shield", "Dungeon Crawl"].tolist() == [-10, 8]
        assert splits.loc["helmet", "dNetHack"].tolist() == [1, 3]
        assert splits.loc["helmet", "Sil"].isna().all()
        assert splits["here", "evasion"].tolist() == CAST.armor.loc[splits.index, "ev"].tolist()

    def test_monsters_stand_beside_dnethacks(self):
        table = nethack_references.reference_monsters(CAST, DATA, ["owlbear", "killer bee"])
        theirs = read_reference(DATA, "dnethack", "monsters").loc["killer bee"]
        assert table.loc["killer bee", ["natural", "DR of the body"]].tolist() == [
            theirs["natural"],
            theirs["dr"],
        ]
        assert table.loc["owlbear", "AC"] == 5
        assert table["EV here"].tolist() == CAST.monsters.loc[table.index, "ev"].tolist()
