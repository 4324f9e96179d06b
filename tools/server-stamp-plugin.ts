import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";

/** Whoever runs still loads parts of an older bundle: it stays for a day. */
const KEPT_MS = 86_400_000;

/** Says in `current.json` which bundle is the newest and of which files it was made (`bin/program.mjs` reads it). */
export function serverStamp(folder: string, build: string): Plugin {
  const made = new Set<string>();
  return {
    name: "server-stamp",
    generateBundle(_options, bundle) {
      for (const part of Object.values(bundle))
        if (part.type === "chunk") for (const id of part.moduleIds) if (path.isAbsolute(id)) made.add(id);
    },
    closeBundle() {
      const files = [...made, path.resolve("package-lock.json")].map((file) => {
        const { size, mtimeMs } = statSync(file);
        return [file, size, mtimeMs];
      });
      const stamp = { entry: path.join(folder, build, "main.mjs"), files };
      const draft = path.join(folder, `${build}.json`);
      writeFileSync(draft, JSON.stringify(stamp));
      renameSync(draft, path.join(folder, "current.json"));
      for (const name of readdirSync(folder)) {
        const old = path.join(folder, name);
        if (name !== build && Date.now() - statSync(old).mtimeMs > KEPT_MS)
          rmSync(old, { recursive: true, force: true });
      }
    },
  };
}
