import type { GuestFace } from "#contract/offline-shell.ts";

declare const self: ServiceWorkerGlobalScope;
/** tools/build/guest-worker-plugin.ts writes it in. */
declare const GUEST_FACE: GuestFace;

/*
 * Answers a page that a guest reloads without network, in place of the browser's own error page. It stores nothing: the
 * page is a part of this script, and everything else passes by.
 */
self.addEventListener("install", () => void self.skipWaiting());
self.addEventListener("activate", (event) => {
  // A page is asked for while this worker starts, so that nobody waits for it.
  event.waitUntil(self.registration.navigationPreload?.enable());
});
self.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.respondWith(answer(event).catch(face));
});

async function answer({ request, preloadResponse }: FetchEvent): Promise<Response> {
  const early: unknown = await preloadResponse;
  return early instanceof Response ? early : fetch(request);
}

const face = (): Response =>
  new Response(GUEST_FACE.html, {
    status: 503,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": GUEST_FACE.policy,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    },
  });
