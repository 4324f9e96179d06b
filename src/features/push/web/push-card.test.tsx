import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signedIn, stubAuth } from "#test/support/sign-in/stub-auth.ts";
import { type Answer, problem, type Sent, stubServer } from "#test/support/web/stub-server.ts";
import type { Role } from "#kernel/actor.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { PushDevice } from "../contract/api.ts";
import { PushCard } from "./push-card.tsx";

const ENDPOINT = "https://push.example/abc";
const device = (nth: number, more: Partial<PushDevice> = {}): PushDevice => ({
  id: `0190a000-0000-7000-8000-00000000000${nth}`,
  mark: `${nth}`,
  browser: "Firefox",
  system: "Android",
  madeAt: "2026-11-20T08:00:00.000Z",
  reachedAt: null,
  ...more,
});
const HERE = device(1, {
  mark: createHash("sha256").update(ENDPOINT).digest("hex"),
  browser: "Chrome",
  system: "Linux",
});

let devices: PushDevice[];
/** The browser: what a person answers to its question, its subscription, and whether its push service answers. */
let browser: { permission: string; answer: string; isSubscribed: boolean; isReached: boolean; asked: number };

beforeEach(async () => {
  devices = [];
  browser = { permission: "default", answer: "granted", isSubscribed: false, isReached: true, asked: 0 };
  const subscription = {
    endpoint: ENDPOINT,
    toJSON: () => ({ endpoint: ENDPOINT, keys: { p256dh: "p", auth: "a" } }),
    unsubscribe: async () => {
      browser.isSubscribed = false;
      return true;
    },
  };
  const pushManager = {
    getSubscription: async () => (browser.isSubscribed ? subscription : null),
    subscribe: async () => {
      if (!browser.isReached) throw new DOMException("no push service", "AbortError");
      browser.isSubscribed = true;
      return subscription;
    },
  };
  vi.stubGlobal("PushManager", {});
  vi.stubGlobal("caches", { open: async () => ({ put: async () => undefined }), delete: async () => true });
  vi.stubGlobal("Notification", {
    get permission() {
      return browser.permission;
    },
    requestPermission: async () => {
      browser.asked += 1;
      browser.permission = browser.answer;
      return browser.answer;
    },
  });
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: {
      getRegistration: async () => ({ pushManager }),
      // An idle page of an earlier file may still register its worker.
      register: async () => undefined,
    },
  });
  await startWords("hall", "push");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "serviceWorker");
  Reflect.deleteProperty(navigator, "standalone");
});

const list: Answer = () => ({ body: { publicKey: "key", devices } });
const add: Answer = () => {
  devices = [HERE, ...devices];
  return list(undefined, "");
};
const remove: Answer = (_body, url) => {
  devices = devices.filter(({ id }) => !url.includes(id));
  return list(undefined, "");
};

async function open(answers: Readonly<Record<string, Answer>> = {}, role: Role = "courier"): Promise<Sent[]> {
  stubAuth(signedIn([role]));
  const removes = [1, 2].map((nth) => [`POST /api/me/push/${device(nth).id}/remove`, remove]);
  const sent = stubServer({
    "GET /api/me/push": list,
    "POST /api/me/push": add,
    ...Object.fromEntries(removes),
    ...answers,
  });
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <PushCard />
      </QueryClientProvider>,
    );
  });
  return sent;
}
const theSwitch = () => screen.findByRole<HTMLInputElement>("switch");
const press = async () => {
  const one = await theSwitch();
  await act(async () => fireEvent.click(one));
};

test("nobody is asked before the switch is pressed; then this device is listed and the switch is on", async () => {
  const sent = await open();
  await theSwitch();
  expect(browser.asked).toBe(0);
  await press();
  await screen.findByText("Chrome on Linux");
  expect(browser.asked).toBe(1);
  expect((await theSwitch()).checked).toBe(true);
  await screen.findByText("This device");
  expect(sent.find(({ route }) => route === "POST /api/me/push")?.body).toEqual({
    endpoint: ENDPOINT,
    p256dh: "p",
    auth: "a",
    language: "en",
  });
});

test("switched off, the browser ends its subscription and the server forgets it", async () => {
  devices = [HERE];
  browser.isSubscribed = true;
  browser.permission = "granted";
  await open();
  await press();
  expect(browser.isSubscribed).toBe(false);
  expect((await theSwitch()).checked).toBe(false);
  expect(screen.queryByText("Chrome on Linux")).toBeNull();
});

test("another device is removed from afar", async () => {
  devices = [device(2)];
  await open();
  await theSwitch();
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Remove Firefox on Android" })));
  expect(devices).toEqual([]);
  expect((await theSwitch()).checked).toBe(false);
});

test("who says no is told the way out, and who closes the question may press again", async () => {
  browser.answer = "denied";
  await open();
  await press();
  await screen.findByText(/Your browser blocks notifications/);
  expect(screen.queryByRole("switch")).toBeNull();
  cleanup();
  browser = { ...browser, permission: "default", answer: "default" };
  await open();
  await press();
  await screen.findByText(/Press the switch to be asked again/);
  expect((await theSwitch()).checked).toBe(false);
});

test("a push service that does not answer, and a server that takes no more, leave nothing switched on", async () => {
  browser.isReached = false;
  await open();
  await press();
  await screen.findByText(/does not answer/);
  cleanup();
  browser.isReached = true;
  await open({ "POST /api/me/push": () => problem(409, "push.too-many") });
  await press();
  await screen.findByText(/Remove one of them first/);
  expect(browser.isSubscribed).toBe(false);
});

test("a browser without notifications says so, and one of iOS names the home screen", async () => {
  Reflect.deleteProperty(globalThis, "PushManager");
  await open();
  expect(await screen.findByText(/This browser cannot show notifications/)).toBeDefined();
  cleanup();
  Object.defineProperty(navigator, "standalone", { configurable: true, value: false });
  await open();
  await screen.findByText(/home screen/);
});

test("without an answer of the server it can be asked again", async () => {
  await open({ "GET /api/me/push": () => problem(503, "http.busy") });
  expect(await screen.findByRole("button", { name: /again/i })).toBeDefined();
});

test("who hears nothing sees no switch", async () => {
  await open({}, "dispatcher");
  expect(screen.queryByRole("switch")).toBeNull();
});
