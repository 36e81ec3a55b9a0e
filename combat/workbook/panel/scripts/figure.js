// A figure of a page without a kernel: it holds the answers for places of its controls.
class Figure {
  constructor(figure, page) {
    Object.assign(this, { figure, page });
    this.ready = unpacked(figure.dataset.recording).then((recording) => {
      this.recording = recording;
      this.recorded = new Places(recording);
    });
  }

  // Draw it, if it isn't drawn yet. Without `asks` its guess is no longer asked.
  open(asks = false) {
    if (!this.place) this.build();
    if (asks || !this.place.hidden) return;
    this.asked.replaceChildren();
    this.hide(false);
    this.settle(this.wanted); // at once: it may be printed
  }

  // What stands in the figure for readers without scripts goes, but for its caption.
  build() {
    const { figure, recording: { guess, start } } = this;
    figure.querySelectorAll(":scope > :not(figcaption)").forEach((part) => part.remove());
    const box = add(figure, "div");
    figure.prepend(box);
    this.asked = add(box, "div", { class: "guess", role: "status" });
    this.form = new Form(box, this.recording, this);
    this.place = add(box, "div");
    this.tools = add(box, "p", { class: "tools" });
    const file = (kind) => `${figure.id}.${kind}`;
    const data = () => save(file("csv"), "text/csv", tableOf(this.answer().charts));
    const picture = () => save(file("svg"), "image/svg+xml", pictureOf(this.place));
    button(this.tools, "Data", data);
    button(this.tools, "Picture", picture);
    if (guess) askFirst(this.asked, guess, () => this.hide(false));
    this.hide(Boolean(guess));
    this.settle(start);
  }

  // Until the guess is answered nothing tells the answer, here and elsewhere on the page.
  hide(hidden) {
    for (const part of [this.form.root, this.place, this.tools]) part.hidden = hidden;
    this.figure.toggleAttribute("data-asks", hidden);
    untell();
  }

  // The controls stand as wanted, and stay so. The picture is that of the nearest recorded places; if
  // these are too far away it is held, and what would help is said.
  settle(wanted, said = "") {
    const { recorded } = this;
    const near = recorded.near(wanted);
    this.wanted = wanted;
    if (near) this.draw(near);
    this.hold(!near);
    const other = recorded.named(recorded.off(wanted, near ?? wanted), near);
    const nearby = other && `Shown is the nearest: ${other}`;
    const { start } = this.recording;
    const missing = !near && `This page has no numbers for these together: ${
      recorded.named(recorded.off(wanted, start), wanted)}`;
    const told = [said, missing || nearby].filter(Boolean).join(". ");
    this.form.show(wanted, told, near ? [] : this.waysOut(wanted));
    this.page.remember(this);
  }

  // A held picture is seen as through a mist, and not heard; who moved its mark by keys goes on.
  hold(held) {
    const inside = held && this.place.contains(document.activeElement);
    for (const part of [this.place, this.tools]) part.inert = held;
    this.place.classList.toggle("held", held);
    this.place.setAttribute("aria-hidden", held);
    if (inside) this.form.focus(this.moving);
  }

  draw(places) {
    this.places = places;
    draw(this.place, this.answer(), this);
    this.tools.hidden = this.form.root.hidden || !this.answer().charts.length;
    const printed = this.figure.querySelector(".settings");
    const all = this.recording.controls.map((_, at) => at);
    if (printed) printed.textContent = `Shown for ${this.recorded.named(all, places)}`;
  }

  // From a held picture: the controls that can go back, those first that bring it back alone.
  waysOut(wanted) {
    const { recorded, recording: { controls, start } } = this;
    const without = (at) => wanted.map((place, other) => (other === at ? start[at] : place));
    const off = recorded.off(wanted, start);
    const helps = off.filter((at) => recorded.near(without(at)));
    return [...helps, ...off.filter((at) => !helps.includes(at))]
      .map((at) => [`${controls[at].label} back to ${controls[at].texts[start[at]]}`,
        () => this.settle(without(at))]);
  }

  answer() {
    return this.recording.parts[this.recording.answers[this.places]];
  }

  // Move controls, [[number, place], ...]; the others stay.
  choose(moves, said) {
    const wanted = [...this.wanted];
    for (const [at, place] of moves) wanted[at] = place;
    this.settle(wanted, said);
  }

  number(name) {
    return this.recording.controls.findIndex((control) => control.name === name);
  }

  // The mark of a picture is dragged to a value, or moved by a key (by -1 or 1).
  move(name, value, by) {
    const at = this.number(name);
    const { numbers } = this.recording.controls[at];
    const now = this.wanted[at];
    const place = by ? clip(now + by, 0, numbers.length - 1) : nearest(numbers, value);
    this.moving = at;
    if (place !== now) this.choose([[at, place]]);
  }

  // A cell is picked: this figure, or the one that it opens, shows its row and its column.
  async pick(row, column, { picks }) {
    const figure = this.page.figures.get(this.figure.dataset.opens) ?? this;
    await figure.ready;
    figure.open();
    figure.choose(...figure.movesTo(picks, [row, column]));
    comeTo(figure.figure, this.place.querySelector("svg.picks"));
  }

  // The moves that bring some controls to texts; none, and what to say, if one isn't there.
  movesTo(names, texts) {
    const { controls } = this.recording;
    const moves = names.map((name, side) => {
      const at = this.number(name);
      const exact = controls[at].texts.indexOf(texts[side]);
      return [at, exact < 0 ? nearest(controls[at].numbers ?? [], Number(texts[side])) : exact];
    });
    const lacks = moves.flatMap(([at, place], side) => (
      controls[at].texts[place] === texts[side] ? [] : [`${controls[at].label}: ${texts[side]}`]));
    const there = moves.every(([, place]) => place >= 0);
    return [there ? moves : [], lacks.length ? `This page has no ${lacks.join(" · ")}` : ""];
  }

  // The settings that aren't as at the start, as the end of an address.
  query() {
    const { controls, start } = this.recording;
    const moved = controls.map((_, at) => at).filter((at) => this.wanted[at] !== start[at]);
    const pairs = moved.map((at) => [controls[at].slug, controls[at].slugs[this.wanted[at]]]);
    return new URLSearchParams(pairs).toString();
  }

  // The places that an address names, from some others on, and what of it this page lacks.
  named(query, from) {
    const { controls } = this.recording;
    const [wanted, lacks] = [[...from], []];
    for (const [slug, token] of new URLSearchParams(query)) {
      const at = controls.findIndex((control) => control.slug === slug);
      const slugs = controls[at]?.slugs ?? [];
      const exact = slugs.indexOf(token);
      const place = exact < 0 ? nearest(slugs.map(parseFloat), parseFloat(token)) : exact;
      if (exact < 0) lacks.push(`${slug} = ${token}`);
      if (place >= 0) wanted[at] = place;
    }
    return [wanted, lacks.length ? `This page has no ${lacks.join(", no ")}` : ""];
  }

  // Show the settings of an address.
  follow(query) {
    this.settle(...this.named(query, this.recording.start));
  }

  // Do what a link of the text invites to: other controls stay. Where the page has no numbers for
  // all of that together they go back, as it has some for the link alone, and it is said.
  invite(query) {
    const { recorded, recording: { start } } = this;
    const [wanted] = this.named(query, this.wanted);
    if (recorded.near(wanted)) {
      this.settle(wanted);
      return;
    }
    const [alone] = this.named(query, start);
    const went = recorded.named(recorded.off(wanted, alone), alone);
    this.settle(alone, `This page has no numbers for all of that together. Gone back: ${went}`);
  }
}
