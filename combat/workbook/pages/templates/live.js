// Each live figure brings its frames; a browser that can't unpack them shows the pictures alone.
if ("DecompressionStream" in window) {
  const films = [...document.querySelectorAll("figure.filmed")].map((figure) => new Film(figure));
  const links = new Links(films);
  films.forEach((film) => {
    film.narrow = new Narrow(film);
    new Reading(film);
    offerTakeAway(film, links);
  });
  // Unpacked before one comes to them, so that the first move is as fast as the others.
  const near = new IntersectionObserver((seen) => {
    for (const { isIntersecting, target } of seen) {
      if (isIntersecting) films.find((film) => film.figure === target).load(() => {});
    }
  }, { rootMargin: "1000px" });
  films.forEach((film) => near.observe(film.figure));
  // For a site that brings Python along, whose script answers the controls with it.
  window.workbook = { films, scroller, markWide };
} else {
  for (const form of document.querySelectorAll("figure.filmed form")) {
    noted(form.parentElement, "The controls of this figure need a browser of 2023 or later.");
  }
}
