"""Notebook 05: rosters, the odds of their battles, and one battle."""

from functools import cache, partial

import pandas as pd

from combat.core.words import listed, percent
from combat.marked_for_death import NO_ONE, fight, odds, read_team, simulate, stats
from combat.workbook import Answer, Panel, Table, Upload, charts, choice, slider
from combat.workbook.charts import palette

SIDES = ["heroes", "villains"]
BATTLES = {
    "the dragon and its riders": "dragon",
    "four against four": "four",
    "27 against 4": "large",
}
SMALL = {label: battle for label, battle in BATTLES.items() if battle != "large"}
STATS = {"XP": ".0f", "Total XP": ".0f", "ToHit": ".0%", "ToDefend": ".0%"}
ENDS = {
    "heroes": "the heroes win",
    "villains": "the villains win",
    "draw": "both sides fall",
    None: "it was stopped undecided",
}
_LONGEST = 30  # rounds of the one battle
# In the picture of a round: between two arrows, where they begin, and how wide a hit point is.
_BESIDE, _INNER, _SQUARE = 0.07, 1.9, 0.42
_simulate, _fight = cache(simulate), cache(fight)


def battles(folder):
    """Return the heroes and the villains of each of the `BATTLES`, by the name of their files."""
    return {
        battle: tuple(read_team(f"{folder}/{battle}_{side}.csv") for side in SIDES)
        for battle in BATTLES.values()
    }


def who_wins(teams):
    """A Panel of who wins how often, who is left, how long it takes; teams: of `battles`."""

    def show(battle, battles, most):
        found = _simulate(*teams[battle], battles=battles, max_rounds=most or None, seed=7)
        rosters = pd.concat(map(stats, teams[battle]), keys=SIDES, names=["side"])
        rosters = rosters.reset_index("side")
        title, note = in_sentences(found)
        return Answer(
            f"{title[0].upper()}{title[1:]}",
            charts.rows(found.table(), title="Who wins"),
            charts.rows(survival_of_groups(found), by="side", title="Who is left standing"),
            charts.distribution(
                found.turns,
                title="How long it takes",
                colors={"chance": palette.EDGE},  # blue is the heroes'
                xlabel="rounds",
                xlim=(0.4, 12.6),
            ),
            table=Table(_short(rosters[~stem(rosters.index).duplicated()]), formats=STATS),
            note=f"{note} Seen in {battles:,} battles. The whiskers say how far so few battles may "
            "be off (95% intervals). In a draw both sides fall in the same round. Clones are shown "
            "as one.",
        )

    return Panel(
        show,
        battles=slider("battles", 500, 40_000, 4_000, step=500, live=False),
        battle=choice("battle", BATTLES, "four"),
        most=choice("stop after", {"never": 0, "2 rounds": 2, "4 rounds": 4}),
        cost=60,
        together=("battles", "battle"),
    )


def _short(table):
    heads = {"Total XP": "XP", "Bodyguarding": "guards", "LinkedTo": "linked to"}
    heads |= {"OffenseDice": "offense dice", "DefenseDice": "defense dice"}
    return table.rename(columns=heads).replace(NO_ONE, "–")


def stem(names):
    """Return names without the number at their end, which tells clones apart."""
    return names.str.replace(r"\W*\d+$", "", regex=True)


def survival_of_groups(odds):
    """The chances to survive, by name, with one row for all clones: chance, low, high, side."""
    survival = odds.survival
    alike = survival.groupby(["side", stem(survival["name"])], sort=False)
    frame = alike.agg({"chance": "mean", "low": "min", "high": "max"}).reset_index("side")
    each = [f" (each of {count})" if count > 1 else "" for count in alike.size()]
    return frame.set_index(frame.index + each)[["chance", "low", "high", "side"]]


def in_words(odds):
    """Who wins with what chance, how soon, and what is left, as a text with intervals."""
    return " ".join(in_sentences(odds))


def in_sentences(odds):
    """Return the same as two sentences."""
    low, high = odds.table().loc["heroes", ["low", "high"]]
    surely = f" ({percent(low)} to {percent(high)})" if odds.fights else ""
    # The exact chain stops when a chance of only 1e-13 is left undecided.
    stopped = f", undecided {percent(odds.undecided)}" if odds.undecided > 1e-9 else ""
    left = " and ".join(
        f"{survive.mean:.1f} {side} with {points.mean:.1f} hit points"
        for side, survive, points in zip(odds.names, odds.survivors, odds.left, strict=True)
    )
    return (
        f"the heroes win {percent(odds.first)}{surely}, the villains {percent(odds.second)}, "
        f"draws {percent(odds.both)}{stopped}.",
        f"On average it is over after {odds.turns.mean:.1f} rounds, and {left} are left standing.",
    )


def one_round(teams):
    """A Panel of one round of one battle: its blows as arrows; teams: as from `battles`."""

    def show(number, seed, battle):
        found = _fight(*teams[battle], seed=seed, max_rounds=_LONGEST)
        played = found.history[min(number, found.rounds) - 1]
        fallen = [name for side in played.after.values() for name, hp in side.items() if hp <= 0]
        hurt = sum(blow.damage > 0 for blow in played.blows)
        end = f" With it {ENDS[found.winner]}." if played.number == found.rounds else ""
        return Answer(
            f"Round {played.number} of {found.rounds}: {hurt} of {len(played.blows)} blows hurt; "
            f"{listed(fallen) or 'nobody'} {'falls' if len(fallen) < 2 else 'fall'}.{end}",
            arrows_of(played),
            table=log_of(played),
            note="An arrow is a blow: in colour if it hurts, grey if it is blocked. A square is "
            "a hit point; pale ones are lost in this round."
            + f" This battle has no round {number}."
            * (number > found.rounds),
        )

    return Panel(
        show,
        number=slider("round", 1, 6, 1),
        seed=slider("which battle", 1, 40, 18),
        battle=choice("battle", SMALL, "four"),
        cost=6,
    )


def arrows_of(played):
    """Return a Chart of a round: each side's fighters with their hit points, and all blows."""
    rows = {side: _rows_of(names) for side, names in played.before.items()}
    chart = charts.texts([], [], [], bare=True, xlim=(-0.2, 10.2), ylim=(-0.5, 3.8))
    for blow in played.blows:
        mine, other = SIDES if blow.side == SIDES[0] else SIDES[::-1]
        # The blows of the heroes run above those that come back.
        shift = _BESIDE if mine == SIDES[0] else -_BESIDE
        rise = [rows[mine][blow.attacker] + shift, rows[other][blow.target] + shift]
        color = palette.SIDES[mine] if blow.damage else palette.GREY
        width = 1 + 1.2 * min(blow.damage, 4)
        places = [_INNER, 10 - _INNER] if mine == SIDES[0] else [10 - _INNER, _INNER]
        chart += charts.path(places, rise, color, width=width, arrow=True)
    for side in SIDES:
        outer, away, anchor = (0, 1, "start") if side == SIDES[0] else (10, -1, "end")
        for name, row in rows[side].items():
            left = max(0, played.after[side][name])
            for point in range(played.before[side][name]):
                begin = outer + away * _SQUARE * 1.2 * point
                end, low, high = begin + away * _SQUARE, row - 0.13, row + 0.13
                color, opacity = palette.SIDES[side], 1 if point < left else 0.25
                chart += charts.box(begin, low, end, high, color, opacity=opacity)
            title = name if left else f"{name} †"
            chart += charts.texts([outer], [row + 0.32], [title], anchor=anchor)
    return chart


def _rows_of(names):
    """Where each fighter stands, from 3 at the top to 0."""
    return {name: 3 - (at + 0.5) * 4 / len(names) + 0.5 for at, name in enumerate(names)}


def log_of(played):
    """Return the blows of a round as a Table; a bodyguard stands beside whom he shields."""
    blows = pd.DataFrame(played.blows)
    shielded = blows["drawn"] + ", shielded by " + blows["target"]
    at = blows["drawn"].where(blows["drawn"] == blows["target"], shielded)
    table = blows.assign(at=at)[["attacker", "at", "hits", "blocks", "damage"]]
    return Table(table.rename(columns={"attacker": "who strikes"}))


def meeting(heroes, villains, save_in):
    """Two Uploads, of heroes and of villains: the two sides that were loaded last meet."""
    examples = {"heroes": heroes, "villains": villains}
    own = {side: read_team(path) for side, path in examples.items()}

    def met(side, source, name):
        team = read_team(source, name=name)
        found = odds(**own | {side: team})
        own[side] = team
        survives = found.survival.query("side == @side")["chance"].to_numpy()
        table = _short(stats(team).assign(survives=survives)).reset_index()
        text = f"In this battle {in_words(found)} {' '.join(team.warnings)}"
        return Table(table, formats=STATS | {"survives": ".1%"}, caption=text)

    first, second = (
        Upload(partial(met, side), path, caption=f"Your {side}", save_as=f"{save_in}/{side}.csv")
        for side, path in examples.items()
    )
    first.after.append(second.refresh)
    second.after.append(first.refresh)
    return first, second
