function button(parent, text, act) {
  const made = add(parent, "button", { type: "button" }, text);
  made.addEventListener("click", act);
  return made;
}

// Ask for a guess first; `then` is called once it is compared or skipped.
function askFirst(box, guess, then) {
  const { question, low, high, step, percent, unit, answer } = guess;
  const words = (value) => `${shown(value, ",.0f")} ${unit}`.trim();
  const said = (value) => (percent ? shown(value, ".0%") : words(value));
  const asked = add(box, "p");
  add(asked, "b", {}, "A guess first.");
  asked.append(` ${question}`);
  const label = add(box, "label", {}, "your guess ");
  const input = add(label, "input", { type: "range", min: low, max: high, step });
  input.value = (low + high) / 2;
  const read = add(label, "output");
  const show = () => { read.textContent = said(+input.value); };
  input.addEventListener("input", show);
  show();
  const tell = (sentence) => {
    box.replaceChildren(sentence);
    then();
  };
  button(box, "Compare", () => tell(read.textContent === answer
    ? `You said ${answer}, and so it is.` : `You said ${read.textContent}, it is ${answer}.`));
  button(box, "Skip", () => tell(""));
}
