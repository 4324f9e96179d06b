import { readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";

const HERE = "import.meta.url";
/** Files that a module reads beside itself, by their names in its code. */
const BESIDE = /["'](\.{1,2}\/[\w./-]+\.(?:css|html|js|json))["']/g;

const homeOf = (id: string): string => `"waybill-home:${id}"`;
const HOME = /"waybill-home:([^"]+)"/g;

/**
 * A package has no sources: each module finds what it reads beside itself in the place of its source below the bundle's
 * folder, and those files are put there.
 */
export function beside(root: string): Plugin {
  const inPackage = (file: string): string => path.relative(root, file).replaceAll("\\", "/");
  return {
    name: "waybill:beside",
    transform(code, id) {
      // Also the bundler's own modules, whose names begin with a zero byte, and packages: they mean the bundle.
      if (!code.includes(HERE) || id.startsWith("\0") || id.includes("/node_modules/")) return undefined;
      for (const [, name = ""] of code.matchAll(BESIDE)) {
        const file = path.resolve(path.dirname(id), name);
        this.emitFile({ type: "asset", fileName: inPackage(file), source: readFileSync(file) });
      }
      return { code: code.replaceAll(HERE, homeOf(inPackage(id))), map: null };
    },
    renderChunk: (code, { fileName }) => ({
      code: code.replaceAll(HOME, (_, home: string) => {
        const from = path.posix.relative(path.posix.dirname(fileName), home);
        return `new URL(${JSON.stringify(from.startsWith(".") ? from : `./${from}`)}, ${HERE}).href`;
      }),
      map: null,
    }),
  };
}

/** Threads of a package are bundled: they need no loader of TypeScript. */
export const withoutLoader = (): Plugin => ({
  name: "waybill:without-loader",
  enforce: "pre",
  resolveId: (id) => (id === "tsx/esm/api" ? "\0no-loader" : undefined),
  load: (id) => (id === "\0no-loader" ? "export const register = () => undefined;" : undefined),
});
