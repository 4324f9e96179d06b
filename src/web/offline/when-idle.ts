const IDLE_WITHIN_MS = 5_000;

/** Runs work once the page is loaded and has nothing better to do. */
export function whenIdle(work: () => unknown): void {
  const soon = () => {
    // Safari has no idle callbacks.
    if ("requestIdleCallback" in globalThis) requestIdleCallback(work, { timeout: IDLE_WITHIN_MS });
    else setTimeout(work, 1_000);
  };
  if (document.readyState === "complete") soon();
  else addEventListener("load", soon, { once: true });
}
