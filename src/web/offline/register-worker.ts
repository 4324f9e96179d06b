import { LANGUAGE_ENTRY, LATER_CACHE } from "#contract/offline-shell.ts";
import { wordLocale } from "#kernel/locale.ts";
import { locale } from "../i18n/words.ts";
import { allowScript } from "../shell/trusted-types.ts";
import { tellUpdateWaits } from "./update-waits.ts";

/**
 * Registers the service worker, which keeps the app's files so that it opens without network. Where the browser refuses
 * (private windows, settings), the app works as before, with the network.
 */
export async function registerWorker(): Promise<void> {
  if (import.meta.env.DEV || !("serviceWorker" in navigator)) return;
  await rememberLanguage().catch(() => undefined);
  const registration = await navigator.serviceWorker
    .register(allowScript("/sw.js"), { scope: "/", updateViaCache: "none" })
    .catch(() => undefined);
  if (!registration) return;
  // Without a worker in charge, the one that installs is the first: nothing is newer than this page.
  const isNewer = () => navigator.serviceWorker.controller !== null;
  if (registration.waiting && isNewer()) tellUpdateWaits();
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed" && isNewer()) tellUpdateWaits();
    });
  });
}

/** The worker stores the words of this language together with the shell. */
async function rememberLanguage(): Promise<void> {
  const cache = await caches.open(LATER_CACHE);
  await cache.put(LANGUAGE_ENTRY, new Response(wordLocale(locale())));
}
