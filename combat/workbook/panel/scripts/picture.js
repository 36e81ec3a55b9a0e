// The picture of a panel in JupyterLab: the kernel sends it, and is asked for another one when the
// picture is dragged or one of its cells is clicked.
class Picture {
  constructor(model, figure) {
    Object.assign(this, { model, figure, onput: [], busy: false, wanted: null });
    figure.classList.add("pictured");
    figure.innerHTML = '<div class="words" role="status"><p class="title"></p> <p class="rest"></p></div>'
      + '<div class="picture"><svg class="drawn" role="img"><defs></defs><g class="pieces"></g></svg></div>'
      + '<p class="caption"></p>';
    this.svg = figure.querySelector("svg");
    this.caption = figure.querySelector(".caption");
    this.words = new Words(this, figure.querySelector(".words"));
    for (const part of figure.querySelectorAll("p")) part.style.maxWidth = `${model.get("width")}px`;
    this.put();
    new Reading(this);
    this.drag = new Drag(this);
    this.drag.ready();
    this.changed = () => { this.put(); this.drag.ready(); };
    this.heard = ({ look }) => {
      if (look) return figure.scrollIntoView({ behavior: "smooth", block: "center" });
      this.busy = false;
      this.askNext();
    };
    this.waits = () => { this.caption.textContent = model.get("waiting") || this.captioned; };
    model.on("change:shown", this.changed);
    this.guesses = () => drawGuess(this, JSON.parse(model.get("guessed") || "null"));
    this.onput.push(this.guesses);
    this.guesses();
    model.on("change:guessed", this.guesses);
    model.on("change:waiting", this.waits);
    model.on("msg:custom", this.heard);
  }

  remove() {
    this.model.off("change:shown", this.changed);
    this.model.off("change:guessed", this.guesses);
    this.model.off("change:waiting", this.waits);
    this.model.off("msg:custom", this.heard);
  }

  load(then) { then(); }

  put() {
    const { svg, model } = this;
    this.content = JSON.parse(model.get("shown"));
    const { pieces, texts, frames: [frame], width, height, clips } = this.content;
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.setAttribute("width", model.get("width"));
    svg.setAttribute("aria-label", this.words.plain(texts[frame.words]));
    svg.querySelector("defs").innerHTML = clips;
    svg.querySelector(".pieces").innerHTML = frame.pieces.map((piece) => pieces[piece]).join("");
    this.words.write(texts[frame.words]);
    this.captioned = texts[frame.caption];
    this.caption.textContent = this.captioned;
    this.onput.forEach((follow) => follow());
  }

  // What a title needs to know of a control.
  own(name) { return this.content.own[name]; }

  tables() { return tablesOf(this.content, this.content.frames[0]); }

  plots() { return plotsOf(this.content, this.content.frames[0]); }

  // Where the value of a control is moved to; while a slow drawing is dragged, nothing moves yet.
  moveTo(values, settled) {
    const slow = Object.keys(values).some((name) => this.model.get("slow").includes(name));
    if (slow && !settled) return;
    this.wanted = values;
    this.askNext();
  }

  // A control is moved by so many of its steps; only the kernel knows where it stands.
  step(name, by) {
    this.wanted = { [name]: { by } };
    this.askNext();
  }

  // One question at a time; of those that come meanwhile only the last is asked.
  askNext() {
    if (this.busy || !this.wanted) return;
    this.busy = true;
    this.model.send(this.wanted);
    this.wanted = null;
  }
}

export default {
  render({ model, el }) {
    const picture = new Picture(model, el);
    return () => picture.remove();
  },
};
