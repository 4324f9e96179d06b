import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { SetupProblem } from "#server/setup-problem.ts";
import { whileLocked } from "./lock-file.ts";

/** Sources of the client's build. */
const SOURCES = [
  "src/kernel",
  "src/contract",
  "src/web",
  "src/features",
  "src/main/web.tsx",
  "src/main/track",
  "src/main/pay.tsx",
  "src/main/first-pages.ts",
  "src/main/work-pages.ts",
  "tools",
  "index.html",
  "track.html",
  "pay.html",
  "vite.config.ts",
  "package-lock.json",
];
/** Parts of rooms that never reach the browser. */
const SERVER_ONLY = /(^|[\\/])server[\\/]|\.test\.tsx?$|\.md$/;
/** Beside the other caches, so that it is never served. */
const STAMP = join("node_modules", ".cache", "waybill-client");

export const clientFolder = (root: string): string => join(root, "dist");

/** Builds the client unless it is as new as its sources, one start at a time. Says whether it built. */
export async function buildClientIfStale(place: string): Promise<boolean> {
  // The builder runs in this folder: a relative one would count from itself.
  const root = resolve(place);
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  const present = existsSync(join(clientFolder(root), "index.html"));
  // An install without development packages brings a client that was built elsewhere.
  if (!existsSync(vite)) {
    if (present) return false;
    throw new SetupProblem(
      'The client is not built and its builder is not installed: run "npm ci" without --omit=dev and start again.',
    );
  }
  // Another start that builds has an unfinished client in the folder.
  return await whileLocked(`${stampFile(root)}.lock`, () => buildIfStale(root, vite));
}

async function buildIfStale(root: string, vite: string): Promise<boolean> {
  const files = sourceFiles(root);
  const present = existsSync(join(clientFolder(root), "index.html"));
  if (present && isNewer(root, files)) return false;
  const digest = digestOf(root, files);
  if (present && stampOf(root) === digest) return false;
  await build(root, vite);
  writeFileSync(stampFile(root), digest);
  return true;
}

function sourceFiles(root: string): string[] {
  return SOURCES.filter((source) => existsSync(join(root, source)))
    .flatMap((source) => (statSync(join(root, source)).isDirectory() ? filesIn(root, source) : [source]))
    .filter((file) => !SERVER_ONLY.test(file))
    .toSorted();
}

const filesIn = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));

/** Also true for a client that somebody built without this command. */
function isNewer(root: string, files: readonly string[]): boolean {
  const built = statSync(join(clientFolder(root), "index.html")).mtimeMs;
  return files.every((file) => statSync(join(root, file)).mtimeMs < built);
}

function digestOf(root: string, files: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of files)
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(join(root, file)))
      .update("\0");
  return hash.digest("hex");
}

const stampFile = (root: string) => join(root, STAMP);
const stampOf = (root: string) => (existsSync(stampFile(root)) ? readFileSync(stampFile(root), "utf8") : "");

function build(root: string, vite: string): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [vite, "build", "--logLevel", "warn"], {
      cwd: root,
      env: { ...process.env, NODE_ENV: "production", NO_COLOR: "1", FORCE_COLOR: "0" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    // A start that fails meanwhile leaves no builder behind.
    const end = () => child.kill();
    process.once("exit", end);
    let said = "";
    const hear = (part: Buffer) => (said = (said + part.toString()).slice(-4000));
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("error", fail);
    child.once("close", (code) => {
      process.off("exit", end);
      if (code === 0) done();
      else
        fail(
          new SetupProblem(
            `The client could not be built:\n${stripVTControlCharacters(said).trim()}\nPut that right, or take a released version, and start again.`,
          ),
        );
    });
  });
}
