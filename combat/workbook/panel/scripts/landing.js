// Running all cells leaves JupyterLab at the last one. Where a panel stands at the top, this goes back
// there once the kernel rests, unless the reader has done something meanwhile or ran only a part.
function landAt(figure) {
  let [notebook, rested] = [null, 0];
  const looking = setInterval(look, 200);
  const ends = ["wheel", "pointerdown", "keydown", "touchstart"];
  const stop = () => {
    clearInterval(looking);
    ends.forEach((end) => removeEventListener(end, stop, true));
  };
  ends.forEach((end) => addEventListener(end, stop, true));

  function look() {
    notebook ??= figure.closest(".jp-NotebookPanel");
    const kernel = notebook?.querySelector(".jp-Notebook-ExecutionIndicator")?.dataset.status;
    if (!kernel || (kernel === "idle" && !rested)) return stop();
    // Between two cells the kernel is idle for a moment, too.
    rested = kernel === "idle" ? rested + 1 : 1;
    if (rested < 5) return;
    stop();
    const last = [...notebook.querySelectorAll(".jp-Cell")].at(-1);
    if (last.classList.contains("jp-mod-active")) notebook.querySelector(".jp-WindowedPanel-outer").scrollTo(0, 0);
  }
}
