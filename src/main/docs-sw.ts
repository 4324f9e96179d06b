import { DOCS_OPENAPI, type DocsFiles } from "#contract/offline-shell.ts";

declare const self: ServiceWorkerGlobalScope;
/** tools/build/docs-pages-plugin.ts writes it in. */
declare const DOCS_FILES: DocsFiles;

const CACHE_PREFIX = "waybill-docs";
const CACHE = `${CACHE_PREFIX}-${DOCS_FILES.hash}`;

/*
 * Keeps the docs in a browser that opened one of them, signed in or not. The app's own worker knows nothing of
 * them, so reading the docs loads no app, and delivering loads no docs.
 */
self.addEventListener("install", (event) => {
  event.waitUntil(store().then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOlder().then(() => self.clients.claim()));
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== self.location.origin) return;
  if (request.mode === "navigate") event.waitUntil(keepDescription());
  event.respondWith(fetch(request).catch(() => stored(request)));
});

async function store(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(DOCS_FILES.addresses.map(freshly));
  await keepDescription();
}

/** The server makes the description while it runs: refused for a moment, it is asked for again with the next page. */
async function keepDescription(): Promise<void> {
  const cache = await caches.open(CACHE);
  if (await cache.match(DOCS_OPENAPI)) return;
  await cache.add(freshly(DOCS_OPENAPI)).catch(() => undefined);
}

const freshly = (address: string): Request => new Request(address, { cache: "no-cache" });

async function forgetOlder(): Promise<void> {
  const older = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE);
  await Promise.all(older.map((name) => caches.delete(name)));
}

async function stored(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(request, { ignoreSearch: true, ignoreVary: true })) ?? Response.error();
}
