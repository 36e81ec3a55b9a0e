// An answer in JupyterLab: the kernel tells it, and is told what the hand moves or picks.
// A link of the text such as [a defence of 10](#?defense=10) moves controls of the nearest panel above
// it that has them all.
function follow(event) {
  const link = event.target.closest?.(".jp-RenderedMarkdown a[href^='#?']");
  if (!link) return;
  event.preventDefault();
  event.stopPropagation();
  const settings = Object.fromEntries(new URLSearchParams(link.getAttribute("href").slice(2)));
  const has = ({ names, place }) => Object.keys(settings).every((name) => names().includes(name))
    && place.compareDocumentPosition(link) & Node.DOCUMENT_POSITION_FOLLOWING;
  const places = [...document.querySelectorAll(".answer")].reverse();
  const panel = places.map((place) => window.combatPanels.get(place)).find((one) => one && has(one));
  if (!panel) return;
  window.combatCame = link;
  panel.sets(settings);
}

if (!window.combatPanels) {
  window.combatPanels = new WeakMap(); // by their pictures
  addEventListener("click", follow, true);
}

export default {
  render({ model, el }) {
    const place = add(el, "div");
    // JupyterLab, which hears keys at the document, has its own use of them.
    place.addEventListener("keydown", (event) => event.defaultPrevented && event.stopPropagation());
    const on = {
      move: (control, value, by) => model.send({ moved: { control, value, by } }),
      pick: (row, column) => {
        window.combatCame = place.querySelector("svg.picks");
        model.send({ picked: [row, column] });
      },
    };
    window.combatPanels.set(place, { place, names: () => model.get("names"),
      sets: (settings) => model.send({ tried: settings }) });
    const put = () => model.get("told") && draw(place, JSON.parse(model.get("told")), on);
    const wait = () => place.classList.toggle("busy", model.get("busy"));
    const look = () => comeTo(el, window.combatCame);
    const heard = { "change:told": put, "change:busy": wait, "msg:custom": look };
    for (const name in heard) model.on(name, heard[name]);
    put();
    return () => { for (const name in heard) model.off(name, heard[name]); };
  },
};
