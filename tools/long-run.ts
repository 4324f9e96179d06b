// `npm run shifts`, `npm run days` and `npm run sim`: a simulation bundled into one file and run on Node 24, or on this
// Node where that cannot be had. Module by module on Node 20 a seed takes twice the processor time.
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { asOneFile } from "#test/support/processes/one-file.ts";
import { findNode24 } from "./node-24.mjs";

const [name = "", ...args] = process.argv.slice(2);
const file = await asOneFile(`tools/${name}.ts`);
const node = (await findNode24()) ?? process.execPath;
const child = spawn(node, ["--enable-source-maps", file, ...args], { stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
process.exitCode = await new Promise<number>((resolve, reject) => {
  child.on("error", reject);
  child.on("exit", (code, signal) =>
    resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
  );
});
