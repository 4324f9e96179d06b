import { registerWorker } from "./register-worker.ts";

/** Makes the app ready to open without network, after everything that somebody waits for. */
export function prepareOffline(): void {
  whenIdle(() => void registerWorker());
}

const IDLE_WITHIN_MS = 5_000;

function whenIdle(work: () => void): void {
  const soon = () => {
    // Safari has no idle callbacks.
    if ("requestIdleCallback" in globalThis) requestIdleCallback(work, { timeout: IDLE_WITHIN_MS });
    else setTimeout(work, 1_000);
  };
  if (document.readyState === "complete") soon();
  else addEventListener("load", soon, { once: true });
}
