// JupyterLab takes plain keys as commands, even in a control: m on a list turns its cell into
// Markdown, d d on a check box deletes the cell. Only an attribute of the focused element turns that
// off, and ipywidgets can't set it. JupyterLab checks it when a key event reaches the document, so
// this sets it one step earlier, at the window. Keys with Ctrl, Cmd or Alt, and Shift Enter, are left
// to JupyterLab: save, find, run. A sheet has all but saving.
function keepKeys() {
  addEventListener("keydown", (event) => {
    const control = event.target;
    if (!control.closest?.(".combat-panel")) return;
    const held = event.ctrlKey || event.metaKey || event.altKey;
    const command = control.closest(".combat-sheet") ? held && event.key === "s"
      : held || (event.shiftKey && event.key === "Enter");
    control.toggleAttribute("data-lm-suppress-shortcuts", !command);
  }, true);
}

// ipywidgets gives sliders' handles no name, and lets them say 0.30000000000000004 for 30%.
function nameHandles() {
  for (const slider of document.querySelectorAll(".combat-panel .widget-slider")) {
    const label = slider.querySelector(".widget-label")?.textContent ?? "";
    const handles = [...slider.querySelectorAll("[role=slider]")];
    const ends = handles.length > 1 ? [", least", ", most"] : [""];
    const said = (slider.querySelector(".widget-readout")?.textContent ?? "").split(" – ");
    handles.forEach((handle, at) => {
      handle.setAttribute("aria-label", label + ends[at]);
      if (said[at]) handle.setAttribute("aria-valuetext", said[at].trim());
    });
  }
}

if (!window.combatKeys) {
  keepKeys();
  let asked = 0;
  window.combatKeys = new MutationObserver(() => {
    asked ||= requestAnimationFrame(() => { asked = 0; nameHandles(); });
  });
  window.combatKeys.observe(document.body, { childList: true, subtree: true });
  nameHandles();
}
