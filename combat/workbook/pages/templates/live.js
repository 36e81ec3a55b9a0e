// Each live figure brings its frames; a browser that can't unpack them shows the pictures alone.
if ("DecompressionStream" in window) {
  const recordings = [...document.querySelectorAll("figure.recorded")].map((figure) => new Recording(figure));
  const links = new Links(recordings);
  recordings.forEach((recording) => {
    recording.narrow = new Narrow(recording);
    new Reading(recording);
    offerTakeAway(recording, links);
  });
  // Unpacked before one comes to them, so that the first move is as fast as the others.
  const near = new IntersectionObserver((seen) => {
    for (const { isIntersecting, target } of seen) {
      if (isIntersecting) recordings.find((recording) => recording.figure === target).load(() => {});
    }
  }, { rootMargin: "1000px" });
  recordings.forEach((recording) => near.observe(recording.figure));
  // For a site that brings Python along, whose script answers the controls with it.
  window.workbook = { recordings, scroller, markWide };
} else {
  for (const form of document.querySelectorAll("figure.recorded form")) {
    noted(form.parentElement, "The controls of this figure need a browser of 2023 or later.");
  }
}
