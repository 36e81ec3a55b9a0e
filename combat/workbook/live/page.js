// A page of the live site: a button starts Python in the background, and then Python answers the
// page's own controls. Until then, or if Python can't start, it works like any exported page.
(() => {
const TOLD = JSON.parse(document.getElementById("live-notebook").textContent);
const LIVE = new URL("live/", document.baseURI).href;
const BUSY_AFTER = 400; // milliseconds; if a drawing takes longer, the figure says so
const ALL = 37e6; // about how many bytes are counted until Python is there
const { recordings = [], scroller, markWide } = window.workbook ?? {};

const bar = document.createElement("aside");
bar.className = "live";
bar.setAttribute("aria-label", "Python");
bar.innerHTML = '<button type="button" data-run>Run it live</button>'
  + '<a data-lab target="combat-lab">Open in JupyterLab</a>'
  + '<progress hidden max="1" value="0"></progress><span role="status"></span>';
document.body.append(bar);
const [button, lab, progress, status] = ["[data-run]", "[data-lab]", "progress", "[role=status]"]
  .map((one) => bar.querySelector(one));
const say = (text) => { status.textContent = text; };
const KEPT = "The page works as before, with the pictures it brought.";

const NO_WORKER = "JupyterLab in the browser needs service workers: a page by https or from localhost, "
  + "in a browser that allows them. Run it live does without.";

// Why Python can't be started here, in one line; "" if it can.
function missing() {
  if (location.protocol === "file:") {
    return "Python can't be started from a file: open this page from a web host, or type make serve.";
  }
  if (typeof WebAssembly !== "object") return "This browser has no WebAssembly, which Python needs.";
  if (!("DecompressionStream" in window) || !recordings) return "Python needs a browser of 2023 or later.";
  return "";
}

let worker = null;
let asked = 0;
const waiting = new Map();

function ask(message, transfer = []) {
  asked += 1;
  const id = asked;
  worker.postMessage({ ...message, id }, transfer);
  return new Promise((then) => waiting.set(id, then));
}

function run() {
  const reason = missing();
  if (reason) return say(`${reason} ${KEPT}`);
  button.disabled = true;
  progress.hidden = false;
  say("starting Python …");
  worker = new Worker(`${LIVE}worker.js`, { type: "module" });
  worker.onerror = (event) => broken({ text: event.message || "the worker can't be loaded" });
  worker.onmessage = ({ data }) => HEARD[data.kind](data);
  const addressOf = (path) => new URL(path, document.baseURI).href;
  worker.postMessage({
    kind: "start",
    pyodide: addressOf(TOLD.pyodide),
    packages: TOLD.packages.map((one) => (one.endsWith(".whl") ? addressOf(one) : one)),
    data: addressOf(TOLD.data),
    cells: TOLD.cells,
  });
}

const megabytes = (bytes) => (bytes / 1e6).toFixed(0);
const farAs = (done) => `${megabytes(done)} of about ${megabytes(ALL)} MB`;
const HEARD = {
  bytes({ done }) {
    progress.value = 0.6 * Math.min(1, done / ALL);
    say(`loading Python: ${farAs(done)}`);
  },
  cells({ done, total }) {
    progress.value = 0.6 + 0.4 * (done / total);
    say(`running the notebook: cell ${done} of ${total}`);
  },
  figure(told) { goLive(told); },
  upload({ number }) { offerUpload(number); },
  answer({ id, ...answer }) {
    waiting.get(id)(answer);
    waiting.delete(id);
  },
  ready() {
    progress.hidden = true;
    button.hidden = true;
    bar.classList.add("running");
    say("Live: Python answers the controls.");
  },
  fault({ cell, text }) {
    progress.hidden = true;
    button.hidden = true;
    say(`Cell ${cell} failed in the browser: ${text}. Figures before it are live; those after it keep their pictures.`);
  },
  broken,
};

function broken({ text, done }) {
  worker?.terminate();
  worker = null;
  waiting.clear();
  progress.hidden = true;
  button.disabled = false;
  button.textContent = "Try again";
  say(`${why(text, done)} ${KEPT}`);
}

function why(text, done) {
  if (/memory|allocat/i.test(text)) return "There is too little memory for Python: close other tabs.";
  if (/fetch|network|load|^\d\d\d for/i.test(text)) {
    const far = done ? ` after ${farAs(done)}` : "";
    return `Python couldn't be loaded${far} (${text}): is there a connection?`;
  }
  return `Python couldn't be started: ${text}.`;
}

// From now on, Python draws the figure, for every value of its controls.
function goLive({ number, controls, presets }) {
  const recording = recordings.find((one) => one.figure.id === `figure-${number}`);
  if (!recording || !controls.length) return;
  const was = recording.controls.map((control, i) => control.tokens[recording.places[i]]);
  const height = recording.form.offsetHeight;
  recording.whole = true;
  recording.presets = presets;
  recording.controls = controls;
  recording.start = controls.map((control) => control.start);
  recording.inputs = recording.inputs.map((input, i) => fullInput(recording, input, controls[i]));
  recording.placeOf = placeOf;
  recording.set = setAll;
  recording.frameAt = () => recording.content.frames[0];
  recording.live = new Figure(recording, number);
  // Reading values off the picture waits for Python, too: places in the recording were different.
  recording.content = null;
  recording.load = (then) => (recording.content ? then() : recording.live.draw().then(then));
  recording.form.querySelectorAll(".ticks, p.follows").forEach((told) => told.remove());
  recording.told = null;
  recording.set(was.map((token, i) => placeAt(controls[i], token)));
  recording.form.style.minHeight = `${height}px`; // the page won't jump
  recording.figure.classList.add("live");
  recording.figure.dispatchEvent(new Event("live"));
}

// Asks for one picture at a time; of those wanted in the meantime, only for the last.
class Figure {
  constructor(recording, number) {
    Object.assign(this, { recording, number, busy: false, wanted: null });
    this.note = Object.assign(document.createElement("div"), { className: "computing", hidden: true });
    this.note.setAttribute("role", "status");
    recording.figure.querySelector(".picture").append(this.note);
    recording.move = (places) => {
      recording.set(places);
      recording.onmove(recording);
      return this.draw();
    };
  }

  draw() {
    this.wanted = this.recording.places;
    this.drawing ??= this.work().finally(() => { this.drawing = null; });
    return this.drawing;
  }

  async work() {
    const late = setTimeout(() => this.tell("computing …"), BUSY_AFTER);
    while (this.wanted) {
      const places = this.wanted;
      this.wanted = null;
      const { told, error } = await ask({ kind: "frame", number: this.number, places });
      if (error) this.tell(error);
      else if (!this.wanted) this.show(told);
    }
    clearTimeout(late);
  }

  tell(text) {
    this.note.textContent = text;
    this.note.hidden = !text;
  }

  show(content) {
    const { recording } = this;
    recording.figure.querySelector("svg.drawn defs").innerHTML = content.clips;
    Object.assign(recording, { content, files: content.files, below: null });
    recording.put(content.frames[0]);
    this.tell("");
  }
}

// An input with every value of its control; a slider with two handles replaces its list.
function fullInput(recording, input, control) {
  if (control.kind === "range") return fullSlider(recording, input, control);
  if (control.kind === "list") {
    input.replaceChildren(...control.texts.map((text, place) => new Option(text, place)));
    return input;
  }
  if (control.kind !== "span") return input;
  const span = document.createElement("span");
  span.className = "span";
  const ends = ["least", "most"].map((name) => {
    const end = Object.assign(document.createElement("input"), { type: "range", min: 0, max: control.texts.length - 1, step: 1 });
    end.setAttribute("aria-label", `${control.label}, ${name}`);
    return end;
  });
  const output = document.createElement("output");
  span.append(...ends, output);
  ends.forEach((end, i) => end.addEventListener("input", () => {
    // A handle that reaches the other one pushes it along.
    if (Number(ends[0].value) > Number(ends[1].value)) ends[1 - i].value = end.value;
    if (recording.presetList) recording.presetList.value = "";
    recording.move(recording.inputs.map((one) => recording.placeOf(one)));
  }));
  input.replaceWith(span);
  return span;
}

// A slider without ticks; it also replaces a row of buttons.
function fullSlider(recording, input, control) {
  if (input.type === "range") {
    Object.assign(input, { min: 0, max: control.texts.length - 1, step: 1 });
    input.removeAttribute("list");
    return input;
  }
  const made = Object.assign(document.createElement("input"), { type: "range", min: 0, max: control.texts.length - 1, step: 1 });
  const label = document.createElement("label");
  label.append(`${control.label} `, made, document.createElement("output"));
  made.addEventListener("input", () => {
    if (recording.presetList) recording.presetList.value = "";
    recording.move(recording.inputs.map((one) => recording.placeOf(one)));
  });
  input.replaceWith(label);
  return made;
}

function placeOf(input) {
  if (input.className === "span") return [...input.querySelectorAll("input")].map((end) => Number(end.value));
  return input.type === "checkbox" ? Number(input.checked) : Number(input.value);
}

function setAll(places) {
  this.inputs.forEach((input, i) => {
    const { texts } = this.controls[i];
    if (input.className === "span") {
      input.querySelectorAll("input").forEach((end, j) => {
        end.value = places[i][j];
        end.setAttribute("aria-valuetext", texts[places[i][j]]);
      });
      input.lastElementChild.textContent = places[i].map((end) => texts[end]).join(" to ");
    } else if (input.type === "checkbox") {
      input.checked = Boolean(places[i]);
    } else {
      input.value = places[i];
      if (input.type === "range") {
        input.setAttribute("aria-valuetext", texts[places[i]]);
        input.nextElementSibling.textContent = texts[places[i]];
      }
    }
  });
  this.places = places;
}

// The place, among all values, of a value from the recording.
function placeAt({ kind, tokens, start }, token) {
  if (kind === "span") {
    const ends = token.split("-to-").map((end) => tokens.indexOf(end));
    return ends.length === 2 && Math.min(...ends) >= 0 ? ends : start;
  }
  const place = tokens.indexOf(token);
  return place < 0 ? start : place;
}

function offerUpload(number) {
  const place = document.querySelectorAll(".upload")[number - 1];
  if (!place) return;
  const input = Object.assign(document.createElement("input"), { type: "file", accept: ".csv,.tsv,.txt,.json,.xlsx,.ods" });
  const label = Object.assign(document.createElement("label"), { textContent: "Your table " });
  label.append(input);
  const [note, result] = [place.querySelector(".needs"), place.lastElementChild];
  note.replaceChildren(label);
  const said = Object.assign(document.createElement("span"), { className: "said" });
  said.setAttribute("role", "status");
  note.append(said);
  input.addEventListener("change", async () => {
    const [file] = input.files;
    if (!file) return;
    said.textContent = "reading …";
    const bytes = new Uint8Array(await file.arrayBuffer());
    const { told, error } = await ask({ kind: "load", number, name: file.name, bytes }, [bytes.buffer]);
    if (error) said.textContent = error;
    else {
      told.uploads.forEach((one, i) => showUpload(i, one));
      told.figures.forEach(rebind);
    }
    input.value = ""; // so that the same file can be chosen again once it is corrected
  });
  place.classList.add("open");
}

// Another file was loaded: the figure offers its names and numbers, and is drawn anew.
function rebind({ number, controls, presets }) {
  const recording = recordings.find((one) => one.figure.id === `figure-${number}`);
  if (!recording?.live) return;
  const was = recording.controls.map((control, i) => control.tokens?.[recording.places[i]]);
  recording.every ??= recording.inputs;
  recording.every.forEach((input, i) => {
    const label = input.closest("label");
    if (!label) return;
    label.hidden = i >= controls.length;
    if (controls[i]) label.firstChild.textContent = `${controls[i].label} `;
  });
  const inputs = recording.every.slice(0, controls.length);
  Object.assign(recording, { controls, presets, start: controls.map((control) => control.start) });
  recording.inputs = inputs.map((input, i) => fullInput(recording, input, controls[i]));
  recording.set(controls.map((control, i) => placeAt(control, was[i] ?? "")));
  recording.live.draw();
}

function showUpload(at, [fault, html]) {
  const place = document.querySelectorAll(".upload")[at];
  if (!place) return;
  place.querySelector(".said").innerHTML = fault;
  const result = place.lastElementChild;
  if (result.dataset.shown === html) return;
  result.dataset.shown = html;
  result.innerHTML = html;
  result.querySelectorAll("table").forEach(scroller);
  markWide(place);
}

// Open this page's notebook in JupyterLab, in a tab of its own, and run all its cells.
function openLab(event) {
  event.preventDefault();
  const reason = missing() || (navigator.serviceWorker ? "" : NO_WORKER);
  if (reason) return say(`${reason} ${KEPT}`);
  const tab = open(lab.href, "combat-lab");
  say("JupyterLab starts in a tab of its own; its cells run by themselves.");
  runAll(tab);
}

async function runAll(tab) {
  const pause = () => new Promise((then) => setTimeout(then, 500));
  for (let tries = 0; tries < 360 && tab && !tab.closed; tries += 1) {
    await pause();
    const app = tab.jupyterapp;
    const panel = app?.shell?.currentWidget;
    const kernel = panel?.sessionContext?.session?.kernel;
    if (kernel?.status === "idle" && panel.content?.model) {
      return app.commands.execute("notebook:run-all-cells");
    }
  }
}

button.addEventListener("click", run);
lab.href = new URL(TOLD.lab, document.baseURI).href;
lab.addEventListener("click", openLab);
if (navigator.serviceWorker && location.protocol !== "file:") {
  // It keeps Python for the next visit; without it, the page would load Python again.
  navigator.serviceWorker.register(new URL("../keep.js", LIVE), { scope: new URL("..", LIVE) }).catch(() => {});
}
})();
