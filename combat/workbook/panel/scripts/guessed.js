// Draws the reader's guess in the picture: a ring at the value that it is about, or a line across.
function drawGuess(recording, guess) {
  const svg = recording.figure.querySelector("svg.drawn");
  svg.querySelector(".guessed")?.remove();
  const plot = guess && recording.plots()[guess.plot];
  if (!plot) return;
  const [left, top, right, low] = plot.box;
  const within = (place, from, to) => Math.min(Math.max(place, from), to);
  const upright = guess.axis === "y"; // the guess is a height
  const ends = { x: [left, right], y: [top, low] };
  const along = (axis, value) => within(placeOf(plot, axis, value), ...ends[axis]);
  const ringed = guess.beside !== null;
  const x = upright ? (ringed ? along("x", guess.beside) : right) : along("x", guess.at[0]);
  const y = upright ? along("y", guess.at[0]) : (ringed ? along("y", guess.beside) : top);
  const group = made("g", { class: "guessed" }, svg);
  if (ringed) made("circle", { cx: x, cy: y, r: 40 }, group);
  else made("path", { d: upright ? `M${left} ${y}H${right}` : `M${x} ${top}V${low}` }, group);
  const beyond = x > (left + right) / 2;
  const words = { x: beyond ? x - 60 : x + 60, y: y + (y < top + 110 ? 96 : -30), "text-anchor": beyond ? "end" : "start" };
  made("text", { ...words, class: "halo" }, group).textContent = `your guess: ${guess.said}`;
}

function made(name, attributes, parent) {
  const part = document.createElementNS("http://www.w3.org/2000/svg", name);
  Object.entries(attributes).forEach(([key, value]) => part.setAttribute(key, value));
  return parent.appendChild(part);
}
