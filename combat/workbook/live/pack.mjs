// Runs the notebooks in Pyodide under Node, as the pages will, and packs what they need.
// node pack.mjs TASK.json: {pyodide, packages, wheels, data,
// script, notebooks: [{name, cells}], lab, out}
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const task = JSON.parse(readFileSync(process.argv[2], "utf8"));
const bytes = (path) => new Uint8Array(readFileSync(path));
const { loadPyodide } = await import(pathToFileURL(join(task.pyodide, "pyodide.mjs")));
const pyodide = await loadPyodide({ indexURL: task.pyodide, env: { HOME: "/home/pyodide" } });
await pyodide.loadPackage(task.packages, { messageCallback() {} });
const site = pyodide.runPython("import sysconfig; sysconfig.get_paths()['purelib']");
for (const wheel of task.wheels) pyodide.unpackArchive(bytes(wheel), "zip", { extractDir: site });
pyodide.unpackArchive(bytes(task.data), "zip", { extractDir: "/home/pyodide" });
task.lab = task.lab.map((path, number) => {
  pyodide.FS.writeFile(`/tmp/lab-${number}.whl`, bytes(path));
  return `/tmp/lab-${number}.whl`;
});
pyodide.runPython(readFileSync(task.script, "utf8"));
const made = pyodide.globals.get("_main")(pyodide.toPy(task), (text) => console.log(text)).toJs();
for (const name of made) writeFileSync(join(task.out, name), pyodide.FS.readFile(`/tmp/${name}`));
