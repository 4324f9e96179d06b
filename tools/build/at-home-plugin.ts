import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";

const HERE = "import.meta.url";

/** Files that a module reads beside itself lie where its source lies, also once it is bundled elsewhere. */
export const atHome = (): Plugin => ({
  name: "at-home",
  transform: (code, id) =>
    code.includes(HERE) && !id.includes("/node_modules/")
      ? { code: code.replaceAll(HERE, JSON.stringify(pathToFileURL(id).href)), map: null }
      : undefined,
});
