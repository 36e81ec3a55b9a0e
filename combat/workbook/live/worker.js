// Python for one page, in the background: it loads what the notebook needs, runs its cells, and
// sends pictures. Messages in: start, frame, load. Messages out: see the calls of `tell`.
const tell = (kind, told = {}) => self.postMessage({ kind, ...told });

// Count the bytes that are loaded, so that the page can show progress. Python itself (.wasm) is
// passed on unchanged and not counted, or the browser wouldn't keep its compiled code.
const plainFetch = self.fetch.bind(self);
let done = 0;
self.fetch = async (resource, options) => {
  const response = await plainFetch(resource, options);
  if (!response.ok || !response.body || String(resource.url ?? resource).endsWith(".wasm")) return response;
  const counter = new TransformStream({
    transform(chunk, out) {
      done += chunk.byteLength;
      tell("bytes", { done });
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
import gc, importlib.util, os, sysconfig

gc.disable()  # imports make many objects and drop none: looking for garbage would waste time
# Loaded without its package, whose import needs the stand-in.
path = f"{sysconfig.get_paths()['purelib']}/combat/workbook/live/no_ipython.py"
spec = importlib.util.spec_from_file_location("no_ipython", path)
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
module.stand_in()
os.makedirs("/home/pyodide/notebooks", exist_ok=True)
os.chdir("/home/pyodide/notebooks")
import combat.workbook
gc.enable()
gc.freeze()
`;

let runner, python;

async function start({ pyodide, packages, data, cells }) {
  const { loadPyodide } = await import(`${pyodide}pyodide.mjs`);
  // The data are loaded at the same time as Python.
  const packed = bytesOf(data);
  packed.catch(() => {});
  python = await loadPyodide({ indexURL: pyodide, packages });
  python.unpackArchive(await packed, "zip", { extractDir: "/home/pyodide" });
  tell("cells", { done: 0, total: cells.length });
  python.runPython(BOOT);
  runner = python.pyimport("combat.workbook.live.runner").Runner(python.toPy(cells));
  for (let at = 0; at < cells.length; at += 1) {
    try {
      const shown = plain(() => runner.run(at));
      shown.forEach((one) => tell(one.kind, one));
    } catch (error) {
      return tell("fault", { cell: at + 1, text: lineOf(error) });
    }
    tell("cells", { done: at + 1, total: cells.length });
    await new Promise((then) => setTimeout(then));  // answer what the page has asked meanwhile
  }
  tell("ready");
}

// A result of Python as a JavaScript value.
function plain(work) {
  return work().toJs({ dict_converter: Object.fromEntries });
}

// The last line of a Python error: the message without the traceback.
function lineOf(error) {
  const lines = String(error.message ?? error).trim().split("\n");
  return lines.at(-1);
}

function answered(id, answer) {
  try {
    tell("answer", { id, told: plain(answer) });
  } catch (error) {
    tell("answer", { id, error: lineOf(error) });
  }
}

self.onmessage = async ({ data }) => {
  if (data.kind === "start") {
    try {
      await start(data);
    } catch (error) {
      tell("broken", { text: lineOf(error), done });
    }
  } else if (data.kind === "frame") {
    answered(data.id, () => runner.frame(data.number, python.toPy(data.places)));
  } else if (data.kind === "load") {
    answered(data.id, () => runner.load(data.number, python.toPy(data.bytes).tobytes(), data.name));
  }
};
