// Running all cells leaves JupyterLab at the last one. Where a panel stands at the top, in one of the
// first cells, this goes back there at once, where a line says how far the run is, and again when the
// kernel rests, unless the reader has done something meanwhile or ran only a part.
function landAt(figure) {
  let [notebook, rested] = [null, 0];
  const looking = setInterval(look, 200);
  const ends = ["wheel", "pointerdown", "keydown", "touchstart"];
  const stop = () => {
    clearInterval(looking);
    ends.forEach((end) => removeEventListener(end, stop, true));
  };
  ends.forEach((end) => addEventListener(end, stop, true));

  function isAtTop() {
    const first = [...notebook.querySelectorAll(".jp-Cell")].slice(0, 5);
    return first.find((cell) => cell.querySelector("svg.drawn")) === figure.closest(".jp-Cell");
  }

  function look() {
    notebook ??= figure.closest(".jp-NotebookPanel");
    const kernel = notebook?.querySelector(".jp-Notebook-ExecutionIndicator")?.dataset.status;
    if (!kernel || (kernel === "idle" && !rested) || !isAtTop()) return stop();
    // Between two cells the kernel is idle for a moment, too.
    if (kernel !== "idle" && !rested) land();
    rested = kernel === "idle" ? rested + 1 : 1;
    if (rested < 5) return;
    stop();
    land();
  }

  function land() {
    const last = [...notebook.querySelectorAll(".jp-Cell")].at(-1);
    if (last.classList.contains("jp-mod-active")) notebook.querySelector(".jp-WindowedPanel-outer").scrollTo(0, 0);
  }
}
