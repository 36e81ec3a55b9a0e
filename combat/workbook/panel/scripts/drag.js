// Where a mark stands at a control's value, the picture is dragged: by a pointer or a finger along the
// x axis, or a step at a time by Shift and an arrow key; a click on a cell of a map chooses its row
// and its column.
class Drag {
  constructor(recording) {
    this.recording = recording;
    this.svg = recording.figure.querySelector("svg.drawn");
    this.svg.addEventListener("pointerdown", (event) => event.button === 0 && this.begin(event));
    this.svg.addEventListener("pointermove", (event) => this.plot && this.follow(event, false));
    this.svg.addEventListener("pointerup", (event) => this.plot && this.follow(event, true));
    for (const end of ["pointerup", "pointercancel"]) {
      this.svg.addEventListener(end, () => { this.plot = recording.dragging = null; });
    }
    this.svg.addEventListener("click", (event) => this.pick(event));
    this.svg.addEventListener("keydown", (event) => this.pressed(event));
  }

  // Once the frames are unpacked: a picture that answers the pointer says so.
  ready() {
    for (const what of ["drags", "picks"]) {
      this.svg.classList.toggle(what, this.recording.plots().some((plot) => plot[what].length));
    }
    if (this.svg.classList.contains("drags")) {
      this.svg.setAttribute("aria-keyshortcuts", "Shift+ArrowLeft Shift+ArrowRight");
    }
  }

  pressed(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || !event.shiftKey) return;
    event.preventDefault();
    this.recording.load(() => {
      const dragged = this.recording.plots().find((plot) => plot.drags.length);
      if (dragged) this.recording.step(dragged.drags, by);
    });
  }

  begin(event) {
    this.plot = this.plotAt(event, "drags", 10);
    if (!this.plot) return;
    this.recording.dragging = true;
    this.svg.setPointerCapture(event.pointerId);
    this.follow(event, false);
  }

  follow(event, settled) {
    const value = valueAt(this.plot, "x", this.at(event)[0]);
    this.recording.moveTo({ [this.plot.drags]: value }, settled);
  }

  pick(event) {
    const plot = this.plotAt(event, "picks");
    if (!plot) return;
    const [x, y] = this.at(event);
    const [{ values }, ...columns] = this.recording.tables()[plot.tables[0]].columns;
    const chosen = [
      values[Math.round(valueAt(plot, "y", y))], columns[Math.round(valueAt(plot, "x", x))]?.name,
    ];
    const named = plot.picks.map((name, at) => [name, chosen[at]]);
    this.recording.moveTo(Object.fromEntries(named), true);
  }

  plotAt(event, what, margin = 0) {
    if (!this.recording.content) return null;
    const [x, y] = this.at(event);
    return this.recording.plots().find((plot) => {
      const [left, top, right, low] = plot.box;
      return plot[what].length && x >= left - margin && x <= right + margin && y >= top && y <= low;
    });
  }

  at(event) {
    const matrix = this.svg.getScreenCTM();
    return [(event.clientX - matrix.e) / matrix.a, (event.clientY - matrix.f) / matrix.d];
  }
}
