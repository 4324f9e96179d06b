import { resolve } from "node:path";
import type { Plugin } from "vite";
import { PUSH_WORKER } from "../src/contract/offline-shell.ts";
import { buildOneScript } from "./one-script.ts";

/** Builds the part of the service worker that shows notifications: a file of its own, which the worker imports. */
export function pushWorker(): Plugin {
  let out = "dist";
  let root = ".";
  let isWritten = false;
  return {
    name: "waybill:push-worker",
    apply: "build",
    configResolved: (config) => {
      ({ root } = config);
      out = resolve(root, config.build.outDir);
    },
    writeBundle() {
      isWritten = true;
    },
    closeBundle: {
      sequential: true,
      async handler() {
        // Also called after a build that failed: its own error is the one to read.
        if (isWritten)
          await buildOneScript({ root, out, entry: "src/main/push-sw.ts", file: PUSH_WORKER.slice(1) });
      },
    },
  };
}
