#!/usr/bin/env node
// Plain JavaScript that also old versions of Node can read: it checks Node, installs what is missing, and only then
// loads the program itself, which is TypeScript.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const NEEDED = [20, 19];
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
/** The program of an installed package, which is bundled and has no sources; a clone has none. */
const packed = path.join(root, "server", "main.mjs");

function fail(sentence) {
  process.stderr.write(sentence + "\n");
  process.exit(1);
}

function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return;
  fail(
    `Waybill needs Node ${NEEDED.join(".")} or newer and this is Node ${process.versions.node}: ` +
      'install a newer one (nodejs.org, or "nvm install 24") and start again.',
  );
}

/** Whether what is installed differs from the lock file; a lock file that was only touched does not count. */
function isInstallStale() {
  const wanted = path.join(root, "package-lock.json");
  const present = path.join(root, "node_modules", ".package-lock.json");
  if (!existsSync(present)) return true;
  if (!existsSync(wanted) || statSync(present).mtimeMs >= statSync(wanted).mtimeMs) return false;
  const production = process.env.NODE_ENV === "production";
  const packagesOf = (file) => JSON.parse(readFileSync(file, "utf8")).packages || {};
  const installed = packagesOf(present);
  return Object.entries(packagesOf(wanted)).some(([name, one]) => {
    if (name === "" || one.optional || one.devOptional || (one.dev && production)) return false;
    return !installed[name] || installed[name].version !== one.version;
  });
}

function install() {
  process.stdout.write("Installing packages, once; this takes about a minute …\n");
  const windows = process.platform === "win32";
  const flags = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status, error } = spawnSync(windows ? "npm.cmd" : "npm", flags, {
    cwd: root,
    stdio: "inherit",
    shell: windows,
  });
  if (error || status !== 0) {
    fail(
      `Installing packages failed${error ? ` (${error.message})` : ""}: check that the package registry can be reached ` +
        `and that ${root} may be written and its disk has 1 GB free, then start again.`,
    );
  }
}

/** Looks and says, and never changes anything: what it needs is not installed for its sake. */
function needInstall() {
  if (existsSync(path.join(root, "node_modules", ".package-lock.json"))) return;
  fail(
    `The packages of Waybill are not installed: run "npm ci" in ${root}, or "npm start", which does it first.`,
  );
}

async function runPacked() {
  const flag = ["--dev", "--api-only"].find((name) => args.includes(name));
  if (flag) fail(`"${flag}" works on the sources of Waybill: use a clone of them, or leave it out.`);
  const { main } = await import(pathToFileURL(packed).href);
  await main(args, root);
}

async function run() {
  const { loadProgram } = await import("./program.mjs");
  const main = await loadProgram(root, args);
  await main(args, root);
}

const args = process.argv.slice(2);
const asks = (...names) => names.includes(args[0]);
checkNode();
if (args.length === 0 || asks("help") || args.includes("--help") || args.includes("-h")) {
  process.stdout.write(readFileSync(path.join(root, "bin", "help.txt"), "utf8"));
} else if (asks("--version", "-v", "version")) {
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  process.stdout.write(`Waybill ${version} on Node ${process.versions.node}\n`);
} else if (existsSync(packed)) {
  await runPacked();
} else {
  if (asks("doctor")) needInstall();
  else if (isInstallStale()) install();
  await run();
}
