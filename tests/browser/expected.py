"""What the figures of a page must show, written down by the kernel that makes the page."""

import base64
import json
import random
from pathlib import Path

from combat.workbook.panel import links, panel
from combat.workbook.panel.recording import recording, unpacked

PICTURES = 1  # of each figure, all moved together, is compared as a picture, all as text


def watch(path):
    """From now on write for each recording, a line each, what its panel shows at some settings."""
    path = Path(path)

    def watched(one, budget):
        made = recording(one, budget)
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(_wanted(one, made)) + "\n")
        return made

    panel.recording = watched


def _wanted(one, made):
    places = _places(made, random.Random(1))
    return [_shown(one, made["controls"], place, number < PICTURES) for number, place in places]


def _places(made, rng):
    """Each control at its ends, in random order, then ten combinations, of those that there are."""
    sizes = [len(control["texts"]) for control in made["controls"]]
    start = [control["start"] for control in made["controls"]]
    ends = [
        (*start[:at], end, *start[at + 1 :])
        for at, size in enumerate(sizes)
        for end in (0, size - 1)
        if end != start[at]
    ]
    rng.shuffle(ends)
    if not made["whole"]:
        known = [*unpacked(made["store"])["places"]]
        ends += [tuple(map(int, place.split(","))) for place in rng.choices(known, k=10)]
    elif sizes:
        ends += [tuple(rng.randrange(size) for size in sizes) for _ in range(10)]
        ends.insert(0, ends.pop())  # a picture of all moved together
    return enumerate(ends)


def _shown(one, controls, place, pictured):
    query = "?" + "&".join(
        f"{control['slug']}={control['tokens'][at]}"
        for control, at in zip(controls, place, strict=True)
    )
    values = links.values_of(query, one.controls)
    words, caption = one.described(**values)
    said = {"place": place, "words": words, "caption": caption, "png": "", "fragment": query}
    if pictured:
        frame = one.frame(**values)
        assert (frame.words, frame.caption) == (words, caption)
        said["png"] = base64.b64encode(frame.png).decode()
    return said
