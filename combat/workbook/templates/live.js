// A number as the tables of the page have it.
function told(value, percent) {
  if (value === null) return "–";
  if (typeof value === "string") return value;
  const text = percent ? (100 * value).toFixed(1) + "%" : String(Number(value.toPrecision(4)));
  return text.replace("-", "−");
}

// The table of one chart, under its title and a link that saves it.
function tableOf(title, every, columns, file) {
  const [head, table, link] = ["p", "table", "a"].map((name) => document.createElement(name));
  const rows = columns[0][1].map((_, row) => columns.map(([, values]) => values[row]));
  const quoted = (cell) => (/[",\n]/.test(cell) ? `"${String(cell).replaceAll('"', '""')}"` : cell ?? "");
  const lines = [columns.map(([name]) => name), ...rows].map((row) => row.map(quoted).join(","));
  head.className = "save";
  head.textContent = title + (every > 1 ? ` (one row in ${every}) ` : " ");
  Object.assign(link, { download: file, textContent: "Save as CSV" });
  link.href = "data:text/csv;charset=utf-8," + encodeURIComponent(lines.join("\n") + "\n");
  head.append(link);
  const cells = (row, kind, values) => values.forEach((value, i) => {
    const cell = row.appendChild(document.createElement(kind));
    cell.textContent = kind === "th" ? value : told(value, columns[i][2]);
    if (typeof columns[i][1][0] !== "string") cell.style.textAlign = "right";
  });
  cells(table.createTHead().insertRow(), "th", columns.map(([name]) => name));
  const body = table.createTBody();
  rows.forEach((row) => cells(body.insertRow(), "td", row));
  const scroller = document.createElement("div");
  scroller.className = "table";
  scroller.append(table);
  return [head, scroller];
}

// A table wider than its place says that it scrolls, and can be scrolled by key.
function markWide(part) {
  for (const table of part.querySelectorAll(".table")) {
    const wide = table.scrollWidth > table.clientWidth + 1;
    table.toggleAttribute("data-wide", wide);
    if (wide) table.tabIndex = 0; else table.removeAttribute("tabindex");
  }
}
markWide(document);
addEventListener("resize", () => markWide(document));

// Each live figure brings its frames; a change of its inputs shows the frame for their places.
for (const figure of document.querySelectorAll("figure.live")) {
  const film = JSON.parse(figure.querySelector("script").textContent);
  const [form, image] = [figure.querySelector("form"), figure.querySelector("img")];
  const inputs = film.dials.map((_, i) => form.querySelector(`[data-dial="${i}"]`));
  const numbers = figure.querySelector("details.numbers");
  const presets = form.querySelector("[data-presets]");
  const start = film.dials.map((dial) => dial.start);
  let shown = film.frames[film.places[start.join()]];
  const placeOf = (input) => (input.type === "checkbox" ? Number(input.checked) : Number(input.value));

  function put(places) {
    inputs.forEach((input, i) => {
      if (input.type === "checkbox") input.checked = Boolean(places[i]);
      else input.value = places[i];
      if (input.type === "range") {
        input.setAttribute("aria-valuetext", film.dials[i].texts[places[i]]);
        input.nextElementSibling.textContent = film.dials[i].texts[places[i]];
      }
    });
    shown = film.frames[film.places[places.join()]];
    const [picture, words, caption, below] = shown;
    image.src = "data:image/webp;base64," + film.images[picture];
    image.alt = words;
    figure.querySelector(".caption").textContent = caption;
    figure.querySelector(".below").innerHTML = below;
    figure.querySelector(".words").textContent = words;
    // Folded, they are made when they are opened; never are those of other settings seen.
    if (numbers && numbers.open) putNumbers();
    else if (numbers) numbers.lastElementChild.replaceChildren();
    markWide(figure);
  }

  function putNumbers() {
    const tables = shown[4].map(([title, every, columns], i) => tableOf(
      title, every, columns.map(([name, at, percent]) => [name, film.columns[at], percent]), film.files[i]));
    numbers.lastElementChild.replaceChildren(...tables.flat());
    markWide(numbers);
  }

  if (numbers) numbers.addEventListener("toggle", () => numbers.open && putNumbers());

  inputs.forEach((input, i) => input.addEventListener("input", () => {
    const places = film.single ? start.slice() : inputs.map(placeOf);
    places[i] = placeOf(input);
    if (presets) presets.value = "";
    put(places);
  }));
  if (presets) presets.addEventListener("input", () => {
    if (presets.value !== "") put(film.presets[presets.value].place);
  });
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    if (presets) presets.value = "";
    put(start);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  figure.querySelector(".settings").hidden = true;
}
