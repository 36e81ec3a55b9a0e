// A number in a title that is a control's own: it is dragged sideways, moved by arrow keys, or typed.
class Own {
  constructor(recording, name) {
    Object.assign(this, { recording, name });
    this.span = Object.assign(document.createElement("span"), { className: "own" });
    this.span.addEventListener("pointerdown", (event) => event.button === 0 && this.begin(event));
    this.span.addEventListener("keydown", (event) => this.pressed(event));
  }

  // Show its value, and return the element.
  shown(own) {
    Object.assign(this, own);
    const { span } = this;
    if (this.input) return span;
    span.textContent = own.text;
    span.classList.toggle("moves", "number" in own);
    if (!("number" in own)) return span;
    const told = { role: "spinbutton", tabindex: 0, "aria-label": own.label,
      "aria-valuenow": own.number, "aria-valuetext": own.text, title: "drag it, or click to type" };
    for (const [key, value] of Object.entries(told)) span.setAttribute(key, value);
    return span;
  }

  pressed(event) {
    if (this.input || this.number === undefined) return;
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (by) this.recording.step(this.name, by);
    else if (event.key === "Enter" || /^[\d.\-]$/.test(event.key)) this.type(event.key === "Enter" ? "" : event.key);
    else return;
    event.preventDefault();
  }

  // The title is written anew while it is dragged, so the window follows the pointer.
  begin(event) {
    if (this.input || this.number === undefined) return;
    event.preventDefault();
    this.span.focus({ preventScroll: true });
    const [from, number] = [event.clientX, this.number];
    let moved = false;
    const follow = ({ clientX }) => {
      if (!moved && Math.abs(clientX - from) < 4) return;
      moved = true;
      this.recording.moveTo({ [this.name]: number + Math.round((clientX - from) / 5) * this.step });
    };
    const end = () => {
      removeEventListener("pointermove", follow);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      if (!moved) this.type("");
    };
    addEventListener("pointermove", follow);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  type(begun) {
    const input = Object.assign(document.createElement("input"), {
      value: begun || this.text.replace("−", "-"), inputMode: "decimal", size: Math.max(3, this.text.length) });
    input.setAttribute("aria-label", this.label);
    this.input = input;
    this.span.replaceChildren(input);
    input.focus();
    if (!begun) input.select();
    const done = (take) => {
      if (this.input !== input) return;
      this.input = null;
      this.shown(this);
      const number = parseFloat(input.value.replace("−", "-").replace(",", "."));
      if (!take || Number.isNaN(number)) return;
      this.recording.moveTo({ [this.name]: this.text.endsWith("%") ? number / 100 : number }, true);
    };
    input.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter" || event.key === "Escape") done(event.key === "Enter");
      if (event.key === "Enter" || event.key === "Escape") this.span.focus({ preventScroll: true });
    });
    input.addEventListener("blur", () => done(true));
  }
}
