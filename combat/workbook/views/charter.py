"""Pictures and sentences of notebook 08: when battles are enough, and what a patch does."""

from functools import cache, partial
from pathlib import Path

import numpy as np
import pandas as pd

from combat.charter import battles_needed
from combat.charter.bounds import decided, interval
from combat.patch import Version, patch_of_units, with_claims
from combat.workbook import Panel, Table, bounds, charts, choice, slider
from combat.workbook.charts.palette import BLUE

LOOKS = np.unique(np.geomspace(10, 20_000, 40).astype(int))
_FAR = np.round(np.geomspace(0.005, 0.25, 24), 4)
_SPENT = np.geomspace(200, 100_000, 25).astype(int)
_ENDS = dict.fromkeys(["from", "to"], BLUE)
_CLAIMS = [2, 5, 10, 20, 50, 100, 200]


def closing_in(guess):
    """Return a Panel of one claim about one chance, battle after battle."""
    return Panel(
        charts.lines(
            interval_and_band,
            guides=["at least", "at most"],
            mark=lambda chance, band, luck: when_decided(chance, band, luck)[0],
            colors=_ENDS,
            xscale="log",
            xlabel="battles",
            legend="",
        ),
        {
            "chance": slider("the true chance", 0.05, 0.95, 0.55, step=0.01, percent=True),
            "band": bounds("the band", 0, 1, (0.4, 0.6)),
            "luck": slider("luck", 1, 20, 1),
        },
        caption="Blue, the ends of the interval after so many battles, at an error of 5% for "
        "all looks together; grey, the ends of the band.",
        words=_when_in_words,
        guess=guess,
    )


@cache
def _story(chance, luck):
    """(The wins at each look, the intervals there) of battles that are rolled with a seed."""
    wins = (np.random.default_rng(luck).random(LOOKS[-1]) < chance).cumsum()[LOOKS - 1]
    ends = [interval([0, 1], [n - won, won]) for n, won in zip(LOOKS, wins, strict=True)]
    return wins, pd.DataFrame(ends, pd.Index(LOOKS, name="battles"), ["from", "to"])


def interval_and_band(chance, band, luck):
    """Return the ends of the interval by battles, beside those of the band."""
    return _story(chance, luck)[1].assign(**{"at least": band[0], "at most": band[1]})


@cache
def when_decided(chance, band, luck):
    """Return (the number of battles, the verdict) at which the interval first decides."""
    for n, won in zip(LOOKS, _story(chance, luck)[0], strict=True):
        verdict = decided([0, 1], [n - won, won], band)
        if verdict != "open":
            return int(n), verdict
    return None, "open"


def _when_in_words(chance, band, luck):
    n, verdict = when_decided(chance, band, luck)
    low, high = _story(chance, luck)[1].iloc[-1]
    if n is None:
        return f"After {LOOKS[-1]:,} battles it is still open: from {low:.1%} to {high:.1%}."
    return f"After {n:,} battles the promise {'holds' if verdict == 'holds' else 'is broken'}."


def price_of_a_claim(guess):
    """Return a Panel of the battles that decide a claim, and of the bands that they can decide."""
    return Panel(
        [
            charts.lines(
                by_distance,
                mark="distance",
                percent="x",
                yscale="log",
                ylim=(50, 300_000),
                title="Battles, by distance from the edge",
                xlabel="the chance less the edge",
            ),
            charts.lines(
                narrowest,
                xscale="log",
                xticks=[200, 1000, 5000, 20_000, 100_000],
                ylim=(0, 0.5),
                title="The narrowest band to promise",
                xlabel="battles that you can pay for",
            ),
        ],
        {
            "edge": slider("the edge", 0.1, 0.7, 0.6, step=0.1, percent=True),
            "claims": slider("sampled claims in the charter", 2, 200, 20, exported=_CLAIMS),
            "distance": slider("distance", 0.005, 0.25, 0.02, step=0.005, percent=True),
        },
        caption="How many battles decide a claim about a chance, with a chance of 95%.",
        words=_price_in_words,
        size=(9.4, 3.6),
        guess=guess,
    )


@cache
def _needed(edge, claims):
    return battles_needed(_FAR, edge, claims=claims)


def by_distance(edge, claims):
    """Return how many battles decide one claim, and one of many, by its distance from the edge."""
    curves = {"one claim": _needed(edge, 1), f"of {claims} claims": _needed(edge, claims)}
    return pd.DataFrame(curves, pd.Index(_FAR, name="distance"))


def narrowest(edge, claims):
    """Return the narrowest bands that so many battles confirm, the chance in their middle."""
    curves = {
        name: 2 * np.exp(np.interp(np.log(_SPENT), np.log(column[::-1]), np.log(_FAR[::-1])))
        for name, column in by_distance(edge, claims).items()
    }
    return pd.DataFrame(curves, pd.Index(_SPENT, name="battles"))


def _price_in_words(edge, claims, distance):
    alone, half = battles_needed([distance, distance / 2], edge)
    among = battles_needed(distance, edge, claims=claims)
    return (
        f"A chance {{distance}} from an edge of {{edge}} takes {alone:,.0f} battles. One half as "
        f"far away takes {half:,.0f}; in a charter of {claims} sampled claims it is {among:,.0f}."
    )


class Patches:
    """Patches of one unit, {label: {column: value}}: each one's duels, armies, promises."""

    def __init__(self, units, name, patches, *, rules, charter, price):
        self.units, self.name, self.patches, self.price = units, name, patches, price
        self._rules, self._charter = rules, Path(charter)
        self._found = cache(self._patch)

    def part(self, patch, kind):
        """Return the `Part` of a patch's report of that kind."""
        return next(one for one in self._found(patch).parts if one.kind == kind)

    def table(self, patch, kind, rows=8):
        """Return a part of a patch's report as a `Table`."""
        part = self.part(patch, kind)
        frame = part.frame.head(rows).drop(columns="row", errors="ignore")
        return Table(frame, caption=f"{part.title}. {part.note}", formats=part.formats)

    def _patch(self, patch):
        after = self.units.changed(self.name, **self.patches[patch])
        both = {"as it is": self.units, patch: after}
        how = {"price": self.price, "battles": 600, "names": [*both]}
        found = patch_of_units(self.units, after, self._rules, **how)
        path = self._charter.with_name("units.csv")
        versions = [Version(name, path, one.frame.to_csv().encode()) for name, one in both.items()]
        return with_claims(found, self._charter, versions)[0]


def patches(found):
    """Return a Panel of `Patches`: the greatest changes of duels and armies, and of promises."""

    def changes(kind, name):
        frame = found.part(name, kind).frame.head(8)
        return frame.set_index("against " + frame["second"])[["change"]]

    def promises(name):
        part = found.part(name, "claims")
        return Table(part.frame.drop(columns="row"), caption=part.note)

    return Panel(
        [
            charts.tornado(
                partial(changes, "duels"),
                value="change",
                xlim=(-0.23, 0.5),
                xticks=[0, 0.25, 0.5],
                title=f"The {found.name}'s duels",
            ),
            charts.tornado(
                partial(changes, "armies"),
                value="change",
                xlim=(-0.46, 1),
                xticks=[0, 0.5, 1],
                title=f"Its armies for {found.price} gold",
            ),
        ],
        {"name": choice("patch", list(found.patches))},
        caption="The greatest changes of the score, before against after, with the same luck.",
        words=partial(_patch_in_words, found),
        table=promises,
        size=(9.8, 3.4),
        reserve=170,
    )


def _patch_in_words(found, name):
    duels, armies = (found.part(name, kind).frame for kind in ("duels", "armies"))
    best = armies.iloc[0]
    return (
        f"{len(duels)} of {len(found.units) - 1} of its duels change; of armies for {found.price} "
        f"gold most against the {best['second']}, from {best['before']:.0%} to "
        f"{best['after']:.0%}."
    )
