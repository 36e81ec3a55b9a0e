// The places of a figure's controls, and the answers that are recorded for some of them.
async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const told = JSON.parse(await new Response(stream).text());
  const found = [];
  told.parts.forEach((part, at) => found.push(whole(part, (of) => found[of < 0 ? at + of : of])));
  return { ...told, parts: found };
}

// A part that names others, by their numbers or by how far back they stand, with these.
function whole(part, of) {
  const all = (columns) => Object.entries(columns).map(([name, one]) => [name, of(one)]);
  if (part?.charts) return { ...part, charts: part.charts.map(of) };
  if (part?.layers) {
    const [x, y, legend] = [part.x, part.y, part.legend].map(of);
    return { ...part, x, y, legend, layers: part.layers.map(of) };
  }
  if (part?.columns) {
    const [at, names, marks] = [part.at, part.names, part.marks].map(of);
    return { ...part, at, names, marks, columns: Object.fromEntries(all(part.columns)) };
  }
  return part?.["~"] === undefined ? part : series(part);
}

// The numbers of which second differences are kept, as whole numbers; tails stand beside them.
function series({ "~": decimals, d: kept, t: tails = [] }) {
  let [last, before] = [0, 0];
  const found = kept.map((one) => {
    if (one === null) return null;
    [last, before] = [one + 2 * last - before, last];
    return last / 10 ** decimals;
  });
  for (const [at, one] of tails) found[at] = one;
  return found;
}

// Which of some numbers is nearest to a value; -1 if none is a number.
function nearest(numbers, value) {
  const apart = numbers.map((number) => Math.abs(number - value));
  return apart.indexOf(Math.min(...apart.filter(Number.isFinite)));
}

class Places {
  constructor({ answers, apart, controls }) {
    Object.assign(this, { answers, apart, controls });
    this.known = Object.keys(answers).map((key) => key.split(",").map(Number));
  }

  // The recorded places that may be shown for these: lists and boxes stand so, and each slider near
  // by; null if there are none.
  near(wanted) {
    if (wanted in this.answers) return wanted;
    let [best, least] = [null, Infinity];
    for (const places of this.known) {
      const far = this.far(places, wanted);
      if (far < least) [best, least] = [places, far];
    }
    return best;
  }

  far(places, wanted) {
    let sum = 0;
    for (let at = 0; at < wanted.length; at += 1) {
      const gap = Math.abs(places[at] - wanted[at]);
      if (gap) {
        const { kind, texts } = this.controls[at];
        const share = kind === "range" ? gap / (texts.length - 1) : Infinity;
        if (share > this.apart) return Infinity;
        sum += share;
      }
    }
    return sum;
  }

  // The controls that stand elsewhere than at some places, by number.
  off(wanted, places) {
    return this.controls.map((_, at) => at).filter((at) => wanted[at] !== places[at]);
  }

  named(some, places) {
    return some.map((at) => `${this.controls[at].label}: ${this.controls[at].texts[places[at]]}`)
      .join(" · ");
  }
}
