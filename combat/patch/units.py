"""The effects of a patch of units: on duels, mean scores, ranks, and armies of equal price."""

import numpy as np
import pandas as pd

from combat.battle.measures import of_ends
from combat.core.words import many, percent
from combat.patch import numbers
from combat.patch.result import SMALL, Part, Patch, greatest_first
from combat.patch.sampled import compared
from combat.units import PLAIN, views
from combat.units.battles.armies import battles_within, match_up
from combat.units.measures import Field
from combat.units.round_robin import MOST_UNITS, refuse_many

MOST_ALONE = 200  # more changed numbers than these aren't tried one by one
MOST_TOUCHED = 200  # of more units than a table of all duels can have
MOST_MIXED = 100  # the best mix isn't computed for more units than these
_NOBODY_FIGHTS_WITH = ("cost", "count")
_COLUMNS = ["before", "after", "change"]


def patch_of_units(
    before,
    after,
    rules=PLAIN,
    *,
    price=None,
    battles=2000,
    seed=0,
    names=("before", "after"),
    rule="",
    max_turns=None,
    max_rounds=None,
    targeting="random",
    progress=None,
):
    """Return the `Patch` between two `Units`: what changed, and its effects.

    rules: of both versions. Duels, the field (each unit's mean score against all others), ranks
    and the best mix are exact, unless duels have too many states: then the notes say how many were
    fought with dice. price: if given, armies are fought too, each of as many of one unit as the
    price buys, in `battles` battles with the same random numbers before and after. Where it matters
    who attacks, the duels list both roles, all else is the mean of both; armies then fight so many
    battles in each. names: of the two versions. rule: a sentence that names the rules. max_turns:
    of duels, as for `duel`; max_rounds, targeting: of armies, as for `battle`. progress: called as
    progress(done, pairs); with it duels may take minutes. ValueError as `matrix`, for a price where
    costs are missing, and for a price that doesn't buy one of each unit.

    Of more than 1,000 units those that changed, at most 200, fight all others, and nothing is said
    of ranks and mixes.

    >>> from combat.units import Unit, Units
    >>> imp = Unit("Imp", hp=2, attack=10, defense=10, damage=1)
    >>> units = Units([imp, imp.changed(name="Ogre", hp=3)])
    >>> found = patch_of_units(units, units.changed("Imp", hp=3))
    >>> [part.kind for part in found.parts]
    ['numbers', 'duels', 'field', 'ranks', 'mix']
    >>> print(found.parts[1].text())
    The duels
    Score of the first against the second; 1 of 1 changed. Exact; a draw counts as half a win.
      first  second  before  after  change
      Imp    Ogre     24.1%  50.0%   +25.9
    """
    changed = numbers.of_units(before, after)
    if changed.empty:
        return Patch(*names, changed)
    versions, touched = (before, after), _touched(changed, before, after)
    how = {"max_turns": max_turns, "progress": progress}
    if max(map(len, versions)) > MOST_UNITS:
        if price is not None or len(touched) > MOST_TOUCHED:
            refuse_many(max(versions, key=len))
        parts = parts_of_touched(versions, rules, touched, how)
        return Patch(*names, changed, (_listed(changed), *parts), rule)
    fields = [Field(units, rules, **how) for units in versions]
    parts = [_numbers(changed, *fields), _duels(*fields, touched)]
    if min(map(len, versions)) > 1:
        parts.append(_field(*fields, touched))
        parts.append(_ranks(*fields))
        if all("for cost" in field.standings for field in fields):
            parts.append(_worth(*fields))
        if max(map(len, versions)) <= MOST_MIXED:
            parts.append(_mix(*fields))
    if price is not None:
        how = {"rules": rules, "targeting": targeting, "max_rounds": max_rounds}
        parts.append(_armies(versions, how, touched, price, battles, seed, progress))
    return Patch(*names, changed, tuple(parts), rule)


def _listed(changed):
    """The changed numbers, without the effect of each."""
    return Part("numbers", "The numbers that changed", changed, "", (), ())


def parts_of_touched(versions, rules, touched, how):
    """Return the duels and the mean scores of the changed units alone, against all others."""
    tables = [
        views.scores([units[name] for name in touched], units, rules, both_roles=True, **how)
        for units in versions
    ]
    both = [name for name in versions[1].names if name in versions[0]]
    before, after = (table[both] for table in tables)
    pairs = pd.MultiIndex.from_product([touched, both], names=["first", "second"])
    frame = pairs.to_frame(index=False)
    frame = frame.assign(before=before.to_numpy().ravel(), after=after.to_numpy().ravel())
    # Of two changed units one row is enough, and nobody meets itself.
    place = {name: at for at, name in enumerate(touched)}
    order = frame["second"].map(place).fillna(len(touched)) - frame["first"].map(place)
    changed = _by_change(frame[order > 0])
    note = (
        f"Score of the first, of which a number changed, against the second; {len(changed):,} of "
        f"{int((order > 0).sum()):,} changed. With more than {MOST_UNITS:,} units the others "
        f"aren't fought, and no ranks are told."
    )
    rates = [_rates(table, touched) for table in tables]
    field = _by_change(_side_by_side(*rates))
    return (
        Part("duels", "The duels", changed, note),
        Part("field", "The field", field, "Each changed unit's mean score against all others."),
    )


def _rates(table, touched):
    """The mean score of each unit against all but itself."""
    return pd.Series({name: table.loc[name].drop(name).mean() for name in touched})


def _touched(changed, before, after):
    """The units, in both versions, of which a number changed, in order."""
    return [name for name in dict.fromkeys(changed["unit"]) if name in before and name in after]


def _numbers(changed, before, after):
    """The changed numbers, and the effect of each of them alone."""
    frame, note = changed, ""
    if len(changed) <= MOST_ALONE and len(before.units) > 1:
        alone = [_alone(row.unit, row.column, before, after) for row in changed.itertuples()]
        frame = changed.assign(alone=alone)
        note = (
            "The column alone: by how much this number by itself changes the unit's mean score "
            f"against all others, in percentage points.{_if_dice(before, after)}"
        )
    return Part("numbers", "The numbers that changed", frame, note, (), ("alone",))


def _alone(name, column, before, after):
    """The change of a unit's mean score by one number alone; NaN if it can't be tried alone."""
    if column in _NOBODY_FIGHTS_WITH:
        return 0.0
    if column == numbers.WHOLE:
        return np.nan
    try:
        own, other = before.units[name], after.units[name]
        if ": " in column:  # perhaps of a status, which changes for all who know it
            changed = before.units.changed(name, **{column: other[column]})
            score = views.field_score(changed[name], changed, **before.how)
        else:
            score = before.score(own.taking(column, other))
        return score - before.score(own)
    except ValueError:
        return np.nan


def _endless(turns):
    """A sentence on how many pairs may fight for ever: their duels take infinite turns."""
    count = int(np.isinf(turns.to_numpy()[np.triu_indices(len(turns), 1)]).sum())
    return f" {many(count, 'duel')} may never end: then it is half a win each." if count else ""


def _duels(before, after, touched):
    """The duels with a changed unit first; both orders of a pair if it matters who attacks."""
    endless, attacks = _endless(after.tables["turns"]), after.attacks
    how = _how_found(before, after)
    before, after = before.tables["score"], after.tables["score"]
    both = [name for name in after.index if name in before.index]
    if attacks:
        one, other = np.nonzero(~np.eye(len(both), dtype=bool))
    else:
        one, other = np.triu_indices(len(both), 1)
    one, other = np.array(both, object)[one], np.array(both, object)[other]
    turned = ~np.isin(one, touched) & np.isin(other, touched) & (not attacks)
    first, second = np.where(turned, other, one), np.where(turned, one, other)
    frame = pd.DataFrame({"first": first, "second": second})
    for label, table in (("before", before), ("after", after)):
        rows, columns = table.index.get_indexer(first), table.columns.get_indexer(second)
        frame[label] = table.to_numpy()[rows, columns]
    changed = _by_change(frame)
    moved = (after.loc[both, both] - before.loc[both, both]).rename_axis(None)
    rows = [name for name in touched if moved.loc[name].abs().max() > SMALL]
    note = (
        f"Score of the first{', who attacks,' if attacks else ''} against the second; "
        f"{len(changed):,} of {len(frame):,} changed. "
        f"{how}; a draw counts as half a win.{endless}"
    )
    return Part("duels", "The duels", changed, note, picture=moved.loc[rows])


def _how_found(before, after):
    """Whether all duels of both versions are exact, in words."""
    counts = [one.tables["score"].attrs["fought"] for one in (before, after)]
    if not any(counts):
        return "Exact"
    return f"Exact, but for {counts[0]:,} duels before and {counts[1]:,} after fought with dice"


def _if_dice(before, after):
    """The same as a sentence, if there were dice at all; else nothing."""
    how = _how_found(before, after)
    return "" if how == "Exact" else f" {how}."


def _by_change(frame):
    """A frame with its change, largest first, without the rows in which nothing changed."""
    frame = frame.assign(change=frame["after"] - frame["before"])
    return greatest_first(frame[(frame["change"].abs() > SMALL) | frame["change"].isna()])


def _side_by_side(before, after):
    """A Series of each version as a frame by unit; NaN for units that a version doesn't have."""
    names = [*after.index, *(name for name in before.index if name not in after.index)]
    found = {"unit": names}
    found |= {
        label: column.reindex(names).to_numpy()
        for label, column in (("before", before), ("after", after))
    }
    return pd.DataFrame(found)


def _field(before, after, touched):
    frame = _by_change(_side_by_side(before.standings["rate"], after.standings["rate"]))
    itself, fought = [], 0
    for name in frame["unit"]:
        score, dice = _against_itself(name, before, after) if name in touched else (np.nan, 0)
        itself.append(score)
        fought += dice
    note = (
        "Each unit's mean score against all others; for a changed unit also the score of its new "
        f"version against the old. {_how_found(before, after)}."
        f"{' Each fights half as the attacker, half as the attacked.' if after.attacks else ''}"
        if len(frame)
        else f"No unit's mean score against all others changed.{_if_dice(before, after)}"
    )
    if fought:
        note += f" {fought:,} duels against an old self were fought with dice, too."
    frame = frame.assign(**{"against its old self": itself})
    chances = ("before", "after", "against its old self")
    return Part("field", "The field", frame, note, chances)


def _against_itself(name, before, after):
    """The score of the new version against the old, NaN if a status differs; duels with dice."""
    try:
        pair = [after.units[name]], [before.units[name]]
        found = views.scores(*pair, **after.how, both_roles=True)
    except ValueError:
        return np.nan, 0
    return float(found.iloc[0, 0]), found.attrs["fought"]


def _ranks(before, after):
    frame = _side_by_side(before.standings["rank"], after.standings["rank"])
    moved = frame[frame["before"].ne(frame["after"])]
    moved = moved.assign(change=moved["before"] - moved["after"])
    found = greatest_first(moved)
    for label, field in (("strength before", before), ("strength after", after)):
        found[label] = field.standings["strength"].reindex(found["unit"]).to_numpy()
    note = "Ranks by strength in duels, 1 is the strongest; a change above 0 is a move up."
    if found.empty:
        note = "No unit changed its rank."
    return Part("ranks", "The ranks", found, note + _if_dice(before, after), (), ())


def _worth(before, after):
    frame = _side_by_side(before.standings["for cost"], after.standings["for cost"])
    frame["change"] = frame["after"] / frame["before"] - 1
    frame = greatest_first(frame[(frame["change"].abs() > SMALL) | frame["change"].isna()])
    note = (
        "Strength in duels divided by cost, scaled to a geometric mean of 1, so that all units "
        "change a little; the change is in percent of the old value."
    )
    note += _if_dice(before, after)
    return Part("for cost", "For its cost", frame, note, (), ("change",))


def _mix(before, after):
    frame = _side_by_side(before.mix, after.mix).fillna({"before": 0.0, "after": 0.0})
    frame = _by_change(frame.round({"before": 6, "after": 6}))
    note = (
        "The best shares to field for a player who knows the table of duels, against another one "
        "who knows it too."
        if len(frame)
        else "It stays as it is: " + _fielded(after.mix)
    )
    return Part("mix", "Who would be fielded", frame, note + _if_dice(before, after))


def _fielded(mix):
    shares = mix[mix > 0].sort_values(ascending=False)
    return ", ".join(f"{name} {percent(share, 0)}" for name, share in shares.items()) + "."


def _armies(versions, how, touched, price, battles, seed, progress):
    """Armies of equal price, each of one unit alone, for the pairs with a changed unit."""
    armies = [views.for_price(units, price) for units in versions]
    both = [name for name in versions[1].names if name in versions[0]]
    pairs = [
        (one, other)
        for at, one in enumerate(touched)
        for other in [*touched[at + 1 :], *(name for name in both if name not in touched)]
    ]
    rows, helpless = [], False
    for done, (one, other) in enumerate(pairs, 1):
        met = [
            _met(own[one], own[other], units=units, **how)
            for own, units in zip(armies, versions, strict=True)
        ]
        rows.append({"first": one, "second": other} | _compared(met, battles, seed))
        helpless = helpless or any(fight.helpless for version in met for fight in version)
        if progress:
            progress(done, len(pairs))
    frame = pd.DataFrame(rows, columns=["first", "second", *_COLUMNS, "low", "high"])
    fought = f"{battles:,} battles each"
    if how["rules"].attacking:
        fought = f"Each attacks in {battles:,} battles and is attacked in {battles:,}"
    note = (
        f"Score of the first against the second, each army of one unit alone. {fought}, the same "
        f"luck before and after; low and high are the ends of the change's 95% interval."
    )
    if helpless:
        note += " If nobody left can hurt anybody, it is half a win for each."
    title = f"Armies of one price, {price:g}"
    return Part("armies", title, greatest_first(frame), note)


def _met(one, other, *, rules, **how):
    """The match-ups of two armies: one, or where it matters who attacks one for each role."""
    pairs = [(one, other), (other, one)] if rules.attacking else [(one, other)]
    return [match_up(*pair, rules, **how) for pair in pairs]


def _compared(met, battles, seed):
    """The score of the first army before and after, from the match-ups of each version."""
    every = [one for version in met for one in version]
    for one in every:
        battles_within(battles, one.blows)

    def scores(version, count, block):
        attacks, *attacked = (of_ends("score", one.ends(count, block)) for one in met[version])
        return np.mean([attacks, *(1 - one for one in attacked)], axis=0)

    fighters = max(one.fighters for one in every)
    return compared(scores, battles, seed, fighters=fighters).iloc[0].to_dict()
