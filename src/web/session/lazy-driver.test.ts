import { beforeEach, expect, test, vi } from "vitest";
import { markKnown } from "./known.ts";
import { makeLazyDriver } from "./lazy-driver.ts";
import type { AuthPort } from "./port.ts";

const fake = (): AuthPort => ({
  start: async () => undefined,
  login: vi.fn<AuthPort["login"]>(async () => undefined),
  finish: async () => "/",
  logout: async () => undefined,
  state: () => ({ kind: "signed-in", subject: "a", name: "Ada", roles: [], offline: false }),
  on: () => () => undefined,
  accountUrl: () => undefined,
  authorize: async (headers) => headers.set("authorization", "Bearer t"),
  refused: async () => false,
});
beforeEach(() => localStorage.clear());

test("a guest's page never fetches the code of sessions", async () => {
  const load = vi.fn<() => Promise<AuthPort>>(async () => fake());
  const driver = makeLazyDriver(load);
  await driver.start();
  const headers = new Headers();
  await driver.authorize(headers, { method: "GET", url: "/" });
  expect(driver.state()).toEqual({ kind: "signed-out" });
  expect(headers.get("authorization")).toBeNull();
  expect(load).not.toHaveBeenCalled();
  await driver.login();
  expect(load).toHaveBeenCalledTimes(1);
});

test("who signed in before is known at once, and calls wait for the session", async () => {
  markKnown(true);
  const load = vi.fn<() => Promise<AuthPort>>(async () => fake());
  const driver = makeLazyDriver(load);
  expect(driver.state()).toEqual({ kind: "starting" });
  const headers = new Headers();
  await driver.authorize(headers, { method: "GET", url: "/" });
  expect(headers.get("authorization")).toBe("Bearer t");
  expect(driver.state()).toMatchObject({ name: "Ada" });
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
