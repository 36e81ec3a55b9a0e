// Numbers as texts, texts in their width, values as places and as colours: what is reckoned before
// anything is drawn.
const FONT = "system-ui, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif";
const [LETTERS, SMALL, LINE] = [12, 11, 14]; // px: texts, those in cells, lines of text
const DASHES = ["", "7 3", "8 3 2 3", "2 3", "10 2", "6 2 2 2", "2 2"];

const clip = (value, low, high) => Math.min(Math.max(value, low), high);
const round = (place) => Math.round(place * 10) / 10;
const greatest = (values) => values.reduce((best, value) => Math.max(best, value), 0);
const finite = (places) => places.every(Number.isFinite);
const stroked = (color, dash, width) => ({ fill: "none", stroke: color,
  "stroke-width": dash < 0 ? 1 : width, "stroke-dasharray": DASHES[dash] ?? "" });
const pathOf = (points) => `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}`;
const one = (values, at) => (Array.isArray(values) ? values[at] : values);

// A number with so many decimals; a tie goes to the even digit, as Python has it.
function fixed(value, digits) {
  const tens = value * 10 ** digits;
  const tie = Number.isInteger(value * 2 ** (digits + 1)) && Math.abs(tens % 1) === 0.5;
  return (tie ? 2 * Math.round(tens / 2) / 10 ** digits : value).toFixed(digits);
}

// A number as one of Python's formats writes it; of 0% and 100% only what is so.
function shown(value, spec) {
  if (value === null || value === undefined) return "–";
  const [, sign, comma, digits = 6, kind] = /^(\+?)(,?)(?:\.(\d))?([%fg]?)$/.exec(spec);
  let text = String(kind === "g" ? +value.toPrecision(digits) : value);
  if (kind === "f") text = fixed(value, +digits);
  if (kind === "%") text = `${fixed(100 * value, +digits)}%`;
  const whole = spec === ".0%" && value > 0 && value < 1; // in truth it isn't
  if (whole) text = { "0%": "<1%", "100%": ">99%" }[text] ?? text;
  if (comma) text = text.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  if (sign && value > 0) text = `+${text}`;
  return text.replace(/^[+-](?=0(\.0+)?%?$)/, "").replaceAll("-", "−");
}

const pen = document.createElement("canvas").getContext("2d");
const widths = new Map();

function measure(text, size = LETTERS, weight = 400) {
  const font = `${weight} ${size}px ${FONT}`;
  if (!widths.has(font + text)) {
    pen.font = font;
    widths.set(font + text, pen.measureText(text).width + 1);
  }
  return widths.get(font + text);
}

const widest = (lines, size) => greatest(lines.map((line) => measure(line, size)));

// A text in lines of at most this width, so far as its words allow; the longest words are parted.
function wrapped(text, width) {
  const lines = [];
  for (const word of text.replace(/\S{18}(?=\S)/g, "$& ").split(" ")) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : "";
    if (longer && measure(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return text ? lines : [];
}

// A function from values to places, NaN for what has none; `back` is its inverse. Zero has no
// logarithm: on such an axis it lies far beyond the low end, so that a bar from zero is drawn.
function scaled({ limits: [low, high], log }, from, to) {
  const turn = log ? (value) => Math.log10(Math.max(value, 1e-99)) : Number;
  const first = turn(low);
  const each = (to - from) / (turn(high) - first || 1); // a single value stands at the start
  const scale = (value) => (value === null ? NaN : from + (turn(value) - first) * each);
  scale.back = (place) => {
    const value = first + (place - from) / each;
    return log ? 10 ** value : value;
  };
  return scale;
}

// Places that follow one another without a gap.
function runs(places) {
  const found = [[]];
  for (const place of places) {
    if (finite(place)) found.at(-1).push(place);
    else found.push([]);
  }
  return found.filter((run) => run.length);
}

// A curve through places, or a stair.
function curve(places, step) {
  return !step ? places : places.flatMap(([x, y], entry) => {
    const next = places[entry + 1]?.[0] ?? x;
    const edge = step === "post" ? next : (x + next) / 2;
    return [[x, y], [edge, y], [edge, places[entry + 1]?.[1] ?? y]];
  });
}

// Sorted places moved apart, each so far or farther from the next, within some ends.
function apart(wanted, room, low, high) {
  const loose = wanted.map((place, at) => place - at * room);
  return loose.map((_, at) => at * room + clip(
    (Math.max(...loose.slice(0, at + 1)) + Math.min(...loose.slice(at))) / 2,
    low + room / 2, high - room * (loose.length - 0.5)));
}

// Every n-th tick, so that none touches the next one; zero stays.
function thinned(ticks, scale, room) {
  for (let every = 1; every < ticks.length; every += 1) {
    const first = Math.max(0, ticks.findIndex(([at]) => at === 0)) % every;
    const kept = ticks.filter((_, at) => at % every === first);
    const meets = (tick, at) => at && Math.abs(scale(tick[0]) - scale(kept[at - 1][0]))
      < (room(tick) + room(kept[at - 1])) / 2;
    if (!kept.some(meets)) return kept;
  }
  return ticks.slice(0, 1);
}
