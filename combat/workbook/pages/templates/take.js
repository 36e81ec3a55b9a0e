// Buttons to save a figure's picture, and to copy a link to it as it is, or a line to embed it.
function savedPicture(recording) {
  const svg = recording.figure.querySelector("svg.drawn").cloneNode(true);
  svg.querySelectorAll(".mark, .guessed").forEach((part) => part.remove());
  svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  svg.setAttribute("font-family", "DejaVu Sans, Verdana, sans-serif");
  const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
  style.textContent = ".halo { paint-order: stroke; stroke: white; stroke-width: 16px; }";
  svg.prepend(style);
  const text = new XMLSerializer().serializeToString(svg);
  // Ink and paper as they are by day.
  const day = Object.assign(document.createElement("i"), { hidden: true });
  day.style.colorScheme = "light";
  document.body.append(day);
  const lit = text.replace(/var\(--\w+\)/g, (ink) => {
    day.style.color = ink;
    return getComputedStyle(day).color;
  });
  day.remove();
  return lit;
}

function offerTakeAway(recording, links) {
  const bar = recording.figure.querySelector(".take");
  const said = bar.querySelector("[role=status]");
  bar.hidden = false;
  const shown = (text, copied) => {
    const line = Object.assign(document.createElement("input"), { value: text, readOnly: true });
    line.setAttribute("aria-label", "to copy");
    said.replaceChildren(copied ? "copied: " : "", line);
    line.select();
  };
  const handed = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      shown(text, true);
    } catch {
      shown(text, false);
    }
  };
  const page = () => location.href.split("#")[0];
  bar.querySelector("[data-link]")?.addEventListener("click", () => handed(`${page()}#${links.hashOf(recording)}`));
  bar.querySelector("[data-save]").addEventListener("click", () => {
    const address = URL.createObjectURL(new Blob([savedPicture(recording)], { type: "image/svg+xml" }));
    Object.assign(document.createElement("a"), { href: address, download: `${recording.figure.id}.svg` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  });
  const embed = bar.querySelector("[data-embed]");
  embed?.addEventListener("click", () => {
    const { width, height } = recording.figure.getBoundingClientRect();
    const asked = recording.figure.querySelector(".guess:not([hidden])")?.getBoundingClientRect().height ?? 0;
    const address = new URL(embed.dataset.embed, page());
    address.hash = recording.controls.length ? links.hashOf(recording) : "";
    const marks = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
    const title = recording.figure.querySelector(".caption").textContent.replace(/[&<>"]/g, (one) => marks[one]);
    handed(`<iframe src="${address}" width="${Math.ceil(width) + 24}" height="${Math.ceil(height - asked) + 37}" `
      + `title="${title}" loading="lazy" style="border:0"></iframe>`);
  });
}
