// Runs the notebooks in Pyodide under Node, as the pages will, and packs what they need.
// node pack.mjs TASK.json: {pyodide, packages, wheels, data, notebooks: [{name, cells}], out}
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";

const task = JSON.parse(readFileSync(process.argv[2], "utf8"));
const bytes = (path) => new Uint8Array(readFileSync(path));
const { loadPyodide } = await import(pathToFileURL(join(task.pyodide, "pyodide.mjs")));
const pyodide = await loadPyodide({ indexURL: task.pyodide, env: { HOME: "/home/pyodide" } });
await pyodide.loadPackage(task.packages, { messageCallback() {} });
const site = pyodide.runPython("import sysconfig; sysconfig.get_paths()['purelib']");
for (const wheel of task.wheels) pyodide.unpackArchive(bytes(wheel), "zip", { extractDir: site });
pyodide.unpackArchive(bytes(task.data), "zip", { extractDir: "/home/pyodide" });
pyodide.FS.mkdirTree("/home/pyodide/notebooks");
pyodide.globals.set("told", (text) => console.log(text));
pyodide.globals.set("task", pyodide.toPy(task));
const made = pyodide.runPython(readFileSync(task.script, "utf8"));
for (const name of made.toJs()) writeFileSync(join(task.out, name), pyodide.FS.readFile(`/tmp/${name}`));
