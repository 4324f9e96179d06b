import { keepLater } from "./keep-later.ts";
import { registerWorker } from "./register-worker.ts";
import { whenIdle } from "./when-idle.ts";

/** Makes the app ready to open without network, after everything that somebody waits for. */
export function prepareOffline(): void {
  whenIdle(async () => {
    await registerWorker();
    whenIdle(() => void keepLater("rest"));
  });
}
