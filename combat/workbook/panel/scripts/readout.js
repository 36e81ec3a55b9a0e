// The legend of a chart, unless its lines are named at their ends; in it numbers are read where the
// pointer, a finger or arrow keys stand. Under it lies, unseen, the longest reading: nothing jumps.
class Readout {
  constructor(parent, plot) {
    Object.assign(this, { plot, lines: new Map() });
    const lines = add(parent, "div", { class: "legend" });
    this.ghost = add(lines, "div", { "aria-hidden": true });
    this.said = add(lines, "div", { class: "said", role: "status" });
  }

  // Say the names, or what is read: {layer, row, column}. Returns it.
  say(reading) {
    const { named, chart: { legend } } = this.plot;
    this.fill(this.said, ...(reading ? this.told(reading) : ["", named.length ? [] : legend]));
    return this.said.textContent;
  }

  // What was read, if it is still there.
  still(reading) {
    const { at = [], columns = {} } = this.plot.layers[reading?.layer] ?? {};
    const there = reading?.row < at.length && reading.column < Object.keys(columns).length;
    return there ? reading : null;
  }

  // The entry nearest to a pointer; of stairs the one that holds there.
  nearest(event) {
    const { plot } = this;
    const [x, y] = plot.pointed(event);
    let [best, least] = [null, Infinity];
    plot.layers.forEach(({ along, at, marks, columns }, layer) => at.forEach((place, row) => {
      const gap = along === "x" ? x - plot.x(place) : y - plot.y(place);
      const later = gap < 0 && marks.some(({ step }) => step === "post");
      const apart = later ? Infinity : Math.abs(gap);
      const column = clip(Math.round(plot.x.back(x)), 0, Object.keys(columns).length - 1);
      if (apart < least) [best, least] = [{ layer, row, column }, apart];
    }));
    return best;
  }

  // The next entry in the direction of a key; null if it has none.
  next(key) {
    const { layers: [layer], heat, reading, y } = this.plot;
    const over = { ArrowLeft: -1, ArrowRight: 1 }[key] ?? 0;
    const down = { ArrowUp: -1, ArrowDown: 1 }[key] ?? 0;
    const across = layer && layer === heat ? over : 0;
    const side = layer?.along === "x" ? over : down * Math.sign(y(2) - y(1));
    if (!layer || (!side && !across)) return null;
    const { row = -side, column = -across } = reading ?? {};
    const [rows, columns] = [layer.at.length, Object.keys(layer.columns).length];
    return { layer: 0, row: clip(row + side, 0, rows - 1),
      column: clip(column + across, 0, columns - 1) };
  }

  entry({ along, at, names }, row) {
    return names?.[row] ?? shown(at[row], this.plot.chart[along].spec);
  }

  // Fill a line, unless it says this already: who listens to a page isn't told it once more.
  fill(line, entry, items) {
    const { legend } = this.plot.chart;
    const told = JSON.stringify([entry, items, legend]);
    if (this.lines.get(line) === told) return;
    this.lines.set(line, told);
    line.replaceChildren();
    if (entry) add(line, "span", { class: "entry" }, `${entry}: `);
    for (const [name, number] of items) {
      const item = add(line, "span", { class: "item" });
      const looks = legend.find(([known]) => known === name);
      if (looks) swatch(item, ...looks.slice(1));
      item.append(name);
      if (entry) add(item, "b", {}, name ? ` ${number}` : number);
      line.append(" ");
    }
  }

  // The entry that is read, and [[name, number], ...].
  told({ layer: number, row, column }) {
    const { layers, heat } = this.plot;
    const layer = layers[number];
    const entry = this.entry(layer, row);
    if (layer === heat) {
      const [name, values] = Object.entries(layer.columns)[column];
      const [value, { missing }] = [values[row], layer.marks[0]];
      return [`${entry}, ${name}`, [["", (value === null && missing) || shown(value, layer.spec)]]];
    }
    const same = (at) => Math.abs(at - layer.at[row]) < 1e-9 * (1 + Math.abs(at));
    const items = layers.filter(({ along }) => along === layer.along).flatMap((other) => {
      const here = other.at.findIndex(same);
      const columns = here < 0 ? [] : Object.entries(other.columns);
      return columns.map(([name, values]) => [name, shown(values[here], other.spec)]);
    });
    return [layer.names ? entry : `${layer.index} ${entry}`.trim(), items];
  }

  // Keep room for the longest reading, of eight or so.
  reserve() {
    const all = this.plot.layers.flatMap(({ at, columns }, layer) => {
      const lengths = Object.keys(columns).map(({ length }) => length);
      const column = lengths.indexOf(greatest(lengths));
      const some = at.map((_, row) => row).filter((row) => row % Math.ceil(at.length / 8) === 0);
      return some.map((row) => this.told({ layer, row, column }));
    });
    const long = (told) => told.flat(2).join("").length;
    const longest = all.reduce((best, told) => (long(told) > long(best) ? told : best), ["", []]);
    this.fill(this.ghost, ...longest);
  }
}

function swatch(parent, color, kind, dash) {
  const svg = add(parent, "svg", { class: "drawn", width: 22, height: 10, "aria-hidden": true });
  if (kind === "line") add(svg, "path", { d: "M0 5H20", ...stroked(color, dash, 2.4) });
  else if (kind === "dot") add(svg, "circle", { cx: 12, cy: 5, r: 4, fill: color });
  else add(svg, "rect", { x: 6, width: 12, height: 10, fill: color });
}
