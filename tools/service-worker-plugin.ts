import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";
import { offlineFiles } from "./offline-files.ts";
import { buildOneScript } from "./one-script.ts";

/** Builds the service worker after everything else, as one file of its own that knows the files of this very build. */
export function serviceWorker(entry: string): Plugin {
  let out = "dist";
  let root = ".";
  let isWritten = false;
  return {
    name: "waybill:service-worker",
    apply: "build",
    configResolved: (config) => {
      out = config.build.outDir;
      ({ root } = config);
    },
    writeBundle() {
      isWritten = true;
    },
    closeBundle: {
      sequential: true,
      async handler() {
        // Also called after a build that failed: its own error is the one to read.
        if (!isWritten) return;
        const folder = resolve(root, out);
        const files = JSON.stringify(offlineFiles(folder));
        writeFileSync(join(folder, ".vite", "manifest-offline.json"), files);
        await buildOneScript({ root, out, entry, file: "sw.js", define: { OFFLINE_FILES: files } });
      },
    },
  };
}
