"""Pictures and sentences of notebook 08: when battles are enough, and what a patch does."""

from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd

from combat.charter import battles_needed
from combat.charter.bounds import decided, interval
from combat.patch import Version, patch_of_units, with_claims
from combat.workbook import Answer, Panel, Table, bounds, charts, choice, slider
from combat.workbook.charts.palette import BLUE

LOOKS = np.unique(np.geomspace(10, 20_000, 40).astype(int))
_FAR = np.round(np.geomspace(0.005, 0.25, 24), 4)
_SPENT = np.geomspace(200, 100_000, 25).astype(int)


def closing_in(guess):
    """Return a Panel of one claim about one chance, battle after battle."""

    def show(chance, band, luck):
        at, verdict = when_decided(chance, band, luck)
        ends = _story(chance, luck)[1]
        low, high = ends.iloc[-1]
        open_ = f"After {LOOKS[-1]:,} battles it is still open: from {low:.1%} to {high:.1%}."
        holds = "holds" if verdict == "holds" else "is broken"
        return Answer(
            open_ if at is None else f"After {at:,} battles the promise {holds}.",
            charts.lines(
                ends.assign(**{"at least": band[0], "at most": band[1]}),
                guides=["at least", "at most"],
                mark=at,
                colors=dict.fromkeys(ends, BLUE),
                log="x",
                xlabel="battles",
                legend=False,
            ),
            note="Blue, the ends of the interval after so many battles, at an error of 5% for all "
            "looks together; grey, the ends of the band.",
        )

    return Panel(
        show,
        chance=slider("the true chance", 0.05, 0.95, 0.55, step=0.01, percent=True, live=False),
        band=bounds("the band", 0, 1, (0.4, 0.6)),
        luck=slider("luck", 1, 20, 1, live=False),
        guess=guess,
    )


@cache
def _story(chance, luck):
    """(The wins at each look, the intervals there) of battles that are rolled with a seed."""
    wins = (np.random.default_rng(luck).random(LOOKS[-1]) < chance).cumsum()[LOOKS - 1]
    ends = [interval([0, 1], [n - won, won]) for n, won in zip(LOOKS, wins, strict=True)]
    return wins, pd.DataFrame(ends, pd.Index(LOOKS, name="battles"), ["from", "to"])


@cache
def when_decided(chance, band, luck):
    """Return (the number of battles, the verdict) at which the interval first decides."""
    for n, won in zip(LOOKS, _story(chance, luck)[0], strict=True):
        verdict = decided([0, 1], [n - won, won], band)
        if verdict != "open":
            return int(n), verdict
    return None, "open"


def price_of_a_claim(guess):
    """Return a Panel of the battles that decide a claim, and of the bands that they can decide."""

    def show(edge, claims, distance):
        alone, half = battles_needed([distance, distance / 2], edge)
        among = battles_needed(distance, edge, claims=claims)
        return Answer(
            f"A chance {distance:.1%} from an edge of {edge:.0%} takes {alone:,.0f} battles.",
            charts.lines(
                by_distance(edge, claims),
                mark="distance",
                percent="x",
                log="y",
                ylim=(50, 300_000),
                title="Battles, by distance from the edge",
                xlabel="the chance less the edge",
            ),
            charts.lines(
                narrowest(edge, claims),
                log="x",
                ylim=(0, 0.5),
                title="The narrowest band to promise",
                xlabel="battles that you can pay for",
            ),
            note=f"One half as far away takes {half:,.0f}; in a charter of {claims} sampled claims "
            f"it is {among:,.0f}. So many battles decide a claim with a chance of 95%.",
        )

    return Panel(
        show,
        edge=slider("the edge", 0.1, 0.7, 0.6, step=0.1, percent=True),
        claims=slider("sampled claims in the charter", 2, 200, 20),
        distance=slider("distance", 0.005, 0.25, 0.02, step=0.005, percent=True),
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

    def bars(name, kind, title):
        frame = found.part(name, kind).frame.head(8)
        changes = frame.set_index("against " + frame["second"])[["change"]]
        return charts.rows(changes, effects=True, title=title)

    def show(name):
        duels, armies = (found.part(name, kind).frame for kind in ("duels", "armies"))
        promises, best = found.part(name, "claims"), armies.iloc[0]
        return Answer(
            f"{len(duels)} of {len(found.units) - 1} of its duels change; of armies for "
            f"{found.price} gold most against the {best['second']}, from {best['before']:.0%} to "
            f"{best['after']:.0%}.",
            bars(name, "duels", f"The {found.name}'s duels"),
            bars(name, "armies", f"Its armies for {found.price} gold"),
            table=Table(promises.frame.drop(columns="row"), caption=promises.note),
            note="The greatest changes of the score, before against after, with the same luck.",
        )

    return Panel(show, name=choice("patch", list(found.patches)), size=(9.8, 3.4))
