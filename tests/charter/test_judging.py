"""Claims judged: exactly and by battles alike, the same in any number of processes."""

import math
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from combat.charter import Claim, Verdict, battles_needed, judge, judged
from combat.charter.claim import Exact, Sample, written
from combat.charter.judging import looks
from combat.charter.verdicts import lines_of
from tests.charter.rows import claims_of, verdicts_of

UNITS = {"units.csv": Path("data/own_game/units.csv").read_bytes()}
SMALL = {
    "units.csv": b"name,hp,attack,defense,damage\nImp,3,9,9,1d2\nOgre,6,12,9,1d3\nElf,3,12,9,1d2\n"
}
SOME = (
    "close,units,4 Wolf Rider,4 Spearman,score,60 %,,,300",
    "plain,units,3 Archer,Giant,win,,90 %,,300",
    "long,units,6 Militia,4 Guard,turns,,30,rounds=60,300",
    "left,units,4 Knight,5 Lancer,survives,20 %,,order=coin,300",
    "exact,units,Knight,Duelist,win,10 %,,,",
)


def coin(chance, exchanged, seed, battles):
    """Battles that are won with a chance, whoever stands where."""
    scores = (np.random.default_rng(seed).random(battles) < chance).astype(float)
    return scores, scores


def uneven(first, second, exchanged, seed, battles):
    return coin(second if exchanged else first, exchanged, seed, battles)


def sampled(play, name="a", *, budget=20_000, mirrored=True, **band):
    """A claim that is answered by battles of one's own."""
    sample = Sample(play, mirrored=mirrored)
    return Claim(2, name, "own", name, "", "win", budget=budget, answer=lambda: sample, **band)


def exact(value, name="x", **band):
    return Claim(2, name, "own", "a", "", "win", answer=lambda: Exact(value), **band)


def verdict(chance, **how):
    return judge([sampled(partial(coin, chance), **how)])[0]


class TestText:
    @pytest.mark.parametrize(
        ("value", "band", "text"),
        [
            (0.6499999, (0.65, 0.85), "64.99999%, not 65% to 85%"),  # not 65%
            (0.85001, (0.65, 0.85), "85.001%, not 65% to 85%"),
            (0.650001, (0.65, 0.85), "65%, as claimed 65% to 85%"),
            (0.65 - 1e-12, (0.65, 1.0), "65%, as claimed 65% to 100%"),
            (0.1 + 0.1 + 0.1, (0.3, math.inf), "30%, as claimed at least 30%"),
            (0.65, (0.65001, 0.99999), "65%, not 65.001% to 99.999%"),
            (math.nan, (0, 1), "there is no answer: the measure has no value here"),
        ],
    )
    def test_no_value_is_rounded_onto_an_edge(self, value, band, text):
        found = judge([exact(value, at_least=band[0], at_most=band[1])])[0]
        assert found.line == f"x: {text}"

    def test_neither_is_the_end_of_an_interval_nor_a_number_nor_those_of_a_row(self):
        claim = exact(0, at_least=0.65)
        found = Verdict(claim, "broken", method="sampled", value=0.6, low=0.55, high=0.649999)
        assert found.value_text == "60% (55% to 64.9999%)"
        turns = Claim(2, "x", "own", "a", "", "turns", at_most=30, unit="number")
        assert Verdict(turns, "broken", method="exact", value=30.0004).value_text == "30.0004"
        claims = [exact(0.655552, f"x: {one}", at_most=0.655555, words="x") for one in "ab"]
        assert lines_of(judge(claims))[0].value == "65.555%"

    @pytest.mark.parametrize(
        ("value", "text"),
        [(0.999999, "99.9999%"), (1e-6, "0.0001%"), (0, "0%"), (1 - 1e-13, "100%")],
    )
    def test_nothing_and_all_are_said_only_where_they_are_so(self, value, text):
        assert written(value) == text

    def test_the_worst_come_first(self):
        band = {"at_most": 0.5, "budget": 500}
        claims = [sampled(partial(coin, one), f"c{one}", **band) for one in (0.1, 0.5, 0.9, 0.7)]
        found = judge(claims)
        assert [one.claim.claim for one in found.worst_first] == ["c0.9", "c0.7", "c0.5", "c0.1"]
        lines = str(found).splitlines()
        assert [line.split()[0] for line in lines[1:5]] == ["broken", "broken", "open", "holds"]
        assert lines[-1] == "4 claims: 2 broken, 1 open, 1 hold."
        assert "battles would decide it)" in lines[3]
        assert found.frame["claim"].tolist() == [one.claim for one in claims]


class TestBattles:
    @pytest.mark.parametrize(
        ("chance", "said"), [(0.5, "holds"), (0.7, "broken"), (0.3, "broken"), (0.6, "open")]
    )
    def test_they_decide_what_is_plain(self, chance, said):
        one = verdict(chance, at_least=0.4, at_most=0.6)
        assert (one.verdict, one.method) == (said, "sampled")
        assert one.low <= chance <= one.high
        assert one.battles == 20_000 if said == "open" else one.battles < 3000

    def test_a_plain_one_ends_at_the_first_look(self):
        one = verdict(1.0, at_least=0.5)
        assert (one.verdict, one.battles) == ("holds", 2 * looks(10**4)[0][0])

    def test_an_open_one_says_what_would_decide_it(self):
        one = verdict(0.58, at_most=0.6, budget=3000)
        assert one.verdict == "open"
        assert 0.9 < one.needed / battles_needed(one.value - 0.6, 0.6) < 1.1
        assert f"don't decide it, about {one.needed:,.0f} would" in one.line
        assert verdict(0.58, at_most=0.6, budget=2 * int(one.needed)).verdict == "holds"
        never = verdict(0.0, at_most=0.0, budget=500)
        assert (never.verdict, never.needed) == ("open", math.inf)

    def test_the_error_is_shared_by_the_sampled_ones(self):
        """The more of them there are, the wider is the interval of the same battles."""
        alone = sampled(partial(coin, 0.5), at_least=0.5, budget=1500)
        others = [sampled(partial(coin, 1.0), f"b{n}", at_least=0.5, budget=4) for n in range(99)]
        one, among = judge([alone])[0], judge([alone, *others])[0]
        assert one.battles == among.battles == 1500
        assert among.low < one.low < one.value == among.value < one.high < among.high
        strict = judge([alone], error=0.05 / 100)[0]
        assert (strict.low, strict.high) == (among.low, among.high)

    def test_half_are_fought_with_the_sides_exchanged(self):
        asked = []

        def play(exchanged, seed, battles):
            asked.append((exchanged, battles, seed))
            return coin(0.5, exchanged, seed, battles)

        one = judge([sampled(play, at_most=0.5, budget=1000)])[0]
        fought = {side: sum(count for at, count, _ in asked if at == side) for side in (0, 1)}
        assert fought == {0: 500, 1: 500}
        assert one.battles == 1000
        assert len({seed for _, _, seed in asked}) == len(asked)

    def test_a_bias_beyond_chance_is_reported_and_does_not_touch_the_claim(self):
        band = {"at_least": 0.55, "at_most": 0.65}
        found = judge([sampled(partial(uneven, 0.7, 0.5), **band)])
        assert found[0].verdict == "holds"
        assert found[0].bias_low < 0.2 < found[0].bias_high
        ends = (written(end) for end in (found[0].bias, found[0].bias_low, found[0].bias_high))
        worth = "Side bias: a against , win: the first place is worth {} ({} to {}).".format(*ends)
        assert str(found).splitlines()[-2] == worth
        fair = [sampled(partial(coin, 0.5), f"c{n}", at_most=0.5, budget=600) for n in range(60)]
        assert not judge(fair).biases
        one = verdict(0.5, mirrored=False, at_most=0.9)
        assert (one.verdict, math.isnan(one.bias)) == ("holds", True)

    def test_a_row_may_ask_for_its_sides_as_they_are_written(self):
        row = "x,units,3 Archer,2 Knight,win,0,1,{}method=sampled,600"
        plain, mirrored = verdicts_of(row.format("mirrored=no; "), row.format(""), files=UNITS)
        assert (math.isnan(plain.bias), math.isnan(mirrored.bias)) == (True, False)


@pytest.mark.parametrize(("name", "value"), [("error", 0), ("error", 1), ("seed", -1)])
def test_numbers_out_of_range(name, value):
    with pytest.raises(ValueError, match=f"{name} = "):
        judge([], **{name: value})


class TestExactAndSampled:
    """What allows both is judged alike by both."""

    @pytest.mark.parametrize(
        ("files", "pair", "measure", "given"),
        [
            *((UNITS, "Duelist,Maul", one, "rounds=40") for one in ("lose", "lead", "turns")),
            *((SMALL, "2 Imp + 1 Ogre,3 Elf", one, "") for one in ("win", "draw", "survives")),
            *((SMALL, "2 Imp + 1 Ogre,3 Elf", one, "rounds=2") for one in ("undecided", "turns")),
        ],
    )
    def test_they_agree(self, files, pair, measure, given):
        def asked(method, most):
            row = f"x,units,{pair},{measure},,{most:.12f},{given};method={method},8000"
            return verdicts_of(row, files=files)[0]

        scale = 99 if measure in ("lead", "turns") else 1
        exact = asked("exact", scale)
        width = 0.1 * (10 if measure == "turns" else 1)
        for most, said in ((exact.value + width, "holds"), (exact.value - width, "broken")):
            if 0.02 < most < 0.98 or scale > 1:
                one = asked("sampled", most)
                assert (asked("exact", most).verdict, one.verdict) == (said, said)
                assert one.low <= exact.value <= one.high

    def test_what_is_left_stands_behind_who_wins(self):
        duel, turns = verdicts_of(
            "x,units,Knight,Duelist,win,0,1,,", "y,units,Knight,Maul,turns,0,99,,", files=UNITS
        )
        army, exact = verdicts_of(
            "z,units,2 Imp + 1 Ogre,3 Elf,lose,,22.5 %,method=sampled,2000",
            "z,units,2 Imp + 1 Ogre,3 Elf,lose,0,1,,",
            files=SMALL,
        )
        assert turns.distribution.mean == pytest.approx(turns.value)
        assert duel.distribution.at_least(1) == pytest.approx(duel.value)
        for one in (army, exact):
            assert 1 - one.distribution.at_least(0) == pytest.approx(one.value)
        few = [one.distribution.at_least(-2) for one in (exact, army)]
        assert few[0] == pytest.approx(few[1], abs=0.02)

    def test_whom_fighters_strike_first_is_set(self):
        row = "x,units,6 Archer,2 Militia + 1 Knight,survives,0,1,targeting=weakest,"
        (claim,) = claims_of(row, files=UNITS)
        met, _ = claim.answer().play.args
        assert {whom for side in met.sides for whom in side.targeting} == {"weakest"}


@pytest.fixture(scope="module")
def alone():
    """The verdicts of one process."""
    return verdicts_of(*SOME, files=UNITS), judge(claims_of(*SOME, files=UNITS), seed=3)


@contextmanager
def dask_cluster():
    from distributed import Client, LocalCluster  # takes a while

    how = {"n_workers": 2, "threads_per_worker": 1, "processes": False, "dashboard_address": None}
    with LocalCluster(**how) as cluster, Client(cluster) as client:
        yield client.get_executor()


def fails(exchanged, seed, battles):
    raise ValueError("a battle doesn't end")


class TestWorkers:
    @pytest.mark.parametrize(
        "start",
        [
            partial(ThreadPoolExecutor, 3),
            partial(ProcessPoolExecutor, 2),
            dask_cluster,
        ],
        ids=["threads", "processes", "dask"],
    )
    def test_any_number_of_them_says_the_same(self, start, alone):
        with start() as executor:
            found = judge(claims_of(*SOME, files=UNITS), seed=3, executor=executor)
            failed = judge([sampled(fails, at_most=1.0)], executor=executor)
        pd.testing.assert_frame_equal(found.frame, alone[1].frame, check_exact=True)
        for one, other in zip(found, alone[1], strict=True):
            assert (one.distribution.values == other.distribution.values).all()
            assert (one.distribution.chances == other.distribution.chances).all()
        assert failed.faults == ("row 2, a: a battle doesn't end",)

    def test_the_battles_hang_on_the_seed_alone_not_on_other_rows_bands_or_names(self, alone):
        renamed = claims_of(SOME[0].replace("close,", "new,"), files=UNITS)
        (lone,) = judge(renamed, seed=3, error=0.01)
        among = judge(claims_of(*SOME[::-1], files=UNITS), seed=3)[len(SOME) - 1]
        assert (lone.battles, lone.value) == (among.battles, among.value)
        one, other = judge([sampled(partial(coin, 0.5), name, at_least=0.5) for name in "ab"])
        assert one.value != other.value
        other, seeded = (one.frame["value"] for one in alone)
        assert (other != seeded).sum() == len(SOME) - 1

    def test_each_is_told_as_soon_as_it_is_decided(self):
        claims, said = claims_of(*SOME, files=UNITS), []
        assert [place for place, _ in judged(claims, seed=3)] == [4, 0, 1, 2, 3]
        judge(claims, progress=lambda *done: said.append(done))
        assert said == [(number, 5) for number in range(1, 6)]
