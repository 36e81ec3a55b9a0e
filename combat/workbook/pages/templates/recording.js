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

const TICKS = 60; // more would be a band

// Whether a slider's input has numbers and not places, as its values don't lie evenly.
function uneven({ fewer, numbers }) {
  return Boolean(fewer && numbers && numbers.length > 3);
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
    this.told = this.form?.querySelector("p.follows");
    this.onmove = () => {};
    this.onput = []; // functions to call after each new picture
    this.words.mark();
    if (this.form) this.listen();
    if (this.numbers && this.form) {
      this.numbers.hidden = false;
      this.numbers.addEventListener("toggle", () => this.numbers.open && this.load(() => this.putNumbers()));
    }
  }

  // Call `then` once the frames are unpacked, at once if they already are.
  load(then) {
    if (this.content) return then();
    this.loading ??= unpacked(this.store).then((content) => {
      this.content = content;
      this.known = this.whole ? [] : Object.keys(content.places).map((key) => key.split(",").map(Number));
    });
    return this.loading.then(then);
  }

  listen() {
    this.inputs.forEach((input, i) => {
      input.addEventListener("keydown", (event) => this.key(event, i));
      input.addEventListener("input", () => {
        if (this.presetList) this.presetList.value = "";
        this.choose(i, this.placeOf(input, i));
      });
    });
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

  placeOf(input, i) {
    if (input.type === "checkbox") return Number(input.checked);
    const control = this.controls[i];
    return uneven(control) ? nearestPlace(control, Number(input.value)) : Number(input.value);
  }

  // Arrow keys move a slider by one of the values that it has beside the others as they stand.
  key(event, i) {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (!by || event.shiftKey || this.inputs[i].type !== "range") return;
    event.preventDefault();
    this.step(this.controls[i].name, by);
  }

  frameAt(places) {
    const found = this.whole
      ? this.content.places[this.controls.reduce((at, control, i) => at * control.texts.length + places[i], 0)]
      : this.content.places[places.join()];
    return found === undefined ? undefined : this.content.frames[found];
  }

  // Move one control to a place: where the page has no picture of that beside the others as they
  // stand, a slider stops at the nearest value that has one; if only others can give way, they do.
  choose(i, place) {
    const wanted = this.places.map((there, at) => (at === i ? place : there));
    if (this.whole) return this.move(wanted);
    this.load(() => {
      const from = this.places;
      const to = this.nearest(wanted, i);
      const moved = this.move(to);
      this.tell(to.flatMap((there, at) => (at !== i && there !== from[at] ? [inWords(this.controls[at], there)] : [])));
      return moved;
    });
  }

  // The places with a picture where all but one control stand as they do.
  beside(i, places = this.places) {
    return this.known.filter((there) => there.every((place, at) => at === i || place === places[at]));
  }

  nearest(wanted, moved) {
    if (this.frameAt(wanted)) return wanted;
    const size = (control) => Math.max(1, control.texts.length - 1);
    const apart = (there) => this.controls.reduce((sum, control, i) => sum + (control.kind === "range"
      ? Math.abs(there[i] - wanted[i]) / size(control) : Number(there[i] !== wanted[i])), 0);
    const least = (some) => some.reduce((best, there) => (apart(there) < apart(best) ? there : best));
    const slides = this.controls[moved]?.kind === "range";
    const beside = slides ? this.beside(moved, wanted) : [];
    if (beside.length > 1) return least(beside);
    const others = this.known.filter((there) => (slides ? there[moved] !== this.places[moved] : there[moved] === wanted[moved]));
    return least(others.length ? others : this.known);
  }

  // Once the frames are unpacked: the picture and its words answer the pointer.
  ready() {
    this.drag.ready();
    this.words.mark();
  }

  // Show the picture for these places.
  move(places) {
    this.set(places);
    this.tell([]);
    return this.load(() => {
      if (this.places === places) this.put(this.frameAt(places));
      this.onmove(this);
      if (!this.whole) this.mark();
    });
  }

  set(places) {
    this.places = places;
    this.inputs.forEach((input, i) => {
      const control = this.controls[i];
      if (input.type === "checkbox") input.checked = Boolean(places[i]);
      else input.value = uneven(control) ? control.numbers[places[i]] : places[i];
      if (input.type !== "range") return;
      input.setAttribute("aria-valuetext", control.texts[places[i]]);
      input.nextElementSibling.textContent = control.texts[places[i]];
    });
  }

  // Where a slider lacks values beside the others as they stand, ticks show which it has.
  mark() {
    this.inputs.forEach((input, i) => {
      if (input.type !== "range" || !input.list) return;
      const control = this.controls[i];
      const there = this.beside(i).map((places) => places[i]);
      const lacks = there.length <= TICKS && (control.fewer || there.length < control.texts.length);
      input.list.replaceChildren(...(lacks ? there : []).map((place) => (
        Object.assign(document.createElement("option"), { value: uneven(control) ? control.numbers[place] : place }))));
    });
  }

  // Say which other controls a move has taken along.
  tell(moved) {
    if (this.told) this.told.textContent = moved.length ? `This page has no picture of both: now ${moved.join(" · ")}.` : "";
  }

  put(frame) {
    const { words, caption, below } = frame;
    const { texts } = this.content;
    const pieces = this.narrow.pieces(frame);
    const svg = this.figure.querySelector("svg.drawn");
    svg.querySelector(".pieces").innerHTML = pieces.map((piece) => this.content.pieces[piece]).join("");
    svg.setAttribute("aria-label", this.words.plain(texts[words]));
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

  // What a title needs to know of a control.
  own(name) {
    const i = this.controls.findIndex((control) => control.name === name);
    if (i < 0) return undefined;
    const { label, numbers } = this.controls[i];
    const moves = numbers?.length > 1 ? { number: numbers[this.places[i]], step: numbers[1] - numbers[0] } : {};
    return { text: textAt(this.controls[i], this.places[i]), label, ...moves };
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
    const found = this.controls.map((control) => nearestPlace(control, values[control.name]));
    const lacks = this.controls.filter(({ name }, i) => name in values && found[i] < 0);
    const names = lacks.map(({ label, name }) => `${label} ${values[name]}`);
    if (lacks.length) return noted(this.figure, `This page has no picture of ${names.join(", ")}; the notebook has.`);
    const places = found.map((place, i) => (place < 0 ? this.places[i] : place));
    const moved = places.flatMap((place, i) => (place === this.places[i] ? [] : [i]));
    if (!moved.length) return;
    if (this.presetList) this.presetList.value = "";
    if (moved.length === 1) this.choose(moved[0], places[moved[0]]);
    else this.load(() => this.move(this.whole ? places : this.nearest(places, moved[0])));
  }

  // Move a control by so many of the values that this page has beside the others as they stand.
  step(name, by) {
    const i = this.controls.findIndex((control) => control.name === name);
    if (this.presetList) this.presetList.value = "";
    this.load(() => {
      const [here, goes] = [this.places[i], (place) => (place - this.places[i]) * by > 0];
      const there = this.whole ? [here + by] : this.beside(i).map((places) => places[i]).filter(goes);
      const near = there.sort((one, other) => Math.abs(one - here) - Math.abs(other - here))[Math.abs(by) - 1] ?? here + by;
      if (near in this.controls[i].texts) this.choose(i, near);
    });
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
