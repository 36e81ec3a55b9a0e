// The figures of a page, and its links to their settings.
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
    addEventListener("click", (event) => this.clicked(event));
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

  // A link to settings of a figure: one of the text moves its controls, one of a finding shows all of
  // them as they were found.
  clicked(event) {
    const link = event.target.closest("a.see, a.try");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const [id, query] = link.hash.slice(1).split("?");
    event.preventDefault();
    history.pushState(null, "", link.hash);
    this.show(id, query, link.matches(".try") ? "invite" : "follow", link);
  }

  async follow() {
    const named = location.hash.slice(1).split(";").map((part) => part.split("?"))
      .filter(([id, query]) => query && this.figures.has(id));
    for (const [id, query] of named) await this.show(id, query, "follow");
    if (named.length) this.figures.get(named[0][0]).figure.scrollIntoView();
  }

  async show(id, query, how, link) {
    const figure = this.figures.get(id);
    await figure.ready;
    figure.open();
    figure[how](query);
    if (link) comeTo(figure.figure, link);
  }
}

new Page();
