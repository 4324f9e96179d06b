import { resolve } from "node:path";
import { build } from "vite";
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
