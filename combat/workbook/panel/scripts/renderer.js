// Draws an answer (title, charts, note, table) from numbers, in JupyterLab and on pages alike.
// Around a dot's middle, 1 to each side; the last two are strokes.
const SHAPES = { o: "M-1 0a1 1 0 0 1 2 0a1 1 0 0 1-2 0z", s: "M-.9-.9H.9V.9H-.9z",
  D: "M0-1.1L1.1 0L0 1.1L-1.1 0z", X: "M-1-1L1 1M-1 1L1-1", "|": "M0-1V1" };
// px: the width of a chart beside another, of any, between them; the height of rows together
const [LEAST, MOST, GAP, TALL] = [240, 820, 24, 330];
const NAMES = 0.28; // of a chart's width, at most, have the names of lines at their right

const set = (node, looks) => {
  for (const name in looks) node.setAttribute(name, looks[name]);
};

// Add an element of SVG or, outside of one, of HTML.
function add(parent, name, looks = {}, text = "") {
  const space = name === "svg" ? "http://www.w3.org/2000/svg" : parent.namespaceURI;
  const node = document.createElementNS(space, name);
  set(node, looks);
  if (text) node.textContent = text;
  return parent.appendChild(node);
}

// One chart: its title, its legend and the picture.
class Plot {
  constructor(parent) {
    this.root = add(parent, "div", { class: "chart" });
    this.title = add(this.root, "div", { class: "name" });
    this.readout = new Readout(this.root, this);
    this.frame = add(this.root, "div", { class: "frame" });
    const looks = { class: "drawn", role: "img", tabindex: 0, "font-family": FONT };
    this.svg = add(this.frame, "svg", looks);
    this.handle = add(this.frame, "div", { class: "handle", role: "slider", tabindex: 0 });
  }

  put(chart, wide) {
    Object.assign(this, { chart, wide, taken: [] });
    const read = ({ at, columns }) => at.length && Object.keys(columns).length;
    this.layers = chart.layers.filter(read);
    this.heat = this.layers.find(({ marks }) => marks.some(({ kind }) => kind === "cell"));
    this.title.textContent = chart.title;
    this.layOut();
    const { svg, high, box: [left, top, right, low] } = this;
    set(svg, { viewBox: `0 0 ${wide} ${high}`, width: wide, height: high });
    svg.classList.toggle("picks", Boolean(chart.picks));
    svg.replaceChildren();
    if (!chart.bare) this.axes();
    // What lies beyond the axes is cut off, but for dots and texts.
    const [x, y, width, height] = [left - 2, top - 2, right - left + 4, low - top + 4];
    this.inside = add(svg, "svg", { x, y, width, height, viewBox: [x, y, width, height] });
    for (const layer of chart.layers) for (const mark of layer.marks) this[mark.kind](mark, layer);
    this.putNames();
    this.putHandle();
    this.cursor = add(svg, "g", { class: "cursor" });
    this.readout.reserve();
    this.read(this.readout.still(this.reading));
  }

  // Where the axes stand, and the names beside and under them.
  layOut() {
    const { chart: { x, y, rows, bare }, wide } = this;
    const within = ({ limits, ticks }) => ticks.filter(([at]) => (
      !bare && at >= Math.min(...limits) && at <= Math.max(...limits)));
    const beside = within(y).map(([at, text]) => [at, wrapped(text, 0.4 * wide)]);
    const deep = LINE * greatest(beside.map(([, lines]) => lines.length));
    const pitch = clip(TALL / rows, deep, Math.max(rows > 12 ? 22 : 28, deep + 4));
    const tall = rows ? rows * pitch : clip(Math.round(0.45 * wide), 180, 270);
    [this.above, this.below] = [y, x].map(({ label }) => (bare ? [] : wrapped(label, wide - 4)));
    const top = bare ? 2 : 8 + LINE * this.above.length;
    let left = bare ? 2 : 10 + widest(beside.flatMap(([, lines]) => lines));
    this.y = scaled(y, top + tall, top);
    this.named = this.namesAtEnds(top, top + tall);
    const names = widest(this.named.flatMap(({ lines }) => lines));
    let right = bare ? wide - 2 : wide - 10 - (names && names + 4);
    for (let turn = 0; turn < 2; turn += 1) { // names may stick out at the sides
      this.x = scaled(x, left, right);
      this.under = this.namesUnder(within(x), right - left);
      left += greatest(this.under.map(({ from }) => 1 - from));
      right -= greatest(this.under.map(({ to }) => to + 1 - wide));
    }
    this.x = scaled(x, left, right);
    this.beside = thinned(beside, this.y, ([, lines]) => LINE * lines.length);
    this.box = [left, top, right, top + tall];
    this.foot = top + tall + (bare ? 2 : 8) + greatest(this.under.map(({ deep }) => deep));
    this.high = this.foot + (this.below.length && LINE * this.below.length + 6);
    this.tall = Math.abs(this.y(2) - this.y(1)); // of a row
  }

  // The names of lines at their right ends, moved apart; none if they have no room.
  namesAtEnds(top, low) {
    const { chart: { ends }, wide } = this;
    const found = ends.map(([name, color, at, value]) => ({ name, color, at,
      y: clip(this.y(value), top, low), lines: wrapped(name, NAMES * wide) }));
    found.sort((one, other) => one.y - other.y);
    const deep = greatest(found.map(({ lines }) => lines.length));
    const middles = apart(found.map(({ y }) => y), LINE * deep, top, low);
    const near = found.every(({ y }, at) => Math.abs(middles[at] - y) <= 3 * LINE);
    const needs = widest(found.flatMap(({ lines }) => lines));
    const fit = wide >= 300 && deep <= 2 && needs <= NAMES * wide;
    return near && fit ? found.map((end, at) => ({ ...end, middle: middles[at] })) : [];
  }

  putNames() {
    const edge = this.box[2];
    for (const { at, y, middle, lines, color } of this.named) {
      const d = pathOf([[this.x(at), y], [edge + 8, middle]]);
      add(this.svg, "path", { d, ...stroked(color, 0, 1) });
      const first = middle + 4 - (lines.length - 1) * LINE / 2;
      this.name(lines, edge + 11, first, "start", { fill: color });
    }
  }

  // The names under the x axis: level where they fit, else slanted; too many are left out.
  namesUnder(ticks, wide) {
    const { x } = this;
    const level = ([at, text], room) => {
      const lines = wrapped(text, room);
      const half = widest(lines) / 2;
      return { at, lines, from: x(at) - half, to: x(at) + half, deep: lines.length * LINE };
    };
    if (!this.chart.x.named) {
      return thinned(ticks, x, ([, text]) => measure(text) + 10).map((tick) => level(tick, wide));
    }
    const apart = ticks.slice(1).map(([at], before) => Math.abs(x(at) - x(ticks[before][0])));
    const room = Math.min(wide, ...apart) - 8;
    const names = ticks.map((tick) => level(tick, room));
    if (names.every(({ lines }) => lines.length <= 3 && widest(lines) <= room)) return names;
    return thinned(ticks, x, () => 1.5 * LINE).map(([at, text]) => {
      const [line, more] = wrapped(text, Math.min(160, 0.4 * this.wide));
      const slanted = more ? `${line} …` : line;
      const long = measure(slanted) * Math.SQRT1_2;
      return { at, slanted, from: x(at) - long - 4, to: x(at) + 8, deep: long + LINE };
    });
  }

  axes() {
    const { box: [left, top, right, low], chart: { x, y, layers } } = this;
    const rule = (d, color) => add(this.svg, "path", { d, ...stroked(color, 0, 1) });
    const upright = (at, color) => rule(`M${round(this.x(at))} ${top}V${low}`, color);
    const lying = (at, color) => rule(`M${left} ${round(this.y(at))}H${right}`, color);
    if (x.grid) this.under.forEach(({ at }) => upright(at, "#dddddd"));
    if (y.grid) this.beside.forEach(([at]) => lying(at, "#dddddd"));
    lying(y.limits[0], "#444444");
    // An axis without numbers, such as that of a drawing, has no zero to show.
    const zero = ({ limits: [one, other], log, named, ticks }) => (
      ticks.length && !log && !named && one * other <= 0);
    if (layers[0]?.along === "y" && zero(x)) upright(0, "#444444");
    if (layers[0]?.along === "x" && zero(y)) lying(0, "#444444");
    for (const [at, lines] of this.beside) {
      this.name(lines, left - 6, this.y(at) + 4 - (lines.length - 1) * LINE / 2, "end");
    }
    for (const { at, lines, slanted } of this.under) {
      const transform = `translate(${round(this.x(at) + 4)} ${low + 14})rotate(-45)`;
      if (slanted) this.name([slanted], 0, 0, "end", { transform });
      else this.name(lines, this.x(at), low + 17, "middle");
    }
    this.name(this.above, 2, 11, "start");
    const half = widest(this.below) / 2;
    const middle = clip((left + right) / 2, half, this.wide - half);
    this.name(this.below, middle, this.foot + LINE, "middle");
  }

  name(lines, x, y, anchor, looks) {
    lines.forEach((line, at) => add(this.svg, "text", { x: round(x),
      y: round(y + at * LINE), "font-size": LETTERS, "text-anchor": anchor, fill: "#444444",
      ...looks }, line));
  }

  // Where the entries of a column, or of numbers, or of one number stand.
  places({ along, at, columns }, of, shift = 0) {
    const values = columns[of] ?? of;
    return at.map((here, entry) => (along === "x"
      ? [this.x(here + shift), this.y(one(values, entry))]
      : [this.x(one(values, entry)), this.y(here + shift)]));
  }

  // Pairs of places, of those entries that have both.
  pairs(layer, low, high, shift = 0, thick = 0) {
    const ends = this.places(layer, high, shift + thick / 2);
    return this.places(layer, low, shift - thick / 2)
      .map((start, entry) => [...start, ...ends[entry], entry]);
  }

  line({ of, color, dash, width, step }, layer) {
    const parts = runs(this.places(layer, of));
    const d = parts.map((run) => pathOf(curve(run, step))).join("");
    add(this.inside, "path", { d, ...stroked(color, dash, width), "stroke-linejoin": "round" });
    for (const [[cx, cy]] of parts.filter((run) => run.length === 1)) {
      add(this.inside, "circle", { cx, cy, r: 3, fill: color });
    }
  }

  area({ low, high, color, opacity, step }, layer) {
    for (const run of runs(this.pairs(layer, low, high))) {
      const floor = curve(run.map(([x, y]) => [x, y]), step);
      const roof = curve(run.map(([, , x, y]) => [x, y]), step);
      const looks = { fill: color, "fill-opacity": opacity, "stroke-width": 3 };
      if (run.length === 1) looks.stroke = color;
      add(this.inside, "path", { d: pathOf([...floor, ...roof.reverse()]), ...looks });
    }
  }

  bar({ from, to, thick, shift, color, opacity }, layer) {
    const bars = this.pairs(layer, from, to, shift, thick).filter(finite);
    for (const [x, y, right, low, entry] of bars) {
      const d = pathOf([[x, y], [x, low], [right, low], [right, y]]);
      add(this.inside, "path", { d, fill: one(color, entry), "fill-opacity": opacity });
    }
  }

  whisker({ low, high }, layer) {
    const cap = (x, y) => (layer.along === "x" ? `M${x - 3} ${y}h6` : `M${x} ${y - 3}v6`);
    for (const [x, y, right, under] of this.pairs(layer, low, high).filter(finite)) {
      const d = pathOf([[x, y], [right, under]]) + cap(x, y) + cap(right, under);
      add(this.inside, "path", { d, ...stroked("currentColor", 0, 1.2) });
    }
  }

  path({ x, y, color, dash, width, fill, opacity, arrow }) {
    for (const run of runs(x.map((at, point) => [this.x(at), this.y(y[point])]))) {
      const filled = { fill: color, "fill-opacity": opacity };
      const line = { ...stroked(color, dash, width), "stroke-opacity": opacity };
      add(this.inside, "path", { d: pathOf(run), ...(fill ? filled : line) });
      if (!arrow || run.length < 2) continue;
      const [[fromX, fromY], [toX, toY]] = run.slice(-2);
      const turned = Math.atan2(toY - fromY, toX - fromX) * 180 / Math.PI;
      const transform = `translate(${round(toX)} ${round(toY)})rotate(${round(turned)})`;
      add(this.inside, "path", { d: "M0 0L-10 5V-5z", ...filled, transform });
    }
  }

  // Cells of one colour are one path: thousands of them are drawn at once.
  cell({ low, high, scale, spec, times, missing }, layer) {
    const columns = Object.values(layer.columns);
    const text = (value) => (value === null ? "" : shown(value * times, spec));
    let gone = "";
    const [wide, tall] = [Math.abs(this.x(2) - this.x(1)), this.tall];
    const fills = SHADES[scale].map(() => "");
    const fits = spec && columns.length <= 20 && tall >= LINE
      && widest(columns.flat().map(text), SMALL) <= wide - 2;
    const [cells, numbers] = ["cells", "cells numbers"].map((name) => (
      add(this.inside, "g", { class: name })));
    columns.forEach((values, column) => values.forEach((value, row) => {
      const [left, top] = [this.x(column) - wide / 2, this.y(layer.at[row]) - tall / 2];
      const [x, y, right, under] = [left, top, left + wide, top + tall].map(Math.round);
      const square = `M${x} ${y}H${right}V${under}H${x}z`;
      if (value === null) {
        gone += missing ? square : "";
        return;
      }
      const step = clip(Math.floor(41 * (value - low) / (high - low)), 0, 40);
      fills[step] += square;
      const looks = { x: round(left + wide / 2), y: round(top + tall / 2 + 4), "font-size": SMALL,
        "text-anchor": "middle", fill: SHADES[scale][step][1] };
      if (fits) add(numbers, "text", looks, text(value));
    }));
    fills.forEach((d, step) => d && add(cells, "path", { d, fill: SHADES[scale][step][0] }));
    if (gone) add(cells, "path", { d: gone, fill: "#8c8c8c" });
  }

  // Those of some places that lie within the axes.
  seen(places, then) {
    const [left, top, right, low] = this.box;
    places.forEach(([x, y], entry) => {
      const inside = x > left - 1 && x < right + 1 && y > top - 1 && y < low + 1;
      if (inside) then(round(x), round(y), entry);
    });
  }

  dot({ of, color, shape, size }, layer) {
    this.seen(this.places(layer, of), (x, y, entry) => {
      const [fill, transform] = [one(color, entry), `translate(${x} ${y})scale(${size / 2})`];
      const looks = "X|".includes(shape) ? { stroke: fill, "stroke-width": 4.8 / size } : { fill };
      add(this.svg, "path", { d: SHAPES[shape], transform, ...looks });
    });
  }

  text(mark) {
    const places = mark.x.map((x, at) => [this.x(x), this.y(mark.y[at])]);
    this.seen(places, (x, y, entry) => this.letters(mark, mark.text[entry], x, y));
  }

  // A text in the picture, unless another one stands there already.
  letters({ anchor, color, size, bold }, text, x, y) {
    const [letters, weight] = [Math.max(size, SMALL), bold ? 600 : 400];
    const [width, high] = [measure(text, letters, weight), 1.25 * letters];
    const begin = x - { start: 0, middle: 0.5, end: 1 }[anchor] * width;
    const left = clip(begin, 1, Math.max(1, this.wide - 1 - width));
    const top = clip(y - high / 2, 0, this.high - high);
    const box = [left, top, left + width, top + high];
    const meets = (one) => [0, 1].every((at) => box[at] < one[at + 2] && one[at] < box[at + 2]);
    if (!text || this.taken.some(meets)) return;
    this.taken.push(box);
    add(this.svg, "text", { x: round(x + left - begin), y: round(top + letters),
      "text-anchor": anchor, "font-size": letters, "font-weight": weight, fill: color }, text);
  }

  putHandle() {
    const { handle, chart: { drag, x: { limits, spec } }, box: [left, top, right, low] } = this;
    handle.hidden = !drag?.control;
    if (!drag) return;
    const x = round(clip(this.x(drag.at), left, right));
    add(this.svg, "path", { d: `M${x} ${top}V${low}`, ...stroked("currentColor", 3, 1.5) });
    if (handle.hidden) return;
    add(this.svg, "circle", { cx: x, cy: low, r: 6, fill: "currentColor" });
    Object.assign(handle.style, { left: `${x}px`, top: `${top}px`, height: `${low - top + 10}px` });
    const words = { label: drag.control, valuetext: shown(drag.at, spec), valuenow: drag.at,
      valuemin: Math.min(...limits), valuemax: Math.max(...limits) };
    for (const name in words) handle.setAttribute(`aria-${name}`, words[name]);
  }

  // The value at which a pointer holds the mark.
  dragged(event) {
    const [low, high] = this.chart.x.limits;
    return clip(this.x.back(this.pointed(event)[0]), Math.min(low, high), Math.max(low, high));
  }

  // Where an event is in the picture.
  pointed({ clientX, clientY }) {
    const { left, top, width } = this.svg.getBoundingClientRect();
    return [(clientX - left) * this.wide / width, (clientY - top) * this.wide / width];
  }

  // Say what is read, and mark it: a cell, a row, or a place along the x axis.
  read(reading) {
    const { chart: { title, x, y }, cursor, tall, box: [, top, , low] } = this;
    this.reading = reading;
    const said = this.readout.say(reading);
    const names = this.named.map(({ name }) => name).join(", ");
    this.svg.setAttribute("aria-label", `${title || `${y.label} by ${x.label}`}. ${said || names}`);
    cursor.replaceChildren();
    if (!reading) return;
    const layer = this.layers[reading.layer];
    const [across, down] = [this.x, this.y].map((scale) => scale(layer.at[reading.row]));
    const row = { y: down - tall / 2, height: tall };
    const [left, right] = [-0.5, 0.5].map((half) => this.x(reading.column + half));
    if (layer.along === "x") add(cursor, "path", { d: `M${across} ${top}V${low}` });
    else if (layer !== this.heat) add(cursor, "rect", { ...row, width: this.wide });
    else add(cursor, "rect", { ...row, class: "cell", x: left, width: right - left });
  }
}

// What an element shows: it stays, with all that listens, while answers come and go.
class Drawing {
  constructor(element) {
    element.classList.add("answer");
    Object.assign(this, { element, plots: [] });
    this.title = add(element, "p", { class: "title", role: "status" });
    this.charts = add(element, "div", { class: "charts" });
    this.note = add(element, "p", { class: "note" });
    this.table = add(element, "div", { class: "table", tabindex: 0 });
    const drop = () => { this.drags = null; };
    const heard = { pointerdown: this.press, pointermove: this.move, pointerup: drop,
      pointercancel: drop, pointerleave: this.leave, click: this.click, keydown: this.key };
    for (const name in heard) this.charts.addEventListener(name, heard[name].bind(this));
    const resized = () => this.charts.clientWidth !== this.wide && this.draw();
    new ResizeObserver(resized).observe(this.charts);
  }

  put(answer, on) {
    this.on = on;
    this.element.classList.toggle("failed", "error" in answer);
    this.title.textContent = answer.error ?? answer.title;
    if ("error" in answer) return;
    this.note.textContent = answer.note;
    if (this.answer?.table !== answer.table) this.tabulate(answer.table);
    this.answer = answer;
    this.draw();
  }

  // A folded table that was opened stays open.
  tabulate(html) {
    const open = Boolean(this.table.querySelector("details[open]"));
    this.table.innerHTML = html;
    this.table.querySelector("details")?.toggleAttribute("open", open);
  }

  draw() {
    const { charts } = this.answer ?? { charts: [] };
    this.wide = this.charts.clientWidth;
    if (!this.wide) return;
    while (this.plots.length > charts.length) this.plots.pop().root.remove();
    while (this.plots.length < charts.length) this.plots.push(new Plot(this.charts));
    const lines = Math.ceil(charts.length / Math.max(1, Math.floor(this.wide / LEAST)));
    const across = Math.ceil(charts.length / lines) || 1;
    this.charts.style.setProperty("--across", across);
    const each = Math.floor((this.wide - GAP * (across - 1)) / across);
    charts.forEach((chart, at) => this.plots[at].put(chart, Math.min(each, MOST)));
  }

  plot({ target }) {
    return this.plots.find(({ frame }) => frame.contains(target));
  }

  press(event) {
    const plot = this.plot(event);
    if (event.target === plot?.handle) {
      this.drags = plot;
      event.target.setPointerCapture(event.pointerId);
    }
    plot?.read(plot.readout.nearest(event));
  }

  move(event) {
    const { drags, on } = this;
    if (drags) on.move?.(drags.chart.drag.control, drags.dragged(event), 0);
    const here = this.plot(event);
    this.leave(event, here);
    here?.read(here.readout.nearest(event));
  }

  // What a finger has read stays.
  leave({ pointerType }, here) {
    if (pointerType !== "mouse") return;
    for (const plot of this.plots) if (plot.reading && plot !== here) plot.read(null);
  }

  click(event) {
    const plot = this.plot(event);
    if (event.target === plot?.handle) return;
    plot?.read(plot.readout.nearest(event));
    this.pick(plot);
  }

  pick(plot) {
    if (!plot?.chart.picks || !plot.reading || !plot.heat) return;
    const { heat, reading: { row, column }, chart } = plot;
    this.on.pick?.(plot.readout.entry(heat, row), Object.keys(heat.columns)[column], chart);
  }

  key(event) {
    const plot = this.plot(event);
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    const marked = by && event.target === plot?.handle;
    if (marked) this.on.move?.(plot.chart.drag.control, plot.chart.drag.at, by);
    else if (event.key === "Escape") plot?.read(null);
    else if (event.key === "Enter") this.pick(plot);
    const next = marked ? null : plot?.readout.next(event.key);
    if (next) plot.read(next);
    if (marked || next || event.key === "Enter") event.preventDefault();
  }
}

const drawings = new WeakMap();

// Draw an answer into an element, or draw it anew there. on.move(control, value, by): its mark is
// dragged to a value, or moved by an arrow key (by is then -1 or 1, else 0); on.pick(row, column,
// chart): by a cell.
function draw(element, answer, on = {}) {
  if (!drawings.has(element)) drawings.set(element, new Drawing(element));
  drawings.get(element).put(answer, on);
}
