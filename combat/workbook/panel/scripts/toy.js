// Two units of the reader's fight: blow by blow, a thousand times, and exactly.
const [TURN, LONGEST] = [480, 8000]; // ms: of a turn, of a fight
const SEEN = 300; // turns that are told
const [STEPS, STEP] = [45, 40]; // in which a thousand fights are shown, and ms of each
const [BARS, SHOWN] = [40, 0.997]; // at most, and the share of fights that end before the last one
const whole = (low, high) => (text) => {
  const found = Number(text.match(/^\s*(\d+)\s*%?\s*$/)?.[1] ?? NaN);
  return found >= low && found <= high ? found : null;
};
const FIELDS = {
  name: ["Name", "", (text) => text.trim() || "Nobody"],
  hp: ["Hit points", "a whole number from 1 to 200", whole(1, 200)],
  chance: ["Hits in %", "a whole number from 0 to 100", whole(0, 100)],
  damage: ["Damage", "dice such as 1d6 or 2d4+1, up to 6d20+100, or a number up to 100", diceOf],
};
const percent = (share) => (share > 0 && share < 0.0005 ? "<0.1%" : `${(100 * share).toFixed(1)}%`);
const did = (points) => (points === null ? "misses" : `hits for ${points}`);
const total = (shares) => shares.reduce((sum, one) => sum + one, 0);
const put = (places, texts) => texts.forEach((text, at) => { places[at].textContent = text; });

// {count, sides, plus}; null for what can't be read or is too much.
function diceOf(text) {
  const written = text.replace(/\s/g, "").match(/^(?:(\d*)d(\d+)(?:\+(\d+))?|(\d+))$/i);
  if (!written) return null;
  const [, many, faces, more, alone] = written;
  const [count, sides, plus] = alone ? [0, 1, alone] : [many || 1, faces, more ?? 0];
  const fits = count <= 6 && sides > 0 && sides <= 20 && plus <= 100;
  return fits ? { count: Number(count), sides: Number(sides), plus: Number(plus) } : null;
}

// The chances of what a blow does, by points from 0 up.
function blowOf({ chance, damage }) {
  let blow = [...Array(damage.plus).fill(0), chance / 100];
  for (let die = 0; die < damage.count; die++) {
    const next = Array(blow.length + damage.sides).fill(0);
    for (let side = 1; side <= damage.sides; side++) {
      blow.forEach((one, sum) => { next[sum + side] += one / damage.sides; });
    }
    blow = next;
  }
  blow[0] += 1 - chance / 100;
  return blow;
}

// The chances of each turn that the fight ends in it: the first wins, both fall, the second wins.
function exactly(units) {
  const [blows, turns] = [units.map(blowOf), []];
  const hurts = blows.some((blow) => total(blow.slice(1)));
  let [left, stood] = [units.map(({ hp }) => [...Array(hp).fill(0), 1]), [1, 1]];
  while (hurts && stood[0] * stood[1] > 1e-13) {
    left = left.map((chances, at) => struck(chances, blows[1 - at]));
    const stand = left.map(total);
    const fell = stood.map((one, at) => one - stand[at]);
    turns.push([fell[1] * stand[0], fell[0] * fell[1], fell[0] * stand[1]]);
    stood = stand;
  }
  return turns;
}

// The chances of the hit points left, of those who stand, after one more blow.
function struck(chances, blow) {
  const next = Array(chances.length).fill(0);
  chances.forEach((one, hp) => blow.slice(0, hp).forEach((share, points) => {
    next[hp - points] += one * share;
  }));
  return next;
}

// The points of a hit; null for a miss.
function rolled({ chance, damage: { count, sides, plus } }) {
  if (100 * Math.random() >= chance) return null;
  return plus + total(Array.from({ length: count }, () => 1 + Math.floor(sides * Math.random())));
}

// Fights with dice; see: called after each turn. Returns its last turn, and its end: the place in
// a turn's chances.
function fought(units, see) {
  const left = units.map(({ hp }) => hp);
  for (let turn = 1; ; turn++) {
    const dealt = units.map(rolled);
    for (const at of [0, 1]) left[at] = Math.max(0, left[at] - dealt[1 - at]);
    see?.({ dealt, left: [...left] });
    if (left.includes(0)) return [turn, left[0] ? 0 : left[1] ? 2 : 1];
  }
}

const input = ([key, [label]]) => `<label class="${key}">${label}<input autocomplete="off"
  spellcheck="false" maxlength="14"></label>`;
const card = (name) => `<div class="unit" role="group" aria-label="${name} unit">
  ${Object.entries(FIELDS).map(input).join("")}<span class="dealt"></span>
  <div class="life"><i></i><i></i></div><span class="left"></span></div>`;
const row = (name) => `<tr><th>${name}</th><td></td><td></td><td></td></tr>`;
const MARKUP = `<div class="units">${card("First")}${card("Second")}</div>
  <p class="rule">Each turn both strike at the same time. Who has no hit points left falls; both
    may.</p>
  <div class="play"><button type="button">▶ Play</button>
    <button type="button">1,000 fights</button></div>
  <table><tr><td></td><th></th><th></th><th></th></tr>${row("exactly")}${row("of 1,000")}</table>
  <div class="ends" role="img"
    aria-label="How many fights end in which turn, and who wins them"></div>
  <div class="scale"><span>turn 1</span><span>the turn in which the fight ends</span><span></span>
  </div>
  <p class="said" role="status"></p>
  <details><summary>Blow by blow</summary><pre></pre></details>`;

class Toy {
  constructor(root, units) {
    root.innerHTML = MARKUP;
    root.classList.add("toy", "awake");
    this.root = root;
    [this.cards, this.cells] = [this.all(".unit"), this.all("tr > * + *")];
    [this.cast, this.ends, this.said, this.told] = this.all(".units, .ends, .said, pre");
    this.inputs = this.cards.map((one) => [...one.querySelectorAll("input")]);
    this.inputs.forEach((of, at) => of.forEach((one, place) => { one.value = units[at][place]; }));
    const [play, playAll] = this.all("button");
    play.addEventListener("click", () => this.play());
    playAll.addEventListener("click", () => this.playAll());
    this.cast.addEventListener("input", () => this.read());
    this.cast.addEventListener("keydown", ({ key }) => key === "Enter" && play.click());
    this.read();
  }

  all(selector) { return [...this.root.querySelectorAll(selector)]; }

  words([one, both, other]) {
    const [first, second] = this.names;
    return `${first} wins ${one}, ${second} ${other}; in ${both} both fall.`;
  }

  // What was typed, and what is exact about it; or what to write in its place.
  read() {
    clearTimeout(this.timer);
    const [faults, fields] = [[], Object.entries(FIELDS)];
    this.units = this.inputs.map((of) => {
      const unit = {};
      fields.forEach(([key, [label, wanted, parsed]], place) => {
        unit[key] = parsed(of[place].value);
        const bad = unit[key] === null;
        of[place].setAttribute("aria-invalid", bad);
        if (bad) faults.push(`${of[0].value}, ${label.toLowerCase()}: write ${wanted}.`);
      });
      return unit;
    });
    this.names = this.units.map(({ name }) => name);
    const turns = faults.length ? [] : exactly(this.units);
    this.all("button").forEach((one) => { one.disabled = !turns.length; });
    this.told.textContent = "";
    if (!faults.length) this.showExact(turns);
    this.said.textContent = faults[0] ?? this.exact;
  }

  showExact(turns) {
    const all = [0, 1, 2].map((end) => total(turns.map((turn) => turn[end])));
    const mean = total(turns.map((turn, at) => (at + 1) * total(turn))).toFixed(1);
    const [first, second] = this.names;
    this.exact = turns.length
      ? `Exactly, ${this.words(all.map(percent))} A fight takes ${mean} turns on average.`
      : `${first} and ${second} can't hurt each other: the fight never ends.`;
    put(this.cells, [`${first} wins`, "both fall", `${second} wins`, ...all.map(percent)]);
    this.show({ dealt: [], left: this.units.map(({ hp }) => hp) });
    this.draw(turns);
    this.count([]);
  }

  // A moment of a fight; dealt: empty before the first turn.
  show({ dealt, left }) {
    this.cards.forEach((card, at) => {
      const [said, number] = card.querySelectorAll(".dealt, .left");
      put([said, number], [dealt.length ? did(dealt[at]) : "", left[at]]);
      said.classList.toggle("hit", dealt[at] > 0);
      card.classList.toggle("down", !left[at]);
      const share = `${(100 * left[at]) / this.units[at].hp}%`;
      for (const bar of card.querySelectorAll("i")) bar.style.width = share;
    });
  }

  // What a thousand fights are expected to reach, turn by turn: what the first wins lies above the
  // middle, what the second wins below it, and where both fall across it.
  draw(turns) {
    let last = 0;
    for (let sum = 0; last < turns.length && sum < SHOWN; last++) sum += total(turns[last]);
    this.width = Math.ceil(last / BARS);
    this.many = Math.ceil(last / this.width) || 1;
    const expected = turns.flatMap((turn, at) => turn.map((one, end) => [at + 1, end, 1000 * one]));
    const bars = this.inBars(expected);
    const reach = (end) => 3 + 1.2 * Math.max(...bars.map((bar) => bar[end] + bar[1] / 2));
    const [up, down] = [reach(0), reach(2)];
    const edge = (sign, high) => {
      const stairs = bars.map((bar, at) => `V${sign * high(bar)}H${at + 1}`).join("");
      return `<path d="M0 0${stairs}V0"/>`;
    };
    const edges = (sign) => edge(sign, (bar) => bar[1] / 2)
      + edge(sign, (bar) => bar[1] / 2 + bar[sign + 1]);
    this.ends.innerHTML = `<svg viewBox="0 ${-up} ${this.many} ${up + down}"
      preserveAspectRatio="none"><path class="end0"/><path class="end1"/><path class="end2"/>
      ${edges(-1)}${edges(1)}</svg>`;
    this.all(".scale span")[2].textContent = turns.length > last ? `${last} and later` : last || "";
  }

  // How many of each end lie in which bar; ends: triples of turn, end and how many.
  inBars(ends) {
    const bars = Array.from({ length: this.many }, () => [0, 0, 0]);
    for (const [turn, end, many = 1] of ends) {
      bars[Math.min(this.many, Math.ceil(turn / this.width)) - 1][end] += many;
    }
    return bars;
  }

  // Shows fights that are over in the bars of their ends, and returns how many ended how.
  count(over) {
    const bars = this.inBars(over);
    const won = [0, 1, 2].map((end) => total(bars.map((bar) => bar[end])));
    put(this.cells.slice(6), over.length ? won : ["–", "–", "–"]);
    this.all("path[class]").forEach((path, end) => {
      const tops = bars.map((bar) => [-bar[0] - bar[1] / 2, -bar[1] / 2, bar[1] / 2][end]);
      const drawn = bars.map((bar, at) => `M${at + 0.05} ${tops[at]}h.9v${bar[end]}h-.9z`);
      path.setAttribute("d", drawn.join(""));
    });
    return won;
  }

  play() {
    const seen = [{ dealt: [], left: this.units.map(({ hp }) => hp) }];
    const [turn, end] = fought(this.units, (moment) => seen.push(moment));
    const steps = Math.min(turn, SEEN);
    const show = (step) => this.show(seen[Math.ceil((step * turn) / steps)]);
    this.run(steps, Math.min(TURN, LONGEST / steps), show, () => {
      this.told.textContent = this.blowByBlow(seen.slice(1, SEEN + 1));
      if (end === 1) return `Both fall in turn ${turn}.`;
      const left = Math.max(...seen[turn].left);
      return `${this.names[end / 2]} wins in turn ${turn}, with ${left} hit points left.`;
    });
  }

  blowByBlow(seen) {
    const [first, second] = this.names;
    return seen.map(({ dealt, left }, at) => `${at + 1}: ${first} ${did(dealt[0])}, ${second} `
      + `${did(dealt[1])}; ${left[0]} and ${left[1]} left.`).join("\n");
  }

  playAll() {
    const over = [];
    this.run(STEPS, STEP, (step) => {
      while (over.length < (1000 * step) / STEPS) over.push(fought(this.units));
      this.count(over);
    }, () => `Of 1,000 fights ${this.words(this.count(over))} ${this.exact}`);
  }

  // Shows one step after another, or at once the last one for who wants no motion; then says the
  // end.
  run(steps, wait, show, end) {
    clearTimeout(this.timer);
    this.said.textContent = "";
    const next = (step) => {
      show(step);
      if (step < steps) this.timer = setTimeout(next, wait, step + 1);
      else this.said.textContent = end();
    };
    next(matchMedia("(prefers-reduced-motion: reduce)").matches ? steps : 0);
  }
}
