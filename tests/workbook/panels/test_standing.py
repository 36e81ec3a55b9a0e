"""What the table of all duels comes to, in words."""

import pandas as pd
import pytest

from combat.workbook.panels.standing import near_even, verdict


def table(names, **scores):
    """Scores of pairs, such as AB=0.7; all others are even."""
    found = pd.DataFrame(0.5, [*names], [*names])
    for (one, other), score in scores.items():
        found.loc[one, other], found.loc[other, one] = score, 1 - score
    return found


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        (table("A"), ""),
        (table("AB", AB=0.7), "A beats B, 70.0% of all duels."),
        (table("AB"), "A and B are even."),
        (
            table("ABC", AB=0.7, BC=0.6, AC=0.9),
            "A beats both others; C loses to both. Closest: B against C, 60%. No three units go "
            "round like rock, paper, scissors.",
        ),
        (
            table("ABC", AB=1, BC=1, AC=1),
            "A beats both others; C loses to both. Luck decides no duel. No three units go round "
            "like rock, paper, scissors.",
        ),
        (
            table("ABC", AB=0.995, BC=1, AC=1),
            "A beats both others; C loses to both. In each duel the winner is all but sure. No "
            "three units go round like rock, paper, scissors.",
        ),
        (
            table("ABC", AB=0.7, BC=0.7, CA=0.7),
            "A beats one of two; C beats one of two. Closest: A against B, 70%. A beats B, B beats "
            "C, C beats A: as rock, paper, scissors.",
        ),
        (
            table("ABCD", AB=0.7, AC=0.8, AD=0.9, BD=0.6),
            "A beats all three others; D beats none of three. Closest: B against C, 50%. No three "
            "units go round like rock, paper, scissors.",
        ),
    ],
)
def test_the_verdict_says_who_stands_where(scores, said):
    assert verdict(scores) == said


def test_a_draw_that_is_sure_is_no_close_duel():
    scores = table("ABC", AC=0.4)
    wins = pd.DataFrame([[0, 0, 0.3], [0, 0, 0.5], [0.5, 0.5, 0]], [*"ABC"], [*"ABC"])
    assert near_even(scores, wins).to_dict() == {("B", "C"): 0.5, ("C", "A"): 0.6}
    assert len(near_even(scores)) == 3
