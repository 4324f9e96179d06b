import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";

/** Folders of packages with a part in what was built, as the lock file names them. One run of the builder has one list. */
const found = new Set<string>();

const FOLDER = /node_modules[\\/].*/;
/** Its own name, with a scope before it. */
const NAMED = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)/;

/** @returns the folder of a module's package; nothing for a module of our own */
export function packageOf(id: string): string | undefined {
  const inside = FOLDER.exec(id)?.[0].replaceAll("\\", "/");
  return inside === undefined ? undefined : NAMED.exec(inside)?.[1];
}

/** Notes the packages of one build: of the console, a worker of it, a page beside it. */
export const notePackages = (): Plugin => ({
  name: "waybill:note-packages",
  apply: "build",
  generateBundle(_options, bundle) {
    for (const part of Object.values(bundle)) {
      const ids = part.type === "chunk" ? part.moduleIds : part.originalFileNames;
      for (const id of ids) {
        const folder = packageOf(id);
        if (folder !== undefined) found.add(folder);
      }
    }
  },
});

/** Writes the list of all builds of this run, behind the last of them: what a package that is shipped is bound to name. */
export function listPackages(): Plugin {
  let out = "dist";
  return {
    name: "waybill:list-packages",
    apply: "build",
    configResolved: (config) => {
      out = path.resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      order: "post",
      sequential: true,
      handler() {
        mkdirSync(path.join(out, ".vite"), { recursive: true });
        writeFileSync(path.join(out, ".vite", "packages.json"), JSON.stringify([...found].toSorted()));
      },
    },
  };
}
