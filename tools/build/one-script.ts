import { resolve } from "node:path";
import { build, type Plugin } from "vite";
import { notePackages } from "./shipped-plugin.ts";

interface OneScript {
  readonly root: string;
  readonly out: string;
  readonly entry: string;
  /** Its name in the build. */
  readonly file: string;
  readonly define?: Readonly<Record<string, string>>;
}

/** Builds a script into one file of its own, beside what is built already. */
export async function buildOneScript({ root, out, entry, file, define = {} }: OneScript): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: "warn",
    publicDir: false,
    plugins: [notePackages()],
    define: { ...define },
    build: {
      outDir: out,
      emptyOutDir: false,
      target: "es2022",
      modulePreload: false,
      rolldownOptions: {
        input: resolve(root, entry),
        output: { format: "iife", entryFileNames: file },
      },
    },
  });
}

/** Folders of the program and of its build, from the root of the disk. */
export interface Folders {
  readonly root: string;
  readonly out: string;
}

/** Does more work when the bundle is written, before the plugins behind it. */
export function afterBundle(name: string, work: (folders: Folders) => Promise<void>): Plugin {
  let folders: Folders = { root: ".", out: "dist" };
  let isWritten = false;
  return {
    name: `waybill:${name}`,
    apply: "build",
    configResolved: ({ root, build: { outDir } }) => {
      folders = { root, out: resolve(root, outDir) };
    },
    writeBundle() {
      isWritten = true;
    },
    closeBundle: {
      sequential: true,
      async handler() {
        // Also called after a build that failed: its own error is the one to read.
        if (isWritten) await work(folders);
      },
    },
  };
}
