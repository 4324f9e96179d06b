import { beforeEach, expect, test, vi } from "vitest";
import { markKnown } from "./storage/known.ts";
import { makeLazyDriver } from "./lazy-driver.ts";
import type { AuthPort } from "./port.ts";

const fake = (): AuthPort => ({
  start: async () => undefined,
  login: vi.fn<AuthPort["login"]>(async () => undefined),
  finish: async () => "/",
  logout: async () => undefined,
  state: () => ({ kind: "signed-in", subject: "a", name: "Ada", roles: [], offline: false }),
  on: () => () => undefined,
  fetch: vi.fn<AuthPort["fetch"]>(async () => new Response("signed")),
  roles: () => [],
  account: () => ({ name: "Ada" }),
  notices: () => [],
  dismiss: () => undefined,
  diagnose: () => Promise.reject(new Error("not asked")),
  confirm: async () => undefined,
});
const guests = vi.fn<typeof fetch>(async () => new Response("guest"));
beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal("fetch", guests);
});

test("a guest's page never fetches the code of sessions", async () => {
  const load = vi.fn<() => Promise<AuthPort>>(async () => fake());
  const driver = makeLazyDriver(load);
  await driver.start();
  expect(await (await driver.fetch("/")).text()).toBe("guest");
  expect(driver.state()).toEqual({ kind: "signed-out" });
  expect(load).not.toHaveBeenCalled();
  await driver.login();
  expect(load).toHaveBeenCalledTimes(1);
});

test("who signed in before is known at once, and calls wait for the session", async () => {
  markKnown(true);
  const load = vi.fn<() => Promise<AuthPort>>(async () => fake());
  const driver = makeLazyDriver(load);
  expect(driver.state()).toEqual({ kind: "signing-in" });
  expect(await (await driver.fetch("/")).text()).toBe("signed");
  expect(driver.state()).toMatchObject({ name: "Ada" });
});

test("who lost the session to others reads why when the page opens anew, for a day", async () => {
  markKnown("ended");
  const load = vi.fn<() => Promise<AuthPort>>(async () => fake());
  await makeLazyDriver(load).start();
  expect(load).toHaveBeenCalledTimes(1);
  vi.useFakeTimers({ now: Date.now() + 25 * 3_600_000, toFake: ["Date"] });
  const driver = makeLazyDriver(load);
  await driver.start();
  vi.useRealTimers();
  expect(driver.state()).toEqual({ kind: "signed-out" });
  expect(load).toHaveBeenCalledTimes(1);
  expect(localStorage).toHaveLength(0);
});

test("who signed out is a guest like any other", async () => {
  markKnown(true);
  markKnown(false);
  const load = vi.fn<() => Promise<AuthPort>>(async () => fake());
  await makeLazyDriver(load).start();
  expect(load).not.toHaveBeenCalled();
});

test("code that does not come leaves one signed out, and the next press tries again", async () => {
  markKnown(true);
  const load = vi.fn<() => Promise<AuthPort>>(async () => Promise.reject(new TypeError("offline")));
  const driver = makeLazyDriver(load);
  await driver.start();
  expect(driver.state()).toEqual({ kind: "signed-out" });
  load.mockResolvedValue(fake());
  await driver.login();
  expect(driver.state()).toMatchObject({ name: "Ada" });
});
