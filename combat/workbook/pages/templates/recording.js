// Unpack what the page holds as JSON, gzip and base 64.
async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

// Give a row of radio buttons a value, as other inputs have it.
function valued(input) {
  if (!input?.matches(".stops")) return input;
  Object.defineProperty(input, "value", {
    get: () => input.querySelector(":checked").value,
    set: (value) => { input.querySelector(`[value="${value}"]`).checked = true; },
  });
  return input;
}

// A control and its value in words.
function inWords(control, place) {
  if (control.kind !== "box") return `${control.label}: ${textAt(control, place)}`;
  return place ? control.label : `not: ${control.label}`;
}

// The place of the value nearest to a number, or of a list's entry with this text; -1 for none.
function nearestPlace({ numbers, texts }, value) {
  if (value === undefined) return -1;
  if (!numbers) return texts.indexOf(String(value));
  const apart = numbers.map((number) => Math.abs(number - value));
  return apart.indexOf(Math.min(...apart));
}

// A figure with its frames: when a control moves, it shows the frame for all controls' places.
class Recording {
  constructor(figure) {
    this.figure = figure;
    Object.assign(this, JSON.parse(figure.querySelector("script.recording").textContent));
    this.form = figure.querySelector("form");
    this.inputs = this.controls.map((_, i) => valued(this.form.querySelector(`[data-control="${i}"]`)));
    this.presetList = this.form && this.form.querySelector("[data-presets]");
    this.numbers = figure.querySelector("details.numbers");
    this.start = this.controls.map((control) => control.start);
    this.places = this.start;
    this.settings = figure.querySelector(".settings");
    this.settled = this.settings?.textContent;
    this.words = new Words(this, figure.querySelector(".words"));
    this.onmove = () => {};
    this.onput = []; // functions to call after each new picture
    if (this.form) this.listen();
    if (this.numbers && this.form) {
      this.numbers.hidden = false;
      this.numbers.addEventListener("toggle", () => this.numbers.open && this.load(() => this.putNumbers()));
    }
  }

  // Call `then` once the frames are unpacked, at once if they already are.
  load(then) {
    if (this.content) return then();
    this.loading ??= unpacked(this.store).then((content) => { this.content = content; });
    return this.loading.then(then);
  }

  listen() {
    this.inputs.forEach((input, i) => input.addEventListener("input", () => {
      const places = this.inputs.map((one) => this.placeOf(one));
      if (this.presetList) this.presetList.value = "";
      if (this.single) this.load(() => this.move(this.nearest(places, i), places));
      else this.move(places);
    }));
    if (this.presetList) this.presetList.addEventListener("input", () => {
      if (this.presetList.value !== "") this.move(this.presets[this.presetList.value].place);
    });
    this.form.addEventListener("reset", (event) => {
      event.preventDefault();
      if (this.presetList) this.presetList.value = "";
      this.move(this.start);
    });
    this.form.addEventListener("submit", (event) => event.preventDefault());
    this.form.hidden = false;
    this.settings?.setAttribute("hidden", "");
  }

  // The text under a printed picture: which controls were moved, and their values.
  showSettings() {
    if (!this.settings) return;
    const told = this.controls.flatMap((control, i) => (
      String(this.places[i]) === String(this.start[i]) ? [] : [inWords(control, this.places[i])]
    ));
    this.settings.textContent = told.length ? `Shown for ${told.join(" · ")}` : this.settled;
  }

  placeOf(input) {
    return input.type === "checkbox" ? Number(input.checked) : Number(input.value);
  }

  frameAt(places) {
    const found = this.single
      ? this.content.places[places.join()]
      : this.content.places[this.controls.reduce((at, control, i) => at * control.texts.length + places[i], 0)];
    return found === undefined ? undefined : this.content.frames[found];
  }

  // The places of the recorded frame that keeps the moved control, and as many others as possible.
  nearest(places, moved) {
    let [found, least] = [this.start, Infinity];
    for (const key of Object.keys(this.content.places)) {
      const there = key.split(",").map(Number);
      const apart = there.filter((place, i) => place !== places[i]).length;
      if (there[moved] === places[moved] && apart < least) [found, least] = [there, apart];
    }
    return found;
  }

  // Once the frames are unpacked: the picture and its words answer the pointer.
  ready() {
    this.drag.ready();
    this.words.mark();
  }

  // Show the picture for these places; the controls stand there, or at the places `wanted`.
  move(places, wanted = places) {
    this.set(places, wanted);
    return this.load(() => {
      if (this.places === places) this.put(this.frameAt(places));
      this.onmove(this);
    });
  }

  // Set only the controls; if the picture doesn't follow some of them, a text says so.
  set(places, wanted = places) {
    this.inputs.forEach((input, i) => {
      if (input.type === "checkbox") input.checked = Boolean(wanted[i]);
      else input.value = wanted[i];
      if (input.type === "range") {
        input.setAttribute("aria-valuetext", this.controls[i].texts[wanted[i]]);
        input.nextElementSibling.textContent = this.controls[i].texts[wanted[i]];
      }
      (input.closest("label") ?? input).classList.toggle("left-out", places[i] !== wanted[i]);
    });
    this.tellLeftOut(this.controls.filter((_, i) => places[i] !== wanted[i]), places);
    this.places = places;
  }

  tellLeftOut(controls, places) {
    const told = this.form?.querySelector("p.left-out");
    if (!told) return;
    const drawn = controls.map((control) => inWords(control, places[this.controls.indexOf(control)])).join(" · ");
    told.textContent = drawn && `No picture here has all of them together: it is drawn for ${drawn}.`;
  }

  put(frame) {
    const [, words, caption, below] = frame;
    const { texts } = this.content;
    const pieces = this.narrow.pieces(frame);
    const svg = this.figure.querySelector("svg.drawn");
    svg.querySelector(".pieces").innerHTML = pieces.map((piece) => this.content.pieces[piece]).join("");
    svg.setAttribute("aria-label", texts[words]);
    this.figure.querySelector(".caption").textContent = texts[caption];
    this.words.write(texts[words]);
    const under = this.figure.querySelector(".below");
    if (this.below !== below) {
      this.below = below;
      under.innerHTML = texts[below];
      under.querySelectorAll("table").forEach(scroller);
      markWide(this.figure);
    }
    this.showSettings();
    // Folded tables are made when they are opened; until then, old ones are removed.
    if (this.numbers && this.numbers.open) this.putNumbers();
    else if (this.numbers) this.numbers.lastElementChild.replaceChildren();
    this.onput.forEach((follow) => follow());
  }

  tables() {
    return tablesOf(this.content, this.frameAt(this.places));
  }

  plots() {
    const plots = plotsOf(this.content, this.frameAt(this.places));
    return plots.map((plot) => this.narrow.moved(plot));
  }

  // Move controls to the nearest of their values, as a hand on the picture asks. Where this figure
  // has no such controls, another figure's move, and the page scrolls there.
  moveTo(values) {
    const has = ({ controls }) => Object.keys(values).every((name) => controls.some((one) => one.name === name));
    if (!has(this)) {
      const other = window.workbook.recordings.find(has);
      other?.moveTo(values);
      return other?.figure.scrollIntoView({ block: "nearest" });
    }
    const places = this.controls.map((control) => nearestPlace(control, values[control.name]));
    const lacks = this.controls.filter(({ name }, i) => name in values && places[i] < 0);
    const names = lacks.map(({ label, name }) => `${label} ${values[name]}`);
    if (lacks.length) return noted(this.figure, `This page has no picture of ${names.join(", ")}; the notebook has.`);
    const moved = this.inputs.filter((input, i) => places[i] >= 0 && places[i] !== this.places[i]);
    moved.forEach((input) => { input.value = places[this.inputs.indexOf(input)]; });
    moved[0]?.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // Move a control by so many of the values that this page has.
  step(name, by) {
    const i = this.controls.findIndex((control) => control.name === name);
    const place = this.places[i] + by;
    if (!(place in this.controls[i].texts)) return;
    this.inputs[i].value = place;
    this.inputs[i].dispatchEvent(new Event("input", { bubbles: true }));
  }

  putNumbers() {
    const made = this.tables().map(({ title, every, columns }, i) => [title, every, columns, this.files[i]]);
    const box = this.numbers.lastElementChild;
    box.replaceChildren();
    for (const [title, every, columns, file] of made) {
      const place = document.createElement("div");
      box.append(place);
      const [head, table] = tableOf(title, every, columns, file);
      place.replaceWith(head, table);
    }
    markWide(this.numbers);
  }
}
