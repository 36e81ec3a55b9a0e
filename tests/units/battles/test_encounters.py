"""What an encounter costs a party, and how many of a foe it beats, beside numbers by hand."""

import random

import pytest

from combat.cli.main import main
from combat.units import Action, Rules, Unit, Units, battle, condition, encounter, how_many
from combat.units.battles.sizing import Meeting

HALF = Rules(hit=lambda a, d: 0.5, order="first")
ONE = Unit("Hero", 1, damage=1)


@pytest.mark.parametrize("battles", [None, 4000])
def test_who_falls_in_battles_won_is_told_apart(battles):
    """Of two, 18 of 21 battles are won with both, 2 with one, 1 is lost: 4/21 fall, if won 1/10."""
    units = Units([ONE, ONE.changed(name="Ogre")])
    found = encounter({"Hero": 2}, {"Ogre": 1}, HALF, units=units, battles=battles)
    expected = [20 / 21, 4 / 21, 1 / 10]
    near = 1e-9 if battles is None else 0.03
    told = [found.attrs[name] for name in ("won", "lost", "lost_if_won")]
    assert told == pytest.approx(expected, abs=near)


def test_of_a_party_that_never_wins_nobody_is_lost_if_it_wins():
    units = Units([ONE.changed(damage=0), ONE.changed(name="Ogre")])
    found = encounter({"Hero": 2}, {"Ogre": 1}, HALF, units=units).attrs
    assert (found["won"], found["lost"]) == pytest.approx((0, 2))
    assert found["lost_if_won"] != found["lost_if_won"]


@pytest.mark.parametrize("battles", [None, 10])
@pytest.mark.parametrize("order", ["first", "initiative"])
def test_who_leaves_has_lost_what_it_lost_until_then(order, battles):
    """Struck for 4 a round, it goes with 2 of 10."""
    flee = Action("Flee", on="nobody", leaves=True, free=True, when=condition("hp < 50 %"))
    coward = Unit("Coward", 10, damage=0, actions=[flee])
    units = Units([coward, Unit("Ogre", 9, damage=4)])
    rules = Rules(hit="always hits", order=order)
    found = encounter({"Coward": 1}, {"Ogre": 1}, rules, units=units, battles=battles)
    assert found["hit_points"].tolist() == pytest.approx([8])
    assert [found["falls"].item(), found.attrs["lost"], found.attrs["won"]] == [0, 0, 0]


# How many

KNIGHT = Unit("Knight", 20, 12, 10, "1d8")
GAME = Units([KNIGHT, Unit("Rat", 1, 5, 5, 1), Unit("Imp", 6, 10, 8, "1d4")])
FIRST = Rules(hit="always hits", order="first")
NUMBERS = ["count", "chance", "at one more", "sure"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("foe", "aim", "expected"),
    [
        ("Rat", 0.7, (16, 0.708, 0.488, True)),
        ("Rat", 0.9, (14, 0.956, 0.870, True)),
        ("Imp", 0.9, (4, 0.936, 0.702, True)),
        ("Imp", 0.7, (4, 0.936, 0.700, False)),  # by luck 5: their chance is 0.699 to 0.702
    ],
)
def test_two_knights_beat_as_many_as_a_scan_of_all_counts_found(foe, aim, expected):
    found = how_many({"Knight": 2}, foe, units=GAME, aim=aim)
    assert found.loc[foe, NUMBERS].tolist() == pytest.approx(expected, abs=4e-3)
    assert found["method"].item().startswith("exact")


def rolled(rats, rng):
    """Who of two Knights stands, and whether a Rat does, after a battle with dice of its own."""
    knights = [20, 20]
    while rats and any(knights):
        felled = {rng.randrange(rats) for hp in knights if hp and rng.random() < 12 / 17}
        standing = [at for at, hp in enumerate(knights) if hp]
        for _ in range(rats):
            at = rng.choice(standing)
            knights[at] = max(0, knights[at] - (rng.random() < 5 / 15))
        rats -= len(felled)
    return sum(map(bool, knights)), rats


@pytest.mark.slow
def test_two_knights_against_16_rats_fare_as_by_dice_of_their_own():
    rng = random.Random(7)
    fights = [rolled(16, rng) for _ in range(20_000)]
    won = [knights for knights, rats in fights if knights and not rats]
    found = how_many({"Knight": 2}, "Rat", units=GAME).loc["Rat"]
    assert found["chance"] == pytest.approx(len(won) / len(fights), abs=0.013)  # 4 errors
    assert found["lost if won"] == pytest.approx(2 - sum(won) / len(won), abs=0.016)


@pytest.mark.parametrize(("hp", "count"), [(10, 4), (11, 5), (1, 1)])
def test_sure_blows_are_reckoned_by_hand(hp, count):
    """One of n Rats falls a round, the others bite: n (n - 1) / 2 points are lost."""
    units = Units([ONE.changed(hp=hp), Unit("Rat", 1, damage=1)])
    found = how_many({"Hero": 1}, ["Rat"], FIRST, units=units, battles=200)
    assert found.loc["Rat", NUMBERS].tolist() == [count, 1, 0, True]
    assert found["lost if won"].item() == 0
    few = how_many({"Hero": 1}, ["Rat"], FIRST, units=units, battles=200, most=3)
    assert few["count"].item() == min(count, 3)


@pytest.mark.parametrize("aim", [0.05, 0.3, 0.6, 0.95])
@pytest.mark.parametrize("rounds", [None, 3])
def test_the_count_is_that_of_a_scan(aim, rounds):
    """And who falls in battles won is as an encounter says, which fights by turns."""
    units = Units([Unit("Hero", 6, 10, 8, "1d4"), Unit("Bat", 2, 6, 8, 1)])
    how = {"units": units, "max_rounds": rounds}
    scan = [battle({"Hero": 1}, {"Bat": count}, **how).first for count in range(1, 6)]
    expected = sum(chance >= aim for chance in scan)
    found = how_many({"Hero": 1}, "B*", aim=aim, **how).loc["Bat"]
    assert (found["count"], found["sure"], found["method"]) == (expected, True, "exact")
    chances = [1, *scan][expected : expected + 2]
    assert [found["chance"], found["at one more"]] == pytest.approx(chances, abs=1e-12)
    assert found["low"] == found["high"] == found["chance"]
    fallen = encounter({"Hero": 1}, {"Bat": expected}, **how).attrs["lost_if_won"]
    assert found["lost if won"] == pytest.approx(fallen, abs=1e-9)


@pytest.mark.parametrize("near", [0, 5])
def test_where_the_search_looks_first_decides_nothing(near, monkeypatch):
    monkeypatch.setattr(Meeting, "_near", lambda *_: near)
    units = Units([ONE.changed(hp=4), Unit("Rat", 1, damage=1)])
    found = how_many({"Hero": 1}, "Rat", FIRST, units=units, battles=50)
    assert found["count"].item() == 3


def test_it_is_sure_where_both_intervals_lie_clear_of_the_aim():
    units = Units([ONE.changed(hp=3), Unit("Rat", 1, damage=1)])
    how = {"units": units, "battles": 400}
    chances = [battle({"Hero": 1}, {"Rat": count}, HALF, **how).first for count in (1, 2, 3)]
    clear = how_many({"Hero": 1}, "Rat", HALF, aim=(chances[0] + chances[1]) / 2, **how)
    for aim in (chances[1], chances[1] + 0.01, chances[1] - 0.01):
        edge = how_many({"Hero": 1}, "Rat", HALF, aim=aim, **how)
        assert not edge["sure"].item()
        assert edge["method"].item() == "400 battles"
    assert clear[["count", "sure"]].to_numpy().tolist() == [[1, True]]


def test_who_left_is_not_lost_if_the_others_win():
    """The Page leaves before a blow falls; nobody falls."""
    page = Unit("Page", 5, damage=0, actions=[Action("Go", on="nobody", leaves=True)])
    units = Units([page, ONE.changed(hp=9), Unit("Rat", 1, damage=1)])
    found = how_many({"Page": 1, "Hero": 1}, "Rat", FIRST, units=units, battles=50, most=2)
    assert found[["count", "lost if won"]].to_numpy().tolist() == [[2, 0]]


def test_it_says_which_actions_ask_how_many_foes_there_are():
    """Against three and more the Hero fells all at once: seven are easier than two."""
    sweep = Action("Sweep", targets=99, when=condition("foes >= 3"))
    hero = Unit("Hero", 1, damage=1, actions=[sweep])
    flock = Action("Flock", when=condition("allies >= 1"))
    units = Units([hero, Unit("Rat", 1, damage=1), Unit("Bat", 1, damage=1, actions=[flock])])
    found = how_many({"Hero": 1}, ["Rat", "Bat"], FIRST, units=units, battles=50, most=2)
    assert found["count"].tolist() == [1, 1]
    asked = [note for note in found.attrs["notes"] if "may be easier" in note]
    assert [note.split(" asks")[0] for note in asked] == ["Hero: 'Sweep'", "Bat: 'Flock'"]
    silent = how_many({"Rat": 1}, "Rat", FIRST, units=units, battles=50, most=2)
    assert not any("easier" in note for note in silent.attrs["notes"])


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"aim": 1.5}, "aim"),
        ({"most": 0}, "most"),
        ({"foes": "Ogr*"}, "matches nothing"),
        ({"party": {"Knight": 0}}, "the party has nobody"),
        ({"units": None, "party": GAME}, "known of the units that are given: nothing"),
    ],
)
def test_what_cannot_be_asked_is_a_line(given, said):
    asked = {"party": {"Knight": 1}, "foes": "Rat", "units": GAME} | given
    with pytest.raises(ValueError, match=said):
        how_many(**asked)


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    head = "name,hp,attack,defense,damage,count\n"
    (tmp_path / "party.csv").write_text(f"{head}Hero,6,10,8,1d4,\n")
    (tmp_path / "foes.csv").write_text(f"{head}Bat,2,6,8,1,7\nHero,6,10,8,1d4,3\n")


def test_the_command_prints_the_table(files, capsys):
    """A blank count is one; those of foes count nothing."""
    units = Units([Unit("Hero", 6, 10, 8, "1d4"), Unit("Bat", 2, 6, 8, 1)])
    for aim, text in ((0.6, "60%"), (0.05, "1/20")):
        expected = how_many({"Hero": 1}, ["Bat", "Hero"], units=units, aim=aim)
        assert main(["encounter", "party.csv", "foes.csv", "--aim", text]) == 0
        printed = capsys.readouterr().out
        lines = [line.split() for line in printed.splitlines()]
        counts = {line[0]: line[1] for line in lines if line and line[0] in ("Bat", "Hero")}
        assert counts == expected["count"].map(str).to_dict()
    assert "beats so many in 5.0% of all battles, by the plain rule" in printed


def test_the_command_fights_by_other_rules_and_stops(files, capsys):
    asked = ["encounter", "party.csv", "foes.csv", "--rules", "always hits", "--most", "2"]
    assert main([*asked, "--rounds", "1", "--aim", "100%"]) == 0
    printed = capsys.readouterr().out
    assert "by the hit rule 'always hits'" in printed
    # A sure blow of 1d4 fells a Bat of 2 in three of four.
    assert printed.splitlines()[3].split()[:5] == ["Bat", "0", "100.0%", "100.0%", "100.0%"]
    assert "75.0%" in printed.splitlines()[3]
