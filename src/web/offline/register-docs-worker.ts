import { DOCS } from "#contract/offline-shell.ts";
import { allowScript } from "../shell/trusted-types.ts";

/** Registers the worker of the docs, which keeps them all; where browsers have none they read as before. */
export function registerDocsWorker(): void {
  // Absent on plain http and in some private windows, whatever its type says.
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  workers
    ?.register(allowScript(`${DOCS}sw.js`), { scope: DOCS, updateViaCache: "none" })
    .catch(() => undefined);
}
