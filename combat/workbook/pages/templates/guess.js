// A guess before the answer: the figure, and what tells of it elsewhere on the page, is hidden until
// the guess is compared or skipped. Then the guess stands in the picture.
const answers = document.querySelector("[data-answers]");
const asking = [...document.querySelectorAll("figure .guess")].filter((ask) => {
  const figure = ask.parentElement;
  const guess = JSON.parse(ask.dataset.guess);
  const [input, said] = [ask.querySelector("input"), ask.querySelector("output")];
  const digits = { minimumFractionDigits: guess.places, maximumFractionDigits: guess.places };
  const inWords = (value) => (guess.percent
    ? `${Math.round(100 * value)}%`
    : `${Number(value).toLocaleString("en-US", digits)}${guess.unit && " "}${guess.unit}`);
  const told = document.querySelectorAll(`[data-tells="${figure.id}"]`);
  const hide = (hidden) => {
    figure.classList.toggle("guessing", hidden);
    told.forEach((part) => part.classList.toggle("untold", hidden));
  };
  const show = (sentence) => {
    hide(false);
    ask.style.minHeight = sentence && `${ask.getBoundingClientRect().height}px`; // so that nothing jumps
    ask.lastElementChild.textContent = sentence;
    ask.hidden = !sentence;
    if (answers && !document.querySelector(".guessing")) answers.style.visibility = "hidden";
    dispatchEvent(new Event("resize")); // what was hidden is laid out
  };
  const draw = () => {
    const recording = window.workbook?.recordings.find((one) => one.figure === figure);
    if (!recording || !guess.at) return;
    const mine = [guess.at[Math.round((input.value - guess.low) / guess.step)]];
    const asked = () => recording.places.join() === recording.start.join();
    const mark = () => drawGuess(recording, asked() && { ...guess, at: mine, said: inWords(input.value) });
    recording.onput.push(mark);
    recording.load(mark);
  };
  const say = () => { said.textContent = inWords(input.value); };
  input.addEventListener("input", say);
  ask.querySelector("[data-compare]").addEventListener("click", () => {
    const mine = inWords(input.value);
    show(mine === guess.answer ? `You said ${mine}, and so it is.` : `You said ${mine}, it is ${guess.answer}.`);
    draw();
  });
  ask.querySelector("[data-skip]").addEventListener("click", () => show(""));
  // A link to certain settings of this figure is followed at once.
  if (location.hash.startsWith(`#${figure.id}?`)) return false;
  say();
  ask.hidden = false;
  hide(true);
  return true;
});
if (answers && asking.length) {
  answers.hidden = false;
  answers.addEventListener("click", () => asking.forEach((ask) => ask.querySelector("[data-skip]")?.click()));
}
