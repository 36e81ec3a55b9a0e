"""Notebook 03's first panel, who hits whom and why, its decisions, and what its views share.

cast: as from `read_cast`. sd: the standard deviation, in points.
"""

import re
from html import escape

import numpy as np
import pandas as pd
from IPython.display import HTML

from combat.core.words import minus, percent
from combat.nethack import STAGES, TURNS, attacker_terms, defender_terms, encounter, odds
from combat.nethack.to_hit import mean_of
from combat.tables import read_table
from combat.workbook import Answer, Guess, Panel, charts, choice, slider, tick
from combat.workbook.charts.chart import Chart, Layer
from combat.workbook.charts.palette import BLUE, SOFT, VERMILION

# Of all monsters, those that a page offers: it has no Python.
KNOWN = [
    *("newt", "jackal", "hill orc", "soldier ant", "killer bee", "gelatinous cube", "owlbear"),
    *("cockatrice", "troll", "minotaur", "black dragon", "Orcus"),
]
_ROWS, _BELL = 7, 4.0  # rows for terms, at the least, and those that the bell takes
_CONDITIONS = {
    "conditions of the attacker": [
        *("attacker_unseen", "attacker_blinded", "attacker_stunned", "attacker_trapped"),
        *("attacker_engulfed", "attacker_fumbling"),
    ],
    "conditions of the target": [
        *("target_sleeping", "target_fleeing", "target_trapped", "target_unseen"),
    ],
}
# How the columns of `match_up` are written.
HEADS = {"EV": "+.2f", "DR": "+.2f", "its hardest blow": ".1f"}
HEADS |= dict.fromkeys(["the hero hits it", "it hits the hero"], ".1%")
_ANT = {"role": "Wizard", "monster": "soldier ant", "turn": "it attacks you"}
_ORCUS = {"role": "Valkyrie", "stage": "late", "monster": "Orcus"}
FIGHTS = {
    "a samurai's first orc": {"role": "Samurai", "monster": "hill orc"},
    "a tourist's first newt": {"role": "Tourist", "monster": "newt"},
    "a soldier ant bites a wizard": _ANT,
    "a late Valkyrie against Orcus": _ORCUS,
}


def monsters(cast):
    """Return the names of all monsters in alphabetical order, as a list."""
    return sorted(cast.monsters.index, key=str.casefold)


def sd_slider():
    """Return the slider of the standard deviation."""
    return slider("standard deviation", 4.0, 12.0, 8.0, step=0.5, unit="points")


def who_hits(cast):
    """Return a Panel of the terms of one blow, and of the draw that it needs."""

    def show(sd, **who):
        pair = encounter(cast, **who)
        found = odds(*pair, sd=sd)
        names = [f"the {who['role']}", with_article(who["monster"])]
        first, second = names if who["turn"] == TURNS[0] else reversed(names)
        hits = f"hits {percent(found.chance)}"
        return Answer(
            f"{first[0].upper()}{first[1:]} hits {second} {percent(found.chance)} of the time.",
            cut_bell(named_terms(*pair), sd, hits),
            note=f"The net bonus is {found.net:+.2f}; in vanilla NetHack the chance is "
            f"{percent(found.vanilla)}. Each term pushes the threshold, blue ones to the left; "
            "every draw right of it hits. Random terms have their mean; the equipment of mid-game "
            "and late is this workbook's own.",
        )

    ticks = [name for names in _CONDITIONS.values() for name in names]
    return Panel(
        show,
        role=choice("role", list(cast.kits.index.unique("role")), "Tourist"),
        stage=choice("stage of the game", list(STAGES), "start"),
        monster=choice("monster", monsters(cast), "newt", exported=KNOWN),
        turn=choice("whose blow", TURNS),
        sd=sd_slider(),
        **{name: tick(name.replace("_", " ")) for name in ticks},
        presets=FIGHTS,
        groups=_CONDITIONS,
        cost=3,
        together=("role", "stage", "monster"),
        guess=Guess(
            "A tourist, new in the dungeon, strikes at his first newt. How often does he hit?",
            odds(*encounter(cast, "Tourist", "start", "newt")).chance,
        ),
    )


def with_article(monster):
    """Return a monster's name as a sentence has it: "the newt", but "Orcus"."""
    return monster if monster[0].isupper() else f"the {monster}"


def named_terms(attacker, defender):
    """The terms of an attack that aren't 0, in mean points for the attacker, by name and points."""
    its = defender_terms(defender, attacker=attacker)
    points = {one.name: mean_of(one.value) for one in attacker_terms(attacker, defender)}
    points |= {f"target's {one.name}": -mean_of(one.value) for one in its}
    found = {f"{name} {worth:+.3g}": worth for name, worth in points.items() if worth}
    return pd.Series(found, name="points", dtype=float).rename_axis("term")


def cut_bell(terms, sd, told):
    """Return a Chart of terms that push the cut through a bell curve; a draw right of it hits.

    terms: points by name, positive to the left. told: what is written beside the bell.
    """
    after = -terms.cumsum()
    cut = after.iloc[-1] if len(terms) else 0.0
    reach = max(32, after.abs().max() + 4) if len(terms) else 32
    tens = int(reach) // 10 * 10
    floor = max(len(terms), _ROWS) + _BELL
    draws = np.union1d(np.linspace(-reach, reach, 129), [cut])
    bell = pd.Series(floor - (_BELL - 0.5) * np.exp(-((draws / sd) ** 2) / 2), draws)
    # What is read on pointing: each term, where the cut stands after it.
    read = Layer("term", tuple(after), tuple(terms.index), {"points": terms.to_numpy()})
    shown = Chart(
        (read,),
        {
            "xlabel": "random draw (points)",
            "xlim": (-reach, reach),
            "ylim": (floor, -0.7),
            "xticks": range(-tens, tens + 1, 10),
            "yticks": (),
        },
    )
    for side, color, shade in ((bell[cut:], BLUE, 0.55), (bell[:cut], VERMILION, 0.2)):
        shown += charts.between(0 * side + floor, side, color, opacity=shade, step="")
    shown += charts.path(draws, bell)
    for row, (name, points) in enumerate(terms.items()):
        to, left = after.iloc[row], 2 * after.iloc[row] + points > 0
        ends = sorted([to, to + points])
        shown += charts.box(
            ends[0], row - 0.31, ends[1], row + 0.31, BLUE if points > 0 else VERMILION
        )
        shown += charts.path([to, to], [row, row + 1], SOFT, width=1)
        x, side = (ends[0] - 0.6, "end") if left else (ends[1] + 0.6, "start")
        shown += charts.texts([x], [row], [minus(name)], anchor=side)
    shown += charts.path([cut, cut], [len(terms) - 0.5, floor], width=2.5)
    at = floor - 0.62 * _BELL
    return shown + charts.texts(
        [0.985 * reach], [at], [told], anchor="end", color=BLUE, size=18, bold=True
    )


def decided(folder):
    """Return what was decided of each open point, as prose; folder: such as data/nethack."""
    columns = ["part", "topic", "source", "trouble", "decision"]
    points = read_table(f"{folder}/decisions.csv", numeric=[], text=columns)
    parts = [
        f"<p><b>{part}</b></p><ul>{''.join(map(_point, rows.itertuples()))}</ul>"
        for part, rows in points.groupby("part", sort=False)
    ]
    return HTML(minus("\n".join(parts)))


def _point(one):
    told = escape(f"({one.source}; {one.trouble}): {one.decision}.", quote=False)
    told = re.sub("`(.+?)`", r"<code>\1</code>", told)
    return f"<li><i>{one.topic}</i> {told}</li>\n"
