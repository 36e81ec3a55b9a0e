"""Answers and recordings as they travel to a browser, written by hand."""

import base64
import gzip
import json
from hashlib import sha256
from importlib.resources import files

from combat.workbook.charts import palette

SCRIPTS = files("combat.workbook.panel") / "scripts"
RENDERER = ["letters.js", "readout.js", "renderer.js"]
LAB = [*RENDERER, "lab.js"]
PAGE = [*RENDERER, "guess.js", "form.js", "export_buttons.js", "page.js"]


def axis(limits, ticks=(), **more):
    ticks = [[at, f"{at:g}"] if isinstance(at, float | int) else at for at in ticks]
    plain = {"label": "", "log": False, "named": False, "spec": "g", "grid": True}
    return plain | {"limits": limits, "ticks": ticks} | more


def named(names, **more):
    limits = [len(names) - 0.4, -0.6] if more.pop("down", False) else [-0.6, len(names) - 0.4]
    return axis(limits, [*map(list, enumerate(names))], named=True, grid=False, **more)


def layer(at, columns, *marks, along="x", names=None, index="attack", spec=".0%"):
    given = {"at": at, "columns": columns, "marks": list(marks), "along": along}
    return given | {"names": names, "index": index, "spec": spec}


def chart(title, x, y, *layers, **more):
    plain = {"bare": False, "rows": 0, "legend": [], "drag": None, "picks": False}
    return plain | {"title": title, "x": x, "y": y, "layers": list(layers)} | more


def answer(*charts, **more):
    return {"title": "All of them.", "note": "A note.", "table": "", "charts": charts} | more


def line(of, color="#0072B2", dash=0, step=""):
    look = {"color": color, "dash": dash, "width": 2.2, "step": step}
    return look | {"kind": "line", "of": of, "name": of}


def mark(kind, along, text):
    free = {"x": [0, 1], "y": [0.2, 0.8]} if along == "x" else {"x": [0.2, 0.8], "y": [0, 1]}
    look = {"color": "#0072B2", "opacity": 0.8}
    return {"kind": kind} | {
        "line": line("y"),
        "area": look | {"low": 0, "high": "y", "step": "mid"},
        "bar": look | {"from": 0, "to": "y", "thick": 0.8, "shift": 0},
        "dot": {"of": "y", "color": ["#0072B2"] * len(text), "shape": "X", "size": 8},
        "whisker": {"low": 0.01, "high": "y"},
        "label": {"of": "y", "text": text, "anchor": "start", "color": "", "halo": True, "size": 9},
        "cell": {"low": 0, "high": 1, "scale": "diverging", "spec": "+.0f", "times": 100},
        "path": look | free | {"dash": -1, "width": 1, "fill": along == "y", "arrow": True},
        "text": look | free | {"text": ["<b>", "the last word"], "anchor": "middle", "size": 12}
        | {"bold": True},
    }[kind]  # fmt: skip


def of_kind(kind, case, along):
    """A chart of a mark along an axis of names, or of numbers if it is logarithmic."""
    count = {"null": 14, "empty": 0, "names": 60, "one": 1}.get(case, 4)
    names = [f"{'a rather long name ' * (at % 3)}of unit {at}" for at in range(count)]
    names[1:2] = ["Donaudampfschifffahrtsgesellschaften"][: count - 1]
    values = [0.02 + 0.96 * at / max(count - 1, 1) for at in range(count)]
    if case == "null":
        values[1] = None
    long = named(names, down=along == "y")
    across = axis([0, 1], [[at / 5, f"{20 * at}%"] for at in range(6)], spec=".0%", label="chance")
    at = [*range(count)]
    if case == "log":
        names, at = None, [1, 10, 100, 1000]
        tens = [[d * 10**p, f"{d * 10**p:,}"] for p in range(4) for d in (1, 2, 5)]
        long = axis([1, 1000], tens, log=True, spec=",.0f", label="battles")
        across = axis([0.01, 1], [d / 100 for d in range(1, 101)], log=True, spec=".0%")
    columns = {"y": values}
    if kind == "cell":
        along, across = "y", named([f"against {name}" for name in names or at])
        columns = {f"c{column}": values for column in range(max(count, 1))}
    shown = layer(at, columns, mark(kind, along, ["100%"] * count), along=along, names=names)
    x, y = (long, across) if along == "x" else (across, long)
    rows = count if along == "y" and case != "log" else 0
    return chart(f"{kind} {case} {along}", x, y, shown, rows=rows)


EVEN = "as often as a coin that is fair"


def curves(drag=10, step=""):
    hit = {"<i>hit</i>": [0.125, None, 0.999], EVEN: [0.5] * 3}
    shown = layer([0, 10, 20], hit, line("<i>hit</i>", step=step), line(EVEN, "#8C8C8C", -1))
    legend = [["<i>hit</i>", "#0072B2", "line", 0]]
    moved = {"at": drag, "control": "m"}
    return chart("", axis([0, 20], [0, 10, 20], label="attack"), axis([0, 1]), shown,
                 legend=legend, drag=moved)  # fmt: skip


def cells(picks=True, columns=2):
    rows, names = ["elf", "orc"], ["elf", "orc", *map(str, range(2, columns))]
    found = {name: [0.996, 0.5] if name == "orc" else [0.5, 0.004] for name in names}
    shown = layer([0, 1], found, mark("cell", "y", []), along="y", names=rows)
    return chart("Duels", named(names), named(rows, down=True), shown, rows=2, picks=picks)


def control(name, kind, texts, slugs, **more):
    given = {"name": name, "label": name, "kind": kind, "texts": texts, "slugs": slugs}
    return given | {"slug": name, "group": ""} | more


def packed(controls, told, start, **more):
    """A recording; told: {places: answer}, of which equal parts are kept once."""
    parts = {}

    def part(thing):
        return parts.setdefault(json.dumps(thing), len(parts))

    def layers(one):
        columns = {name: part(values) for name, values in one["columns"].items()}
        names = part(one["names"])
        return part(one | {"at": part(one["at"]), "names": names, "columns": columns})

    def charts(one):
        return [
            part(drawn | {"layers": [*map(layers, drawn["layers"])]}) for drawn in one["charts"]
        ]

    answers = {
        ",".join(map(str, places)): part(one | {"charts": charts(one)})
        for places, one in told.items()
    }
    kept = {"presets": [], "guess": None, "controls": controls, "start": start} | more
    kept |= {"answers": answers, "parts": [*map(json.loads, parts)]}
    return base64.b64encode(gzip.compress(json.dumps(kept).encode())).decode()


def recordings():
    """Three figures: a mark that is dragged, a duel with a guess, and cells that open the duel."""
    m = control("m", "range", ["0", "10", "20"], ["0", "10", "20"])
    rule = control("rule", "list", ["linear", "smooth"], ["linear", "smooth"])
    more = control("more", "box", ["no", "yes"], ["off", "on"])
    many = [control(f"c{at}", "range", ["1"], ["1"], group="armour") for at in range(16)]
    places = [(0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0), (1, 1, 0), (1, 0, 1)]
    told = {
        (*at, *[0] * 16): answer(curves(drag=10 * at[0]), cells(False), title=f"At {at}.")
        for at in places
    }
    presets = [{"label": "strong", "places": [2, 0, 0, *[0] * 16]}]
    yield packed([m, rule, more, *many], told, [1, 0, 0, *[0] * 16], presets=presets)
    sides = [control(name, "list", ["elf", "orc"], ["elf", "orc"]) for name in ("who", "whom")]
    duels = {
        (i, j): answer(cells(False), title=f"{i} against {j}.") for i in (0, 1) for j in (0, 1)
    }
    asked = {"question": "How often?", "low": 0, "high": 1, "step": 0.25, "percent": True}
    yield packed(sides, duels, [0, 0], guess=asked | {"answer": "26%"})
    yield packed([], {(): answer(cells(["who", "whom"]))}, [])


def hashed(text):
    return f"'sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}'"


def document(names, more="", body="<main></main>"):
    """A page that may load nothing and run or style by nothing but what is hashed."""
    css = palette.style() + (SCRIPTS / "renderer.css").read_text("utf-8")
    script = "\n".join([*((SCRIPTS / name).read_text("utf-8") for name in names), more])
    script = script.replace("export default", "window.lab =")
    policy = f"default-src 'none'; style-src {hashed(css)}; script-src {hashed(script)}"
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A test</title>'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        f'<meta name="viewport" content="width=device-width"><style>{css}</style></head>'
        f'<body>{body}<script type="module">{script}</script></body></html>'
    )


def opened(page, file, text, place=""):
    """The page, and what is wrong with it: said in the console, asked of the network."""
    file.write_text(text, "utf-8")
    bad = []
    page.on("console", lambda message: bad.append(message.text))
    page.on("pageerror", lambda error: bad.append(str(error)))
    page.goto(file.as_uri() + place)
    page.on("request", lambda asked: bad.append(asked.url))
    return bad
