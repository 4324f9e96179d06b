import { mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { build } from "vite";
import { atHome } from "../../../tools/build/at-home-plugin.ts";
import { LEFT_OUT } from "../../../vite.server.config.ts";

/** Beside the other caches; the packages are found from there too. */
const FOLDER = "node_modules/.cache/one-file";

const made = new Map<string, Promise<string>>();

/**
 * A program of the tests as one file of JavaScript, made once in this process, for those that are started many times:
 * the same modules one by one through tsx take 2 s of processor time more at every start, packages outside of it 0.7 s.
 *
 * @returns its path; the file may go once this process is over
 */
export function asOneFile(entry: string): Promise<string> {
  const known = made.get(entry) ?? make(entry);
  made.set(entry, known);
  return known;
}

async function make(entry: string): Promise<string> {
  const name = `${path.basename(entry, ".ts")}-${process.pid}.mjs`;
  mkdirSync(FOLDER, { recursive: true });
  removeLeftOver();
  const { NODE_ENV } = process.env;
  await build({
    configFile: false,
    logLevel: "error",
    plugins: [atHome()],
    ssr: { noExternal: true, external: LEFT_OUT },
    build: {
      ssr: entry,
      outDir: FOLDER,
      emptyOutDir: false,
      minify: false,
      sourcemap: true,
      target: "node20",
      rolldownOptions: { output: { entryFileNames: name, codeSplitting: false } },
    },
  });
  // Vite makes this process one in production, and with it those that it starts.
  if (NODE_ENV === undefined) delete process.env["NODE_ENV"];
  else process.env["NODE_ENV"] = NODE_ENV;
  return path.join(FOLDER, name);
}

/** Files of processes that are over. */
function removeLeftOver(): void {
  for (const name of readdirSync(FOLDER)) {
    const pid = /-(\d+)\.mjs/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(path.join(FOLDER, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Another user's.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
