import { type KeptAddress, KEPT_ADDRESS } from "#features/push/contract/kept-address.ts";
import type { Shown } from "#features/push/contract/shown.ts";

declare const self: ServiceWorkerGlobalScope;

/** Ids of the last pushes: one that comes again is shown once. */
const CACHE = "waybill-push";
const KEPT = 50;

/*
 * The part of the app's worker that shows notifications. A page that shows the thing already, in sight, needs none: it follows
 * the news itself.
 */
self.addEventListener("push", (event) => event.waitUntil(show(read(event.data))));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data ?? "/")));
});

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

function read(data: PushMessageData | null): Shown | undefined {
  try {
    const said: Shown = data?.json();
    return typeof said.id === "string" && typeof said.title === "string" ? said : undefined;
  } catch {
    return undefined;
  }
}

async function show(push: Shown | undefined): Promise<void> {
  if (!push || (await isKnown(push.id)) || (await isInSight(push.path))) return;
  const { title, body, tag, path, lang, dir } = push;
  // `renotify` rings again for another push about the same thing; the types of the worker do not know it.
  const options = { body, tag, lang, dir, data: path, icon: "/app-icon-192.png", renotify: true };
  await self.registration.showNotification(title, options);
}

async function isKnown(id: string): Promise<boolean> {
  const cache = await caches.open(CACHE);
  const known = await cache.keys();
  const key = `/push/${encodeURIComponent(id)}`;
  if (known.some(({ url }) => url.endsWith(key))) return true;
  await Promise.all(known.slice(0, Math.max(0, known.length - KEPT)).map((old) => cache.delete(old)));
  // A full disk costs the memory, not the notification.
  await cache.put(key, new Response()).catch(() => undefined);
  return false;
}

/** Waits before the tries to tell the server of a new address, in ms. */
const WAITS_MS = [0, 5_000, 60_000];

/** Tells the server the new address of this browser, in the place of the old one. Not every browser names that. */
async function renew({ newSubscription }: PushSubscriptionChangeEvent): Promise<void> {
  const cache = await caches.open(KEPT_ADDRESS);
  const kept: KeptAddress | undefined = await (await cache.match(KEPT_ADDRESS))?.json();
  if (!kept) return;
  const { endpoint: old, keys, applicationServerKey } = kept;
  const options = { userVisibleOnly: true, applicationServerKey };
  const found = newSubscription ?? (await self.registration.pushManager.subscribe(options));
  const fresh = found.toJSON();
  const { endpoint, keys: fresher } = fresh;
  const body = JSON.stringify({ old: { endpoint: old, auth: keys?.["auth"] }, endpoint, ...fresher });
  for (const wait of WAITS_MS) {
    await new Promise((resolve) => void setTimeout(resolve, wait));
    const reply = await tell(body);
    if (reply?.ok) await cache.put(KEPT_ADDRESS, Response.json({ ...kept, ...fresh }));
    if (reply && reply.status < 500) return;
  }
}

/** Undefined without network. */
const tell = (body: string): Promise<Response | undefined> =>
  fetch("/api/push/renew", {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
    body,
  }).catch(() => undefined);

const windows = (): Promise<readonly WindowClient[]> =>
  self.clients.matchAll({ type: "window", includeUncontrolled: true });

const pathOf = ({ url }: WindowClient): string => new URL(url).pathname;

/** Whether a page below that path is looked at. */
async function isInSight(path: string): Promise<boolean> {
  const isBelow = (own: string) => own === path || own.startsWith(`${path}/`);
  return (await windows()).some(
    (one) => one.visibilityState === "visible" && one.focused && isBelow(pathOf(one)),
  );
}

/** Opens a page of ours: one that is open already comes to the front, others keep what is typed in them. */
async function open(path: string): Promise<void> {
  const { href, origin } = new URL(path, self.location.origin);
  if (origin !== self.location.origin) return;
  const there = (await windows()).find((one) => pathOf(one) === new URL(href).pathname);
  await (there ? there.focus() : self.clients.openWindow(href));
}
