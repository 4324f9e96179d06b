import { cacheNames, clientsClaim } from "workbox-core";
import {
  cleanupOutdatedCaches,
  getCacheKeyForURL,
  matchPrecache,
  precacheAndRoute,
} from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import {
  HAND_OVER,
  isShellAddress,
  KEEP,
  LANGUAGE_ENTRY,
  LATER_CACHE,
  type OfflineFiles,
  PUSH_WORKER,
  TAKE_OVER,
  WORD_LANGUAGES,
} from "#contract/offline-shell.ts";

declare const self: ServiceWorkerGlobalScope;
interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(): string }): unknown;
}
/** tools/build/service-worker-plugin.ts writes it in. */
declare const OFFLINE_FILES: OfflineFiles;

const SHELL = "/index.html";
const POLICY = "content-security-policy";
const { named, first, shift, words, otherWords, rest: others } = OFFLINE_FILES;
const inLanguages = (patterns: readonly string[], languages: readonly string[] = WORD_LANGUAGES): string[] =>
  languages.flatMap((language) => patterns.map((pattern) => pattern.replace("*", language)));
const languages = inLanguages([...words, ...otherWords]);
const rest = [...languages, ...others];
const HASHED = /^\/assets\//;
/** Room that work on the phone may need: nothing more is stored once less is free. */
const SPARE_BYTES = 50_000_000;

/*
 * Keeps the app's own files in the browser and answers addresses of pages with the stored shell, whatever their query
 * says. No address that was asked for is ever stored, so a code or state of the provider gets into no cache. Calls,
 * the map, the recipient's page, the docs and other origins pass by untouched.
 */
precacheAndRoute([...named, ...first.map((url) => ({ url, revision: null }))], {
  directoryIndex: "",
  cleanURLs: false,
});
registerRoute(
  ({ url, request, sameOrigin }) => sameOrigin && request.mode === "navigate" && isShellAddress(url.pathname),
  async ({ event, request }) => {
    const stored = await matchPrecache(SHELL);
    if (!stored) return fetch(request);
    event.waitUntil(renewPolicy(stored.clone()));
    return stored;
  },
);
registerRoute(({ url, sameOrigin }) => sameOrigin && HASHED.test(url.pathname), fromLater);
cleanupOutdatedCaches();
clientsClaim();

// The content policy lets a worker import only what its own policy allows: this one file.
const factory: PolicyFactory | undefined = Reflect.get(self, "trustedTypes");
factory?.createPolicy("default", { createScriptURL: () => PUSH_WORKER });
importScripts(PUSH_WORKER);

// Without the words of its own language the shell would open with none.
self.addEventListener("install", (event) => event.waitUntil(keepWords()));

async function keepWords(): Promise<void> {
  const cache = await caches.open(LATER_CACHE);
  const language = (await (await cache.match(LANGUAGE_ENTRY))?.text()) ?? "en";
  await keepEach(inLanguages(words, [language]));
}

/** Files whose names carry a hash: whatever was asked for once is kept. */
async function fromLater({ request }: { readonly request: Request }): Promise<Response> {
  const cache = await caches.open(LATER_CACHE);
  const stored = await cache.match(request.url);
  if (stored) return stored;
  const fresh = await fetch(request);
  // A full disk refuses the copy, not the answer.
  if (fresh.status === 200) await cache.put(request.url, fresh.clone()).catch(() => undefined);
  return fresh;
}

const handOver = new AbortController();

/**
 * Stores one file after the other, so that calls go before.
 *
 * @throws where one does not come, the disk is full, or another worker takes over
 */
async function keepEach(urls: readonly string[]): Promise<void> {
  const cache = await caches.open(LATER_CACHE);
  for (const url of urls) {
    if (await cache.match(url)) continue;
    await cache.add(new Request(url, { priority: "low", signal: handOver.signal }));
  }
}

/** Stores what may come later; once all of it is there, files of earlier builds go. */
async function keepLater(urls: readonly string[]): Promise<void> {
  const { quota = Infinity, usage = 0 } = await navigator.storage.estimate();
  if (quota - usage < SPARE_BYTES) return;
  await keepEach(urls);
  const cache = await caches.open(LATER_CACHE);
  const known = new Set([LANGUAGE_ENTRY, ...rest, ...shift]);
  const old = (await cache.keys()).filter(({ url }) => !known.has(new URL(url).pathname));
  await Promise.all(old.map((one) => cache.delete(one)));
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
self.addEventListener("message", (event) => {
  const { data } = event;
  if (data === TAKE_OVER) void self.skipWaiting();
  if (data === HAND_OVER) handOver.abort();
  const later = data === KEEP.shift ? [...languages, ...shift, ...others] : rest;
  // The next start asks again for a file that does not come.
  if (data === KEEP.rest || data === KEEP.shift) event.waitUntil(keepLater(later).catch(() => undefined));
});
