// The words under a picture. Where they name a curve and its number ("linear: 75.0%"), both are
// underlined in the curve's colour, and pointing at them shows that curve alone.
class Words {
  constructor(recording, place) {
    Object.assign(this, { recording, place });
    this.svg = recording.figure.querySelector("svg.drawn");
    place.addEventListener("pointerover", ({ target }) => this.show(target.dataset.of));
    place.addEventListener("pointerout", () => this.show());
  }

  write(text) {
    const inks = this.inks();
    const names = [...inks.keys()].sort((one, other) => other.length - one.length);
    const escaped = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    const told = new RegExp(`(?<![\\w-])(${escaped.join("|")}):? [−+]?\\d[\\d,]*(?:\\.\\d+)?%?`, "gi");
    const parts = [];
    let end = 0;
    for (const found of names.length ? text.matchAll(told) : []) {
      parts.push(text.slice(end, found.index), marked(found[0], found[1].toLowerCase(), inks));
      end = found.index + found[0].length;
    }
    this.place.replaceChildren(...parts, text.slice(end));
    this.show();
  }

  // Underline what stands there already; nothing is new, so screen readers needn't say it.
  mark() {
    this.place.removeAttribute("role");
    this.write(this.place.textContent);
    setTimeout(() => this.place.setAttribute("role", "status"), 100);
  }

  // The colour of each name in the legends; a name of two colours has none.
  inks() {
    const inks = new Map();
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

function marked(text, name, inks) {
  const span = Object.assign(document.createElement("span"), { className: "told", textContent: text });
  span.dataset.of = name;
  span.style.textDecorationColor = inks.get(name);
  return span;
}
