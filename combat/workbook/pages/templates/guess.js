// A guess before the answer: the picture stands veiled until it is compared or skipped.
for (const ask of document.querySelectorAll("figure .guess")) {
  const figure = ask.parentElement;
  const guess = JSON.parse(ask.dataset.guess);
  const [input, said] = [ask.querySelector("input"), ask.querySelector("output")];
  const digits = { minimumFractionDigits: guess.places, maximumFractionDigits: guess.places };
  const inWords = (value) => (guess.percent
    ? `${Math.round(100 * value)}%`
    : `${Number(value).toLocaleString("en-US", digits)}${guess.unit && " "}${guess.unit}`);
  const veiled = [".picture", "details.numbers"].map((part) => figure.querySelector(part));
  const show = (sentence) => {
    figure.classList.remove("guessing");
    veiled.forEach((part) => part?.removeAttribute("inert"));
    ask.textContent = sentence;
    ask.hidden = !sentence;
  };
  const say = () => { said.textContent = inWords(input.value); };
  input.addEventListener("input", say);
  ask.querySelector("[data-compare]").addEventListener("click", () => {
    const mine = inWords(input.value);
    show(mine === guess.answer ? `You said ${mine}, and so it is.` : `You said ${mine}, it is ${guess.answer}.`);
  });
  ask.querySelector("[data-skip]").addEventListener("click", () => show(""));
  // A link to certain settings of this figure is followed at once.
  if (!location.hash.startsWith(`#${figure.id}?`)) {
    say();
    ask.hidden = false;
    figure.classList.add("guessing");
    veiled.forEach((part) => part?.setAttribute("inert", ""));
  }
}
