// A way back to where a reader was, after a click that leads to a figure out of sight.
function wayBack(figure, from) {
  figure.querySelector(":scope > .back")?.remove();
  const button = add(figure, "button", { type: "button", class: "back" }, "Back to where you were");
  figure.prepend(button);
  button.addEventListener("click", () => {
    from.scrollIntoView({ block: "center" });
    from.focus({ preventScroll: true });
    button.remove();
  });
}

// Scroll to a figure, unless its upper half is in sight; what folds it opens.
function comeTo(figure, from) {
  for (const fold of document.querySelectorAll("details:not([open])")) {
    fold.open ||= fold.contains(figure);
  }
  const { top, height } = figure.getBoundingClientRect();
  if (top > -20 && top + height / 2 < innerHeight) return;
  if (from && !figure.contains(from)) wayBack(figure, from);
  figure.scrollIntoView();
}
