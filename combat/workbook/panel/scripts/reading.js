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
    const lines = [entry(tables[0], row)];
    for (const table of tables.slice(1)) {
      // From a second table, such as a few points over a line, only an entry that is close.
      const other = nearest(plot, table, along ?? position);
      const apart = placeOf(plot, plot.along, positions(plot, table)[other]) - placeOf(plot, plot.along, position);
      if (Math.abs(apart) < 60) lines.push(entry(table, other));
    }
    this.here = { plot, tables, row };
    const at = placeOf(plot, plot.along, position);
    const [left, top, right, low] = plot.box;
    if (plot.along === "x") this.put(lines, [at - 2, top, 4, low - top]);
    else this.put(lines, [left, at - 2, right - left, 4]);
  }

  showCell(plot, table, row, column) {
    const [head, ...columns] = table.columns;
    row = Math.min(Math.max(row, 0), head.values.length - 1);
    column = Math.min(Math.max(column, 0), columns.length - 1);
    this.here = { plot, tables: [table], row, column };
    const { name, values, percent } = columns[column];
    const xs = [placeOf(plot, "x", column - 0.5), placeOf(plot, "x", column + 0.5)];
    const ys = [placeOf(plot, "y", row - 0.5), placeOf(plot, "y", row + 0.5)];
    const of = head.name === "row" ? "" : `${head.name} `;
    this.put(
      [{ title: `${of}${told(head.values[row], head.percent)}, ${name}`, series: [["", told(values[row], percent)]] }],
      [Math.min(...xs), Math.min(...ys), Math.abs(xs[1] - xs[0]), Math.abs(ys[1] - ys[0])],
    );
  }

  put(lines, [x, y, width, height]) {
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
    // The box stands beside the mark, on the side with room for it.
    const matrix = this.svg.getScreenCTM();
    const frame = this.picture.getBoundingClientRect();
    const [from, to] = [x * matrix.a + matrix.e - frame.left, (x + width) * matrix.a + matrix.e - frame.left];
    const wide = this.box.offsetWidth;
    const narrow = width > 4 && height <= 4;
    const left = narrow ? (from + to) / 2 : to + 10 + wide > frame.width ? from - 10 - wide : to + 10;
    const top = y * matrix.d + matrix.f - frame.top + (narrow ? 8 : 4);
    this.box.style.left = `${Math.max(0, left) + this.picture.scrollLeft}px`;
    this.box.style.top = `${Math.min(top, frame.height - this.box.offsetHeight)}px`;
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
  return frame[4].map((number) => {
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
  return frame[5].map((number) => plots[number]);
}

// A number in the form of the page's tables.
function told(value, percent) {
  if (value === null) return "–";
  if (typeof value === "string") return value;
  const text = percent ? inPercent(value) : String(Number(value.toPrecision(4)));
  return text.replace("-", "−");
}

// As `combat.core.words.percent`: 0% and 100% are said only of what is so.
function inPercent(chance) {
  const end = chance > 0.5 ? 1 : 0;
  const written = (digits) => (100 * chance).toFixed(digits);
  let digits = 1;
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
function entry({ columns: [head, ...series] }, row) {
  const of = typeof head.values[row] === "string" || head.name === "row" ? "" : `${head.name} `;
  return {
    title: of + told(head.values[row], head.percent),
    series: series.map(({ name, values, percent }) => [series.length > 1 ? name : "", told(values[row], percent)]),
  };
}
