"""Games under optimal play, against every policy of both sides."""

import math
from itertools import pairwise, product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from combat.markov import optimal, positions, solve, values
from tests.markov.plain import value

OVER = {"lost": 0.0, "even": 0.5, "won": 1.0}


def play(game, over=OVER, first=None, **given):
    """The game of {state: {move: outcomes}}, from state 0."""
    return optimal(0, game.get, over.get, first=first, **given)


def first(state):
    return state in (0, 2, 4)


@st.composite
def games(draw, most=4, moves=3):
    """Small games with circles, waiting, and ends of three kinds."""
    many = draw(st.integers(1, most))
    targets = st.sampled_from([*range(many), *OVER])
    row = st.lists(st.tuples(st.integers(1, 3), targets), min_size=1, max_size=3)
    game = {}
    for state in range(many):
        rows = draw(st.lists(row, min_size=1, max_size=moves))
        game[state] = {
            f"move {name}": [(weight / sum(one for one, _ in row), after) for weight, after in row]
            for name, row in enumerate(rows)
        }
    return game


def going_on(found):
    return [state for state in found.states if state not in OVER]


# Any game


# The patient one waits; a gamble wins at once, and loses later.
LATE = {
    0: {"wait": [(1, 0)], "gamble": [(0.1, "won"), (0.9, 1)]},
    1: {"on": [(0.5, 1), (0.49, "lost"), (0.01, 0)]},
}


@settings(max_examples=60)
@given(games(), st.sampled_from([0.0, 0.5, 1.0]))
@example(LATE, 0.5)
def test_any_game_is_worth_what_all_policies_say(game, endless):
    found = play(game, first=first, endless=endless)
    for state in going_on(found):
        expected = value(game, OVER, first, endless, state)
        assert found.value(state) == pytest.approx(expected, abs=1e-10)


# Its worst value is solved as 2.8e-17, above its value of 0.
ROUNDED = {
    0: {"move 0": [(1.0, 1)]},
    1: {"move 0": [(0.25, 1), (0.25, 2), (0.5, 0)]},
    2: {"move 0": [(1.0, 2)]},
}


@settings(max_examples=10)
@example(ROUNDED)
@given(games())
def test_bounds_are_the_values_with_endless_play_lost_and_won(game):
    over = OVER | {"lost": -1.0}
    rows = game[0] | {"risk": [(0.1, "won"), (0.1, "lost"), (0.8, 0)]}
    game = {0: rows} | {state: game[state] for state in game if state}
    found = play(game, over, first)
    low, high = found.bounds()
    assert low == pytest.approx(value(game, over, first, -1.0, 0), abs=1e-10)
    assert high == pytest.approx(value(game, over, first, 1.0, 0), abs=1e-10)
    assert low <= found.value() <= high


# 0 wins by the long way; by the short one, only if the other doesn't send him back.
SENT_BACK = {
    0: {"short": [(1, 1)], "long": [(1, 2)]},
    1: {"end": [(1, "won")], "back": [(1, 0)]},
    2: {"on": [(1, 4)]},
    4: {"on": [(1, "won")]},
}


@settings(max_examples=36)
@given(games(), st.booleans(), st.sampled_from([0.0, 1.0]))
@example(SENT_BACK, True, 0.0)
def test_the_policy_secures_the_value_whomever_endless_play_suits(game, mine, endless):
    found = play(game, first=first, endless=endless)
    bound = {state: move for state, move in found.policy.items() if first(state) == mine}
    for state in going_on(found):
        assert found.against(bound).value(state) == pytest.approx(found.value(state), abs=1e-9)


@settings(max_examples=18)
@given(games(), st.sampled_from([0.0, 1.0]))
def test_moves_are_sorted_and_regret_is_never_negative(game, endless):
    found = play(game, first=first, endless=endless)
    for state in going_on(found):
        moves = found.moves(state)
        assert set(moves.index) == set(game[state])
        assert (moves["regret"] >= 0).all()
        assert moves["regret"].round(9).is_monotonic_increasing
        assert moves["regret"].iloc[0] == pytest.approx(0, abs=1e-11)
        assert found.best(state)[0] == moves.index[0] == found.policy[state]
        sign = 1 if first(state) else -1
        for move, outcomes in game[state].items():
            after = sum(chance * found.value(other) for chance, other in outcomes)
            assert moves["value"][move] == pytest.approx(after, abs=1e-11)
            cost = sign * (found.value(state) - after)
            assert found.regret(state, move) == pytest.approx(cost, abs=1e-11)
            assert (move in found.best(state)) == (moves["regret"][move] <= 1e-9)


@settings(max_examples=10)
@given(games(), st.sampled_from([0.0, 1.0]), st.randoms(use_true_random=False))
def test_only_moves_that_are_not_bound_are_chosen(game, endless, rnd):
    bound = {state: rnd.choice([*rows]) for state, rows in game.items() if rnd.random() < 0.5}
    found = play(game, first=first, endless=endless).against(bound)
    less = {
        state: {bound[state]: rows[bound[state]]} if state in bound else rows
        for state, rows in game.items()
    }
    assert found.value() == pytest.approx(value(less, OVER, first, endless, 0), abs=1e-10)
    assert all(list(found.moves(s).index) == [bound[s]] for s in going_on(found) if s in bound)
    assert found.endless == endless


# Endless play


def waits(prize):
    return {0: {"wait": [(1, 0)], "take": [(1, "prize")]}}, {"prize": prize}


@pytest.mark.parametrize(
    ("prize", "endless", "worth", "best"),
    [
        (0.6, 0.0, 0.6, ("take", "wait")),
        (0.6, 0.5, 0.6, ("take", "wait")),
        (0.6, 1.0, 1.0, ("wait",)),
        (0.0, 0.5, 0.5, ("wait",)),
        (-1.0, 0.0, 0.0, ("wait",)),
        (0.0, 0.0, 0.0, ("take", "wait")),
    ],
)
def test_who_gains_by_playing_on_does(prize, endless, worth, best):
    found = play(*waits(prize), endless=endless)
    assert found.value() == worth
    assert found.best(0) == best
    assert found.policy == {0: best[0]}
    assert found.bounds() == (prize, max(prize, endless))


def test_what_rounding_makes_doubtful_is_said():
    ladder = {at: {"try": [(0.01, at + 1), (0.99, 0)]} for at in range(8)}
    with pytest.warns(UserWarning, match="hardly ever left"):
        play(ladder, {8: 1.0})
    ladder[4] = {"try": [(0.01, 8), (0.99, 0)]}
    assert play(ladder, {8: 1.0}).value() == pytest.approx(1, abs=1e-6)


# Small print


def test_a_million_gold_pieces_have_a_best_move():
    over = {"rich": 1e6, "poor": 0}
    game = {0: {"dig": [(0.5, 0), (0.25, "rich"), (0.25, "poor")], "go": [(1, "poor")]}}
    found = play(game, over)
    assert found.value() == pytest.approx(5e5)
    assert (found.best(0), found.policy) == (("dig",), {0: "dig"})


def test_of_moves_that_are_nearly_as_good_the_policy_has_the_best():
    game = {0: {"worse": [(0.01, "nearly"), (0.99, 0)], "better": [(0.01, "won"), (0.99, 0)]}}
    found = play(game, {"won": 1.0, "nearly": 1 - 5e-8})
    assert found.against(found.policy).value() == pytest.approx(found.value(), abs=1e-9)


def test_ties_are_all_best_and_the_one_that_ends_comes_first():
    game = {0: {"wait": [(1, 0)], "round": [(1, 1)], "win": [(1, "won")], "lose": [(1, "lost")]}}
    game[1] = {"back": [(1, 0)]}
    found = play(game)
    assert found.best(0) == ("win", "wait", "round")
    assert found.policy == {0: "win", 1: "back"}
    assert [found.regret(0, move) for move in game[0]] == [0, 0, 0, 1]


def test_a_start_may_be_an_end_or_have_chances():
    found = optimal("won", dict.get, OVER.get)
    assert (found.value(), found.bounds(), found.policy) == (1, (1, 1), {})
    assert found.best("won") == ()
    mixed = optimal({"won": 0.25, 0: 0.75}, {0: {"on": [(1, "even")]}}.get, OVER.get)
    assert mixed.value() == 0.25 + 0.75 * 0.5
    assert mixed.value(0) == 0.5


def test_more_states_than_the_root_of_the_greatest_int32_are_played():
    """Their components were numbered in int32: source * count overflowed above 46,340."""
    many = 46_400
    game = {at: {"try": [(0.5, at), (0.5, "won")], "yield": [(1, "lost")]} for at in range(1, many)}
    game[0] = {"on": [(1 / (many - 1), at) for at in range(1, many)]}
    found = play(game)
    assert found.value() == pytest.approx(1)
    assert found.best(many - 1) == ("try",)


def test_an_end_has_no_move():
    found = play({0: {"on": [(0.5, "won"), (0.5, "lost")], "wait": [(1, 0)]}}, first=first)
    for played in (found, found.against({0: "on"})):
        assert played.best("won") == ()
        assert played.moves("won").empty
        assert played.moves("won").columns.tolist() == ["value", "regret"]


def test_printed_it_is_a_sentence():
    """It was a dataclass with all positions and a matrix."""
    coin = {0: {"stop": [(1, "even")], "flip": [(0.6, "won"), (0.4, "lost")]}}
    assert str(play(coin)) == (
        "At the start it is worth 0.6 to the first player; the best move is 'flip'."
    )
    wait = {0: {"wait": [(1, 0)], "stop": [(0.25, "won"), (0.75, "lost")]}}
    assert str(play(wait, endless=0.5)) == (
        "At the start it is worth 0.5 to the first player; the best move is 'wait'. Endless play "
        "counts 0.5: as the worst end the start would be worth 0.25, as the best 1."
    )
    assert str(optimal({"won": 0.5, "lost": 0.5}, dict.get, OVER.get)) == (
        "At the start it is worth 0.5 to the first player."
    )


# What makes no sense


def test_too_many_states_are_mended_by_greater_moves():
    """It told to `simulate`, which asks for no best move."""
    message = r"^more than 50 states, such as 50: merge the moves of a turn into one, or allow more"
    with pytest.raises(ValueError, match=message) as error:
        optimal(0, lambda s: {"a": [(1, s + 1)]}, OVER.get, most_states=50)
    assert "(most_states)" in str(error.value)
    assert "simulate" not in str(error.value)


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        (
            lambda s: {"a": [(0.9, "won")]},
            r"^moves\(0\): the chances .* sum to 0\.9, it must be 1$",
        ),
        (lambda s: {"a": [(1, [1])]}, r"^moves\(0\): unhashable type: 'list'"),
        (lambda s: [(1, "won")], r"^moves\(0\): give a dict"),
        (lambda s: {}, r"^moves\(0\): nobody can move, and over\(\) gives it no value$"),
        (lambda s: 1 / 0, r"^moves\(0\) raised ZeroDivisionError"),
    ],
)
def test_moves_that_make_no_sense_are_refused_in_one_line(moves, message):
    with pytest.raises(ValueError, match=message) as error:
        optimal(0, moves, OVER.get, most_states=50)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("outcomes", [[], [(0, "won")]])
def test_a_move_without_outcomes_is_refused(outcomes):
    with pytest.raises(ValueError, match="sum to 0"):
        play({0: {"nothing": outcomes, "lose": [(1, "low")]}}, {"low": -1.0})


@pytest.mark.parametrize("worth", [math.nan, "won"])
def test_an_end_that_is_worth_nothing_known_is_refused(worth):
    with pytest.raises(ValueError, match=r"over\('end'\)"):
        play({0: {"on": [(1, "end")]}}, {"end": worth})


def test_a_fault_of_over_is_told_as_such():
    with pytest.raises(ValueError, match=r"^over\(0\) raised ZeroDivisionError"):
        optimal(0, dict.get, lambda state: 1 / 0)


def test_nobody_is_asked_who_moves_where_it_is_over():
    assert play({0: {"on": [(1, "won")]}}, first=lambda state: state % 2 == 0).value() == 1


def test_endless_is_a_number():
    with pytest.raises(ValueError, match="endless = nan"):
        play({0: {"on": [(1, "won")]}}, endless=math.nan)


def test_questions_about_nothing_are_refused():
    found = play({0: {"on": [(1, "won")]}})
    for question in (found.value, found.bounds, found.moves, found.best):
        with pytest.raises(ValueError, match=r"^state = 'Rome': the game can't reach it$"):
            question("Rome")
    with pytest.raises(ValueError, match=r"^state = \[\]"):
        found.value([])
    with pytest.raises(ValueError, match=r"^move = 'fly' is no move of 0: it has \['on'\]$"):
        found.regret(0, "fly")
    with pytest.raises(ValueError, match=r"^policy: 'fly' is no move of 0: it has \['on'\]$"):
        found.against({0: "fly"})
    with pytest.raises(ValueError, match=r"^most_states = 0"):
        optimal(0, dict.get, OVER.get, most_states=0)


class TestGamesInCircles:
    """Strategy iteration: each round solves for all states that sweeping leaves open."""

    def circle(self, many=6):
        """Round and round, and each player may leave, hardly ever, to an end."""

        def moves(at):
            away = [(1e-6, "won" if at % 2 else "lost"), (1 - 1e-6, (at + 1) % many)]
            return {"on": [(1, (at + 1) % many)], "away": away}

        return 0, moves, {"won": 1.0, "lost": 0.0}.get, lambda at: at % 3 == 0

    def test_a_choice_is_solved_once_however_often_it_is_asked_for(self, monkeypatch):
        """A game of 10,000 states took three minutes: each choice was solved four times."""
        solved = []
        was = values._Game._solved

        def noted(game, chosen, gains, endless, ending, **how):
            solved.append((ending, chosen.tobytes(), gains.tobytes(), id(game)))
            return was(game, chosen, gains, endless, ending, **how)

        monkeypatch.setattr(values._Game, "_solved", noted)
        start, moves, over, first = self.circle()
        optimal(start, moves, over, first=first)
        assert solved
        assert all(one != other for one, other in pairwise(solved))

    def test_too_many_states_in_circles_are_refused_before_they_are_solved(self, monkeypatch):
        start, moves, over, first = self.circle()
        monkeypatch.setattr(values, "MOST_OPEN", 6)
        assert 0 <= optimal(start, moves, over, first=first).value() <= 1
        monkeypatch.setattr(values, "MOST_OPEN", 5)
        monkeypatch.setattr(values, "_Game", None)
        with pytest.raises(ValueError, match=r"^6 states go round in circles that end"):
            optimal(start, moves, over, first=first)

    @staticmethod
    def torus(many):
        """One player wants the other end, or none."""

        def moves(place):
            x, y = place
            ways = [((x + 1) % many, y), ((x - 1) % many, y), (x, (y + 1) % many), (x, y - 1)]
            ways = [(one, other % many) for one, other in ways]
            return {at: [(0.5, way), (0.5, ways[at ^ 1])] for at, way in enumerate(ways)}

        ends = {(0, 0): 1.0, (many // 2, many // 2): 0.0}
        return (1, 1), moves, ends.get, lambda place: sum(place) % 2 == 0

    @pytest.fixture
    def swept(self, monkeypatch):
        """A list with an entry for each sweep."""
        swept, was = [], values._wide
        monkeypatch.setattr(values, "_wide", lambda both: swept.append(1) or was(both))
        return swept

    def test_circles_that_sweeping_hardly_narrows_are_refused_after_some_sweeps(
        self, monkeypatch, swept
    ):
        monkeypatch.setattr(values, "MOST_OPEN", 1000)
        start, moves, over, first = self.torus(40)
        message = (
            r"^1,598 states go round in circles that end too seldom: watch them with "
            r"progress=print, use at most 1,000 of them, or make each circle end more often$"
        )
        with pytest.raises(ValueError, match=message):
            optimal(start, moves, over, first=first)
        assert len(swept) <= values._FIRST_SWEEPS + 1

    def test_who_watches_has_them_solved(self, monkeypatch):
        start, moves, over, first = self.torus(10)
        expected = optimal(start, moves, over, first=first)
        monkeypatch.setattr(positions, "_PAUSE", 0.0)
        monkeypatch.setattr(values, "MOST_OPEN", 50)
        told = []
        found = optimal(start, moves, over, first=first, progress=lambda *one: told.append(one))
        assert [found.value(at) for at in found.states] == pytest.approx(
            [expected.value(at) for at in found.states], abs=1e-12
        )
        assert {every for _, every in told} == {1_000_000, 100}
        assert all(0 <= done <= every for done, every in told)
        assert found.against(found.policy, progress=print).value() == pytest.approx(found.value())

    @staticmethod
    def healers(hp, heals):
        """Both strike for 1 in two of three turns, or heal."""

        def moves(at):
            mine, theirs, first = at
            own, foe = (mine, theirs) if first else (theirs, mine)
            healed = min(hp, own + heals)
            ways = {
                "hit": [(2 / 3, (own, foe - 1)), (1 / 3, (own, foe))],
                "heal": [(1 / 2, (healed, foe)), (1 / 2, (own, foe))],
            }
            return {
                name: [
                    (chance, (*(pair if first else pair[::-1]), not first)) for chance, pair in row
                ]
                for name, row in ways.items()
            }

        def over(at):
            return 1.0 if at[1] == 0 else 0.0 if at[0] == 0 else None

        return (hp, hp, True), moves, over, lambda at: at[2]

    def test_sweeps_and_strategies_agree(self, monkeypatch, swept):
        game = self.healers(20, 1)
        solved = optimal(*game[:3], first=game[3])
        assert len(swept) == values._SURELY + 1
        monkeypatch.setattr(values, "_SURELY", 10_000)
        monkeypatch.setattr(values, "_Game", None)
        found = optimal(*game[:3], first=game[3])
        assert found.value() == pytest.approx(solved.value(), abs=1e-10)
        assert len(swept) > 1000

    def test_of_many_states_more_sweeps_are_made(self, monkeypatch, swept):
        monkeypatch.setattr(values, "LARGE", 1000)
        game = self.healers(40, 1)
        optimal(*game[:3], first=game[3])
        assert len(swept) > values._SURELY + 1

    def test_levels_are_solved_one_by_one_and_stay_with_what_endless_play_is_worth(self):
        """Two circles, one behind the other: from the first one hopes for the second."""

        def moves(at):
            circle, place = divmod(at, 10)
            on = 10 * circle + (place + 1) % 3
            away = [(1e-6, 10 * circle + 10), (1 - 1e-6, on)]
            return {"on": [(1, on)], "away": away}

        for endless, worth in ((0.0, 0.7), (0.9, 0.9)):
            found = optimal(0, moves, {20: 0.7}.get, endless=endless)
            assert [found.value(at) for at in (0, 11)] == pytest.approx([worth] * 2, abs=1e-9)
            assert found.bounds() == pytest.approx((0.7, max(0.7, endless)), abs=1e-9)

    def test_sweeps_that_nobody_watches_are_refused_when_they_took_too_long(
        self, monkeypatch, swept
    ):
        game = self.healers(20, 1)
        monkeypatch.setattr(values, "MOST_OPEN", 100)
        monkeypatch.setattr(values, "_UNWATCHED", 0)
        with pytest.raises(ValueError, match="states go round in circles that end too seldom"):
            optimal(*game[:3], first=game[3])
        assert len(swept) == values._SURELY + 1


class TestGains:
    """What is gained on the way, added to what the end is worth."""

    @settings(max_examples=60)
    @given(games(), st.lists(st.integers(0, 3), min_size=7, max_size=7))
    @example({0: {"on": [(1.0, 1)], "off": [(1.0, "lost")]}, 1: {"on": [(1.0, 1)]}}, [0] * 7)
    def test_the_least_that_any_policy_gains(self, game, points):
        """All policies of one player, each solved alone; who goes round for ever is left out."""
        names = [*range(4), *OVER]

        def gains(state, after):
            return 1 + points[names.index(after)]

        sums = []
        for policy in product(*([(state, move) for move in game[state]] for state in game)):
            chosen = dict(policy)
            found = solve(
                0, lambda at, own=chosen: game[at][own[at]] if at in game else [], gains=gains
            )
            sums.append(found.gained if found.undecided < 1e-12 else math.inf)
        ends = dict.fromkeys(OVER, 0.0)
        if math.isinf(min(sums)):
            with pytest.raises(ValueError, match=r"^gains: somebody goes on gaining for ever"):
                play(game, ends, lambda state: False, gains=gains)
            return
        found = play(game, ends, lambda state: False, gains=gains)
        assert found.value() == pytest.approx(min(sums), rel=1e-9)
        assert found.against(found.policy).value() == pytest.approx(found.value(), rel=1e-9)

    def test_two_fair_dice_of_coins_take_22_thirds_flips_whoever_flips_first(self):
        """Knuth and Yao's die takes 11/3 flips on average; the sums come as of two dice."""
        ways = {0: (1, 2), 1: (3, 4), 2: (5, 6), 3: (1, "1"), 6: (2, "6")}
        ways |= {4: ("2", "3"), 5: ("4", "5")}

        def moves(pair):
            return {
                die: [(0.5, (*pair[:die], way, *pair[die + 1 :])) for way in ways[pair[die]]]
                for die in (0, 1)
                if pair[die] in ways
            }

        def total(pair):
            return None if {*pair} & ways.keys() else sum(map(int, pair))

        for first in (None, lambda pair: False):
            found = optimal(
                (0, 0),
                moves,
                lambda pair: None if total(pair) is None else 0.0,
                first=first,
                gains=lambda pair, after: 1,
            )
            assert len(found.states) == 169
            assert found.value() == pytest.approx(22 / 3)
        for wanted, ways_to in ((2, 1), (3, 2), (4, 3)):
            found = optimal(
                (0, 0), moves, lambda pair, wanted=wanted: total(pair) and total(pair) == wanted
            )
            assert found.value() == pytest.approx(ways_to / 36)

    def test_what_others_gain_for_ever_is_infinite_where_nobody_goes_there(self):
        game = {0: {"in": [(1, 1)], "out": [(1, "won")]}, 1: {"round": [(1, 1)]}}
        found = play(game, first=lambda state: False, gains=lambda state, after: 2)
        assert (found.value(), found.best(0), found.value(1)) == (3, ("out",), math.inf)
        with pytest.raises(ValueError, match="gaining and losing for ever"):
            play(
                {0: {"on": [(1, 1)]}, 1: {"back": [(1, 0)]}},
                gains=lambda state, after: 1 if state else -1,
            )

    def test_a_gain_that_is_none_is_refused_with_its_step(self):
        with pytest.raises(ValueError, match=r"^gains\(0, 'won'\): inf is no gain"):
            play({0: {"on": [(1, "won")]}}, gains=lambda state, after: math.inf)
        with pytest.raises(ValueError, match=r"^gains\(0, 'won'\) raised ZeroDivisionError"):
            play({0: {"on": [(1, "won")]}}, gains=lambda state, after: 1 / 0)


def test_a_shared_coin_of_four_that_the_worst_scheduler_tosses():
    """Aspnes and Herlihy's, K = 2, as PRISM's test suite has it: both chances are its own."""
    many, bound = 4, 12
    left, right = many - bound, bound - many

    def moves(state):
        count, *who = state
        found = {}
        for at, (step, coin) in enumerate(who):
            if step == 0:
                after = [(0.5, count, (1, side)) for side in (0, 1)]
            elif step == 1:
                after = [(1, count + (1 if coin else -1), (2, 0))]
            elif step == 2:
                ends = (3, 0) if count <= left else (3, 1) if count >= right else (0, 0)
                after = [(1, count, ends)]
            else:
                continue
            found[at] = [(p, (n, *who[:at], one, *who[at + 1 :])) for p, n, one in after]
        return found

    def finished(state, worth):
        over = all(step == 3 for step, _ in state[1:])
        return float(worth({coin for _, coin in state[1:]})) if over else None

    start = (0, *[(0, 0)] * many)
    apart = optimal(start, moves, lambda state: finished(state, lambda coins: len(coins) > 1))
    assert len(apart.states) == 22_656
    assert apart.value() == pytest.approx(0.294432, abs=1e-6)
    ones = optimal(
        start,
        moves,
        lambda state: finished(state, lambda coins: coins == {1}),
        first=lambda state: False,
        endless=1.0,
    )
    assert ones.value() == pytest.approx(0.317383, abs=1e-6)


class TestFollowed:
    """Best play as a process: the same value, with its turns and what is left."""

    @staticmethod
    def moves(state):
        """Three cards a turn: of 5 strikes and guards as many guards as one likes, at most two."""
        mine, foe, turn = state
        return {
            guards: [
                (0.5, (max(0, mine - 6 + 3 * guards), max(0, foe - (3 - guards) * hit), turn + 1))
                for hit in (4, 6)
            ]
            for guards in range(3)
        }

    @classmethod
    def monster(cls, hp):
        def over(state):
            mine, foe, turn = state
            return 1.0 if foe == 0 else 0.0 if mine == 0 or turn > 30 else None

        return optimal((20, hp, 0), cls.moves, over)

    @pytest.mark.parametrize("hp", [42, 60, 80])
    def test_a_monster_of_any_size_falls_as_best_play_says(self, hp):
        found = self.monster(hp)
        followed = found.followed()
        assert followed.chance(lambda state: state[1] == 0) == pytest.approx(found.value())
        turns = followed.distribution(lambda state: state[2])
        assert turns.mean == pytest.approx(followed.mean_steps)
        played = solve(
            (20, hp, 0), lambda at: self.moves(at)[found.policy[at]] if at in found.policy else []
        )
        assert sorted(played.states) == sorted(followed.states)
        assert played.ends.to_dict() == pytest.approx(followed.ends.to_dict())

    def test_another_policy_may_be_followed(self):
        found = self.monster(42)
        bold = found.against(lambda state: 0)
        assert bold.followed().chance(lambda s: s[1] == 0) == pytest.approx(bold.value())
        assert bold.value() <= found.value()
