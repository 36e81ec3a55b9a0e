// The words under a picture. Where they name a curve with its number ("linear: 75.0%", "the heroes win
// 47%", "1% dead with evasion"), that is underlined in the curve's colour, and pointing at it shows
// that curve alone.
class Words {
  constructor(recording, place) {
    Object.assign(this, { recording, place });
    this.svg = recording.figure.querySelector("svg.drawn");
    place.addEventListener("pointerover", ({ target }) => this.show(target.dataset.of));
    place.addEventListener("pointerout", () => this.show());
  }

  write(text) {
    const inks = this.inks();
    const parts = [];
    let end = 0;
    for (const found of inks.size ? text.matchAll(mentions([...inks.keys()])) : []) {
      const name = found.slice(1).find(Boolean).toLowerCase();
      parts.push(text.slice(end, found.index), marked(found[0], name, inks));
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

function marked(text, name, inks) {
  const span = Object.assign(document.createElement("span"), { className: "told", textContent: text });
  span.dataset.of = name;
  const ink = inks.get(name);
  span.style.textDecorationColor = ink && `var(--${ink.slice(1)}, ${ink})`; // as in the picture
  return span;
}
