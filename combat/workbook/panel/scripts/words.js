// The words of a picture: the first sentence is its title, the rest stands beneath. Where they name a
// curve with its number ("linear: 75.0%", "the heroes win 47%", "1% dead with evasion"), that is
// underlined in the curve's colour, and pointing at it shows that curve alone. Where they name a
// control in braces, its own number stands there.
class Words {
  constructor(recording, place) {
    Object.assign(this, { recording, place, owned: new Map() });
    this.svg = recording.figure.querySelector("svg.drawn");
    [this.title, this.rest] = [".title", ".rest"].map((part) => place.querySelector(part));
    place.addEventListener("pointerover", ({ target }) => this.show(target.dataset.of));
    place.addEventListener("pointerout", () => this.show());
  }

  write(told) {
    this.told = told;
    const inks = this.inks();
    const focused = [...this.owned.values()].find(({ span, input }) => !input && span === document.activeElement);
    const [title, rest] = partedWords(told);
    this.title.replaceChildren(...this.parts(title, inks));
    this.rest.replaceChildren(...this.parts(rest, inks));
    focused?.span.focus({ preventScroll: true });
    this.show();
  }

  // A text as nodes: a control's own numbers, named curves, and plain text between them.
  parts(told, inks) {
    return told.split(/(\{\w+\})/).flatMap((part) => {
      const name = part.match(/^\{(\w+)\}$/)?.[1];
      const own = name && this.recording.own(name);
      return own ? [this.number(name).shown(own)] : marking(part, inks);
    });
  }

  number(name) {
    if (!this.owned.has(name)) this.owned.set(name, new Own(this.recording, name));
    return this.owned.get(name);
  }

  // The words as plain text.
  plain(told) {
    return told.replace(/\{(\w+)\}/g, (all, name) => this.recording.own(name)?.text ?? all);
  }

  // Mark what stands there already; nothing is new, so screen readers needn't say it.
  mark() {
    this.place.removeAttribute("role");
    this.write(this.told ?? this.place.dataset.told);
    setTimeout(() => this.place.setAttribute("role", "status"), 100);
  }

  // The colour of each name in the legends; a name of two colours has none.
  inks() {
    const inks = new Map();
    if (!this.recording.content) return inks;
    for (const { inks: found } of this.recording.plots()) {
      for (const [name, ink] of Object.entries(found)) {
        const lower = name.toLowerCase();
        inks.set(lower, [ink, undefined].includes(inks.get(lower)) ? ink : "");
      }
    }
    return inks;
  }

  // Let all but this curve fade; without a name, none.
  show(name = "") {
    this.svg.classList.toggle("telling", Boolean(name));
    for (const part of this.svg.querySelectorAll("[data-of]")) {
      part.classList.toggle("told", part.dataset.of.toLowerCase() === name);
    }
  }
}

// Where a text names one of the curves with a number: a name and a number; with up to three words
// between them, a percentage; a percentage, up to four words, a name.
function mentions(names) {
  const longest = [...names].sort((one, other) => other.length - one.length);
  const name = longest.map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  return new RegExp([
    `(?<![\\w-])(${name}):? [−+]?\\d[\\d,]*(?:\\.\\d+)?%?`,
    `(?<![\\w-])(${name})(?: [a-z]+){1,3} \\d+(?:\\.\\d+)?%`,
    `(?<![\\w.,−+])\\d+(?:\\.\\d+)?%(?: [a-z]+){0,4}? (${name})(?![\\w-])`,
  ].join("|"), "gi");
}

// [title, rest]: the first sentence of a text, and what follows.
function partedWords(told) {
  const found = told.match(/^([^]*?[.!?])(?=\s|$)([^]*)$/);
  return found ? [found[1], found[2].trim()] : [told, ""];
}

function marking(text, inks) {
  const parts = [];
  let end = 0;
  for (const found of inks.size ? text.matchAll(mentions([...inks.keys()])) : []) {
    const name = found.slice(1).find(Boolean).toLowerCase();
    parts.push(text.slice(end, found.index), marked(found[0], name, inks));
    end = found.index + found[0].length;
  }
  return [...parts, text.slice(end)];
}

function marked(text, name, inks) {
  const span = Object.assign(document.createElement("span"), { className: "told", textContent: text });
  span.dataset.of = name;
  const ink = inks.get(name);
  span.style.textDecorationColor = ink && `var(--${ink.slice(1)}, ${ink})`; // as in the picture
  return span;
}
