// A fight of two units, moment by moment, and a thousand like it that fall into a histogram.
const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const SLOW = 420, QUICK = 70, FLOOD = 40; // milliseconds of a moment, of one later on, of many fights
const SHOWN = 1; // fights that are shown slowly
const SVG = "http://www.w3.org/2000/svg";
const HIGHEST = 1.15; // of the histogram: room above the highest bar

class Fights {
  constructor(root, told) {
    Object.assign(this, { root, told, timer: null });
    root.querySelector(".live")?.remove();
    this.live = root.appendChild(made("div", "live"));
    this.live.append(this.fighters(), this.buttons(), this.histogram(), this.scale(), this.said = made("p", "said"));
    this.said.setAttribute("role", "status");
    root.classList.add("plays");
    this.restart();
    if (STILL.matches) this.all();
  }

  fighters() {
    const box = made("div", "fighters");
    this.sides = this.told.names.map((name, at) => {
      const side = box.appendChild(made("div", "fighter"));
      side.style.setProperty("--side", this.told.colors[at]);
      const [shape, letter] = this.told.glyphs[at];
      side.innerHTML = `<svg class="glyph" viewBox="-1.1 -1.1 2.2 2.2" aria-hidden="true"><path d="${shape}"/></svg>`;
      side.firstChild.appendChild(document.createElementNS(SVG, "text")).textContent = letter;
      side.append(made("b", "", name), made("span", "dice", this.told.dice[at]), made("span", "die"));
      side.append(made("div", "life"), made("span", "left"));
      side.querySelector(".life").append(made("i"));
      return side;
    });
    return box;
  }

  buttons() {
    const row = made("div", "play");
    const button = (text, pressed) => {
      const one = row.appendChild(made("button", "", text));
      one.type = "button";
      one.addEventListener("click", pressed);
      return one;
    };
    this.player = button("▶ Play", () => (this.timer ? this.pause() : this.play()));
    this.player.hidden = STILL.matches;
    button("One blow", () => { this.pause(); this.blow(true); });
    button(`All ${count(this.told.ends.length)}`, () => this.all());
    this.counted = row.appendChild(made("span", "counted"));
    return row;
  }

  // Bars have whole numbers as places; the exact chances are a line over them.
  histogram() {
    const { low, chances, ends } = this.told;
    const box = made("div", "ends");
    const exact = chances.map((chance) => chance * ends.length);
    const counts = chances.map(() => 0);
    ends.forEach((end) => { counts[end - low] += 1; });
    this.top = HIGHEST * Math.max(...exact, ...counts);
    const steps = exact.map((many, at) => `L${at} ${this.top - many}H${at + 1}`).join("");
    box.innerHTML = `<svg role="img" viewBox="0 0 ${chances.length} ${this.top}" preserveAspectRatio="none">`
      + `<g></g><path class="exact" d="M0 ${this.top}${steps}V${this.top}"/></svg>`;
    box.firstChild.setAttribute("aria-label", this.told.words);
    this.bars = chances.map((_, at) => {
      const bar = document.createElementNS(SVG, "rect");
      bar.setAttribute("x", at + 0.06);
      bar.setAttribute("width", 0.88);
      bar.setAttribute("fill", this.told.colors[this.winner(at)]);
      return bar;
    });
    box.querySelector("g").append(...this.bars);
    this.ends = box;
    return box;
  }

  // Whose bar it is: 0 the first's, 1 the second's, 2 of neither.
  winner(bar) {
    const end = bar + this.told.low;
    return end > 0 ? 0 : end < 0 ? 1 : 2;
  }

  scale() {
    const { low, chances, width, names, hp } = this.told;
    const row = made("div", "scale");
    const label = (end, text, kind = "") => {
      row.appendChild(made("span", kind, text)).style.left = `${(100 * (end - low + 0.5)) / chances.length}%`;
    };
    const high = low + chances.length - 1;
    for (const end of [low, high].map((one) => Math.round(one / 2))) label(end, count(Math.abs(end) * width));
    label(0, "both fall");
    label(low, `← ${names[1]}'s points left: ${hp[1]}`, "from");
    label(high, `${names[0]}'s points left: ${hp[0]} →`, "to");
    return row;
  }

  restart() {
    Object.assign(this, { fight: 0, moment: 0, over: 0, counts: this.told.chances.map(() => 0) });
    this.bars.forEach((_, at) => this.grow(at));
    this.put();
    this.said.textContent = `Press Play: one fight blow by blow, then all ${count(this.told.ends.length)}. The line is the exact answer.`;
  }

  play() {
    if (this.over === this.told.ends.length) this.restart();
    this.player.textContent = "❚❚ Pause";
    this.said.textContent = "";
    const next = () => {
      const wait = this.advance();
      if (this.timer !== null) this.timer = setTimeout(next, wait);
    };
    this.timer = setTimeout(next, 0);
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    this.player.textContent = "▶ Play";
  }

  // One step of the play: a moment, or later on many fights. Returns how long it is to be seen.
  advance() {
    if (this.fight < this.told.fights.length) {
      this.blow(false);
      return this.fight < SHOWN ? SLOW : QUICK / (1 + this.fight / 3);
    }
    const many = Math.ceil(this.over / 40);
    for (let more = 0; more < many && this.over < this.told.ends.length; more++) this.fall(more === 0);
    if (this.over === this.told.ends.length) { this.pause(); this.finish(); }
    this.tally();
    return FLOOD;
  }

  blow(said) {
    if (this.fight >= this.told.fights.length) this.restart();
    const moments = this.told.fights[this.fight];
    if (3 * (this.moment + 1) >= moments.length) { // over: the next one begins
      Object.assign(this, { fight: this.fight + 1, moment: 0 });
      if (said) this.blow(said);
      else if (this.fight < this.told.fights.length) this.put();
      return;
    }
    this.moment += 1;
    if (3 * (this.moment + 1) >= moments.length) this.fall(!STILL.matches);
    this.put();
    if (said) this.said.textContent = this.inWords();
  }

  // The hit points and the dice of the present moment.
  put() {
    const moments = this.told.fights[this.fight];
    const at = (moment) => moments.slice(3 * moment, 3 * moment + 3);
    const [now, before] = [at(this.moment), at(Math.max(0, this.moment - 1))];
    this.dealt = [before[1] - now[1], before[0] - now[0]].map((lost, side) => (lost > 0 || now[2] & (1 << side) ? lost : null));
    this.sides.forEach((side, at) => {
      const die = side.querySelector(".die");
      die.textContent = this.dealt[at] === null ? "" : this.dealt[at] > 0 ? this.dealt[at] : "miss";
      die.className = `die${this.dealt[at] > 0 ? " hit" : ""}`;
      side.classList.toggle("down", now[at] <= 0);
      side.querySelector("i").style.width = `${(100 * Math.max(0, now[at])) / this.told.hp[at]}%`;
      side.querySelector(".left").textContent = Math.max(0, now[at]);
    });
    this.tally();
  }

  // The next fight of all falls into its place.
  fall(seen) {
    if (this.over === this.told.ends.length) return;
    const at = this.told.ends[this.over] - this.told.low;
    this.over += 1;
    this.counts[at] += 1;
    this.grow(at);
    if (!seen) return;
    const dot = this.ends.appendChild(made("i", "falling"));
    dot.style.left = `${(100 * (at + 0.5)) / this.counts.length}%`;
    dot.style.setProperty("--to", `${100 * (1 - this.counts[at] / this.top)}%`);
    dot.addEventListener("animationend", () => dot.remove());
  }

  grow(at) {
    this.bars[at].setAttribute("height", this.counts[at]);
    this.bars[at].setAttribute("y", this.top - this.counts[at]);
  }

  all() {
    this.pause();
    while (this.over < this.told.ends.length) this.fall(false);
    this.fight = this.told.fights.length - 1;
    this.moment = this.told.fights[this.fight].length / 3 - 1;
    this.put();
    this.fight += 1;
    this.finish();
  }

  finish() { this.said.textContent = this.told.words; }

  tally() {
    const won = [0, 0, 0];
    this.counts.forEach((many, at) => { won[this.winner(at)] += many; });
    const [first, second] = this.told.names;
    this.counted.textContent = `${count(this.over)} fought: ${first} ${won[0]}, ${second} ${won[1]}, neither ${won[2]}`;
  }

  inWords() {
    const { names } = this.told;
    const did = names.map((name, at) => (this.dealt[at] === null ? "" : `${name} ${this.dealt[at] > 0 ? `strikes for ${this.dealt[at]}` : "misses"}`));
    const left = this.sides.map((side, at) => `${names[at]} ${side.querySelector(".left").textContent}`);
    return `Fight ${this.fight + 1}: ${did.filter(Boolean).join(", ")}. Left: ${left.join(", ")}.`;
  }
}

function made(tag, kind = "", text = "") {
  return Object.assign(document.createElement(tag), { className: kind, textContent: text });
}

function count(many) { return many.toLocaleString("en"); }
