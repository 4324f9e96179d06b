import { existsSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";

/** Whoever runs still loads parts of an older bundle: it stays for a day. */
const KEPT_MS = 86_400_000;

/** Files that decide how a bundle is made, beside those that it is made of. */
const RECIPE = [
  "package-lock.json",
  "package.json",
  "vite.server.config.ts",
  "tools/build/at-home-plugin.ts",
];

/** Packages change with the lock file, and are many: to look at each took a start longer than it saved. */
const isSource = (id: string): boolean => path.isAbsolute(id) && !/[\\/]node_modules[\\/]/.test(id);

const measured = (file: string): [string, number, number] => {
  const { size, mtimeMs } = statSync(file);
  return [file, size, mtimeMs];
};

/** Says in `current.json` which bundle is the newest and of which files it was made (`bin/program.mjs` reads it). */
export function serverStamp(folder: string, build: string): Plugin {
  const made = new Set(RECIPE.map((name) => path.resolve(name)));
  const newest = path.join(folder, "current.json");
  let startedMs = 0;
  return {
    name: "server-stamp",
    buildStart() {
      startedMs = Date.now();
    },
    generateBundle(_options, bundle) {
      for (const part of Object.values(bundle))
        if (part.type === "chunk") for (const id of part.moduleIds) if (isSource(id)) made.add(id);
    },
    /** Comes only after a build that went well. */
    writeBundle({ dir = path.join(folder, build) }, bundle) {
      const files = [...made].map(measured);
      // It may have been read as it was before.
      if (files.some(([, , mtimeMs]) => mtimeMs >= startedMs)) return;
      const parts = Object.keys(bundle).map((name) => measured(path.join(dir, name)).slice(0, 2));
      const stamp = { entry: path.join(dir, "main.mjs"), parts, files };
      const before = folderOf(newest);
      const draft = path.join(folder, `${build}.json`);
      writeFileSync(draft, JSON.stringify(stamp));
      renameSync(draft, newest);
      for (const name of readdirSync(folder)) {
        const old = path.join(folder, name);
        if (old !== dir && old !== before && Date.now() - statSync(old).mtimeMs > KEPT_MS)
          rmSync(old, { recursive: true, force: true });
      }
    },
  };
}

/** The folder of the bundle that a stamp names: a server may be about to load it. */
function folderOf(stamp: string): string | undefined {
  if (!existsSync(stamp)) return undefined;
  // Safe: only this plugin writes it.
  const { entry } = JSON.parse(readFileSync(stamp, "utf8")) as { readonly entry: string };
  return path.dirname(entry);
}
