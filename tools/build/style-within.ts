import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Puts the style sheets that a document links into it: a file of its own would be one more answer before anything is seen. */
export const styleWithin = (document: string, folder: string): string =>
  document.replaceAll(
    /<link rel="stylesheet"[^>]* href="\/([^"]+)">/g,
    (_, sheet: string) => `<style>${readFileSync(join(folder, sheet), "utf8").trim()}</style>`,
  );
