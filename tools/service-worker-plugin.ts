import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Manifest, Plugin } from "vite";
import { buildOneScript } from "./one-script.ts";

interface OfflineFile {
  readonly url: string;
  /** `null` where the name carries a hash of the content. */
  readonly revision: string | null;
}

/**
 * The map's parts are half of all bytes and useless without tiles; the demo's are useless without its server, and the
 * office's pages of money and prices without what they read from it; the scanner's library is kept once somebody scanned;
 * labels are made by the server.
 */
const LEFT_OUT =
  /maplibre|map-canvas|tour-bar|tour-slot|qr-code|demo-|money-page|money\.[a-z]{2}-|price-list-page|zxing|print-labels|labels\.[a-z]{2}-/;
/** Files whose names do not change. */
const NAMED = ["index.html", "mark.svg", "waybill.webmanifest"];

/** Everything of a build that opens without network, by its manifest. */
export function offlineFiles(out: string): OfflineFile[] {
  const manifest: Manifest = JSON.parse(readFileSync(join(out, ".vite", "manifest.json"), "utf8"));
  const chunks = Object.values(manifest);
  const files = chunks.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]);
  const hashed = [...new Set(files)].filter((file) => !LEFT_OUT.test(file)).toSorted();
  const hashOf = (file: string) =>
    createHash("sha256")
      .update(readFileSync(join(out, file)))
      .digest("hex")
      .slice(0, 16);
  return [
    ...NAMED.map((file) => ({ url: `/${file}`, revision: hashOf(file) })),
    ...hashed.map((file) => ({ url: `/${file}`, revision: null })),
  ];
}

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
