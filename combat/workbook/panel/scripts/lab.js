// An answer in JupyterLab: the kernel tells it, and is told what the hand moves or picks.
export default {
  render({ model, el }) {
<<<<<<< HEAD
=======
    const asked = add(el, "div", { class: "guess", role: "status" });
    const place = add(el, "div");
    el.classList.add("answer");
    // JupyterLab, which hears keys at the document, has its own use of them.
    place.addEventListener("keydown", (event) => event.defaultPrevented && event.stopPropagation());
    const send = (name, value) => {
      model.set(name, value);
      model.save_changes();
    };
>>>>>>> render
    const on = {
      move: (control, value, by) => model.send({ moved: { control, value, by } }),
      pick: (row, column) => model.send({ picked: [row, column] }),
    };
    const put = () => model.get("told") && draw(el, JSON.parse(model.get("told")), on);
    const wait = () => el.classList.toggle("busy", model.get("busy"));
    const heard = { "change:told": put, "change:busy": wait, "msg:custom": () => el.scrollIntoView() };
    for (const name in heard) model.on(name, heard[name]);
    put();
    return () => { for (const name in heard) model.off(name, heard[name]); };
  },
};
