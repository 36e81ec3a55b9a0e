"""The steps that stand open in notebook 09: published numbers, plain recursions and plain dice."""

import ast
import contextlib
import random
from itertools import combinations
from types import SimpleNamespace

import nbformat
import numpy as np
import pandas as pd
import pytest

from combat.markov import optimal
from combat.workbook.views.any_fight import fifth_edition, rpglite, wesnoth
from tests.markov import plain_games
from tests.test_project import ROOT

PAIRS_TABLE = pd.read_csv(ROOT / "data/rpglite/optimal_beta.csv", index_col=0)
# With a Barbarian on both sides nobody wants to strike first, and the table is another.
RAGING = ("KB-WB", "AB-RB", "WB-RB", "WB-MB", "RB-HB", "RB-MB", "RB-BG")


def is_definition(node):
    """A function, a class, an import, or a constant in capitals: nothing that takes time."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)):
        return True
    targets = getattr(node, "targets", [getattr(node, "target", None)])
    names = [name.id for one in targets if one for name in ast.walk(one) if hasattr(name, "id")]
    return bool(names) and all(name.isupper() for name in names)


def defined():
    """What notebook 09 defines."""
    cells = nbformat.read(ROOT / "notebooks/09_any_fight.ipynb", as_version=4).cells
    tree = ast.parse("\n".join(cell.source for cell in cells if cell.cell_type == "code"))
    tree.body = [node for node in tree.body if is_definition(node)]
    names = {"__name__": "any_fight"}
    with contextlib.chdir(ROOT / "notebooks"):  # beside its sheets
        exec(compile(tree, "09_any_fight.ipynb", "exec"), names)
    return SimpleNamespace(**names)


@pytest.fixture(scope="module")
def fights():
    return defined()


class TestWesnoth:
    @pytest.mark.parametrize(
        ("one", "other", "hp"),
        [
            (("slow", 26, 3, 2), ("", 28, 10, 2), (15, 28)),
            (("drain", 33, 8, 4), ("", 38, 9, 2), (20, 30)),
            (("drain", 33, 5, 4), ("slow", 38, 7, 3), (21, 30)),
            (("berserk", 20, 4, 4), ("", 12, 6, 2), (20, 12)),
            (("berserk", 14, 5, 2), ("drain", 12, 5, 3), (14, 11)),
        ],
    )
    def test_an_exchange_is_a_recursion_over_strikes(self, one, other, hp):
        weapons = tuple(wesnoth.Weapon(*side[2:], side[0]) for side in (one, other))
        found = wesnoth.after(weapons, (one[1], other[1]), hp, (0.4, 0.6))
        plain = [
            (left, *side[1:], exposed, side[0])
            for side, left, exposed in zip((one, other), hp, (0.4, 0.6), strict=True)
        ]
        expected = plain_games.wesnoth(*plain, 30 if one[0] == "berserk" else 1)
        for both, chance in expected.items():
            assert abs(found.chance(lambda at, both=both: at.hp == both) - chance) < 1e-12
        assert abs(found.chance(lambda at: True) - 1) < 1e-12

    @pytest.mark.parametrize(
        ("special", "other", "damage", "exposed"),
        [("charge", 7, (18, 14), 0.6), ("magical", 7, (9, 7), 0.7)],
    )
    def test_what_a_weapon_does_is_another_number(self, special, other, damage, exposed):
        ends = [
            wesnoth.after((wesnoth.Weapon(*one), wesnoth.Weapon(*foe)), (38, 36), (38, 36), chances)
            for one, foe, chances in (
                ((9, 2, special), (other, 3), (0.5, 0.6)),
                ((damage[0], 2), (damage[1], 3), (0.5, exposed)),
            )
        ]
        for hp in {at.hp for at in ends[0].end_states}:
            chances = [found.chance(lambda at, hp=hp: at.hp == hp) for found in ends]
            assert abs(chances[0] - chances[1]) < 1e-12

    def test_who_has_the_first_strike_begins_unless_both_have_it(self):
        plain, first = wesnoth.Weapon(5, 3), wesnoth.Weapon(5, 2, "first strike")
        assert wesnoth.order((plain, first), 0) == [1, 0, 1, 0, 0]
        assert wesnoth.order((first, first), 0) == [0, 1] * 2
        assert wesnoth.order((plain, first), 1) == [1, 0, 1, 0, 0]

    @pytest.mark.parametrize(("special", "dies"), [("slow", 0.4 * 0.7**2), ("", 0.7**2)])
    def test_slow_lasts_into_the_next_turn(self, special, dies):
        """Two shots of a Thunderer, 18-1, one in each turn; a cave hides no elf."""
        weapons = wesnoth.Weapon(3, 2, special), wesnoth.Weapon(18, 1)
        found = wesnoth.after(weapons, (26, 34), (26, 34), (0.7, 0.6), 2)
        assert abs(wesnoth.falls(found, 0) - dies) < 1e-12


def passing(fights, one, other):
    """The game of two pairs, where who can act may also pass."""
    full = [tuple(fights.CHARACTERS[who].health for who in pair) for pair in (one, other)]
    coin = {rpglite.Position(True, *full): 0.5, rpglite.Position(False, *full[::-1]): 0.5}

    def moves(at):
        found = rpglite.moves(at, (one, other), fights.CHARACTERS)
        return found | {"wait": [(1, rpglite.passed(at))]}

    return optimal(coin, moves, fights.won, first=lambda at: at.first)


class TestRPGLite:
    def off(self, fights, one, other):
        """How far a pair of pairs is from both of its entries in the published table."""
        both = PAIRS_TABLE.loc[one, other], 1 - PAIRS_TABLE.loc[other, one]
        return max(abs(fights.game(one, other).value() - printed) for printed in both)

    @pytest.mark.parametrize("between", ["KA-KR", "AR-MB", "KA-WR"])
    def test_some_of_the_published_table(self, fights, between):
        assert self.off(fights, *between.split("-")) <= 0.501e-4

    @pytest.mark.slow
    def test_more_of_the_table(self, fights):
        """By rounding (once a hair more), but for the seven with a Barbarian on both sides."""
        names = [*map("".join, combinations("KAWRHMBG", 2))]
        listed = ["-".join(pair) for pair in combinations(names, 2)]
        off = {
            between: self.off(fights, *between.split("-")) for between in {*listed[::192], *RAGING}
        }
        assert {between for between in off if off[between] > 0.501e-4} == set(RAGING)
        assert max(off.values()) <= 0.022

    @pytest.mark.slow
    @pytest.mark.parametrize("between", ["KB-WB", "AB-RB"])
    def test_what_is_published_lies_between_the_two_ends(self, fights, between):
        """Where all may pass, both do for ever: what it is worth hangs on what that counts as."""
        one, other = between.split("-")
        assert np.ptp(fights.game(one, other).bounds()) < 1e-11
        lost, won = passing(fights, one, other).bounds()
        assert lost < PAIRS_TABLE.loc[one, other] < won

    @pytest.mark.slow
    def test_with_a_barbarian_on_both_sides_passing_for_ever_pays(self, fights):
        """Nobody wants to strike it into its rage; who must act wins as is published, nearly."""
        lost, won = passing(fights, "RB", "BG").bounds()
        assert (round(lost, 3), round(won, 3)) == (0.277, 0.428)
        assert lost < PAIRS_TABLE.loc["RB", "BG"] < won


@pytest.mark.parametrize("armies", [(1, 1), (3, 7), (9, 5), (20, 20)])
def test_risk_is_a_recursion_in_fractions(fights, armies):
    assert abs(fights.taken(*armies) - plain_games.risk(*armies)) < 1e-12
    halted = fights.with_a_halt(8).value(fights.Battle(*armies))
    assert abs(halted - plain_games.risk_halted(*armies, 8)) < 1e-9


def throw(rng, sides=6):
    return rng.randint(1, sides)


def rolled(rng, many, sides):
    return sum(throw(rng, sides) for _ in range(many))


DICE = {  # of a hit: dice, sides, and what is added
    "Fighter": (1, 8, 6),
    "Cleric": (2, 8, 0),
    "Rogue": (4, 6, 4),
    "Wizard": (2, 10, 0),
    "goblins": (1, 6, 2),
    "bugbears": (2, 8, 2),
}


def struck(rng, who, fights, armor):
    """The damage of one attack."""
    roll, (many, sides, more) = throw(rng, 20), DICE[who]
    if roll == 1 or (roll < 20 and roll + fights.PARTY.who[who].bonus < armor):
        return 0
    return rolled(rng, 2 * many if roll == 20 else many, sides) + more


def heroes_win(rng, fights, plan, rest, fireballs):
    """Whether one of the heroes stands after the last encounter, everything rolled by itself."""
    names = fights.PARTY.heroes
    most = [fights.PARTY.who[hero].hp for hero in names]
    armor = [fights.PARTY.who[hero].armor for hero in names]
    hp, cures = [*most], 3
    for number, (goblins, bugbears) in enumerate(plan):
        foes = [("goblins", 7, 15)] * goblins + [("bugbears", 27, 16)] * bugbears
        if number:
            hp = [min(full, now + rest) for full, now in zip(most, hp, strict=True)]
        turns = [*names, "Fighter", "goblins", "bugbears"]
        at = len(names) + 1 if number == 0 and throw(rng, 2) == 1 else 0
        while foes and any(hp):
            who, at = turns[at], (at + 1) % len(turns)
            if who in ("goblins", "bugbears"):
                place = next(place for place, left in enumerate(hp) if left)
                for _ in range(sum(foe[0] == who for foe in foes)):
                    hp[place] = max(0, hp[place] - struck(rng, who, fights, armor[place]))
            elif not hp[names.index(who)]:
                continue
            elif who == "Cleric" and cures and 0 in hp:
                cures, place = cures - 1, hp.index(0)
                hp[place] = min(most[place], rolled(rng, 2, 8) + 4)
            elif who == "Wizard" and fireballs and sum(foe[0] == "goblins" for foe in foes) > 3:
                fireballs -= 1
                burnt = min(6, sum(foe[0] == "goblins" for foe in foes))
                foes = foes[burnt:]
            else:
                (kind, left, against), *others = foes
                left -= struck(rng, who, fights, against)
                foes = [(kind, left, against), *others] if left > 0 else others
        if not any(hp):
            return False
    return True


def assert_a_day_is_that_of_dice(fights, plan, fireballs, many):
    party = fifth_edition.Party(fights.PEOPLE, averages=False)
    found = fights.days(plan, 5, fireballs, many, party).chance(fifth_edition.stands)
    rng = random.Random(9)
    share = np.mean([heroes_win(rng, fights, plan, 5, fireballs) for _ in range(10 * many)])
    assert abs(found - share) < 4 * (share * (1 - share) / (many / 1.1)) ** 0.5
    assert 0.05 < share < 0.95


def test_a_day_is_that_of_dice(fights):
    assert_a_day_is_that_of_dice(fights, ((9, 5),), 0, 100)


@pytest.mark.slow
def test_averages_flatter_the_heroes(fights):
    """Ten goblins and four bugbears without a fireball: 71.5% with averages, exactly."""
    rng, many = random.Random(10), 4000
    share = np.mean([heroes_win(rng, fights, ((10, 4),), 0, 0) for _ in range(many)])
    assert share + 4 * (share * (1 - share) / many) ** 0.5 < 0.715
