// The table of one chart: [head, table]; the head has its title, and a link that saves it.
function tableOf(title, every, columns, file) {
  const [head, table, link] = ["p", "table", "a"].map((name) => document.createElement(name));
  const rows = columns[0].values.map((_, row) => columns.map((column) => column.values[row]));
  // A text that a spreadsheet would take for a formula is written after an apostrophe, as by Python.
  const formula = (cell) => typeof cell === "string" && /^'*[=+\-@\t\r]/.test(cell)
    && !/^[+-]?\d+([.,]\d+)?([eE][+-]?\d+)?( ?%)?$/.test(cell);
  const kept = (cell) => (formula(cell) ? `'${cell}` : cell);
  const quoted = (cell) => (/[",\r\n]/.test(cell) ? `"${String(cell).replaceAll('"', '""')}"` : cell ?? "");
  const lines = [columns.map((column) => column.name), ...rows].map((row) => row.map(kept).map(quoted).join(","));
  head.className = "save";
  head.textContent = title + (every > 1 ? ` (one row in ${every}) ` : " ");
  Object.assign(link, { download: file, textContent: "Save as CSV" });
  link.href = "data:text/csv;charset=utf-8," + encodeURIComponent(lines.join("\n") + "\n");
  head.append(link);
  const cells = (row, kind, values) => values.forEach((value, i) => {
    const cell = row.appendChild(document.createElement(kind));
    cell.textContent = kind === "th" ? value : told(value, columns[i].percent);
    if (typeof columns[i].values[0] !== "string") cell.style.textAlign = "right";
  });
  cells(table.createTHead().insertRow(), "th", columns.map((column) => column.name));
  const body = table.createTBody();
  rows.forEach((row) => cells(body.insertRow(), "td", row));
  return [head, scroller(table)];
}

function scroller(table) {
  const box = document.createElement("div");
  box.className = "table";
  table.before(box);
  box.append(table);
  return box;
}

const PROSE = 24; // letters of a cell that is a sentence

// Mark tables that are wider than their place, so that they say so and can be scrolled with keys.
function markWide(part) {
  for (const table of part.querySelectorAll(".table")) {
    // Where a table scrolls anyway, a sentence in a cell isn't squeezed to a word a line.
    for (const cell of table.querySelectorAll("td")) cell.classList.toggle("prose", cell.textContent.length > PROSE);
    const wide = table.scrollWidth > table.clientWidth + 1;
    table.toggleAttribute("data-wide", wide);
    if (wide) table.tabIndex = 0; else table.removeAttribute("tabindex");
  }
}
markWide(document);
addEventListener("resize", () => markWide(document));
