// A sheet whose cells are edited as in a spreadsheet: keys, mouse, undo, copy and paste of blocks.
function render({ model, el }) {
  const table = el.appendChild(document.createElement("table"));
  table.className = "combat-sheet";
  table.setAttribute("role", "grid");
  let at = [0, 0];  // the chosen cell
  let from = [0, 0];  // the other corner of a block
  const done = [], undone = [];  // all rows before each change
  let known = model.get("rows");  // as they were drawn last

  const heads = () => model.get("heads");
  const rows = () => model.get("rows");
  const cellAt = ([row, column]) => table.tBodies[0]?.rows[row]?.cells[column];

  // Cells are made anew; the focus stays where it was.
  function draw() {
    const focused = table.contains(table.ownerDocument.activeElement);
    const head = heads().map((text) => Object.assign(document.createElement("th"), {
      textContent: text, scope: "col",
    }));
    table.replaceChildren(document.createElement("thead"), document.createElement("tbody"));
    table.tHead.insertRow().append(...head);
    for (const texts of rows()) {
      const row = table.tBodies[0].insertRow();
      for (const text of texts) {
        const cell = row.insertCell();
        cell.textContent = text;
        cell.tabIndex = -1;
        cell.setAttribute("role", "gridcell");
        if (text !== "" && !Number.isNaN(Number(text))) cell.className = "number";
      }
    }
    choose(at, from, focused);
    mark();
  }

  function mark() {
    for (const cell of table.querySelectorAll("[aria-invalid]")) {
      cell.removeAttribute("aria-invalid");
      cell.title = "";
    }
    for (const [row, column, why] of model.get("faults")) {
      const cell = cellAt([row, column]);
      cell?.setAttribute("aria-invalid", "true");
      if (cell) cell.title = why;
    }
  }

  const within = (place) => [rows(), heads()].map(
    (all, side) => Math.max(0, Math.min(place[side], all.length - 1)));

  // The first and the last row of the chosen block, or (side 1) column.
  const ends = (side) => [at[side], from[side]].sort((a, b) => a - b);

  const placeOf = (target) => {
    const cell = target.closest?.("td");
    return cell && [cell.parentElement.rowIndex - 1, cell.cellIndex];
  };

  function choose(to, corner = to, focus = true) {
    cellAt(at)?.setAttribute("tabindex", "-1");
    [at, from] = [within(to), within(corner)];
    const [[top, bottom], [left, right]] = [ends(0), ends(1)];
    for (const [row, line] of [...(table.tBodies[0]?.rows ?? [])].entries()) {
      for (const [column, cell] of [...line.cells].entries()) {
        const inside = row >= top && row <= bottom && column >= left && column <= right;
        cell.toggleAttribute("aria-selected", inside);
      }
    }
    const cell = cellAt(at);
    cell?.setAttribute("tabindex", "0");
    if (focus) cell?.focus();
  }

  // changes: [row, column, text] of cells; rows below the last one are added. kept: those that stay.
  function change(changes, kept = rows()) {
    const next = kept.map((texts) => [...texts]);
    for (const [row, column, text] of changes) {
      while (next.length <= row) next.push(heads().map(() => ""));
      if (column < heads().length) next[row][column] = text;
    }
    if (JSON.stringify(next) === JSON.stringify(rows())) return;
    done.push(rows());
    undone.length = 0;
    put(next);
  }

  function put(next) {
    known = next;
    model.set("rows", next);
    model.save_changes();
    draw();
  }

  function again(source, other) {
    if (!source.length) return;
    other.push(rows());
    put(source.pop());
  }

  // Another sheet begins anew.
  function changed() {
    if (rows() === known) return;
    known = rows();
    done.length = undone.length = 0;
    draw();
  }

  // What the buttons ask for: a row more at the end, or that of the chosen cell less.
  function asked({ row }) {
    const last = rows().length;
    if (row === "add") change(heads().map((_, column) => [last, column, ""]));
    else if (last > 1) change([], rows().filter((_, place) => place !== at[0]));
    choose(row === "add" ? [last, 0] : at);
  }

  function edit(text) {
    const cell = cellAt(at), [row, column] = at;
    if (!cell || cell.querySelector("input")) return;
    const field = document.createElement("input");
    field.value = text ?? rows()[row][column];
    field.setAttribute("aria-label", `${heads()[column]} of ${rows()[row][0]}`);
    cell.replaceChildren(field);
    field.focus();
    if (text === undefined) field.select();
    let over = false;
    const end = (keep, step) => {
      if (over) return;
      over = true;
      const typed = field.value.trim();
      cell.textContent = rows()[row][column];
      if (keep) change([[row, column, typed]]);
      if (step) choose([row + step[0], column + step[1]]);
    };
    field.addEventListener("blur", () => end(true));
    field.addEventListener("keydown", (event) => {
      event.stopPropagation();
      const step = { Enter: [1, 0], Tab: [0, event.shiftKey ? -1 : 1] }[event.key];
      if (event.key === "Escape") end(false, [0, 0]);
      if (!step) return;
      event.preventDefault();
      end(true, step);
    });
  }

  const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

  function empty() {
    change([...table.querySelectorAll("[aria-selected]")].map((cell) => [...placeOf(cell), ""]));
  }

  table.addEventListener("keydown", (event) => {
    const command = event.ctrlKey || event.metaKey, key = event.key;
    const step = STEPS[key];
    if (step) {
      const to = [at[0] + step[0], at[1] + step[1]];
      choose(to, event.shiftKey ? from : to);
    } else if (command && key.toLowerCase() === "z") {
      if (event.shiftKey) again(undone, done); else again(done, undone);
    } else if (command && key.toLowerCase() === "y") again(undone, done);
    else if (command || event.altKey || key === "Tab") return;
    else if (key === "Enter" || key === "F2") edit();
    else if (key === "Delete" || key === "Backspace") empty();
    else if (key.length === 1) edit(key);
    else return;
    event.preventDefault();
  });

  table.addEventListener("pointerdown", (event) => {
    const place = placeOf(event.target);
    if (place && event.target.tagName !== "INPUT") choose(place, event.shiftKey ? from : place);
  });
  table.addEventListener("pointermove", (event) => {
    const place = event.buttons === 1 && placeOf(event.target);
    if (place && event.target.tagName !== "INPUT") choose(place, from);
  });
  table.addEventListener("dblclick", () => edit());

  table.addEventListener("copy", (event) => {
    if (event.target.tagName === "INPUT") return;
    const [[top, bottom], [left, right]] = [ends(0), ends(1)];
    const lines = rows().slice(top, bottom + 1).map((row) => row.slice(left, right + 1).join("\t"));
    event.clipboardData.setData("text/plain", lines.join("\n"));
    event.preventDefault();
  });
  table.addEventListener("paste", (event) => {
    if (event.target.tagName === "INPUT") return;
    const lines = event.clipboardData.getData("text/plain").replace(/\r?\n$/, "").split(/\r?\n/);
    const [[top], [left]] = [ends(0), ends(1)];
    change(lines.flatMap((line, row) => line.split("\t").map(
      (text, column) => [top + row, left + column, text.trim()])));
    event.preventDefault();
  });

  model.on("change:rows", changed);
  model.on("msg:custom", asked);
  model.on("change:heads", draw);
  model.on("change:faults", mark);
  draw();
}
export default { render };
