import type { Browser, CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { messagesApi } from "#features/messages/contract/api.ts";
import arMessages from "#features/messages/web/words/ar.json" with { type: "json" };
import enMessages from "#features/messages/web/words/en.json" with { type: "json" };
import { noticesApi } from "#features/notices/contract/api.ts";
import ar from "#features/push/web/words/ar.json" with { type: "json" };
import en from "#features/push/web/words/en.json" with { type: "json" };
import type { Browser as Device } from "#test/support/push/push-service.ts";
import { usePushService } from "#test/support/push/push-service.ts";
import { isSent } from "#test/support/courier/first-stop.ts";
import { moneyByWire } from "#test/support/paying/money-by-wire.ts";
import { callWire } from "#test/support/processes/product.ts";
import { enterAs } from "#test/support/sign-in/enter-as.ts";
import { storedForOffline } from "#test/support/sign-in/session-page.ts";
import { signIn } from "#test/support/sign-in/sign-in.ts";
import { PHONE, axeFaults, openBrowser, openPerson, productUrl } from "#test/support/web/browser.ts";

vi.setConfig({ testTimeout: 240_000 });

const { subscribe } = usePushService();

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser({ whole: true });
});
afterAll(() => browser.close());

/** Subscribes at the test's own push service: Chromium reaches its maker's alone. All else of the browser is its own. */
const subscribeThere = ({ endpoint, p256dh, auth }: Pick<Device, "endpoint" | "p256dh" | "auth">) => {
  const bytes = (text: string) =>
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0)).buffer;
  const made = {
    endpoint,
    getKey: (name: string) => bytes(name === "auth" ? auth : p256dh),
    toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh, auth } }),
    unsubscribe: () => {
      sessionStorage.removeItem("subscribed");
      return Promise.resolve(true);
    },
  };
  Object.assign(PushManager.prototype, {
    subscribe: () => {
      sessionStorage.setItem("subscribed", "yes");
      return Promise.resolve(made);
    },
    getSubscription: () => Promise.resolve(sessionStorage.getItem("subscribed") ? made : null),
  });
};

const AGAIN_MS = 10_000;

/** Hands what the push service took to the browser's worker, as that service would. */
async function deliver(session: CDPSession, { text }: Device["got"][number]): Promise<void> {
  const registered = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const one = registrations.find(({ isDeleted }) => !isDeleted);
      if (one) resolve(one.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  const registrationId = await registered;
  const origin = productUrl();
  await session.send("ServiceWorker.deliverPushMessage", {
    origin,
    registrationId,
    data: JSON.stringify(text),
  });
  await session.send("ServiceWorker.disable");
}

const shownOn = (page: Page) =>
  page.evaluate(async () => {
    const shown = await (await navigator.serviceWorker.ready).getNotifications();
    return shown.map(({ title, body, tag, lang, dir }) => ({ title, body, tag, lang, dir }));
  });

/**
 * Presses the notification. Browsers let a script press none, and open windows after a real press alone: the worker's own
 * handler runs on a made event, and the address that it opens is noted.
 */
async function pressIt(page: Page): Promise<string> {
  const worker = page
    .context()
    .serviceWorkers()
    .find((one) => one.url().endsWith("/sw.js"));
  if (!worker) throw new Error("the app has no worker");
  return worker.evaluate(async () => {
    const own = globalThis as unknown as {
      readonly registration: ServiceWorkerRegistration;
      readonly clients: object;
      readonly NotificationEvent: new (type: string, init: object) => Event;
    };
    const [notification] = await own.registration.getNotifications();
    const event = new own.NotificationEvent("notificationclick", { notification });
    const waits: Promise<unknown>[] = [];
    const opened: string[] = [];
    Object.defineProperty(event, "waitUntil", { value: (one: Promise<unknown>) => waits.push(one) });
    Object.defineProperty(own.clients, "openWindow", {
      configurable: true,
      value: (href: string) => Promise.resolve(void opened.push(href)),
    });
    dispatchEvent(event);
    await Promise.all(waits);
    return opened.join();
  });
}

interface Following {
  readonly hint: "carla" | "ada";
  readonly words: typeof en;
  readonly locale: "en" | "ar";
  /** Makes an event of which this person hears. @returns path of its page, and words of the notification */
  readonly happen: () => Promise<{ readonly path: string; readonly body: RegExp }>;
  /** Does on that page what the event asks for. */
  readonly answer?: (page: Page) => Promise<void>;
}

/** @returns the path that a press on the notification opened, and the one of the event */
async function follow({ hint, words, locale, happen, answer }: Following): Promise<[string, string]> {
  const device = subscribe();
  const { context, page, watch } = await openPerson(browser, { ...PHONE, locale, worker: true });
  await context.grantPermissions(["notifications"], { origin: productUrl() });
  const { endpoint, p256dh, auth } = device;
  await context.addInitScript(subscribeThere, { endpoint, p256dh, auth });
  await enterAs(page, hint, "/account");
  await storedForOffline(page);
  const here = page.getByRole("list", { name: words["devices.title"] }).getByText(words["devices.here"]);
  await page.getByRole("switch", { name: words.switch }).click();
  await here.waitFor();
  expect(await axeFaults(page)).toEqual([]);

  const { path, body } = await happen();
  const heard = () =>
    device.got.findLast(({ text }) => body.test(text["body"] ?? "") && text["path"] === path);
  await expect.poll(heard).toBeDefined();
  const push = heard();
  if (!push) throw new Error("nothing was pushed");
  const session = await context.newCDPSession(page);
  const { title, tag, lang, dir } = push.text;
  let deliveredAt = -Infinity;
  const shown = async () => {
    const now = await shownOn(page);
    // Chromium lost one that came while it was busy; a push service sends such a one again, too.
    if (now.length === 0 && performance.now() - deliveredAt > AGAIN_MS) {
      deliveredAt = performance.now();
      await deliver(session, push);
    }
    return now;
  };
  await expect.poll(shown).toEqual([{ title, body: push.text["body"], tag, lang, dir }]);
  const opened = await pressIt(page);
  expect(await shownOn(page)).toEqual([]);
  // A push service may bring the same again: it is shown once.
  await deliver(session, push);
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  expect(await shownOn(page)).toEqual([]);
  await answer?.(page);

  await page.goto("/account");
  await page.getByRole("switch", { name: words.switch }).click();
  await here.waitFor({ state: "detached" });
  expect(watch).toEqual({ foreign: [], errors: [] });
  await context.close();
  return [opened, productUrl() + path];
}

const WRITTEN = "Please call us";

/** The office writes to Carla alone. */
async function officeWrites() {
  const token = await signIn(productUrl(), "bo");
  const { couriers } = await callWire(productUrl(), dispatchApi.readBoard, {}, { token });
  const carla = couriers.find(({ name }) => name.startsWith("Carla"));
  await callWire(
    productUrl(),
    messagesApi.sendMessage,
    { text: WRITTEN, courierIds: [carla?.id ?? ""], toAll: false, deliveryId: null },
    { token },
  );
  return { path: "/c", body: /./ };
}

/** Confirms the message: it would stand above the day of whoever works next on Carla's phone. */
async function confirm(page: Page, gotIt: string): Promise<void> {
  const messages = page.getByTestId("messages");
  await messages.getByRole("button", { name: gotIt, exact: true }).click();
  await messages.getByText(WRITTEN).waitFor({ state: "detached" });
  await isSent(page);
  const token = await signIn(productUrl(), "bo");
  const open = () => callWire(productUrl(), messagesApi.listMessages, { group: "open" }, { token });
  await expect.poll(async () => (await open()).items).toEqual([]);
}

test.each([
  ["en", en, enMessages],
  ["ar", ar, arMessages],
] as const)(
  "a courier is shown that the office wrote, once notifications are on (%s)",
  async (locale, words, messages) => {
    const answer = (page: Page) => confirm(page, messages["got-it"]);
    const [opened, page] = await follow({ hint: "carla", words, locale, happen: officeWrites, answer });
    expect(opened).toBe(page);
  },
);

/** Tells at once what can be undone, too: else a delivery is told after three minutes. @returns the way back */
async function tellAtOnce(): Promise<() => Promise<unknown>> {
  const token = await signIn(productUrl(), "hana");
  const edit = async (changes: object) => {
    const { version, rules } = await callWire(productUrl(), noticesApi.readNoticeSettings, {}, { token });
    const next = { ...rules, ...changes };
    await callWire(productUrl(), noticesApi.editNoticeSettings, { version, rules: next }, { token });
    return rules;
  };
  const { quiet, undoMinutes } = await edit({ quiet: null, undoMinutes: 0 });
  return () => edit({ quiet, undoMinutes });
}

async function deliveryArrives() {
  const money = moneyByWire(productUrl());
  const { deliveryId, number, ...booked } = await money.held();
  await money.deliver({ deliveryId, number, ...booked });
  return { path: `/my/deliveries/${deliveryId}`, body: new RegExp(number) };
}

test("a sender is shown that a delivery of theirs arrived, once notifications are on", async () => {
  const restore = await tellAtOnce();
  const [opened, page] = await follow({ hint: "ada", words: en, locale: "en", happen: deliveryArrives });
  await restore();
  expect(opened).toBe(page);
});
