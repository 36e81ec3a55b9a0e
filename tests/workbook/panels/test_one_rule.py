"""A hit rule's panel, with any rule."""

import numpy as np
import pytest

from combat import tome
from combat.hit_rules import rules
from combat.workbook import panels
from combat.workbook.panels.one_rule import need_in_words, needed

SMOOTH = tome.check_hit_smooth


def test_the_attack_that_is_needed_is_the_least_one():
    for defense in (1, 30, 77):
        for wanted in (0.3, 0.6, 0.9):
            at, chance = needed(SMOOTH, defense, wanted)
            if at <= 100:
                assert at == np.ceil(max(0, tome.attack_for(wanted, defense)) - 1e-9)
                assert chance == SMOOTH(at, defense) >= wanted
                assert at == 0 or SMOOTH(at - 1, defense) < wanted


def test_words_say_where_there_is_no_such_attack():
    assert need_in_words(SMOOTH, 1, 0.1).startswith("Even attack 0")
    assert "140, beyond" in need_in_words(SMOOTH, 100, 0.9)
    even = need_in_words(lambda a, d: 0.5 + 0 * a, 10, 0.6)
    assert even == "No attack up to 1000 hits 60% of the time."


def test_every_rule_is_drawn_beside_another_also_at_the_ends_of_the_sliders():
    for name, rule in rules().items():
        panel = panels.hit_chances(rule, SMOOTH)
        panel.set(attack=1, defense=100, wanted=0.9)
        (chances, _) = panel.answer.charts[0].numbers()
        assert chances.columns.tolist() == [name, "check hit smooth"]
        assert chances[name].tolist() == pytest.approx(rule(np.arange(101), 100))
        assert "against defence 100 hits " in panel.answer.title
