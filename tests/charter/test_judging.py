"""Claims judged: exactly and by battles alike, the same in any number of processes."""

import math
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from combat.charter import Claim, Verdict, Verdicts, battles_needed, judge, judged, read_charter
from combat.charter.claim import Exact, Sample, written
from combat.charter.judging import looks
from combat.charter.verdicts import lines_of

HEADER = "claim,system,first,second,measure,at least,at most,given,budget\n"
UNITS = {"units.csv": Path("data/own_game/units.csv").read_bytes()}
SMALL = {
    "units.csv": b"name,hp,attack,defense,damage\nImp,3,9,9,1d2\nOgre,6,12,9,1d3\nElf,3,12,9,1d2\n"
}


def claims_of(*rows, files=UNITS, **how):
    charter = read_charter((HEADER + "\n".join(rows)).encode(), "a", files=files, **how)
    assert not charter.faults
    return charter.claims


def coin(chance, exchanged, seed, battles):
    """Battles that are won with a chance, whoever stands where."""
    scores = (np.random.default_rng(seed).random(battles) < chance).astype(float)
    return scores, scores


def uneven(first, second, exchanged, seed, battles):
    return coin(second if exchanged else first, exchanged, seed, battles)


def sampled(play, name="a", **band):
    """A claim that is answered by battles of one's own."""
    budget = band.pop("budget", 20_000)
    sample = Sample(play)
    return Claim(2, name, "own", name, "", "win", budget=budget, answer=lambda: sample, **band)


SOME = (
    "close,units,4 Wolf Rider,4 Spearman,score,60 %,,,1000",
    "plain,units,3 Archer,Giant,win,,90 %,,1000",
    "long,units,6 Militia,4 Guard,turns,,30,rounds=60,1000",
    "left,units,4 Knight,5 Lancer,survives,20 %,,order=coin,1000",
    "swift,units,4 Wolf Rider,4 Spearman,lead,-0.5,0.5,order=faster,1000",
    "exact,units,Knight,Duelist,win,10 %,,,",
)


class TestVerdicts:
    @pytest.mark.parametrize(
        ("value", "text"),
        [
            (0.6499999, "64.99999%"),
            (0.64996, "64.996%"),
            (0.6, "60%"),
            (0.85001, "85.001%"),
            (0.650001, "65%"),
            (0.65 - 1e-12, "65%"),
        ],
    )
    def test_a_value_outside_its_band_is_not_rounded_onto_its_edge(self, value, text):
        """0.6499999 was broken, and written 65%, not 65% to 85%."""
        claim = Claim(2, "x", "own", "a", "", "win", 0.65, 0.85, answer=lambda: Exact(value))
        found = judge([claim])[0]
        assert found.value_text == text
        assert f"{text}, {'not' if found.verdict == 'broken' else 'as claimed'} 65%" in found.line

    def test_neither_is_the_end_of_an_interval_nor_a_number(self):
        claim = Claim(2, "x", "own", "a", "", "win", 0.65)
        found = Verdict(claim, "broken", method="sampled", value=0.6, low=0.55, high=0.649999)
        assert found.value_text == "60% (55% to 64.9999%)"
        turns = Claim(2, "x", "own", "a", "", "turns", at_most=30, unit="number")
        assert Verdict(turns, "broken", method="exact", value=30.0004).value_text == "30.0004"

    @pytest.mark.parametrize(
        ("value", "text"),
        [(0.999999, "99.9999%"), (1e-6, "0.0001%"), (0, "0%"), (1, "100%"), (1 - 1e-13, "100%")],
    )
    def test_nothing_and_all_are_said_only_where_they_are_so(self, value, text):
        assert written(value) == text

    def test_a_band_is_written_as_it_was_claimed(self):
        claim = Claim(2, "x", "own", "a", "", "win", 0.65001, 0.99999)
        assert claim.band == "65.001% to 99.999%"
        assert (
            Verdict(claim, "broken", method="exact", value=0.65).line
            == "x: 65%, not 65.001% to 99.999%"
        )

    def test_a_line_of_many_claims_keeps_within_the_band(self):
        claims = [
            Claim(2, f"x: {a}", "own", a, "", "win", at_most=0.655555, words="x") for a in "ab"
        ]
        some = (Verdict(one, "holds", method="exact", value=0.655552) for one in claims)
        assert lines_of(Verdicts(tuple(some)))[0].value == "65.555%"

    def test_an_exact_answer_on_its_edge_holds(self):
        for least, most, verdict in ((0.3, 0.5, "holds"), (0.3 + 1e-6, 1, "broken")):
            claim = Claim(
                2, "x", "own", "", "", "x", least, most, answer=lambda: Exact(0.1 + 0.1 + 0.1)
            )
            assert judge([claim])[0].verdict == verdict

    @pytest.mark.parametrize(
        ("chance", "verdict"), [(0.5, "holds"), (0.7, "broken"), (0.3, "broken"), (0.6, "open")]
    )
    def test_battles_decide_what_is_plain(self, chance, verdict):
        one = judge([sampled(partial(coin, chance), at_least=0.4, at_most=0.6)])[0]
        assert (one.verdict, one.method) == (verdict, "sampled")
        assert one.low <= chance <= one.high
        assert one.battles == 20_000 if verdict == "open" else one.battles < 3000

    def test_a_plain_one_ends_at_the_first_look(self):
        one = judge([sampled(partial(coin, 1.0), at_least=0.5)])[0]
        assert (one.verdict, one.battles) == ("holds", 2 * looks(10**4)[0][0])

    def test_an_open_one_says_what_would_decide_it(self):
        near = partial(coin, 0.58)
        one = judge([sampled(near, "near", at_most=0.6, budget=3000)])[0]
        assert one.verdict == "open"
        assert 3000 < one.needed < 300_000
        more = judge([sampled(near, "near", at_most=0.6, budget=2 * int(one.needed))])[0]
        assert more.verdict == "holds"

    def test_it_is_the_curve_that_says_how_many(self):
        one = judge([sampled(partial(coin, 0.58), "near", at_most=0.6, budget=3000)])[0]
        assert 0.9 < one.needed / battles_needed(one.value - 0.6, 0.6) < 1.1

    def test_one_that_only_never_would_settle_has_no_number(self):
        one = judge([sampled(partial(coin, 0.0), at_most=0.0, budget=500)])[0]
        assert (one.verdict, one.needed) == ("open", math.inf)

    def test_what_cannot_be_answered_is_told_and_the_others_are_judged(self):
        rows = ["x,units,Sloth,Sloth,win,0,1,,", "y,units,Imp,Ogre,win,0,1,,"]
        units = b"name,hp,attack,defense,damage\nSloth,1000000,9,9,1\nImp,2,9,9,1\nOgre,3,9,9,1\n"
        found = judge(claims_of(*rows, files={"units.csv": units}))
        assert found.frame["verdict"].tolist() == ["fault", "holds"]
        assert found.faults[0].startswith("row 2, x: Sloth against Sloth takes up to")

    @pytest.mark.parametrize(("name", "value"), [("error", 0), ("error", 1), ("seed", -1)])
    def test_numbers_out_of_range(self, name, value):
        with pytest.raises(ValueError, match=f"{name} = "):
            judge([], **{name: value})

    def test_the_error_is_shared_by_the_sampled_ones(self):
        """The more of them there are, the wider is the interval of the same battles."""
        alone = sampled(partial(coin, 0.5), at_least=0.5, budget=1500)
        others = [sampled(partial(coin, 1.0), f"b{n}", at_least=0.5, budget=4) for n in range(99)]
        one, among = judge([alone])[0], judge([alone, *others])[0]
        assert one.battles == among.battles == 1500
        assert among.low < one.low < one.value == among.value < one.high < among.high
        strict = judge([alone], error=0.05 / 100)[0]
        assert (strict.low, strict.high) == (among.low, among.high)

    def test_the_frame_has_a_row_for_each(self):
        frame = judge(claims_of(*SOME[-2:])).frame
        assert frame["claim"].tolist() == ["swift", "exact"]
        assert frame["method"].tolist() == ["sampled", "exact"]
        assert frame.columns[:6].tolist() == [
            "row",
            "claim",
            "system",
            "first",
            "second",
            "measure",
        ]
        assert {"value", "low", "high", "at_least", "at_most", "needed", "bias"} < set(frame)

    def test_the_table_shows_the_worst_first(self):
        claims = [
            sampled(partial(coin, chance), f"c{chance}", at_most=0.5, budget=budget)
            for chance, budget in ((0.1, 500), (0.5, 500), (0.9, 500), (0.7, 900))
        ]
        found = judge(claims)
        assert [one.claim.claim for one in found.worst_first] == ["c0.9", "c0.7", "c0.5", "c0.1"]
        lines = str(found).splitlines()
        assert [line.split()[0] for line in lines[1:5]] == ["broken", "broken", "open", "holds"]
        assert lines[-1] == "4 claims: 2 broken, 1 open, 1 hold."


def slow(*values):
    """More of the same, for the second layer."""
    return [pytest.param(value, marks=pytest.mark.slow) for value in values]


class TestExactAndSampled:
    """What allows both is judged alike by both."""

    @pytest.mark.parametrize("pair", ["Duelist,Maul", *slow("Knight,Duelist", "Archer,Crossbow")])
    @pytest.mark.parametrize("measure", ["lose", "draw", "lead", "survives", "turns"])
    def test_a_duel(self, pair, measure):
        self.alike(UNITS, "units", pair, measure)

    @pytest.mark.parametrize("measure", ["win", "draw", "survives", "turns"])
    def test_armies(self, measure):
        self.alike(SMALL, "units", "2 Imp + 1 Ogre,3 Elf", measure)

    @pytest.mark.parametrize("measure", ["win", "undecided", "survives"])
    def test_armies_that_are_stopped(self, measure):
        self.alike(SMALL, "units", "2 Imp + 1 Ogre,3 Elf", measure, "rounds=2")

    def alike(self, files, system, pair, measure, rounds=""):
        def rows(given):
            text = "rounds=40" if measure == "turns" else rounds
            return f"x,{system},{pair},{measure},,{{}},{text};{given},8000"

        open_band = "99" if measure in ("lead", "turns") else "1"
        exact = judge(claims_of(rows("method=exact").format(open_band), files=files))[0]
        assert exact.method == "exact"
        for off, verdict in ((0.1, "holds"), (-0.1, "broken")):
            width = 10 * off if measure == "turns" else off
            band = min(max(exact.value + width, 0.0), 99 if measure == "turns" else 1.0)
            if not 0.02 < band < 0.98 and measure not in ("lead", "turns"):
                continue
            band = exact.value + width if measure == "lead" else band
            row = rows("method=sampled").format(f"{band:.12f}")
            (one,) = judge(claims_of(row, files=files)).verdicts
            assert (one.method, one.verdict) == ("sampled", verdict)
            assert one.low <= exact.value <= one.high
            known = judge(claims_of(rows("method=exact").format(f"{band:.12f}"), files=files))[0]
            assert known.verdict == verdict


@pytest.fixture(scope="module")
def alone():
    """The verdicts of one process."""
    return judge(claims_of(*SOME), seed=3)


class TestWorkers:
    def same(self, alone, executor):
        found = judge(claims_of(*SOME), seed=3, executor=executor)
        pd.testing.assert_frame_equal(found.frame, alone.frame, check_exact=True)
        for place in range(len(found)):
            one, other = found[place].distribution, alone[place].distribution
            assert (one.values == other.values).all()
            assert (one.chances == other.chances).all()

    def test_threads(self, alone):
        with ThreadPoolExecutor(3) as pool:
            self.same(alone, pool)

    @pytest.mark.parametrize("start", [None, pytest.param("spawn", marks=pytest.mark.slow)])
    def test_two_processes(self, start, alone):
        with ProcessPoolExecutor(2, get_context(start)) as pool:
            self.same(alone, pool)

    def test_a_local_dask_cluster(self, alone):
        from distributed import Client, LocalCluster  # takes a while

        with (
            LocalCluster(
                n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None
            ) as cluster,
            Client(cluster) as client,
        ):
            self.same(alone, client.get_executor())

    def test_the_verdicts_do_not_hang_on_the_other_rows_or_their_bands(self):
        lone = judge(claims_of(SOME[0].replace("close,", "another name,")), seed=3, error=0.01)[0]
        among = judge(claims_of(*SOME[::-1]), seed=3)[len(SOME) - 1]
        assert lone.battles == among.battles
        assert lone.value == among.value

    def test_another_seed_is_another_sample(self, alone):
        other = judge(claims_of(*SOME), seed=4)
        assert (other.frame["value"] != alone.frame["value"]).sum() == len(SOME) - 1

    def test_each_is_told_as_soon_as_it_is_decided(self):
        claims, said = claims_of(*SOME), []
        places = [place for place, _ in judged(claims, seed=3)]
        assert places == [5, 0, 1, 2, 3, 4]
        judge(claims, progress=lambda *done: said.append(done))
        assert said == [(number, 6) for number in range(1, 7)]

    def test_a_worker_that_fails_is_a_fault_of_its_claim(self):
        def fails(exchanged, seed, battles):
            raise ValueError("a battle doesn't end")

        with ThreadPoolExecutor(2) as pool:
            found = judge([sampled(fails, at_most=1.0)], executor=pool)
        assert found.faults == ("row 2, a: a battle doesn't end",)


class TestSides:
    def test_a_bias_beyond_chance_is_reported_and_does_not_touch_the_claim(self):
        found = judge([sampled(partial(uneven, 0.7, 0.5), at_least=0.55, at_most=0.65)])
        assert found[0].verdict == "holds"
        assert found[0].bias_low < 0.2 < found[0].bias_high
        assert found[0].biased
        assert found.biases[0].startswith("Side bias: a against , win: the first place is worth")
        assert "Side bias" in str(found)

    def test_a_fair_one_is_not(self):
        found = judge([sampled(partial(coin, 0.6), at_least=0.55, at_most=0.65)])
        assert found[0].bias_low < 0 < found[0].bias_high
        assert not found.biases

    def test_fair_ones_are_seldom_called_biased(self):
        claims = [sampled(partial(coin, 0.5), f"c{n}", at_most=0.5, budget=600) for n in range(60)]
        assert not judge(claims).biases

    def test_half_of_the_battles_have_the_sides_exchanged(self):
        asked = []

        def play(exchanged, seed, battles):
            asked.append((exchanged, battles, seed))
            return coin(0.5, exchanged, seed, battles)

        one = judge([sampled(play, at_most=0.5, budget=1000)])[0]
        fought = {side: sum(count for at, count, _ in asked if at == side) for side in (0, 1)}
        assert fought == {0: 500, 1: 500}
        assert one.battles == 1000
        assert len({seed for _, _, seed in asked}) == len(asked)

    def test_battles_that_are_not_mirrored(self):
        sample = Sample(partial(coin, 0.5), mirrored=False)
        claim = Claim(2, "x", "own", "", "", "x", at_most=0.9, answer=lambda: sample)
        one = judge([claim])[0]
        assert one.verdict == "holds"
        assert math.isnan(one.bias)

    def test_a_row_may_ask_for_its_sides_as_they_are_written(self):
        row = "x,units,3 Archer,2 Knight,win,0,1,{}method=sampled,600"
        plain, mirrored = (
            judge(claims_of(row.format(given)))[0] for given in ("mirrored=no; ", "")
        )
        assert math.isnan(plain.bias)
        assert not math.isnan(mirrored.bias)


class TestBehind:
    def test_an_exact_win_has_what_is_left_behind_it(self):
        claims = claims_of("x,units,Knight,Duelist,win,0,1,,", "y,units,Knight,Maul,turns,0,99,,")
        found = judge(claims)
        assert found[0].distribution.at_least(1) == pytest.approx(found[0].value)
        assert found[1].distribution.mean == pytest.approx(found[1].value)

    def test_a_sampled_win_has_who_is_left(self):
        found = judge(claims_of("x,units,3 Archer,2 Knight,win,0,1,order=coin,600"))
        assert found[0].distribution.at_least(1) == pytest.approx(found[0].value)
