"""Random moves of a figure's controls on a page, and what they left."""

import random

_INPUTS = """[...figure.querySelectorAll(".controls label[class] > :is(input, select)")]
  .filter((one) => one.type !== "hidden" && one.ariaLabel)"""
# What a figure's controls are, from its form: [[kind, number of places, where it stands], ...].
CONTROLS = f"""(figure) => {_INPUTS}
  .map((one) => (one.type === "checkbox" ? ["box", 2, Number(one.checked)]
    : one.type === "range" ? ["range", Number(one.max) + 1, Number(one.value)]
    : ["list", one.options.length, one.selectedIndex]))"""
# Move a control as a hand does; returns where all stand, whether the picture is held, and the time.
MOVE = f"""([figure, at, place]) => {{
  const all = {_INPUTS};
  const start = performance.now();
  if (all[at].type === "checkbox") all[at].checked = Boolean(place);
  else all[at].value = place;
  all[at].dispatchEvent(new Event("input", {{ bubbles: true }}));
  const spent = performance.now() - start;
  const stand = all.map((one) => Number(one.type === "checkbox" ? one.checked : one.value));
  const said = figure.querySelector(".controls > [role=status]").textContent;
  return {{ stand, held: Boolean(figure.querySelector(".held")), spent, said }};
}}"""
RESET = """(figure) => [...figure.querySelectorAll(".controls button")]
  .find((one) => one.textContent === "Reset").click()"""


def walk(page, figure, rounds, most=2, seed=0):
    """Move up to so many controls of a figure at random, round by round from the start.

    Yields (where the controls should stand, what came of it, how many were moved).
    """
    rng, handle = random.Random(seed), figure.element_handle()
    controls = handle.evaluate(CONTROLS)
    moving = [at for at, (_, many, _) in enumerate(controls) if many > 1]
    for _ in range(rounds):
        handle.evaluate(RESET)
        stand = [at for _, _, at in controls]
        chosen = rng.sample(moving, min(most, len(moving)))
        for moved, at in enumerate(chosen, 1):
            _, many, now = controls[at]
            stand[at] = rng.choice([place for place in range(many) if place != now])
            yield [*stand], page.evaluate(MOVE, [handle, at, stand[at]]), moved
