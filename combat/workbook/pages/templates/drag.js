// Where a mark stands at a control's value, the picture is dragged: by a pointer or a finger along the
// x axis. The slider does the same by keys.
class Drag {
  constructor(recording) {
    this.recording = recording;
    this.svg = recording.figure.querySelector("svg.drawn");
    this.svg.addEventListener("pointerdown", (event) => event.button === 0 && this.begin(event));
    this.svg.addEventListener("pointermove", (event) => this.plot && this.follow(event));
    for (const end of ["pointerup", "pointercancel"]) {
      this.svg.addEventListener(end, () => { this.plot = recording.dragging = null; });
    }
  }

  // Once the frames are unpacked: a picture that can be dragged says so.
  ready() {
    this.svg.classList.toggle("drags", this.recording.plots().some(({ drags }) => drags));
  }

  begin(event) {
    if (!this.recording.content) return;
    const [x, y] = this.at(event);
    this.plot = this.recording.plots().find(({ drags, box: [left, top, right, low] }) =>
      drags && x >= left - 10 && x <= right + 10 && y >= top && y <= low);
    if (!this.plot) return;
    this.recording.dragging = true;
    this.svg.setPointerCapture(event.pointerId);
    this.follow(event);
  }

  follow(event) {
    const { controls, inputs, places } = this.recording;
    const moved = controls.findIndex(({ name, numbers }) => numbers && name === this.plot.drags);
    if (moved < 0) return;
    const value = valueAt(this.plot, "x", this.at(event)[0]);
    const apart = controls[moved].numbers.map((number) => Math.abs(number - value));
    const place = apart.indexOf(Math.min(...apart));
    if (place === places[moved]) return;
    inputs[moved].value = place;
    inputs[moved].dispatchEvent(new Event("input", { bubbles: true }));
  }

  at(event) {
    const matrix = this.svg.getScreenCTM();
    return [(event.clientX - matrix.e) / matrix.a, (event.clientY - matrix.f) / matrix.d];
  }
}
