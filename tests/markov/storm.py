"""Processes and games as models of Storm, the model checker; stormpy is imported where needed."""

from collections import deque


def numbered(start, moves):
    """All states that a game can come to, from 0 on: {state: number}."""
    index, waiting = {start: 0}, deque([start])
    while waiting:
        for row in moves(waiting.popleft()).values():
            for chance, after in row:
                if chance and after not in index:
                    index[after] = len(index)
                    waiting.append(after)
    return index


def written(path, start, moves, won, kind="MDP"):
    """Write a model in Storm's own format; `moves` as of a game, {} at an end."""
    index = numbered(start, moves)
    rows, choices = [], 0
    for state, place in index.items():
        label = " init" * (place == 0) + " won" * bool(won(state))
        rows.append(f"state {place}{label}")
        options = moves(state) or {"stay": [(1, state)]}
        for number, row in enumerate(options.values()):
            choices += 1
            rows.append(f"\taction {number}")
            sums = {}
            for chance, after in row:
                sums[index[after]] = sums.get(index[after], 0) + chance
            rows += [f"\t\t{at} : {sums[at]}" for at in sorted(sums) if sums[at]]
    head = [f"@type: {kind}", "@parameters", "", "@reward_models", "", "@nr_states"]
    head += [str(len(index)), "@nr_choices", str(choices), "@model"]
    path.write_text("\n".join([*head, *rows, ""]), encoding="utf-8")


def checked(path, what="P", *, exact=True):
    """The chance to come from the start to what is won: a Rational, or a float from floats."""
    import stormpy

    wanted = stormpy.parse_properties(f'{what}=? [F "won"]')[0]
    if exact:
        model = stormpy.build_model_from_drn[stormpy.Rational](str(path))
        environment = stormpy.environments.exact()
    else:
        model = stormpy.build_model_from_drn(str(path))
        environment = stormpy.environments.sound()
    return stormpy.model_checking(model, wanted, environment=environment).get_value(0)
