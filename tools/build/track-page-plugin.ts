import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { build, type Manifest, type Plugin } from "vite";
import { quietZod } from "./quiet-zod-plugin.ts";
import { notePackages } from "./shipped-plugin.ts";
import { styleWithin } from "./style-within.ts";
import { words } from "./words-plugin.ts";

const PAGE = "track.html";
const ALIVE = "src/main/track/hydrate.tsx";
const STYLES = "src/main/track/start.ts";
/** Folder of what the server runs. */
const DRAW = ".draw";
/** Evaluated before the rest of the script, in a task of its own (src/main/track/start.ts). */
const REACT_DOM = { name: "react-dom", test: /node_modules\/(react-dom|scheduler)\// };
/** Drawn in the browser alone. */
const MAP = /track-map\.tsx$/;

/**
 * Builds the recipient's page by itself, after the rest and into the same folder: the document with its style sheet in
 * it, its script, and for the server `.draw/draw.js`, which draws it of the same components.
 */
export function trackPage(): Plugin {
  let out = "dist";
  let root = ".";
  return {
    name: "waybill:track-page",
    apply: "build",
    configResolved: (config) => {
      out = resolve(config.root, config.build.outDir);
      ({ root } = config);
    },
    closeBundle: {
      sequential: true,
      async handler() {
        const shared = { configFile: false, root, logLevel: "warn", publicDir: false } as const;
        await build({
          ...shared,
          plugins: [words(), quietZod(), react(), notePackages()],
          build: {
            outDir: out,
            emptyOutDir: false,
            target: "es2022",
            manifest: ".vite/manifest-track.json",
            cssMinify: "lightningcss",
            modulePreload: false,
            assetsInlineLimit: 0,
            rolldownOptions: {
              input: resolve(root, PAGE),
              output: { codeSplitting: { groups: [REACT_DOM] } },
            },
          },
        });
        writeStyled(out);
        await build({
          ...shared,
          plugins: [words(), quietZod(), react(), notePackages()],
          define: { "process.env.NODE_ENV": '"production"' },
          ssr: { noExternal: true },
          build: {
            ssr: resolve(root, "src/main/track/draw.tsx"),
            outDir: join(out, DRAW),
            emptyOutDir: true,
            target: "node20",
            assetsInlineLimit: 0,
            rolldownOptions: { external: MAP, output: { entryFileNames: "draw.js" } },
          },
        });
      },
    },
  };
}

function writeStyled(out: string): void {
  const manifest: Manifest = JSON.parse(readFileSync(join(out, ".vite", "manifest-track.json"), "utf8"));
  const late = manifest[ALIVE]?.css ?? [];
  if (late.length > 0) throw new Error(`${STYLES} imports every style sheet of the page, not ${late.join()}`);
  const file = join(out, PAGE);
  writeFileSync(file, styleWithin(readFileSync(file, "utf8"), out));
}
