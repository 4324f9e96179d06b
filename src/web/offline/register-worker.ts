import { LANGUAGE_ENTRY, LATER_CACHE } from "#contract/offline-shell.ts";
import { wordLocale } from "#kernel/locale.ts";
import { locale } from "../i18n/words.ts";
import { allowScript } from "../shell/trusted-types.ts";
import { tellUpdateWaits } from "./update-waits.ts";

/** Pages of guests with a worker of their own, which would stay in charge of them. */
const GUESTS = "/book/done/";

/**
 * Registers the service worker of people with an account, which keeps the app's files so that it opens without network,
 * and takes a guest's worker away. Where the browser refuses (private windows, settings), the app works as before, with
 * the network.
 */
export async function registerWorker(): Promise<void> {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  if (import.meta.env.DEV || !workers) return;
  await rememberLanguage().catch(() => undefined);
  const registration = await workers
    .register(allowScript("/sw.js"), { scope: "/", updateViaCache: "none" })
    .catch(() => undefined);
  if (!registration) return;
  // With none active, the one that installs is the first: nothing is newer than this page.
  const tell = () => {
    if (registration.active) tellUpdateWaits();
  };
  if (registration.waiting) tell();
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed") tell();
    });
  });
  const guests = await workers.getRegistration(GUESTS);
  if (guests?.scope !== registration.scope) await guests?.unregister();
}

/** The worker stores the words of this language together with the shell. */
async function rememberLanguage(): Promise<void> {
  const cache = await caches.open(LATER_CACHE);
  await cache.put(LANGUAGE_ENTRY, new Response(wordLocale(locale())));
}
