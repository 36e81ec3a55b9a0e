// The controls of a figure, and the guess that is asked before it is shown.
function button(parent, text, act) {
  const made = add(parent, "button", { type: "button" }, text);
  made.addEventListener("click", act);
  return made;
}

// A phone shows the first two controls; the rest stands in a drawer.
class Form {
  constructor(parent, { controls, presets, start }, figure) {
    Object.assign(this, { figure, shows: [], inputs: [], groups: new Map() });
    this.root = add(parent, "div", { class: "controls", role: "group", "aria-label": "Controls" });
    this.rest = document.createElement("div");
    if (presets.length) this.presets(presets, start);
    const inputs = controls.map((control, at) => [control, at])
      .filter(([{ kind }]) => kind !== "none");
    for (const grouped of [false, true]) { // groups, which are folded, come last
      for (const [control, at] of inputs.filter(([{ group }]) => Boolean(group) === grouped)) {
        this.shows[at] = this.input(this.place(control.group), control, at);
      }
    }
    const more = this.rest.querySelectorAll("label").length;
    if (more) this.drawer(`${more} more`);
    this.root.append(...this.rest.children);
    if (inputs.length) button(this.root, "Reset", () => figure.settle(start));
    this.status = add(this.root, "p", { role: "status" });
    this.ways = add(this.root, "p", { class: "ways" });
  }

  // Where the next control stands: among the first two, in the drawer, or in its group.
  place(group = "") {
    const { root, rest, groups } = this;
    const next = root.children.length < 2 ? root : rest;
    if (!group) return next;
    if (!groups.has(group)) {
      groups.set(group, add(next, "details"));
      add(groups.get(group), "summary", {}, group);
    }
    return groups.get(group);
  }

  drawer(text) {
    const made = button(this.root, text, () => {
      made.setAttribute("aria-expanded", this.root.classList.toggle("opened"));
    });
    set(made, { class: "more", "aria-expanded": false });
  }

  presets(presets, start) {
    const line = add(this.place(), "label", { class: "list" });
    add(line, "span", {}, "preset");
    this.preset = add(line, "select");
    const texts = ["choose …", ...presets.map(({ label }) => label)];
    texts.forEach((text, value) => add(this.preset, "option", { value }, text));
    this.preset.addEventListener("input", () => {
      const chosen = +this.preset.value;
      this.figure.settle(chosen ? presets[chosen - 1].places : start);
      this.preset.value = chosen;
    });
  }

  // An input of a control; returns a function that shows a place in it.
  input(parent, { label, kind, texts }, at) {
    const line = add(parent, "label", { class: kind });
    add(line, "span", {}, label);
    const said = add(line, "b");
    const looks = { box: { type: "checkbox" }, fixed: { type: "hidden" }, list: {},
      range: { type: "range", min: 0, max: texts.length - 1 } };
    const input = add(line, kind === "list" ? "select" : "input", looks[kind]);
    input.setAttribute("aria-label", label);
    this.inputs[at] = input;
    if (kind === "list") texts.forEach((text, value) => add(input, "option", { value }, text));
    input.addEventListener("input", () => {
      this.figure.choose([[at, kind === "box" ? Number(input.checked) : Number(input.value)]]);
    });
    return (place) => {
      if (kind === "box") input.checked = place === 1;
      else input.value = place;
      if (kind === "range") input.setAttribute("aria-valuetext", texts[place]);
      if (kind === "range" || kind === "fixed") said.textContent = texts[place];
    };
  }

  focus(at) {
    this.inputs[at]?.focus();
  }

  // ways: [text, act] of buttons.
  show(places, said, ways) {
    this.shows.forEach((show, at) => show(places[at]));
    if (this.preset) this.preset.value = 0;
    this.status.textContent = said;
    this.ways.replaceChildren();
    for (const [text, act] of ways) button(this.ways, text, act);
  }
}

// Ask for a guess first; `then` is called once it is compared or skipped.
function askFirst(box, guess, then) {
  const { question, low, high, step, percent, unit, answer } = guess;
  const words = (value) => `${shown(value, ",.0f")} ${unit}`.trim();
  const said = (value) => (percent ? shown(value, ".0%") : words(value));
  const asked = add(box, "p");
  add(asked, "b", {}, "A guess first.");
  asked.append(` ${question}`);
  const label = add(box, "label", {}, "your guess ");
  const input = add(label, "input", { type: "range", min: low, max: high, step });
  input.value = (low + high) / 2;
  const read = add(label, "output");
  const show = () => { read.textContent = said(+input.value); };
  input.addEventListener("input", show);
  show();
  const tell = (sentence) => {
    box.replaceChildren(sentence);
    then();
  };
  button(box, "Compare", () => tell(read.textContent === answer
    ? `You said ${answer}, and so it is.` : `You said ${read.textContent}, it is ${answer}.`));
  button(box, "Skip", () => tell(""));
}
