import { DOCS } from "#contract/offline-shell.ts";
import { allowScript, installTrustedTypes } from "../shell/trusted-types.ts";

/** Registers the worker of the docs, which keeps them all; a page where browsers have none reads as before. */
export function registerDocsWorker(): void {
  if (!("serviceWorker" in navigator)) return;
  installTrustedTypes();
  navigator.serviceWorker
    .register(allowScript(`${DOCS}sw.js`), { scope: DOCS, updateViaCache: "none" })
    .catch(() => undefined);
}
