// Whatever an address or a link leads to is unfolded; what was folded is laid out as it opens.
function unfold(part) {
  while (part?.closest("details:not([open])")) part.closest("details:not([open])").open = true;
}
function unfoldNamed() {
  const named = location.hash.slice(1).split(/[?;]/)[0];
  const readable = !/%(?![0-9a-f]{2})/i.test(named); // other addresses can't be decoded
  const part = readable && document.getElementById(decodeURIComponent(named));
  if (!part || part.checkVisibility()) return;
  unfold(part);
  part.scrollIntoView();
}
for (const fold of document.querySelectorAll("details.fold, details.long")) {
  fold.addEventListener("toggle", () => dispatchEvent(new Event("resize")));
}
addEventListener("hashchange", unfoldNamed);
unfoldNamed();
