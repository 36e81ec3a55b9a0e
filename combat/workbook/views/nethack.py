"""What notebooks 03 and 10 share, and notebook 03's first panel: who hits whom, and why.

cast: as from `read_cast`. sd: the standard deviation, in points. A panel's parts are replaced by
keywords, as in `Panel`.
"""

from functools import partial

import numpy as np
import pandas as pd

from combat.core.checks import check_numbers
from combat.core.words import percent
from combat.nethack import (
    STAGES,
    TURNS,
    attacker_terms,
    defender_terms,
    encounter,
    net_for,
    odds,
    read_decisions,
)
from combat.nethack.to_hit import mean_of
from combat.workbook.charts import bell
from combat.workbook.panel.controls import choice, slider, tick
from combat.workbook.panel.guess import Guess
from combat.workbook.panel.panel import Panel

# Of all monsters, those that a page offers: it has no Python.
KNOWN = [
    *("newt", "jackal", "hill orc", "soldier ant", "killer bee", "gelatinous cube", "owlbear"),
    *("cockatrice", "troll", "minotaur", "black dragon", "Orcus"),
]
_CONDITIONS = {
    "conditions of the attacker": [
        *("attacker_unseen", "attacker_blinded", "attacker_stunned", "attacker_trapped"),
        *("attacker_engulfed", "attacker_fumbling"),
    ],
    "conditions of the target": [
        *("target_sleeping", "target_fleeing", "target_trapped", "target_unseen"),
    ],
}
_TICKS = [name for names in _CONDITIONS.values() for name in names]


def _fight(role, stage, monster, turn="you attack"):
    """What the first panel is set to for a fight without conditions."""
    return dict.fromkeys(_TICKS, False) | {
        "role": role,
        "stage": stage,
        "monster": monster,
        "turn": turn,
    }


FIGHTS = {
    "a samurai's first orc": _fight("Samurai", "start", "hill orc"),
    "a tourist's first newt": _fight("Tourist", "start", "newt"),
    "a soldier ant bites a wizard": _fight("Wizard", "start", "soldier ant", "it attacks you"),
    "a late Valkyrie against Orcus": _fight("Valkyrie", "late", "Orcus"),
}


def roles(cast):
    """Return the names of all roles, as a list."""
    return list(cast.kits.index.unique("role"))


def monsters(cast):
    """Return the names of all monsters in alphabetical order, as a list."""
    return sorted(cast.monsters.index, key=str.casefold)


def sd_slider(*exported):
    """Return the slider of the standard deviation; exported: the values a page offers, too."""
    label = "standard deviation"
    return slider(label, 4.0, 12.0, 8.0, step=0.5, unit="points", exported=exported or None)


def who_hits(cast, **parts):
    """Return a Panel of the terms of one blow, and of the draw that it needs."""
    shown = bell.cut_bell(
        lambda sd, **who: named_terms(*encounter(cast, **who)),
        bell_curve,
        chance=lambda **values: odds_met(cast, **values).chance,
    )
    looks = {
        "presets": FIGHTS,
        "groups": _CONDITIONS,
        "caption": "Each term pushes the cut, blue ones to the left; every draw right of it hits. "
        "Random terms have their mean; kits of mid-game and late are this workbook's own.",
        "words": partial(blow_in_words, cast),
        "size": (8.2, 3.5),
        "guess": Guess(
            "A tourist, new in the dungeon, strikes at his first newt. How often does he hit?",
            odds_met(cast, 8.0, **FIGHTS["a tourist's first newt"]).chance,
            plot=0,
            axis="x",
            # The draw right of which the bell has this chance; the tails' ends for 0 and 1.
            on_axis=lambda chance: -net_for(min(max(chance, 0.0005), 0.9995)),
        ),
    }
    return Panel(shown, _who_and_whom(cast), **looks | parts)


def _who_and_whom(cast):
    return {
        "role": choice("role", roles(cast), "Tourist"),
        "stage": choice("stage of the game", list(STAGES), "start"),
        "monster": choice("monster", monsters(cast), "newt", exported=KNOWN),
        "turn": choice("whose blow", TURNS),
        "sd": sd_slider(4.0, 6.0, 10.0, 12.0),
    } | {name: tick(name.replace("_", " ")) for name in _TICKS}


def odds_met(cast, sd, **who):
    """Return the `AttackOdds` of a blow; who: as in `encounter`."""
    return odds(*encounter(cast, **who), sd=sd)


def blow_in_words(cast, **values):
    """Return how often a blow hits, and its odds, as a text; values: as in `odds_met`."""
    found = odds_met(cast, **values)
    names = [f"the {values['role']}", with_article(values["monster"])]
    first, second = names if values["turn"] == TURNS[0] else reversed(names)
    return (
        f"{first[0].upper()}{first[1:]} hits {second} {percent(found.chance)} of the time. The net "
        f"is {found.net:+.2f}; in vanilla NetHack the chance is {percent(found.vanilla)}."
    )


def with_article(monster):
    """Return a monster's name as a sentence has it: "the newt", but "Orcus"."""
    return monster if monster[0].isupper() else f"the {monster}"


def named_terms(attacker, defender):
    """The terms of an attack that aren't 0, in mean points for the attacker, by name and points."""
    own = [(term.name, mean_of(term.value)) for term in attacker_terms(attacker, defender)]
    its = [
        (f"target's {term.name}", -mean_of(term.value))
        for term in defender_terms(defender, attacker=attacker)
    ]
    found = [(f"{name} {points:+.3g}", points) for name, points in own + its if points]
    return pd.DataFrame(found, columns=["term", "points"]).set_index("term")


def bell_curve(sd=8.0, reach=50):
    """The density of the Gaussian draw: a Series from -reach to reach; ValueError for sd <= 0."""
    sd = check_numbers("sd", sd, low=0, open_low=True)
    draws = np.linspace(-reach, reach, 20 * reach + 1)
    density = np.exp(-((draws / sd) ** 2) / 2) / (sd * np.sqrt(2 * np.pi))
    return pd.Series(density, pd.Index(draws, name="random draw"), name="density")


def decision_table(folder):
    """The decisions by topic, with what each alternative does; folder: such as data/nethack."""
    shown = {"source": "the source", "trouble": "the trouble", "decision": "the decision"}
    shown |= {name: name for name in ("topic", "situation", "value", "other")}
    rows = [{shown[name]: getattr(one, name) for name in shown} for one in read_decisions(folder)]
    return pd.DataFrame(rows).set_index("topic")
