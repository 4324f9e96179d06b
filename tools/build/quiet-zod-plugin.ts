import type { Plugin } from "vite";

const EMPTY = "__zod_globalConfig = {}";

/**
 * Makes zod check without `new Function`. Our content security policy forbids that anyway, and even the question
 * whether it is allowed counts as a violation; it is asked while the first schema is made, before any code of ours.
 */
export function quietZod(): Plugin {
  return {
    name: "waybill:quiet-zod",
    apply: "build",
    transform(code, id) {
      if (!id.endsWith("zod/v4/core/core.js")) return undefined;
      if (!code.includes(EMPTY))
        throw new Error("zod keeps its configuration elsewhere now: see tools/build/quiet-zod-plugin.ts");
      return { code: code.replace(EMPTY, "__zod_globalConfig = { jitless: true }"), map: null };
    },
  };
}
