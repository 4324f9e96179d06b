import type { Plugin } from "vite";
import { PUSH_WORKER } from "../../src/contract/offline-shell.ts";
import { afterBundle, buildOneScript } from "./one-script.ts";

/** Builds the part of the service worker that shows notifications: a file of its own, which the worker imports. */
export const pushWorker = (): Plugin =>
  afterBundle("push-worker", ({ root, out }) =>
    buildOneScript({ root, out, entry: "src/main/push-sw.ts", file: PUSH_WORKER.slice(1) }),
  );
