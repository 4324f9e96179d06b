import { resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { build, type Plugin } from "vite";
import { quietZod } from "./quiet-zod-plugin.ts";
import { words } from "./words-plugin.ts";

/** Preact stands in for React: 12 kB instead of 68 kB on the one page that strangers open on a phone at the door. */
const PREACT = [
  { find: /^react-dom\/client$/, replacement: "preact/compat/client" },
  { find: /^react\/jsx-(dev-)?runtime$/, replacement: "preact/jsx-runtime" },
  { find: /^react(-dom)?$/, replacement: "preact/compat" },
];

/**
 * Builds the tracking page by itself, after the rest and into the same folder, so that its modules can be bound to
 * another runtime than the console's.
 */
export function smallPage(page: string): Plugin {
  let out = "dist";
  let root = ".";
  return {
    name: "waybill:small-page",
    apply: "build",
    configResolved: (config) => {
      out = config.build.outDir;
      ({ root } = config);
    },
    closeBundle: {
      sequential: true,
      async handler() {
        await build({
          configFile: false,
          root,
          logLevel: "warn",
          publicDir: false,
          plugins: [words(), quietZod(), react()],
          resolve: { alias: PREACT },
          build: {
            outDir: out,
            emptyOutDir: false,
            target: "es2022",
            manifest: ".vite/manifest-small.json",
            cssMinify: "lightningcss",
            modulePreload: { polyfill: false },
            assetsInlineLimit: 0,
            rolldownOptions: { input: resolve(root, page) },
          },
        });
      },
    },
  };
}
