import { cacheNames, clientsClaim } from "workbox-core";
import {
  cleanupOutdatedCaches,
  getCacheKeyForURL,
  matchPrecache,
  type PrecacheEntry,
  precacheAndRoute,
} from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { isShellAddress, TAKE_OVER } from "#contract/offline-shell.ts";

declare const self: ServiceWorkerGlobalScope;
/** Every file of the build that is kept so that the app opens without network; tools/service-worker-plugin.ts writes it in. */
declare const OFFLINE_FILES: PrecacheEntry[];

const SHELL = "/index.html";
const POLICY = "content-security-policy";

/*
 * Keeps the app's own files in the browser and answers addresses of pages with the stored shell, whatever their query
 * says. No address that was asked for is ever stored, so a code or state of the provider gets into no cache. Calls,
 * the map, the recipient's page, the docs and other origins pass by untouched.
 */
precacheAndRoute(OFFLINE_FILES, { directoryIndex: "", cleanURLs: false });
registerRoute(
  ({ url, request, sameOrigin }) => sameOrigin && request.mode === "navigate" && isShellAddress(url.pathname),
  async ({ event, request }) => {
    const stored = await matchPrecache(SHELL);
    if (!stored) return fetch(request);
    event.waitUntil(renewPolicy(stored.clone()));
    return stored;
  },
);
cleanupOutdatedCaches();
clientsClaim();

/** The stored shell carries the content policy of its day; another issuer in the settings changes that and no file. */
async function renewPolicy(stored: Response): Promise<void> {
  const fresh = await fetch(SHELL, { cache: "no-cache", credentials: "omit" }).catch(() => undefined);
  if (!fresh?.ok || fresh.headers.get(POLICY) === stored.headers.get(POLICY)) return;
  const key = getCacheKeyForURL(SHELL);
  const isSameVersion = (await fresh.clone().text()) === (await stored.text());
  if (key === undefined || !isSameVersion) return;
  const cache = await caches.open(cacheNames.precache);
  await cache.put(key, fresh);
}

// A new version waits until somebody asks for it or has closed the app everywhere.
self.addEventListener("message", ({ data }) => {
  if (data === TAKE_OVER) void self.skipWaiting();
});
