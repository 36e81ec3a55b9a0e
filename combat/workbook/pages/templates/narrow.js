// On a narrow screen the axes of a picture stand one under another, its letters stay readable, and
// a picture wider than the screen is scrolled to what a control has changed.
const NARROW = matchMedia("screen and (max-width: 640px)");
const LETTERS = 11; // size of the smallest letters in pixels
const SCALE = 0.74; // the smallest scale: pixels of the screen for one of the picture

class Narrow {
  constructor(recording) {
    this.recording = recording;
    this.svg = recording.figure.querySelector("svg.drawn");
    this.frame = this.svg.parentElement;
    this.whole = { view: this.svg.getAttribute("viewBox"), width: this.svg.width.baseVal.value };
    this.seen = new Set();
    recording.onput.push(() => this.arrange());
    NARROW.addEventListener("change", () => this.arrange());
    addEventListener("resize", () => NARROW.matches && this.arrange());
    this.arrange();
  }

  arrange() {
    const groups = [...this.svg.querySelectorAll(".pieces > g")];
    const { regions } = this.recording;
    const stacked = NARROW.matches && groups.length === regions.length && regions.length > 1;
    this.shifts = stacked ? shiftsOf(regions) : regions.map(() => [0, 0]);
    groups.forEach((group, at) => {
      if (stacked) group.setAttribute("transform", `translate(${this.shifts[at].join(" ")})`);
      else group.removeAttribute("transform");
    });
    const size = stacked ? stackOf(regions) : this.whole.view.split(" ").slice(2).map(Number);
    this.size(...size);
    this.spell();
    if (!NARROW.matches) return;
    this.widen(...size);
    this.follow();
  }

  // Make the picture as wide as the screen, or wider if its letters need that.
  size(width, height, left = 0) {
    const units = Number(this.whole.view.split(" ")[2]) / this.whole.width;
    this.svg.setAttribute("viewBox", `${-left} 0 ${width} ${height}`);
    this.svg.setAttribute("width", width / units);
    this.svg.setAttribute("height", height / units);
    this.svg.style.minWidth = NARROW.matches ? `${(SCALE * width) / units}px` : "";
    this.frame.classList.toggle("wide", NARROW.matches && this.frame.scrollWidth > this.frame.clientWidth + 1);
  }

  // Enlarge letters that would be too small, in place.
  spell() {
    const scale = NARROW.matches ? this.svg.getScreenCTM().a : 1;
    for (const text of this.svg.querySelectorAll("text")) {
      const small = NARROW.matches && scale * text.getAttribute("font-size") < LETTERS;
      text.style.fontSize = small ? `${(LETTERS / scale).toFixed(2)}px` : "";
    }
  }

  // Make room at both sides for enlarged letters that would be cut off. In a wider picture the
  // scale may be smaller, and they are enlarged once more.
  widen(width, height) {
    let [left, right] = [0, 0];
    for (let pass = 0; pass < 5; pass++) {
      const frame = this.svg.getBoundingClientRect();
      const boxes = [...this.svg.querySelectorAll("text")].map((text) => text.getBoundingClientRect());
      const before = Math.max(0, ...boxes.map((box) => frame.left - box.left));
      const after = Math.max(0, ...boxes.map((box) => box.right - frame.right));
      if (before + after < 1) return;
      const scale = this.svg.getScreenCTM().a;
      left += before / scale;
      right += after / scale;
      this.size(left + width + right, height, left);
      this.spell();
    }
  }

  // Scroll to what is new in the picture, if it is narrower than the screen.
  follow() {
    const parts = [...this.svg.querySelectorAll(".pieces :not(g)")];
    const fresh = parts.filter((part) => !this.seen.has(part.outerHTML));
    const first = !this.seen.size;
    this.seen = new Set(parts.map((part) => part.outerHTML));
    if (first || !fresh.length) return;
    const boxes = fresh.map((part) => part.getBoundingClientRect());
    const [left, right] = [Math.min(...boxes.map((box) => box.left)), Math.max(...boxes.map((box) => box.right))];
    const frame = this.frame.getBoundingClientRect();
    if (right - left > frame.width || (left >= frame.left && right <= frame.right)) return;
    this.frame.scrollLeft += (left + right - frame.left - frame.right) / 2;
  }

  // The plot with its box where its axes are now.
  moved(plot) {
    const [left, top, right, low] = plot.box;
    const [x, y] = [(left + right) / 2, (top + low) / 2];
    const at = this.recording.regions.findIndex(([l, t, r, b]) => x >= l && x < r && y >= t && y < b);
    const [dx, dy] = this.shifts[at] ?? [0, 0];
    return { ...plot, box: [left + dx, top + dy, right + dx, low + dy] };
  }
}

function shiftsOf(regions) {
  let top = 0;
  return regions.map(([left, above, , low]) => {
    const shift = [-left, top - above];
    top += low - above;
    return shift;
  });
}

function stackOf(regions) {
  return [
    Math.max(...regions.map(([left, , right]) => right - left)),
    regions.reduce((sum, [, top, , low]) => sum + low - top, 0),
  ];
}
