import { call } from "#web/api/call.ts";
import { locale } from "#web/i18n/words.ts";
import { wordLocale } from "#kernel/locale.ts";
import { type PushDevices, pushApi } from "../contract/api.ts";
import { KEPT_ADDRESS } from "../contract/kept-address.ts";

/** `home-screen`: browsers of iOS show notifications of installed apps alone. */
type Ability = "able" | "unable" | "home-screen" | "blocked";

/** Ability of this browser, and the mark by which the server knows it. */
export interface ThisBrowser {
  readonly ability: Ability;
  /** Null where it has no subscription. */
  readonly mark: string | null;
}

/** Cause for which a browser was not switched on. `asked`: the question was closed. `unreached`: its push service does not answer. */
export class NotSwitchedOn extends Error {
  readonly why: "blocked" | "asked" | "unreached";
  constructor(why: NotSwitchedOn["why"]) {
    super(why);
    this.why = why;
  }
}

const registered = () => navigator.serviceWorker.getRegistration();
const isIos = (): boolean => "standalone" in navigator;

/** Looks at this browser and asks nobody. */
export async function lookHere(): Promise<ThisBrowser> {
  if (!("PushManager" in globalThis && "Notification" in globalThis && "serviceWorker" in navigator))
    return { ability: isIos() ? "home-screen" : "unable", mark: null };
  if (Notification.permission === "denied") return { ability: "blocked", mark: null };
  const registration = await registered();
  if (!registration) return { ability: "unable", mark: null };
  const subscription = await registration.pushManager.getSubscription();
  return { ability: "able", mark: subscription && (await markOf(subscription.endpoint)) };
}

async function markOf(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Asks for the permission, subscribes and tells the server. @throws NotSwitchedOn, Problem */
export async function switchOn({ publicKey, devices }: PushDevices): Promise<PushDevices> {
  const permission = await Notification.requestPermission();
  if (permission !== "granted") throw new NotSwitchedOn(permission === "denied" ? "blocked" : "asked");
  const registration = await registered();
  if (!registration) throw new NotSwitchedOn("unreached");
  const { mark } = await lookHere();
  // One that the server does not know may be bound to keys of another server.
  if (mark !== null && !devices.some((one) => one.mark === mark)) await switchOff();
  const subscription = await registration.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch(() => {
      throw new NotSwitchedOn("unreached");
    });
  const address = subscription.toJSON();
  const { endpoint = "", keys = {} } = address;
  const { p256dh = "", auth = "" } = keys;
  try {
    const added = await call(pushApi.addPushDevice, {
      endpoint,
      p256dh,
      auth,
      language: wordLocale(locale()),
    });
    await keepAddress({ ...address, applicationServerKey: publicKey });
    return added;
  } catch (error) {
    await switchOff();
    throw error;
  }
}

/** Keeps the address for the worker; a full disk costs the renewal, not the switch. */
const keepAddress = (address: object): Promise<void> =>
  caches
    .open(KEPT_ADDRESS)
    .then((cache) => cache.put(KEPT_ADDRESS, Response.json(address)))
    .catch(() => undefined);

/** Ends the subscription here; the server learns of it by itself where it is not told. */
export async function switchOff(): Promise<void> {
  const registration = await registered();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  await caches.delete(KEPT_ADDRESS).catch(() => false);
}
