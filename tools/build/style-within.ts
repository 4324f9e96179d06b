import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Puts the style sheets that a document links into it: a file of its own would be one more answer before anything is seen.
 * The link stays, disabled and never fetched: a part that comes later with a sheet that no link names would bring it once
 * more, and its label font would take the place of the one that was drawn.
 */
export const styleWithin = (document: string, folder: string): string =>
  document.replaceAll(
    /<link (rel="stylesheet"[^>]* href="\/([^"]+)">)/g,
    (_, link: string, sheet: string) =>
      `<style>${readFileSync(join(folder, sheet), "utf8").trim()}</style><link disabled ${link}`,
  );
