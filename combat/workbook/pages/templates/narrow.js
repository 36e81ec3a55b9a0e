// On a narrow screen a picture has its second layout, which each frame brings: axes one under
// another, names above bars.
const NARROW = matchMedia("screen and (max-width: 640px)");

class Narrow {
  constructor(recording) {
    this.recording = recording;
    this.svg = recording.figure.querySelector("svg.drawn");
    const { width, height } = this.svg.viewBox.baseVal;
    this.wide = { width, height, svg: this.svg.querySelector(".pieces").innerHTML, clips: this.svg.querySelector("defs").innerHTML };
    this.shown = this.wide;
    this.units = width / this.svg.width.baseVal.value;
    NARROW.addEventListener("change", () => this.arrange());
    this.arrange();
  }

  arrange() {
    const { content, places } = this.recording;
    if (content) return this.recording.put(this.recording.frameAt(places));
    this.lay(NARROW.matches);
    this.svg.querySelector(".pieces").innerHTML = this.shown.svg;
  }

  // The pieces of a frame that suit the screen; the picture takes on their size.
  pieces(frame) {
    const narrow = NARROW.matches && frame.phone.length > 0;
    this.lay(narrow);
    return narrow ? frame.phone : frame.pieces;
  }

  lay(narrow) {
    const layout = narrow ? this.recording.phone : this.wide;
    if (layout === this.shown) return;
    const clips = this.svg.querySelector("defs");
    this.shown.clips = clips.innerHTML;
    clips.innerHTML = layout.clips;
    this.svg.setAttribute("viewBox", `0 0 ${layout.width} ${layout.height}`);
    this.svg.setAttribute("width", layout.width / this.units);
    this.svg.setAttribute("height", layout.height / this.units);
    this.shown = layout;
  }

  // The plot with its box where its axes are now.
  moved(plot) {
    const found = this.shown.boxes?.find(([wide]) => String(wide) === String(plot.box));
    return found ? { ...plot, box: found[1] } : plot;
  }
}
