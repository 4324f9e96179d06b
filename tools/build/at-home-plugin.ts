import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";

// A pattern, so that this file, bundled itself, does not replace its own text.
const HERE = /\bimport\.meta\.url\b/g;

/** Files that a module reads beside itself lie where its source lies, also once it is bundled elsewhere. */
export const atHome = (): Plugin => ({
  name: "at-home",
  transform: (code, id) =>
    code.search(HERE) >= 0 && !id.includes("/node_modules/")
      ? { code: code.replaceAll(HERE, JSON.stringify(pathToFileURL(id).href)), map: null }
      : undefined,
});
