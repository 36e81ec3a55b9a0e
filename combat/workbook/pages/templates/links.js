// The settings of the figures in the address: #figure-3?m=20&rule=smooth;figure-5?limit=5
class Links {
  constructor(films) {
    this.films = new Map(films.map((film) => [film.figure.id, film]));
    this.moved = [];
    films.forEach((film) => { film.onmove = () => this.remember(film); });
    addEventListener("hashchange", () => this.follow());
    this.follow();
  }

  queryOf(film) {
    return film.dials
      .map((dial, i) => `${encodeURIComponent(dial.slug)}=${encodeURIComponent(tokenAt(dial, film.places[i]))}`)
      .join("&");
  }

  hashOf(film) {
    return `${film.figure.id}?${this.queryOf(film)}`;
  }

  remember(film) {
    if (this.following) return;
    noted(film.figure, ""); // what it told of the address holds no longer
    this.moved = [film, ...this.moved.filter((other) => other !== film)]
      .filter((other) => other.places.join() !== other.start.join());
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      const hash = this.moved.map((other) => this.hashOf(other)).join(";");
      history.replaceState(null, "", hash ? `#${hash}` : location.href.split("#")[0]);
    }, 250);
  }

  // Show what the address says; what it names and the page does not have is told.
  async follow() {
    const hash = location.hash.slice(1);
    if (!hash.includes("?")) return;
    this.following = true;
    let first = null;
    for (const part of hash.split(";")) {
      const [id, query] = [part.split("?")[0], part.slice(part.indexOf("?") + 1)];
      const film = this.films.get(id);
      if (!film || !part.includes("?") || !film.dials.length) {
        noted(document.querySelector("main"), "The address names a figure that this page does not have; it changes nothing.");
        continue;
      }
      first ??= film.figure;
      try {
        await this.apply(film, query);
      } catch {
        noted(film.figure, "The settings in the address can't be read; they change nothing.");
      }
    }
    this.following = false;
    first?.scrollIntoView({ block: "start" });
  }

  async apply(film, query) {
    const [places, told] = [film.start.slice(), []];
    for (const setting of query.split("&").filter(Boolean)) {
      const [slug, ...rest] = setting.split("=").map(decodeURIComponent);
      const token = rest.length ? rest.join("=") : undefined;
      const at = film.dials.findIndex((dial) => dial.slug === slug);
      if (at < 0 || token === undefined) {
        told.push(`“${slug}” is no control of this figure`);
        continue;
      }
      const [place, exact] = nearestToken(film.dials[at], token);
      places[at] = place;
      if (!exact) told.push(`${film.dials[at].label} = ${token} is not on this page, shown is ${textAt(film.dials[at], place)}`);
    }
    await film.load(() => {});
    if (film.frameAt(places)) {
      await film.move(places);
    } else {
      await film.move(film.nearest(places, places.findIndex((place, i) => place !== film.start[i])));
      told.push("this page has no picture of all of them together, shown is the nearest");
    }
    noted(film.figure, told.length ? `From the address: ${told.join("; ")}.` : "");
  }
}

// A value as the address has it; of a control with two ends both of them.
function tokenAt({ tokens }, place) {
  return Array.isArray(place) ? place.map((end) => tokens[end]).join("-to-") : tokens[place];
}

function textAt({ texts }, place) {
  return Array.isArray(place) ? place.map((end) => texts[end]).join(" to ") : texts[place];
}

// The place of a value in the address, or of the nearest number; and whether it is just that one.
function nearestToken({ tokens, kind, start }, token) {
  if (kind === "span") {
    const ends = token.split("-to-").map((end, i) => nearestToken({ tokens, start: start[i] }, end));
    if (ends.length !== 2) return [start, false];
    return [ends.map(([place]) => place), ends.every(([, exact]) => exact)];
  }
  const exact = tokens.indexOf(token);
  if (exact >= 0) return [exact, true];
  const wanted = kind === "box" ? NaN : parseFloat(token);
  if (Number.isNaN(wanted)) return [start, false];
  const apart = tokens.map((one) => Math.abs(parseFloat(one) - wanted));
  const least = Math.min(...apart.filter((distance) => !Number.isNaN(distance)));
  return Number.isFinite(least) ? [apart.indexOf(least), false] : [start, false];
}

// A sentence at the head of a part of the page; "" takes it away.
function noted(part, text) {
  part.querySelector(":scope > .note")?.remove();
  if (!text) return;
  const note = Object.assign(document.createElement("p"), { className: "note", textContent: text });
  note.setAttribute("role", "status");
  part.prepend(note);
}
