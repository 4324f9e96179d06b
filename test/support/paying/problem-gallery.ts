import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import react from "@vitejs/plugin-react";
import { build, preview } from "vite";
import { words } from "../../../tools/build/words-plugin.ts";
import { freePorts } from "../processes/free-ports.ts";

export interface ProblemGallery {
  /** The page with every payment problem as it is shown, in one language. */
  page(locale: string): string;
  close(): Promise<void>;
}

const PAGE = "test/support/gallery/index.html";

/** Builds the gallery of payment problems from the product's own components and words, and serves it on loopback. */
export async function openProblemGallery(): Promise<ProblemGallery> {
  const outDir = mkdtempSync(path.join(tmpdir(), "waybill-gallery-"));
  const options = { configFile: false, root: process.cwd(), logLevel: "error" } as const;
  await build({
    ...options,
    plugins: [words(), react()],
    publicDir: false,
    build: {
      outDir,
      emptyOutDir: true,
      minify: false,
      target: "es2022",
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: path.resolve(PAGE) },
    },
  });
  const [port = 0] = await freePorts(1);
  const server = await preview({
    ...options,
    build: { outDir },
    preview: { host: "localhost", port, strictPort: true },
  });
  return {
    page: (locale) => `http://localhost:${port}/${PAGE}?locale=${locale}`,
    close: async () => {
      await server.close();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}
