// The settings of figures in the page's address: #figure-3?m=20&rule=smooth;figure-5?limit=5
class Links {
  constructor(recordings) {
    this.recordings = new Map(recordings.map((recording) => [recording.figure.id, recording]));
    this.moved = [];
    recordings.forEach((recording) => { recording.onmove = () => this.remember(recording); });
    addEventListener("hashchange", () => this.follow());
    // A second click on the same link changes no address, but the figure may stand elsewhere.
    addEventListener("click", ({ target }) => {
      if (target.closest(".see")?.hash === location.hash) this.follow();
    });
    this.follow();
  }

  queryOf(recording) {
    return recording.controls
      .map((control, i) => `${encodeURIComponent(control.slug)}=${encodeURIComponent(tokenAt(control, recording.places[i]))}`)
      .join("&");
  }

  hashOf(recording) {
    return `${recording.figure.id}?${this.queryOf(recording)}`;
  }

  remember(recording) {
    if (this.following) return;
    noted(recording.figure, ""); // a note about the address no longer applies
    this.moved = [recording, ...this.moved.filter((other) => other !== recording)]
      .filter((other) => other.places.join() !== other.start.join());
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      const hash = this.moved.map((other) => this.hashOf(other)).join(";");
      history.replaceState(null, "", hash ? `#${hash}` : location.href.split("#")[0]);
    }, 250);
  }

  // Show what the address says; a note names what this page doesn't have.
  async follow() {
    const hash = location.hash.slice(1);
    if (!hash.includes("?")) return;
    this.following = true;
    let first = null;
    for (const part of hash.split(";")) {
      const [id, query] = [part.split("?")[0], part.slice(part.indexOf("?") + 1)];
      const recording = this.recordings.get(id);
      if (!recording || !part.includes("?") || !recording.controls.length) {
        noted(document.querySelector("main"), "The address names a figure that this page does not have; it changes nothing.");
        continue;
      }
      first ??= recording.figure;
      try {
        await this.apply(recording, query);
      } catch {
        noted(recording.figure, "The settings in the address can't be read; they change nothing.");
      }
    }
    this.following = false;
    first?.scrollIntoView({ block: "start" });
  }

  async apply(recording, query) {
    const [places, told] = [recording.start.slice(), []];
    for (const setting of query.split("&").filter(Boolean)) {
      const [slug, ...rest] = setting.split("=").map(decodeURIComponent);
      const token = rest.length ? rest.join("=") : undefined;
      const at = recording.controls.findIndex((control) => control.slug === slug);
      if (at < 0 || token === undefined) {
        told.push(`“${slug}” is no control of this figure`);
        continue;
      }
      const [place, exact] = nearestToken(recording.controls[at], token);
      places[at] = place;
      if (!exact) told.push(`${recording.controls[at].label} = ${token} is not on this page, shown is ${textAt(recording.controls[at], place)}`);
    }
    await recording.load(() => {});
    if (recording.frameAt(places)) {
      await recording.move(places);
    } else {
      await recording.move(recording.nearest(places, -1));
      told.push("this page has no picture of all of them together, shown is the nearest");
    }
    noted(recording.figure, told.length ? `From the address: ${told.join("; ")}.` : "");
  }
}

// A value as the address writes it; both values of a control with two handles.
function tokenAt({ tokens }, place) {
  return Array.isArray(place) ? place.map((end) => tokens[end]).join("-to-") : tokens[place];
}

function textAt({ texts }, place) {
  return Array.isArray(place) ? place.map((end) => texts[end]).join(" to ") : texts[place];
}

// [place, exact]: the place of a value from the address, or of the nearest number, and whether it
// is exactly that value.
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

// Put a note at the head of a part of the page; "" removes it.
function noted(part, text) {
  part.querySelector(":scope > .note")?.remove();
  if (!text) return;
  const note = Object.assign(document.createElement("p"), { className: "note", textContent: text });
  note.setAttribute("role", "status");
  part.prepend(note);
}
