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
import importlib.util, os, sys
from pathlib import Path

def boot(site):
    spec = importlib.util.spec_from_file_location("standin", f"{site}/combat/workbook/live/standin.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.stand_in()
    os.makedirs("/home/pyodide/notebooks", exist_ok=True)
    os.chdir("/home/pyodide/notebooks")

boot
`;

let stage, fault, python;

async function start({ base, parts, data, total, cells }) {
  got.total = total;
  const { loadPyodide } = await import(`${base}pyodide.mjs`);
  // What the notebook needs comes while Python itself does.
  const packed = [...parts, data].map((name) => bytesOf(base + name));
  packed.forEach((one) => one.catch(() => {}));
  python = await loadPyodide({ indexURL: base });
  const site = python.runPython("import sysconfig; sysconfig.get_paths()['purelib']");
  for (const [at, one] of packed.entries()) {
    const extractDir = at < parts.length ? site : "/home/pyodide";
    python.unpackArchive(await one, "zip", { extractDir });
  }
  tell("cells", { done: 0, total: cells.length });
  python.runPython(BOOT)(site);
  const { Stage, fault: faultOf } = python.pyimport("combat.workbook.live.stage");
  [stage, fault] = [Stage(python.toPy(cells)), faultOf];
  for (let at = 0; at < cells.length; at += 1) {
    try {
      const shown = stage.run(at).toJs({ dict_converter: Object.fromEntries });
      shown.forEach((one) => tell(one.kind, one));
    } catch (error) {
      return tell("fault", { cell: at + 1, text: lineOf(error) });
    }
    tell("cells", { done: at + 1, total: cells.length });
    await new Promise((then) => setTimeout(then));  // what is asked meanwhile is answered between
  }
  tell("ready");
}

// The last line of an error of Python: what it is, without the way there.
function lineOf(error) {
  const lines = String(error.message ?? error).trim().split("\n");
  return lines.at(-1);
}

function answered(id, answer) {
  try {
    tell("answer", { id, told: answer().toJs({ dict_converter: Object.fromEntries }) });
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
