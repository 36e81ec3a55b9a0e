// Each live figure contains its frames; a browser that can't unpack them shows only the pictures.
if ("DecompressionStream" in window) {
  const recordings = [...document.querySelectorAll("figure.recorded")].map((figure) => new Recording(figure));
  const links = new Links(recordings);
  recordings.forEach((recording) => {
    recording.narrow = new Narrow(recording);
    new Reading(recording);
    recording.drag = new Drag(recording);
    offerTakeAway(recording, links);
  });
  // Frames are unpacked before a reader reaches their figure, so that even the first move is fast.
  const near = new IntersectionObserver((seen) => {
    for (const { isIntersecting, target } of seen) {
      if (!isIntersecting) continue;
      const recording = recordings.find(({ figure }) => figure === target);
      recording.load(() => recording.ready());
    }
  }, { rootMargin: "1000px" });
  recordings.forEach((recording) => near.observe(recording.figure));
  // For the live site, whose script computes frames in Python.
  window.workbook = { recordings, scroller, markWide };
} else {
  for (const form of document.querySelectorAll("figure.recorded form")) {
    noted(form.parentElement, "The controls of this figure need a browser of 2023 or later.");
  }
}
