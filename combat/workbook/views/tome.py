"""The three hit rules of notebook 01 side by side.

Parameters: m is the smooth rule's constant, in points; limits are those of the other two rules,
probabilities; with `engine` these two are as in the game's own code.
"""

from functools import cache

import numpy as np
import pandas as pd

from combat import tome
from combat.workbook import Answer, Guess, Panel, Table, bounds, charts, choice, slider, tick
from combat.workbook.charts.palette import BROWN, OCHRE, PINK, VIOLET, WINE

RULES = ("linear", "exponential", "smooth")
LIMITS = (0.05, 0.95)

_BY = np.arange(-60, 61)  # differences, in points
_STEPS = {-20: "at −20", -10: "at −10", 0: "equal", 10: "at +10", 20: "at +20"}
_STAGES = (VIOLET, WINE, BROWN, OCHRE, PINK)  # no colour of a rule
_HEADS = {"advantage": "ahead by", "m from": "middle: from", "m to": "middle: to"}
# Ranges of whole numbers, the same for attack and for defence.
WIDE = {
    f"{low} to {high}": (range(low, high + 1), range(low, high + 1))
    for low, high in ((1, 20), (1, 100), (50, 100))
}


def own_numbers(m):
    """Return the controls of the rules' own numbers."""
    return {
        "m": slider("m of the smooth rule", 1, 60, m, unit="points"),
        "limits": bounds("limits of the other two", 0, 1, LIMITS),
    }


def three(m=10.0, limits=LIMITS, engine=False):
    """Return the three rules as functions of (attack, defense), by name."""
    lo, hi = limits
    return {
        "linear": lambda a, d: tome.check_hit(a, d, lo=lo, hi=hi, engine=engine),
        "exponential": lambda a, d: tome.check_hit_old(a, d, lo=lo, hi=hi, engine=engine),
        "smooth": lambda a, d: tome.check_hit_smooth(a, d, m=m),
    }


def shift_by_rounding(attacks, defense):
    """Return by how much the engine's rounding changes the mean chance of each rule, a series."""
    attacks = np.array(attacks)
    exact, engine = (
        pd.DataFrame({name: rule(attacks, defense) for name, rule in rules.items()})
        for rules in (three(limits=(0, 1)), three(limits=(0, 1), engine=True))
    )
    return (tome.as_played(engine) - exact).mean()


def by_difference(differences, defense, **rule):
    """Return the chances of the three rules by attack - defense, in points; the attack above 0."""
    attack = defense + np.asarray(differences, float)
    found = {name: chance(attack, defense) for name, chance in three(**rule).items()}
    found["exponential"] = np.where(attack > 0, found["exponential"], np.nan)
    return pd.DataFrame(found, pd.Index(differences, name="attack − defence (points)"))


def curves():
    """Return a Panel of the three rules by attack - defence, and of what a point is worth."""

    def show(defense, engine, **own):
        rule = {"engine": engine, **own}
        chance = by_difference(_BY, defense, **rule)
        worth = by_difference(_BY + 1, defense, **rule).set_axis(chance.index) - chance
        readings = by_difference(list(_STEPS), defense, **rule).T.rename_axis("rule")
        ahead = ", ".join(f"{name} {at:.1%}" for name, at in readings[10].items())
        rules = three(**rule).values()
        readings["attack for 60%"] = [tome.attack_for(0.6, defense, rule=one) for one in rules]
        formats = dict.fromkeys(_STEPS.values(), ".1%") | {"attack for 60%": ".1f"}
        return Answer(
            f"Ten points ahead of defence {defense} you hit with a chance of: {ahead}.",
            charts.lines(chance, title="Chance to hit"),
            charts.lines(worth, title="What 1 more attack is worth", ylim=(0, 0.12), legend=False),
            table=Table(readings.rename(columns=_STEPS).rename_axis(None, axis=1), formats=formats),
            note="The exponential rule is drawn for an attack above 0 only."
            + " Rounded up to whole percent a point adds 2% and 3% in turn: the zigzag." * engine,
        )

    return Panel(
        show,
        defense=slider("defence", 1, 100, 30, unit="points"),
        **own_numbers(10),
        engine=tick("as the engine plays: negatives are 0, linear rounded up"),
        cost=7,
        presets={
            "early: defence 5": {"defense": 5, "m": 10},
            "late: defence 90": {"defense": 90, "m": 10},
        },
    )


def two_rules():
    """Return a Panel that maps where two of the rules differ, by attack and by defence."""

    def show(first, second, **own):
        every = gap(first, second, **own)
        off = 100 * np.nan_to_num(every.to_numpy())
        return Answer(
            f"The {first} and the {second} rule agree on {np.mean(every.abs() <= 0.05):.0%} of the "
            "map.",
            charts.heat(
                every.iloc[::10, ::10],
                limits=(-0.3, 0.3),
                scale=100,
                spec="+.0f",
                title=f"{first} minus {second}, in percentage points",
            ),
            note="They agree where they are within 5 percentage points. Elsewhere the "
            f"{first} chance is up to {off.max():.0f} points above the {second} one, or "
            f"{abs(off.min()):.0f} below. A cell is a match-up. Blue: the first rule hits more "
            "often; orange: the second does; white: they agree; blank: one of them has no value.",
        )

    return Panel(
        show,
        first=choice("chance under", RULES, "smooth"),
        second=choice("minus chance under", RULES, "exponential"),
        **own_numbers(20),
        guess=Guess(
            "How large must attack and defence both be, for the smooth rule with m = 20 to stay "
            "within five percentage points of the exponential one?",
            alike_from(0.05, m=20),
            among=range(101),
        ),
    )


def alike_from(most, m):
    """Return from which attack and defence on the smooth rule is so near the exponential one."""
    apart = gap("smooth", "exponential", m).abs()
    return next(low for low in apart.index if apart.loc[low:, low:].max(axis=None) <= most)


def gap(first, second, m=10.0, limits=LIMITS):
    """One rule's chance less another's, attacks as rows, defences as columns, from 0 to 100."""
    points = np.arange(101)
    attack, defense = np.meshgrid(points, points, indexing="ij")
    known = three(m, limits)
    cells = known[first](attack, defense) - known[second](attack, defense)
    axes = (pd.Index(points, name=f"{name} (points)") for name in ("attack", "defence"))
    return pd.DataFrame(cells, *axes)


def stages(path):
    """The ranges of attack and defence for fits: `game_stages`, then all values of three ranges."""
    return tome.game_stages(path) | {f"all from {name}": grid for name, grid in WIDE.items()}


def nearness(found, caption):
    """Return what `combat.tome.fits` or `gaps` found as a Table; errors in percentage points."""
    formats = {name: ".1f" if name.startswith("m (") else ".1pp" for name in found.columns}
    return Table(found, formats=formats, caption=caption, folded=True)


def within_a_band(matchups):
    """Return a Panel of the share of match-ups that the smooth rule keeps within a band."""
    by_m = cache(lambda band: tome.shares_by_m(matchups, band))

    def show(m, band):
        shares, table = tome.share_within(matchups, band, m=m), tome.m_table(matchups, band)
        low, high = band
        return Answer(
            f"At m = {m:.1f} the worst stage keeps {shares.min():.0%} of its match-ups.",
            charts.lines(
                by_m(band),
                mark="m",
                xlabel="m (points)",
                title="Share of a stage's match-ups within the band",
                colors=dict(zip(matchups, _STAGES, strict=False)),
            ),
            table=Table(
                table.rename(columns=_HEADS).assign(**{"within at this m": shares}),
                formats=dict.fromkeys([*table, *_HEADS.values()], ".1f")
                | {"within at this m": ".1%"},
                caption="Which m keep the middle of a stage within the band, and which keep all "
                "its match-ups; –: none does",
            ),
            note=f"So many have a chance from {low:.0%} to {high:.0%}, neither hopeless nor sure; "
            f"worst is {shares.idxmin()}. {_middles(table)} the middle of every stage there. Drag "
            "the dotted line.",
        )

    return Panel(
        show,
        m=slider("m of the smooth rule", 1, 60, 10, unit="points", step=0.5),
        band=bounds("hits between", 0.5, 1, (0.6, 0.9)),
    )


def _middles(table):
    """Which m keep the middle of every stage within the band, as a text."""
    least, most = table["m from"].max(skipna=False), table["m to"].min(skipna=False)
    if np.isinf(most):
        return f"Any m from {least:.1f} on keeps"
    return f"Any m from {least:.1f} to {most:.1f} keeps" if least <= most else "No m keeps"
