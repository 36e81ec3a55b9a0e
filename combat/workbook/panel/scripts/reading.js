// Shows the values under the pointer or a finger, or, with arrow keys, in the focused picture. They
// come from the picture's numbers, not from its pixels.
class Reading {
  constructor(recording) {
    this.recording = recording;
    this.picture = recording.figure.querySelector(".picture");
    this.svg = this.picture.querySelector("svg.drawn");
    this.box = document.createElement("div");
    Object.assign(this.box, { className: "reading", hidden: true });
    this.box.setAttribute("role", "status");
    this.picture.append(this.box);
    this.mark = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    this.mark.setAttribute("class", "mark");
    this.svg.tabIndex = 0;
    const at = (event) => this.pointed(event);
    this.svg.addEventListener("pointermove", at);
    this.svg.addEventListener("pointerdown", at);
    this.svg.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this.hide());
    this.svg.addEventListener("blur", () => this.hide());
    this.svg.addEventListener("keydown", (event) => this.pressed(event));
    recording.onput.push(() => this.hide());
  }

  hide() {
    this.box.hidden = true;
    this.mark.remove();
    this.here = null;
  }

  pointed(event) {
    if (this.recording.dragging) return;
    this.recording.load(() => {
      const matrix = this.svg.getScreenCTM();
      const [x, y] = [(event.clientX - matrix.e) / matrix.a, (event.clientY - matrix.f) / matrix.d];
      const plot = this.readable().find(({ box: [left, top, right, low] }) =>
        x >= left - 40 && x <= right + 40 && y >= top && y <= low);
      if (!plot) return this.hide();
      this.show(plot, valueAt(plot, "x", x), valueAt(plot, "y", y));
    });
  }

  readable() {
    return this.recording.plots().filter((plot) => plot.reads && this.shownAt(plot).length);
  }

  shownAt(plot) {
    const [first, count] = plot.tables;
    return this.recording.tables().slice(first, first + count).filter((table) => table.columns[0].values.length);
  }

  // Show the entry nearest to a point; x and y are values on the axes.
  show(plot, x, y) {
    const tables = this.shownAt(plot);
    if (plot.reads === "cells") return this.showCell(plot, tables[0], Math.round(y), Math.round(x));
    const along = plot.along === "x" ? x : y;
    const row = nearest(plot, tables[0], along);
    this.showRow(plot, tables, row, along);
  }

  showRow(plot, tables, row, along = null) {
    const position = positions(plot, tables[0])[row];
    const lines = [entry(plot, tables[0], row)];
    for (const table of tables.slice(1)) {
      // From a second table, such as a few points over a line, only an entry that is close.
      const other = nearest(plot, table, along ?? position);
      const apart = placeOf(plot, plot.along, positions(plot, table)[other]) - placeOf(plot, plot.along, position);
      if (Math.abs(apart) < 60) lines.push(entry(plot, table, other));
    }
    this.here = { plot, tables, row };
    const at = placeOf(plot, plot.along, position);
    const [left, top, right, low] = plot.box;
    if (plot.along === "x") this.put(plot, lines, [at - 2, top, 4, low - top]);
    else this.put(plot, lines, [left, at - 2, right - left, 4]);
  }

  showCell(plot, table, row, column) {
    const [head, ...columns] = table.columns;
    row = Math.min(Math.max(row, 0), head.values.length - 1);
    column = Math.min(Math.max(column, 0), columns.length - 1);
    this.here = { plot, tables: [table], row, column };
    const { name, values } = columns[column];
    const xs = [placeOf(plot, "x", column - 0.5), placeOf(plot, "x", column + 0.5)];
    const ys = [placeOf(plot, "y", row - 0.5), placeOf(plot, "y", row + 0.5)];
    const title = `${placed(plot, "y", head, row)}, ${quantity(plot.labels.x, "", name)}`;
    this.put(
      plot,
      [{ title, series: [["", formed(plot.form, values[row])]] }],
      [Math.min(...xs), Math.min(...ys), Math.abs(xs[1] - xs[0]), Math.abs(ys[1] - ys[0])],
    );
  }

  put(plot, lines, [x, y, width, height]) {
    Object.entries({ x, y, width, height }).forEach(([name, value]) => this.mark.setAttribute(name, value));
    this.mark.classList.toggle("cell", width > 4 && height > 4);
    this.svg.append(this.mark);
    this.box.replaceChildren(...lines.flatMap(({ title, series }) => [
      Object.assign(document.createElement("b"), { textContent: title }),
      ...series.map(([name, value]) => Object.assign(document.createElement("span"), {
        textContent: name ? `${name} ${value}` : value,
      })),
    ]));
    this.box.hidden = false;
    this.place(plot, { x, y, width, height });
  }

  // Put the box beside the mark, where it covers least of what it explains.
  place(plot, mark) {
    const { e, f, a, d } = this.svg.getScreenCTM();
    const frame = this.picture.getBoundingClientRect();
    const [left, top] = [e - frame.left, f - frame.top];
    const onScreen = ({ x, y, width, height }) => (
      { x: x * a + left, y: y * d + top, width: width * a, height: height * d }
    );
    const marked = onScreen(mark);
    const shown = this.shownAt(plot).flatMap((table) => inkOf(plot, table)).map(onScreen);
    const [wide, high] = [this.box.offsetWidth, this.box.offsetHeight];
    const inside = (at, size, room) => Math.max(0, Math.min(at, room - size));
    const [west, north, east, south] = plot.box;
    const axes = onScreen({ x: west, y: north, width: east - west, height: south - north });
    const across = [marked.x + marked.width + 10, marked.x - 10 - wide, axes.x + axes.width - wide];
    const down = [axes.y, axes.y + axes.height - high, marked.y + marked.height + 10,
      marked.y - 10 - high, axes.y + (axes.height - high) / 2];
    const spots = across.flatMap((x) => down.map((y) => (
      { x: inside(x, wide, frame.width), y: inside(y, high, frame.height), width: wide, height: high }
    )));
    const apart = ({ x, y }) => Math.hypot(x + wide / 2 - marked.x - marked.width / 2, y + high / 2 - marked.y - marked.height / 2);
    const covers = (spot) => (meet(spot, marked) ? 1000 : 0) + shown.filter((one) => meet(spot, one)).length
      + apart(spot) / 10000;
    const best = spots.map((spot) => [covers(spot), spot]).reduce((one, other) => (other[0] < one[0] ? other : one))[1];
    this.box.style.left = `${best.x + this.picture.scrollLeft}px`;
    this.box.style.top = `${best.y}px`;
  }

  pressed(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const keys = [...Object.keys(steps), "Home", "End", "PageUp", "PageDown", "Escape"];
    if (!keys.includes(event.key) || event.shiftKey) return;
    if (event.key === "Escape") return this.hide();
    event.preventDefault();
    this.recording.load(() => this.step(event.key, steps[event.key]));
  }

  step(key, move) {
    const plots = this.readable();
    if (!plots.length) return;
    const turn = { PageUp: -1, PageDown: 1 }[key];
    if (!this.here || turn) {
      const now = this.here ? plots.findIndex((plot) => plot.box.join() === this.here.plot.box.join()) : -1;
      const plot = plots[this.here ? (now + turn + plots.length) % plots.length : 0];
      return this.goTo(plot, 0, 0);
    }
    const { plot, tables, row, column } = this.here;
    const last = tables[0].columns[0].values.length - 1;
    if (key === "Home" || key === "End") return this.goTo(plot, key === "End" ? last : 0, column);
    const upright = plot.reads === "cells" || plot.along === "y" ? move[1] : move[0];
    // Down on the screen may mean greater values or smaller ones.
    const up = plot.along === "y" && plot.y[0] < plot.y[1] ? -upright : upright;
    this.goTo(plot, Math.min(Math.max(row + up, 0), last), (column ?? 0) + (plot.reads === "cells" ? move[0] : 0));
  }

  goTo(plot, row, column) {
    const tables = this.shownAt(plot);
    if (plot.reads === "cells") this.showCell(plot, tables[0], row, column);
    else this.showRow(plot, tables, row);
  }
}

// The tables of a frame; they show one in `every` rows.
function tablesOf({ tables, columns }, frame) {
  return frame.tables.map((number) => {
    const [title, every, told] = tables[number];
    return {
      title,
      every,
      columns: told.map(([name, at, percent]) => ({ name, values: columns[at], percent })),
    };
  });
}

// Where they lie in its picture.
function plotsOf({ plots }, frame) {
  return frame.plots.map((number) => plots[number]);
}

// A number in the form of the page's tables.
function told(value, percent) {
  if (value === null) return "–";
  if (typeof value === "string") return value;
  const text = percent ? inPercent(value) : String(Number(value.toPrecision(4)));
  return text.replace("-", "−");
}

// As `combat.core.words.percent`: 0% and 100% are said only of what is so.
function inPercent(chance, least = 1) {
  const end = chance > 0.5 ? 1 : 0;
  const written = (digits) => (100 * chance).toFixed(digits);
  let digits = least;
  if (Math.abs(chance - end) <= 1e-12) return (100 * end).toFixed(digits) + "%";
  while ([0, 100].includes(Number(written(digits)))) digits += 1;
  return written(digits) + "%";
}

const scaled = (plot, axis, value) => (plot.log.includes(axis) ? Math.log(value) : value);

// The value on an axis at a place in the picture; `placeOf` is the reverse.
function valueAt(plot, axis, place) {
  const [left, top, right, low] = plot.box;
  const share = axis === "x" ? (place - left) / (right - left) : (low - place) / (low - top);
  const [from, to] = plot[axis].map((end) => scaled(plot, axis, end));
  const value = from + share * (to - from);
  return plot.log.includes(axis) ? Math.exp(value) : value;
}

function placeOf(plot, axis, value) {
  const [left, top, right, low] = plot.box;
  const [from, to] = plot[axis].map((end) => scaled(plot, axis, end));
  const share = (scaled(plot, axis, value) - from) / (to - from);
  return axis === "x" ? left + share * (right - left) : low - share * (low - top);
}

// Where the rows of a table lie along the axis: numbers at their values, names at 0, 1, 2 ...
function positions(plot, { every, columns: [{ values }] }) {
  const numeric = plot.along === "x" && typeof values[0] === "number";
  return values.map((value, row) => (numeric ? value : row * every));
}

function nearest(plot, table, value) {
  const found = positions(plot, table);
  let best = 0;
  found.forEach((position, row) => {
    const nearer = plot.reads === "steps"
      ? position <= value && position > found[best]
      : Math.abs(position - value) < Math.abs(found[best] - value);
    if (nearer) best = row;
  });
  return best;
}

// A row of a table in words: its name, and the value of each series.
function entry(plot, table, row) {
  const [head, ...series] = table.columns;
  const across = plot.along === "x" ? "y" : "x";
  const [, unit] = parted(plot.labels[across]);
  return {
    title: placed(plot, plot.along, head, row),
    series: series.map(({ name, values, percent }) => [
      name || parted(plot.labels[across])[0],
      measured(fine(plot, across, values[row], percent), percent ? "" : unit),
    ]),
  };
}

// What stands at a place along an axis, such as "attack 40" or "difference 10 points".
function placed(plot, axis, { name, values, percent }, row) {
  return quantity(plot.labels[axis], name === "row" ? "" : name, values[row], (value) => fine(plot, axis, value, percent));
}

// A number after what it is a number of, with its unit; a name stands for itself.
function quantity(label, name, value, form = (number) => told(number)) {
  if (typeof value === "string" && !/^[−-]?\d+(\.\d+)?%?$/.test(value)) return value;
  const [of, unit] = parted(label || name);
  return `${of} ${measured(form(value), unit)}`.trim();
}

const measured = (text, unit) => (unit && text !== "–" ? `${text} ${unit}` : text);

// The name and the unit in the label of an axis: "attack (points)".
function parted(label) {
  const [, name, unit] = /^(.*?)(?: \(([^()]*)\))?$/s.exec(label);
  return [name, unit ?? ""];
}

// A value as finely as a hundredth of its axis can be told.
function fine(plot, axis, value, percent) {
  if (typeof value !== "number" || (Number.isInteger(value) && !percent)) return told(value, percent);
  if (plot.log.includes(axis)) return percent ? inPercent(value) : told(Number(value.toPrecision(3)));
  const step = (Math.abs(plot[axis][1] - plot[axis][0]) * (percent ? 100 : 1)) / 100;
  const digits = Math.min(6, Math.max(0, Math.ceil(-Math.log10(step) - 1e-9)));
  return percent ? inPercent(value, digits).replace("-", "−") : told(Number(value.toFixed(digits)));
}

// A value as the cells of a map are written: by Python's format, times a scale.
function formed([spec, scale = 1], value) {
  if (typeof value !== "number" || !spec) return told(value);
  const [, sign, digits, percent] = /(\+?)(?:\.(\d+))?[a-z]?(%?)$/.exec(spec);
  const number = value * scale;
  const text = percent ? inPercent(number, Number(digits ?? 0)) : number.toFixed(Number(digits ?? 0));
  return (sign && number > 0 ? `+${text}` : text).replace("-", "−");
}

// Where the values of a table are drawn: points of curves, or the bars that lie along the y axis.
function inkOf(plot, table) {
  if (plot.reads === "cells") return [];
  const [, ...series] = table.columns;
  const [left] = plot.box;
  return positions(plot, table).flatMap((position, row) => series.flatMap(({ values }) => {
    if (typeof values[row] !== "number") return [];
    if (plot.along === "x") {
      return [{ x: placeOf(plot, "x", position) - 12, y: placeOf(plot, "y", values[row]) - 12, width: 24, height: 24 }];
    }
    const [y, end] = [placeOf(plot, "y", position), placeOf(plot, "x", values[row])];
    return [{ x: left, y: y - 20, width: Math.max(0, end - left), height: 40 }];
  }));
}

const meet = (one, other) => one.x < other.x + other.width && other.x < one.x + one.width
  && one.y < other.y + other.height && other.y < one.y + one.height;
