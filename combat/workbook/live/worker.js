// Python for one page, in the background: loads what the notebook needs, runs its cells, and
// answers with pictures. Messages in: start, frame, load. Out: see `tell` below.
const tell = (kind, told = {}) => self.postMessage({ kind, ...told });

// What is fetched is counted, as the page says how far it is. Python itself is left alone and
// counted at its end: a browser keeps compiled only what comes from the network as it is.
const plainFetch = self.fetch.bind(self);
const got = { done: 0, total: 0 };
self.fetch = async (resource, options) => {
  const response = await plainFetch(resource, options);
  if (!response.ok || !response.body || String(resource.url ?? resource).endsWith(".wasm")) return response;
  const counter = new TransformStream({
    transform(chunk, out) {
      got.done += chunk.byteLength;
      tell("bytes", got);
      out.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(counter), { status, statusText, headers });
};

async function bytesOf(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} for ${address}`);
  return new Uint8Array(await response.arrayBuffer());
}

const BOOT = `
import gc, importlib.util, os
from pathlib import Path

def boot(site):
    gc.disable()
    spec = importlib.util.spec_from_file_location("standin", f"{site}/combat/workbook/live/standin.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.stand_in()
    os.makedirs("/home/pyodide/notebooks", exist_ok=True)
    os.chdir("/home/pyodide/notebooks")
    import combat.workbook  # much is made, nothing thrown away: no need to look for it
    gc.enable()
    gc.freeze()

boot
`;

let stage, python, site, base, late;

async function start({ pyodide, packages, parts, data, total, cells, ...told }) {
  ({ base, late } = told);
  got.total = total;
  const { loadPyodide } = await import(`${pyodide}pyodide.mjs`);
  // What the notebook needs comes while Python itself does.
  const packed = [...parts, data].map((name) => bytesOf(base + name));
  packed.forEach((one) => one.catch(() => {}));
  python = await loadPyodide({ indexURL: pyodide, packages });
  site = python.runPython("import sysconfig; sysconfig.get_paths()['purelib']");
  for (const [at, one] of packed.entries()) {
    const extractDir = at < parts.length ? site : "/home/pyodide";
    python.unpackArchive(await one, "zip", { extractDir });
  }
  tell("cells", { done: 0, total: cells.length });
  python.runPython(BOOT)(site);
  stage = python.pyimport("combat.workbook.live.stage").Stage(python.toPy(cells));
  for (let at = 0; at < cells.length; at += 1) {
    try {
      const shown = await plain(() => stage.run(at));
      shown.forEach((one) => tell(one.kind, one));
    } catch (error) {
      return tell("fault", { cell: at + 1, text: lineOf(error) });
    }
    tell("cells", { done: at + 1, total: cells.length });
    await new Promise((then) => setTimeout(then));  // what is asked meanwhile is answered between
  }
  tell("ready");
}

// What Python gives, as JavaScript has it. A module that was not packed for the pages is loaded
// when it is missed, and the work done again.
async function plain(work) {
  for (;;) {
    try {
      return work().toJs({ dict_converter: Object.fromEntries });
    } catch (error) {
      const [, missed] = /ModuleNotFoundError: No module named '([\w.]+)'/.exec(error.message) ?? [];
      const found = missed && (late.find((name) => missed.replaceAll(".", "-").startsWith(name)) ?? late.find((name) => name === "rest"));
      if (!found) throw error;
      late = late.filter((name) => name !== found);
      python.unpackArchive(await bytesOf(`${base}${found}.zip`), "zip", { extractDir: site });
      python.runPython("import importlib; importlib.invalidate_caches()");
    }
  }
}

// The last line of an error of Python: what it is, without the way there.
function lineOf(error) {
  const lines = String(error.message ?? error).trim().split("\n");
  return lines.at(-1);
}

async function answered(id, answer) {
  try {
    tell("answer", { id, told: await plain(answer) });
  } catch (error) {
    tell("answer", { id, error: lineOf(error) });
  }
}

self.onmessage = async ({ data }) => {
  if (data.kind === "start") {
    try {
      await start(data);
    } catch (error) {
      tell("broken", { text: lineOf(error), done: got.done, total: got.total });
    }
  } else if (data.kind === "frame") {
    answered(data.id, () => stage.frame(data.number, python.toPy(data.places)));
  } else if (data.kind === "load") {
    answered(data.id, () => stage.load(data.number, python.toPy(data.bytes).tobytes(), data.name));
  }
};
