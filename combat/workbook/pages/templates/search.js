// Finds places on all pages. Each search word must begin a word of the place, in any order, or of
// the page's title or the heading above; at least one must be in the place itself.
{
  const { pages, places } = JSON.parse(document.getElementById("places").textContent);
  const form = document.querySelector("form.search");
  const [field, said] = [form.querySelector("input"), document.querySelector("p.found")];
  const [list, all] = [document.querySelector("ol.found"), document.querySelector("ul.pages")];
  const KINDS = ["page", "part", "section", "finding", "figure", "table"]; // in order of display
  const MOST = 40, LONG = 240;

  // Words without case or accents, in American spelling, and where each stands in the text.
  const fold = (word) => word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
    .replace(/(?<=[blmniv])our/, "or").replace(/fence/, "fense").replace(/grey/, "gray")
    .replace(/ntre$/, "nter").replace(/is(e|ed|es|ing|ation)$/, "iz$1");
  const wordsOf = (text) =>
    [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map((found) => ({ word: fold(found[0]), at: found.index, end: found.index + found[0].length }));
  const begins = (words, asked) => words.some(({ word }) => word.startsWith(asked));

  // `where` says where a place is: its page, and the heading above it (for a section, its part).
  let part = "", heading = "";
  const entries = places.map(([number, kind, id, text]) => {
    const [file, title] = pages[number];
    if (kind === "page") part = heading = "";
    const over = { page: "", part: "", section: part }[kind] ?? heading;
    const where = kind === "page" ? [] : over ? [title, over] : [title];
    if (kind === "part") part = text;
    if (kind === "part" || kind === "section") heading = text;
    return { kind, text, where, href: encodeURIComponent(file) + (id && "#" + encodeURIComponent(id)), words: wordsOf(text), above: wordsOf(where.join(" ")) };
  });

  function find(asked) {
    const found = [];
    for (const entry of entries) {
      const own = asked.filter((word) => begins(entry.words, word));
      if (!own.length || !asked.every((word) => own.includes(word) || begins(entry.above, word))) continue;
      found.push({ entry, rank: 10 * (asked.length - own.length) + KINDS.indexOf(entry.kind) });
    }
    return found.sort((a, b) => a.rank - b.rank).map(({ entry }) => entry);
  }

  // The parts of a text to show: all of it, or those around the first hit of each search word.
  function windows({ text, words }, asked) {
    if (text.length <= LONG + 60) return [[0, text.length]];
    const hits = asked.map((one) => words.find(({ word }) => word.startsWith(one))).filter(Boolean);
    const parts = [];
    for (const { at, end } of hits.sort((a, b) => a.at - b.at)) {
      const from = words.find((word) => word.at >= at - LONG / 3 / hits.length).at;
      const to = words.findLast((word) => word.end <= Math.max(end, from + LONG / hits.length)).end;
      const last = parts.at(-1);
      if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to);
      else parts.push([from === words[0].at ? 0 : from, to]);
    }
    if (parts.at(-1)[1] === words.at(-1).end) parts.at(-1)[1] = text.length;
    return parts;
  }

  // The parts of a text that are shown, with the search words marked.
  function excerpt(entry, asked) {
    const { text, words } = entry;
    const parts = windows(entry, asked), shown = [];
    for (const [from, to] of parts) {
      let at = from;
      if (from) shown.push(shown.length ? " … " : "… ");
      for (const { word, at: begin, end } of words) {
        if (begin < from || end > to || !asked.some((one) => word.startsWith(one))) continue;
        const mark = document.createElement("mark");
        mark.textContent = text.slice(begin, end);
        shown.push(text.slice(at, begin), mark);
        at = end;
      }
      shown.push(text.slice(at, to));
    }
    return parts.at(-1)[1] < text.length ? [...shown, " …"] : shown;
  }

  function item(entry, asked) {
    const [row, link, text, where] = ["li", "a", "span", "span"].map((name) => document.createElement(name));
    text.append(...excerpt(entry, asked));
    where.className = "where";
    where.textContent = [entry.kind, ...entry.where].join(" · ");
    link.href = entry.href;
    link.append(text, where);
    row.append(link);
    return row;
  }

  function inWords(asked, count) {
    if (!asked.length) return "";
    if (count > MOST) return `${count} places found, the first ${MOST} are shown: one more word would narrow it.`;
    if (count) return count === 1 ? "1 place found." : `${count} places found.`;
    const nowhere = asked.find((word) => !entries.some((entry) => begins(entry.words, word)));
    if (nowhere) return `No page has a word that begins with “${nowhere}”: try its first letters, or another word for it.`;
    return "Each of these words is there, but no place has all of them: leave one out.";
  }

  function show() {
    history.replaceState({ asked: field.value }, "");
    const asked = [...new Set(wordsOf(field.value).map(({ word }) => word))];
    const found = asked.length ? find(asked) : [];
    list.replaceChildren(...found.slice(0, MOST).map((entry) => item(entry, asked)));
    said.textContent = inWords(asked, found.length);
    all.hidden = found.length > 0;
  }

  function clear() {
    field.value = "";
    show();
    field.focus();
  }

  // The arrow keys go from the search field through the places found, and back.
  function move(event) {
    const stops = [field, ...list.querySelectorAll("a")];
    const at = stops.indexOf(document.activeElement) + { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!stops[at]) return;
    event.preventDefault();
    stops[at].focus();
  }

  for (const part of [form, list]) part.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { event.preventDefault(); clear(); }
    if (event.key === "ArrowDown" || event.key === "ArrowUp") move(event);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const first = list.querySelector("a");
    if (first) first.click();
  });
  field.addEventListener("input", show);
  addEventListener("pageshow", () => {
    field.value = history.state?.asked ?? field.value; // on return, what was typed is still there
    show();
  });
  form.hidden = false;
}
