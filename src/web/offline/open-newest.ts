import { HAND_OVER, TAKE_OVER } from "#contract/offline-shell.ts";
import { withoutStop } from "./stop-lock.ts";

/** A new version that is not there by then is opened by the next start. */
const PATIENCE_MS = 10_000;

/**
 * Opens the newest version: lets the service worker that waits for it take over, then loads the page anew. While a page
 * has a stop open, no worker takes over.
 */
export async function openNewest(): Promise<void> {
  await Promise.race([letTakeOver().catch(() => undefined), rest(PATIENCE_MS)]);
  location.reload();
}

async function letTakeOver(): Promise<void> {
  // A guest's page has a worker of its own.
  const registration = await navigator.serviceWorker.getRegistration("/");
  if (!registration?.active) return;
  if (!registration.waiting) await registration.update();
  const next = registration.waiting ?? (await installed(registration.installing));
  if (next) await withoutStop(() => takeOver(next, registration.active));
}

async function takeOver(next: ServiceWorker, before: ServiceWorker | null): Promise<void> {
  const taken = new Promise((done) => {
    navigator.serviceWorker.addEventListener("controllerchange", done, { once: true });
  });
  before?.postMessage(HAND_OVER);
  next.postMessage(TAKE_OVER);
  await taken;
}

/** The worker once it has stored its files; nothing when it gave up. */
async function installed(worker: ServiceWorker | null): Promise<ServiceWorker | undefined> {
  if (!worker) return undefined;
  return new Promise((done) => {
    const look = () => {
      if (worker.state === "installing") return;
      done(worker.state === "redundant" ? undefined : worker);
    };
    worker.addEventListener("statechange", look);
    look();
  });
}

const rest = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
