// What a reader takes along of a figure: its numbers, its picture.
function save(name, type, text) {
  const href = URL.createObjectURL(new Blob([text], { type }));
  Object.assign(document.createElement("a"), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

// The numbers of charts as CSV: a table for each layer, a blank line between them.
function tableOf(charts) {
  // A text that a spreadsheet would take for a formula is written after an apostrophe, as by Python.
  const formula = (cell) => typeof cell === "string" && /^'*[=+\-@\t\r]/.test(cell)
    && !/^[+-]?\d+([.,]\d+)?([eE][+-]?\d+)?( ?%)?$/.test(cell);
  const kept = (cell) => (formula(cell) ? `'${cell}` : cell ?? "");
  const marked = (cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const quoted = (cell) => marked(kept(cell));
  const layers = charts.flatMap((chart) => chart.layers);
  const tables = layers.filter(({ columns }) => Object.keys(columns).length);
  return tables.map(({ index, at, names, columns }) => {
    const numbers = Object.values(columns);
    const line = (entry, row) => [entry, ...numbers.map((values) => values[row])];
    const all = [[index, ...Object.keys(columns)], ...(names ?? at).map(line)];
    return all.map((row) => `${row.map(quoted).join(",")}\r\n`).join("");
  }).join("\r\n");
}

// The charts as they stand in a place, with titles and legends, as one picture on white.
function pictureOf(place) {
  const svg = add(document.createElement("div"), "svg", { "font-family": FONT, color: "#000000" });
  const paper = add(svg, "rect", { fill: "#ffffff" });
  let [wide, high] = [0, 4];
  const write = (text, x, weight) => {
    const looks = { x, y: high + 16, "font-size": 13, "font-weight": weight };
    if (text) add(svg, "text", looks, text);
    if (text) high += 20;
    wide = Math.max(wide, x + measure(text, 13, weight) + 8);
  };
  const put = (drawn, x, y) => set(svg.appendChild(drawn.cloneNode(true)), { x, y });
  write(place.querySelector(".title").textContent, 4, 600);
  for (const chart of place.querySelectorAll(".chart")) {
    write(chart.querySelector(".name").textContent, 4, 600);
    for (const item of chart.querySelectorAll(".said .item")) {
      if (item.firstElementChild) put(item.firstElementChild, 4, high + 6);
      write(item.textContent, 32, 400);
    }
    const drawn = chart.querySelector(".frame > svg");
    put(drawn, 0, high + 4);
    wide = Math.max(wide, drawn.width.baseVal.value);
    high += drawn.height.baseVal.value + 16;
  }
  for (const node of [svg, paper]) set(node, { width: wide, height: high });
  return new XMLSerializer().serializeToString(svg);
}
