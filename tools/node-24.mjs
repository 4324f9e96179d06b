import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { run } from "./steps.mjs";

const VERSION = "24.21.0";

/** Names of Node's packages of one platform each; they bring the program itself, so that no script has to run. */
const platform = process.platform === "win32" ? "win" : process.platform;
const PACKAGE = `node-${platform}-${process.arch}`;

/** Node 24 from its npm package, in a cache folder of its own. @returns its path; undefined when it cannot be had */
export async function findNode24() {
  if (process.versions.node.startsWith("24.")) return process.execPath;
  const folder = path.resolve("node_modules/.cache/node-24");
  const program = path.join(
    folder,
    "node_modules",
    PACKAGE,
    "bin",
    process.platform === "win32" ? "node.exe" : "node",
  );
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const wanted = `${PACKAGE}@${VERSION}`;
  await run(npm, ["install", "--prefix", folder, "--no-save", "--no-audit", "--no-fund", wanted]);
  return existsSync(program) ? program : undefined;
}
