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
const SCANNER = /^\/assets\/(zxing[a-z_-]*)-[\w-]{8}\.(?:js|wasm)$/;

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
registerRoute(({ url, sameOrigin }) => sameOrigin && SCANNER.test(url.pathname), fromScannerCache);
cleanupOutdatedCaches();
clientsClaim();

/** The scanner's library, kept from its first use on. Its names carry a hash; a newer file replaces the older one. */
async function fromScannerCache({ request }: { readonly request: Request }): Promise<Response> {
  const cache = await caches.open("waybill-scanner");
  const stored = await cache.match(request);
  if (stored) return stored;
  const fresh = await fetch(request);
  if (fresh.status !== 200) return fresh;
  const [, stem] = SCANNER.exec(new URL(request.url).pathname) ?? [];
  const older = (await cache.keys()).filter(({ url }) => SCANNER.exec(new URL(url).pathname)?.[1] === stem);
  await Promise.all(older.map((one) => cache.delete(one)));
  await cache.put(request, fresh.clone());
  return fresh;
}

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
