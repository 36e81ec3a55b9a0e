// The figures of a page without a kernel: each holds the answers for the places of its controls.
async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

// Which of some numbers is nearest to a value; -1 if none is a number.
function nearest(numbers, value) {
  const apart = numbers.map((number) => Math.abs(number - value));
  return apart.indexOf(Math.min(...apart.filter(Number.isFinite)));
}

class Figure {
  constructor(figure, page) {
    Object.assign(this, { figure, page });
    this.ready = unpacked(figure.dataset.recording).then((recording) => {
      this.recording = recording;
      this.known = Object.keys(recording.answers).map((key) => key.split(",").map(Number));
    });
  }

  // Draw it, if it isn't drawn yet. Without `asks` its guess is no longer asked.
  open(asks = false) {
    if (!this.place) this.build();
    if (asks || !this.place.hidden) return;
    this.asked.replaceChildren();
    this.hide(false);
    this.go(this.places); // at once: it may be printed
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
    this.go(start);
  }

  // Until the guess is answered nothing tells the answer, here and elsewhere on the page.
  hide(hidden) {
    for (const part of [this.form.root, this.place, this.tools]) part.hidden = hidden;
    this.figure.toggleAttribute("data-asks", hidden);
    untell();
  }

  go(places, said = "") {
    this.places = places;
    this.form.show(places, said);
    draw(this.place, this.answer(), this);
    this.tools.hidden = this.form.root.hidden || !this.answer().charts.length;
    const { controls } = this.recording;
    const settings = controls.map(({ label, texts }, at) => `${label}: ${texts[places[at]]}`);
    const printed = this.figure.querySelector(".settings");
    if (printed) printed.textContent = `Shown for ${settings.join(" · ")}`;
    this.page.remember(this);
  }

  // The answer at the present places, put together from its parts.
  answer() {
    const part = (number) => this.recording.parts[number];
    const layerOf = (number) => {
      const layer = part(number);
      const columns = Object.entries(layer.columns).map(([name, values]) => [name, part(values)]);
      const [at, names] = [part(layer.at), part(layer.names)];
      return { ...layer, at, names, columns: Object.fromEntries(columns) };
    };
    const chartOf = (number) => ({ ...part(number), layers: part(number).layers.map(layerOf) });
    const told = part(this.recording.answers[this.places]);
    return { ...told, charts: told.charts.map(chartOf) };
  }

  // The recorded places nearest to these, those first in which some controls stand as wanted.
  recorded(wanted, kept = []) {
    const { answers, controls } = this.recording;
    if (wanted in answers) return wanted;
    const gap = ({ kind, texts }, one, other) => (
      kind === "range" ? Math.abs(one - other) / texts.length : Number(one !== other));
    const apart = (places) => controls.reduce((sum, control, at) => (
      sum + gap(control, places[at], wanted[at])), 0);
    const fits = this.known.filter((places) => kept.every((at) => places[at] === wanted[at]));
    return (fits.length ? fits : this.known)
      .reduce((best, places) => (apart(places) < apart(best) ? places : best));
  }

  // Move controls, [[number, place], ...]; which others had to go along is said.
  choose(moves, silent = false) {
    const wanted = [...this.places];
    for (const [at, place] of moves) wanted[at] = place;
    const found = this.recorded(wanted, moves.map(([at]) => at));
    const went = this.recording.controls.flatMap(({ label, kind, texts }, at) => {
      const now = kind === "box" ? ["off", "on"] : texts.map((text) => `to ${text}`);
      return found[at] === wanted[at] ? [] : [`${label} went ${now[found[at]]}`];
    });
    const all = went.length > 1 ? "all of them" : "both";
    const told = `${went.join(", ")}: this page has no numbers for ${all}`;
    this.go(found, silent || !went.length ? "" : told);
  }

  number(name) {
    return this.recording.controls.findIndex((control) => control.name === name);
  }

  // The mark of a picture is dragged to a value, or moved by a key (by -1 or 1).
  move(name, value, by) {
    const at = this.number(name);
    const { numbers } = this.recording.controls[at];
    const now = this.places[at];
    const place = by ? clip(now + by, 0, numbers.length - 1) : nearest(numbers, value);
    if (place !== now) this.choose([[at, place]]);
  }

  // A cell is picked: this figure, or the one that it opens, shows its row and its column.
  async pick(row, column, { picks }) {
    const figure = this.page.figures.get(this.figure.dataset.opens) ?? this;
    await figure.ready;
    figure.open();
    const places = (at, text) => [at, figure.recording.controls[at].texts.indexOf(text)];
    const moves = picks.map((name, side) => places(figure.number(name), [row, column][side]));
    figure.choose(moves.filter(([, place]) => place >= 0), true);
    figure.figure.scrollIntoView();
  }

  // The settings that aren't as at the start, as the end of an address.
  query() {
    const { controls, start } = this.recording;
    const moved = controls.map((_, at) => at).filter((at) => this.places[at] !== start[at]);
    const pairs = moved.map((at) => [controls[at].slug, controls[at].slugs[this.places[at]]]);
    return new URLSearchParams(pairs).toString();
  }

  // Show the settings of an address; what this page lacks is said.
  follow(query) {
    const { controls, start } = this.recording;
    const [wanted, lacks] = [[...start], []];
    for (const [slug, token] of new URLSearchParams(query)) {
      const at = controls.findIndex((control) => control.slug === slug);
      const slugs = controls[at]?.slugs ?? [];
      const exact = slugs.indexOf(token);
      const place = exact < 0 ? nearest(slugs.map(parseFloat), parseFloat(token)) : exact;
      if (exact < 0) lacks.push(`${slug} = ${token}`);
      if (place >= 0) wanted[at] = place;
    }
    const found = this.recorded(wanted);
    if (found !== wanted) lacks.push("numbers for all of these together");
    const told = `This page has no ${lacks.join(", no ")}; shown is the nearest.`;
    this.go(found, lacks.length ? told : "");
  }
}

// What tells the answer of a guess that isn't made yet is hidden.
function untell() {
  for (const part of document.querySelectorAll("[data-spoiler]")) {
    const asking = document.getElementById(part.dataset.spoiler);
    part.classList.toggle("untold", asking.matches("[data-asks]"));
  }
  const answers = document.querySelector("[data-answers]");
  if (answers) answers.hidden = !document.querySelector("figure[data-asks]");
}

class Page {
  constructor() {
    const all = [...document.querySelectorAll("figure[data-recording]")];
    this.figures = new Map(all.map((figure) => [figure.id, new Figure(figure, this)]));
    this.moved = [];
    const open = async ({ target: { id } }) => {
      await this.figures.get(id).ready;
      this.figures.get(id).open(true);
    };
    const come = (seen) => seen.filter(({ isIntersecting }) => isIntersecting).forEach(open);
    const near = new IntersectionObserver(come, { rootMargin: "800px" });
    all.forEach((figure) => near.observe(figure));
    const show = (figure) => (figure.recording ? figure.open()
      : figure.ready.then(() => figure.open()));
    const every = () => this.figures.forEach(show);
    addEventListener("beforeprint", every);
    document.querySelector("[data-answers]")?.addEventListener("click", every);
    untell();
    addEventListener("hashchange", () => this.follow());
    // A second click on the same link changes no address, but the figure may stand elsewhere.
    addEventListener("click", ({ target }) => {
      if (target.closest(".see")?.hash === location.hash) this.follow();
    });
    this.follow();
  }

  // The address says which figures were moved, and where to; the last one moved comes first.
  remember(figure) {
    const others = this.moved.filter((other) => other !== figure);
    this.moved = [figure, ...others].filter((other) => other.query());
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      const hash = this.moved.map((one) => `${one.figure.id}?${one.query()}`).join(";");
      if (!hash && !location.hash.includes("?")) return;
      history.replaceState(null, "", hash ? `#${hash}` : location.href.split("#")[0]);
    }, 250); // browsers refuse hundreds of changes while a mark is dragged
  }

  async follow() {
    const named = location.hash.slice(1).split(";").map((part) => part.split("?"))
      .filter(([id, query]) => query && this.figures.has(id));
    for (const [id, query] of named) {
      const figure = this.figures.get(id);
      await figure.ready;
      figure.open();
      figure.follow(query);
    }
    if (named.length) this.figures.get(named[0][0]).figure.scrollIntoView();
  }
}

new Page();
