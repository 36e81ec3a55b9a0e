// Finding one's way: what is folded opens, and the contents follow the reader.

// Whatever an address or a link leads to is unfolded.
function unfoldNamed() {
  const named = location.hash.slice(1).split(/[?;]/)[0];
  const readable = !/%(?![0-9a-f]{2})/i.test(named); // other addresses can't be decoded
  const part = readable && document.getElementById(decodeURIComponent(named));
  if (!part || part.checkVisibility()) return;
  while (part.closest("details:not([open])")) part.closest("details:not([open])").open = true;
  part.scrollIntoView();
}
addEventListener("hashchange", unfoldNamed);
unfoldNamed();

// The contents beside the text mark the section being read, and keep its entry in view.
for (const list of document.querySelectorAll("nav.contents")) {
  const links = [...list.querySelectorAll("a")];
  const headOf = ({ hash }) => document.getElementById(decodeURIComponent(hash.slice(1)));
  const heads = links.map(headOf);

  function mark() {
    const atEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    // The last heading at or above the top of the window, where a link puts it. At the end of the
    // page, where a short part can't reach the top, it is the last heading in sight.
    const line = atEnd ? innerHeight : 60;
    const above = (head) => head.checkVisibility() && head.getBoundingClientRect().top <= line;
    const now = links[heads.findLastIndex(above)];
    const before = list.querySelector("[aria-current]");
    if (now === before || (!now && !before)) return;
    if (before) before.removeAttribute("aria-current");
    if (!now) return;
    now.setAttribute("aria-current", "location");
    if (getComputedStyle(list).position !== "fixed") return;
    const [inside, entry] = [list.getBoundingClientRect(), now.getBoundingClientRect()];
    if (entry.top < inside.top) list.scrollTop -= inside.top - entry.top + 40;
    if (entry.bottom > inside.bottom) list.scrollTop += entry.bottom - inside.bottom + 40;
  }

  let asked = 0;
  const soon = () => (asked ||= requestAnimationFrame(() => { asked = 0; mark(); }));
  addEventListener("scroll", soon, { passive: true });
  addEventListener("resize", soon);
  addEventListener("toggle", soon, true);
  mark();
}
