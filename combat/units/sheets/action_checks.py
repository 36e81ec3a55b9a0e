"""Faults of a list of actions in which each action by itself is right."""


def statuses_of(units, more=()):
    """Return the statuses that some units give, and `more` of them, each once: a list."""
    found = {status.name: (None, status) for status in more}
    for unit in units:
        for status in (status for action in unit.actions for status in action.statuses):
            whose, known = found.setdefault(status.name, (unit.name, status))
            if known is not status and known != status:
                of = "another fight" if whose is None else whose
                raise ValueError(
                    f"{unit.name}: the status '{status.name}' has other numbers than that of "
                    f"{of}: rename one, or change it in all units at once (Units.changed)"
                )
    folded = {name.casefold(): name for name in found}
    for unit, action, name in unknown_statuses(units, found):
        if name.casefold() in folded:
            raise ValueError(
                f"{unit.name}: {action.name}: there is no status '{name}'; did you mean "
                f"'{folded[name.casefold()]}'?"
            )
    return [status for _, status in found.values()]


def unknown_statuses(units, known):
    """Yield (unit, action, name) of each status that an action cures or asks for but none gives."""
    for unit in units:
        for action in unit.actions:
            asked = action.when.statuses if action.when is not None else ()
            for name in (*action.cures, *action.sheds, *sorted(asked)):
                if name not in known:
                    yield unit, action, name


def check(actions, aside, units):
    """Report faults of a unit's actions together: one twice, one never reached, or none to do.

    aside: {row: the reactions that its cells name}.
    """
    twins = _check_twins(actions, aside)
    _check_reached(actions, twins)
    for name, rows in actions.items():
        _check_acts(units[name], rows)


def _check_twins(actions, aside):
    """Report and return the rows of actions that their unit already has."""
    reported = set()
    for name, rows in actions.items():
        first = {}
        for row, action in rows.items():
            for one in filter(None, (action, *aside[row])):
                other = first.setdefault(one.name.casefold(), row)
                if other is not row and row not in reported:
                    reported.add(row)
                    row.fault(
                        "action",
                        f"'{name}' has '{one.name}' in row {other.number} already; rename one",
                    )
    return reported


def _check_reached(actions, twins):
    """Report rows that none of their units ever reaches."""
    above = {}
    for name, rows in actions.items():
        always = blocking = beside = None
        for row, action in rows.items():
            if action is None or row in twins:
                continue
            together = (
                action.weight is not None and beside is not None and beside.weight is not None
            )
            if not together:
                blocking = always
            beside = action
            unasked = action.free or action.reacts
            above.setdefault(row, []).append(None if unasked else blocking)
            if always is None and _is_always_done(action):
                always = name, row, action
    for row, blocking in above.items():
        if None in blocking:
            continue
        name, other, action = blocking[0]
        row.fault(
            "action",
            f"'{name}' never comes to it: '{action.name}' in row {other.number} can always be "
            f"done; move this row up, or give that one a condition (when) or a number of uses",
        )


def _is_always_done(action):
    limits = action.when, action.uses, action.recharge, action.cooldown, action.per_turn
    limited = any(limit is not None for limit in limits) or action.spends or action.reacts
    return not (limited or action.free or action.only_heals)


def _check_acts(unit, rows):
    damage = vars(unit).get("damage")
    if not rows or None in rows.values() or damage is None or damage.values[-1] > 0:
        return
    if all(action.uses == 0 for action in rows.values()):
        next(iter(rows)).fault(
            "uses",
            f"'{unit.name}' can never act: it has no damage, and none of its actions can be done; "
            f"write a use",
        )
