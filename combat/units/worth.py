"""What items are worth: who carries them among the loadouts that are any good."""

import pandas as pd

from combat.ranking import dominated, equilibrium, win_rates
from combat.units.round_robin import matrix
from combat.units.rules import PLAIN


def item_worth(loadouts, rules=PLAIN, *, progress=None):
    """Return what each item is worth to those who carry it: a frame by item.

    loadouts: `Units` as from `loadouts`, or some of them. Columns: with and without, the best score
    of a loadout that carries it and of one that doesn't (NaN for none), its mean over all loadouts;
    undominated, whether a loadout that carries it is replaced by no mix of others without loss;
    fielded, its share of the best mix, 0 for never; ban costs, by how much a player who alone may
    not carry it falls short of the 0.5 of an even game. The dearest ban first, then the best score.
    attrs: "scores", those of the loadouts, {name: score}. ValueError as for `matrix`, and for units
    that carry nothing.

    >>> from combat.units import Unit, Units, loadouts
    >>> imp = Unit("Imp", hp=2, attack=10, defense=10, damage=1)
    >>> items = b"item,slot,changes\\nRing,finger,hp +1\\nRag,body,attack -1\\n"
    >>> item_worth(loadouts(Units([imp]), items)).round(3).loc["Ring"].to_dict()
    {'with': 0.644, 'without': 0.384, 'undominated': True, 'fielded': 1.0, 'ban costs': 0.259}
    """
    found = matrix(loadouts, rules, "score", progress=progress)
    rates = win_rates(found, attacks=rules.attacking)
    scores, mix = rates.mean(axis=1), equilibrium(rates).mix
    replaced, rows = {*dominated(rates)["unit"]}, {}
    carried = {unit.name: unit.moment.carries for unit in loadouts}
    for item in dict.fromkeys(item for some in carried.values() for item in some):
        having = [name for name, some in carried.items() if item in some]
        others = [name for name in carried if name not in having]
        value = equilibrium(rates, mine=others).value if others else float("nan")
        rows[item] = {
            "with": scores[having].max(),
            "without": scores[others].max(),
            "undominated": not replaced.issuperset(having),
            "fielded": round(mix[having].sum(), 9),
            "ban costs": round(max(0.5 - value, 0.0), 9) if others else value,
        }
    if not rows:
        raise ValueError("nobody carries anything: take loadouts(units), or a greater budget")
    worth = pd.DataFrame.from_dict(rows, "index").rename_axis("item")
    worth.attrs["scores"] = scores.to_dict()
    return worth.sort_values(["ban costs", "with"], ascending=False, kind="stable")
