"""Systems with a memory over the chances of rules: against every course of a short fight."""

import itertools

import pandas as pd
import pytest

from combat import luck
from combat.workbook.views import compare_memory as views

SYSTEMS = {
    "as given": luck.Independent(),
    "Luck meter": luck.LuckRules(),
    "XCOM 2's aim": luck.XcomAim(shots=3),
}


def courses(points, rolls, system):
    """Every course of that many rolls, with its chance: the meter walked by hand."""
    if isinstance(system, luck.Independent):
        for course in itertools.product([True, False], repeat=rolls):
            hits = sum(course)
            yield course, (points / 100) ** hits * (1 - points / 100) ** (rolls - hits)
        return
    if isinstance(system, luck.XcomAim):
        for course in itertools.product([True, False], repeat=rolls):
            yield course, aimed(course, points, system.shots)
        return
    open_courses = [((), 1.0, 0)]
    for _ in range(rolls):
        merged = {}
        for course, weight, now in open_courses:
            found = luck.resolve(points, now, range(1, 101), system)
            for hit, after in zip(found.success.tolist(), found.luck.tolist(), strict=True):
                key = (*course, hit), after
                merged[key] = merged.get(key, 0.0) + weight / 100
        open_courses = [(course, weight, now) for (course, now), weight in merged.items()]
    yield from ((course, weight) for course, weight, _ in open_courses)


def aimed(course, points, shots):
    """The chance of a course with Rookie's help, which forgets the misses of the turn before."""
    weight, streak = 1.0, 0
    for number, hit in enumerate(course):
        streak = 0 if number % shots == 0 else streak
        chance = max(points, min(int(points * 1.2) + 10 * streak, 95)) / 100
        weight *= chance if hit else 1 - chance
        streak = 0 if hit else streak + 1
    return weight


def longest_run(course):
    return max((len(list(run)) for hit, run in itertools.groupby(course) if not hit), default=0)


@pytest.mark.parametrize("name", SYSTEMS)
def test_they_are_the_count_of_all_courses(name):
    rolls, points = 6, 60
    seen = list(courses(points, rolls, SYSTEMS[name]))
    down, runs = (
        views.fallen(SYSTEMS, points, 2, rolls=rolls),
        views.streaks_within(SYSTEMS, points, rolls=rolls),
    )
    assert (down.index.name, runs.index.name) == ("blows", "misses in a row")
    for blow in range(1, rolls + 1):
        counted = sum(weight for course, weight in seen if sum(course[:blow]) >= 2)
        assert down.loc[blow, name] == pytest.approx(counted)
    for length in range(rolls + 1):
        counted = sum(weight for course, weight in seen if longest_run(course) >= length)
        assert runs.loc[length, name] == pytest.approx(counted)


def test_runs_of_up_to_twelve_misses_and_four_in_a_row_are_asked_of_twenty_blows():
    runs, streak = (
        views.streaks_within(SYSTEMS, 30),
        views.streak_chances(SYSTEMS, pd.Series([30], ["mine"])),
    )
    assert runs.index.tolist() == list(range(13))
    for name, system in SYSTEMS.items():
        longest = luck.miss_streaks(30, 20, rules=system)
        asked = [streak.loc["mine", name], runs.loc[4, name]]
        assert asked == pytest.approx([longest[4]] * 2)


def test_points_are_whole():
    assert views.points_of(0.625) == 62
    several = views.points_of(pd.Series({"one": 0.55, "other": 1.0}))
    assert several.to_dict() == {"one": 55, "other": 100}
    assert several.dtype.kind == "i"
    with pytest.raises(ValueError, match="chance"):
        views.fallen(SYSTEMS, 101)
