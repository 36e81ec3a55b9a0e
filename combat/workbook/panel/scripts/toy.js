// Two units of the reader's fight: blow by blow, a thousand times, and exactly.
const TURN = 480, LONGEST = 8000, SEEN = 300, STEPS = 45, STEP = 40; // ms of a turn, a fight; turns seen; steps of 1,000, ms of each
const BARS = 40, SHOWN = 0.997; // bars at most, and what share of all fights ends before the last is full
const whole = (low, high) => (text) => { const [found] = text.match(/^\s*\d+(?=\s*%?\s*$)/) ?? []; return found >= low && found <= high ? Number(found) : null; };
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
  const [, many, sides, plus, alone] = text.replace(/\s/g, "").match(/^(?:(\d*)d(\d+)(?:\+(\d+))?|(\d+))$/i) ?? [];
  const dice = { count: alone ? 0 : Number(many || 1), sides: Number(alone ? 1 : sides), plus: Number(alone ?? plus ?? 0) };
  return dice.count <= 6 && dice.sides > 0 && dice.sides <= 20 && dice.plus <= 100 ? dice : null;
}

// The chances of what a blow does, by points from 0 up.
function blowOf({ chance, damage }) {
  let blow = [...Array(damage.plus).fill(0), chance / 100];
  for (let die = 0; die < damage.count; die++) {
    const next = Array(blow.length + damage.sides).fill(0);
    blow.forEach((one, sum) => { for (let side = 1; side <= damage.sides; side++) next[sum + side] += one / damage.sides; });
    blow = next;
  }
  blow[0] += 1 - chance / 100;
  return blow;
}

// The chances of each turn that the fight ends in it: the first wins, both fall, the second wins.
function exactly(units) {
  const blows = units.map(blowOf), turns = [], hurts = blows.some((blow) => total(blow.slice(1)));
  let left = units.map(({ hp }) => [...Array(hp).fill(0), 1]), stood = [1, 1];
  while (hurts && stood[0] * stood[1] > 1e-13) {
    left = left.map((chances, at) => struck(chances, blows[1 - at]));
    const stand = left.map(total), fell = stood.map((one, at) => one - stand[at]);
    turns.push([fell[1] * stand[0], fell[0] * fell[1], fell[0] * stand[1]]);
    stood = stand;
  }
  return turns;
}

// The chances of the hit points left, of those who stand, after one more blow.
function struck(chances, blow) {
  const next = Array(chances.length).fill(0);
  chances.forEach((one, hp) => { for (let points = 0; one && points < Math.min(hp, blow.length); points++) next[hp - points] += one * blow[points]; });
  return next;
}

// The points of a hit; null for a miss.
function rolled({ chance, damage: { count, sides, plus } }) {
  if (100 * Math.random() >= chance) return null;
  return plus + total(Array.from({ length: count }, () => 1 + Math.floor(sides * Math.random())));
}

// Fights with dice; see: called after each turn. Returns its last turn, and its end: the place in a turn's chances.
function fought(units, see) {
  const left = units.map(({ hp }) => hp);
  for (let turn = 1; ; turn++) {
    const dealt = units.map(rolled);
    dealt.forEach((points, at) => { left[1 - at] = Math.max(0, left[1 - at] - points); });
    see?.({ dealt, left: [...left] });
    if (left.includes(0)) return [turn, left[0] ? 0 : left[1] ? 2 : 1];
  }
}

class Toy {
  constructor(root, units) {
    const field = ([key, [label]]) => `<label class="${key}">${label}<input autocomplete="off" spellcheck="false" maxlength="14"></label>`;
    const card = (name) => `<div class="unit" role="group" aria-label="${name} unit">${Object.entries(FIELDS).map(field).join("")}`
      + '<span class="dealt"></span><div class="life"><i></i><i></i></div><span class="left"></span></div>';
    root.innerHTML = `<div class="units">${card("First")}${card("Second")}</div>
      <p class="rule">Each turn both strike at the same time. Who has no hit points left falls; both may.</p>
      <div class="play"><button type="button">▶ Play</button><button type="button">1,000 fights</button></div>
      <table><tr><td></td><th></th><th></th><th></th></tr><tr><th>exactly</th><td></td><td></td><td></td></tr><tr><th>of 1,000</th><td></td><td></td><td></td></tr></table>
      <div class="ends" role="img" aria-label="How many fights end in which turn, and who wins them"></div>
     <div class="scale"><span>turn 1</span><span>the turn in which the fight ends</span><span></span></div>
      <p class="said" role="status"></p><details><summary>Blow by blow</summary><pre></pre></details>`;
    root.classList.add("toy", "awake");
    Object.assign(this, { root, cards: [...root.querySelectorAll(".unit")], cells: [...root.querySelectorAll("tr > * + *")] });
    [this.cast, this.ends, this.said, this.told] = this.all(".units, .ends, .said, pre");
    this.inputs = this.cards.map((card) => [...card.querySelectorAll("input")]);
    this.inputs.forEach((of, at) => of.forEach((one, place) => { one.value = units[at][place]; }));
    this.all("button").forEach((one, at) => one.addEventListener("click", () => (at ? this.playAll() : this.play())));
    this.cast.addEventListener("input", () => this.read());
    this.cast.addEventListener("keydown", ({ key }) => key === "Enter" && this.all("button:enabled")[0]?.click());
    this.read();
  }
  all(selector) { return [...this.root.querySelectorAll(selector)]; }
  words([one, both, other]) { return `${this.names[0]} wins ${one}, ${this.names[1]} ${other}; in ${both} both fall.`; }

  // What was typed, and what is exact about it; or what to write in its place.
  read() {
    clearTimeout(this.timer);
    const faults = [];
    this.units = this.inputs.map((of) => Object.fromEntries(Object.entries(FIELDS).map(([key, [label, wanted, parsed]], place) => {
      const value = parsed(of[place].value);
      of[place].setAttribute("aria-invalid", value === null);
      if (value === null) faults.push(`${of[0].value}, ${label.toLowerCase()}: write ${wanted}.`);
      return [key, value];
    })));
    this.names = this.units.map(({ name }) => name);
    const turns = faults.length ? [] : exactly(this.units);
    this.all("button").forEach((one) => { one.disabled = !turns.length; });
    this.told.textContent = "";
    if (!faults.length) this.showExact(turns);
    this.said.textContent = faults[0] ?? this.exact;
  }

  showExact(turns) {
    const all = [0, 1, 2].map((end) => turns.reduce((sum, turn) => sum + turn[end], 0));
    const mean = turns.reduce((sum, turn, at) => sum + (at + 1) * total(turn), 0);
    this.exact = turns.length ? `Exactly, ${this.words(all.map(percent))} A fight takes ${mean.toFixed(1)} turns on average.`
      : `${this.names.join(" and ")} can't hurt each other: the fight never ends.`;
    put(this.cells, [`${this.names[0]} wins`, "both fall", `${this.names[1]} wins`, ...all.map(percent)]);
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
      card.querySelectorAll("i").forEach((bar) => { bar.style.width = `${(100 * left[at]) / this.units[at].hp}%`; });
    });
  }

  // What a thousand fights are expected to reach, turn by turn: what the first wins lies above the
  // middle, what the second wins below it, and where both fall across it.
  draw(turns) {
    let last = 0;
    for (let sum = 0; last < turns.length && sum < SHOWN; last++) sum += total(turns[last]);
    [this.width, this.many] = [Math.ceil(last / BARS), Math.ceil(last / Math.ceil(last / BARS)) || 1];
    const bars = this.inBars(turns.flatMap((turn, at) => turn.map((chance, end) => [at + 1, end, 1000 * chance])));
    const [up, down] = [0, 2].map((end) => 3 + 1.2 * Math.max(...bars.map((bar) => bar[end] + bar[1] / 2)));
    const edge = (sign, high) => `<path d="M0 0${bars.map((bar, at) => `V${sign * high(bar)}H${at + 1}`).join("")}V0"/>`;
    const edges = (sign) => edge(sign, (bar) => bar[1] / 2) + edge(sign, (bar) => bar[1] / 2 + bar[sign + 1]);
    this.ends.innerHTML = `<svg viewBox="0 ${-up} ${this.many} ${up + down}" preserveAspectRatio="none">`
      + `<path class="end0"/><path class="end1"/><path class="end2"/>${edges(-1)}${edges(1)}</svg>`;
    this.all(".scale span")[2].textContent = turns.length > last ? `${last} and later` : last || "";
  }

  // How many of each end lie in which bar; ends: triples of turn, end and how many.
  inBars(ends) {
    const bars = Array.from({ length: this.many }, () => [0, 0, 0]);
    for (const [turn, end, many = 1] of ends) bars[Math.min(this.many, Math.ceil(turn / this.width)) - 1][end] += many;
    return bars;
  }

  // Shows fights that are over in the bars of their ends, and returns how many ended how.
  count(over) {
    const bars = this.inBars(over), won = [0, 1, 2].map((end) => total(bars.map((bar) => bar[end])));
    put(this.cells.slice(6), over.length ? won : ["–", "–", "–"]);
    this.all("path[class]").forEach((path, end) => path.setAttribute("d", bars.map((bar, at) =>
      `M${at + 0.05} ${[-bar[0] - bar[1] / 2, -bar[1] / 2, bar[1] / 2][end]}h.9v${bar[end]}h-.9z`).join("")));
    return won;
  }

  play() {
    const seen = [{ dealt: [], left: this.units.map(({ hp }) => hp) }], [first, second] = this.names;
    const [turn, end] = fought(this.units, (moment) => seen.push(moment)), steps = Math.min(turn, SEEN);
    this.run(steps, Math.min(TURN, LONGEST / steps), (step) => this.show(seen[Math.ceil((step * turn) / steps)]), () => {
      this.told.textContent = seen.slice(1, SEEN + 1).map(({ dealt, left }, at) =>
        `${at + 1}: ${first} ${did(dealt[0])}, ${second} ${did(dealt[1])}; ${left[0]} and ${left[1]} left.`).join("\n");
      return end === 1 ? `Both fall in turn ${turn}.` : `${this.names[end / 2]} wins in turn ${turn}, with ${Math.max(...seen[turn].left)} hit points left.`;
    });
  }

  playAll() {
    const over = [];
    this.run(STEPS, STEP, (step) => {
      while (over.length < (1000 * step) / STEPS) over.push(fought(this.units));
      this.count(over);
    }, () => `Of 1,000 fights ${this.words(this.count(over))} ${this.exact}`);
  }

  // Shows one step after another, or at once the last one for who wants no motion; then says the end.
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
