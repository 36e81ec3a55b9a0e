// An answer in JupyterLab: the kernel tells it, and is told what the hand moves or picks.
export default {
  render({ model, el }) {
    const place = add(el, "div");
    // JupyterLab, which hears keys at the document, has its own use of them.
    place.addEventListener("keydown", (event) => event.defaultPrevented && event.stopPropagation());
    const on = {
      move: (control, value, by) => model.send({ moved: { control, value, by } }),
      pick: (row, column) => model.send({ picked: [row, column] }),
    };
    const put = () => model.get("told") && draw(place, JSON.parse(model.get("told")), on);
    const wait = () => place.classList.toggle("busy", model.get("busy"));
    const look = () => el.scrollIntoView();
    const heard = { "change:told": put, "change:busy": wait, "msg:custom": look };
    for (const name in heard) model.on(name, heard[name]);
    put();
    return () => { for (const name in heard) model.off(name, heard[name]); };
  },
};
