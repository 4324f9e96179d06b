import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { offlineFiles } from "./offline-files.ts";
import { afterBundle, buildOneScript } from "./one-script.ts";

/** Builds the service worker after everything else, as one file of its own that knows the files of this very build. */
export const serviceWorker = (entry: string): Plugin =>
  afterBundle("service-worker", async ({ root, out }) => {
    const files = JSON.stringify(offlineFiles(out));
    writeFileSync(join(out, ".vite", "manifest-offline.json"), files);
    await buildOneScript({ root, out, entry, file: "sw.js", define: { OFFLINE_FILES: files } });
  });
