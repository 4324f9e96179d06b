import { DOCS } from "#contract/offline-shell.ts";
import { allowScript } from "../shell/trusted-types.ts";

/** Registers the worker of the docs, which keeps them all; where browsers have none they read as before. */
export function registerDocsWorker(): void {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker
    .register(allowScript(`${DOCS}sw.js`), { scope: DOCS, updateViaCache: "none" })
    .catch(() => undefined);
}
