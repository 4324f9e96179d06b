import { isLineDear, keepLater } from "./keep-later.ts";
import { registerDocsWorker } from "./register-docs-worker.ts";
import { registerWorker } from "./register-worker.ts";
import { whenIdle } from "./when-idle.ts";

/** From the page that links to them, the docs can be read without network too. */
export function prepareDocs(): void {
  if (!isLineDear()) whenIdle(registerDocsWorker);
}

/** Makes the app ready to open without network, after everything that somebody waits for. */
export function prepareOffline(): void {
  whenIdle(async () => {
    await registerWorker();
    whenIdle(() => void keepLater("rest"));
  });
}
