import { allowScript } from "../shell/trusted-types.ts";
import { UPDATE_WAITS } from "./update-waits.ts";

/**
 * Registers the service worker, which keeps the app's files so that it opens without network. Where the browser refuses
 * (private windows, settings), the app works as before, with the network.
 */
export async function registerWorker(): Promise<void> {
  if (import.meta.env.DEV || !("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker
    .register(allowScript("/sw.js"), { scope: "/", updateViaCache: "none" })
    .catch(() => undefined);
  if (!registration) return;
  const tell = () => void dispatchEvent(new Event(UPDATE_WAITS));
  // Without a worker in charge, the one that installs is the first: nothing is newer than this page.
  const isNewer = () => navigator.serviceWorker.controller !== null;
  if (registration.waiting && isNewer()) tell();
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed" && isNewer()) tell();
    });
  });
}
