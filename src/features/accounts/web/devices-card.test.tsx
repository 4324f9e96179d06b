import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signedIn, stubAuth, type StubAuth } from "#test/support/sign-in/stub-auth.ts";
import { stubDialog } from "#test/support/web/stub-dialog.ts";
import { type Answer, problem, stubServer } from "#test/support/web/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { Device } from "../contract/sessions.ts";
import { DevicesCard } from "./devices-card.tsx";

const LIST = "GET /api/me/sessions";
const idOf = (nth: number) => `0190a000-0000-7000-8000-00000000000${nth}`;
const device = (nth: number, more: Partial<Device> = {}): Device => ({
  id: idOf(nth),
  here: false,
  browser: "Firefox",
  system: "Android",
  form: "phone",
  bound: true,
  firstSeenAt: "2026-11-20T08:00:00.000Z",
  lastSeenAt: "2026-11-21T08:00:00.000Z",
  ...more,
});
const HERE = device(1, { here: true, browser: "Chrome", system: "Linux", form: "desktop" });

let auth: StubAuth;
let devices: Device[];
const ended: string[] = [];
const endOne: Answer = (_body, url) => {
  const id = url.split("/").at(-2) ?? "";
  const before = devices.length;
  devices = devices.filter((one) => one.id !== id);
  ended.push(id);
  return { body: { ended: before - devices.length } };
};
const page: Answer = () => ({ body: { items: devices, next: null } });

beforeEach(async () => {
  stubDialog();
  auth = stubAuth(signedIn());
  devices = [HERE, device(2), device(3, { browser: null, system: null, form: null, bound: false })];
  ended.length = 0;
  await startWords("hall", "accounts");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const everywhere = vi.fn<() => void>();
async function open(answers: Readonly<Record<string, Answer>> = {}) {
  const ends = Object.fromEntries([2, 3].map((nth) => [`POST /api/me/sessions/${idOf(nth)}/end`, endOne]));
  stubServer({ [LIST]: page, ...ends, ...answers });
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <DevicesCard onEverywhere={everywhere} />
      </QueryClientProvider>,
    );
  });
  await screen.findByRole("heading", { name: "Your devices" });
}
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole("button", { name })));
const rows = () => screen.getAllByRole("listitem");

test("each device is named, and this one is marked", async () => {
  await open();
  await screen.findByText("Chrome on Linux");
  expect(rows()).toHaveLength(3);
  expect(within(rows()[0] ?? document.body).getByText("This device")).toBeTruthy();
  expect(within(rows()[2] ?? document.body).getByText("Unknown browser")).toBeTruthy();
});

test("one device is signed out, and no longer stands there", async () => {
  await open();
  await screen.findByText("Firefox on Android");
  await press("Sign out Firefox on Android");
  await vi.waitFor(() => expect(rows()).toHaveLength(2));
  expect(ended).toEqual([idOf(2)]);
  expect(auth.logout).not.toHaveBeenCalled();
});

test("this device is signed out as everywhere else: by signing out", async () => {
  await open();
  await screen.findByText("Chrome on Linux");
  await press("Sign out Chrome on Linux");
  expect(auth.logout).toHaveBeenCalledTimes(1);
  expect(ended).toEqual([]);
});

test("all others are signed out after a question, this one stays", async () => {
  await open();
  await screen.findByText("Chrome on Linux");
  await press("Sign out the others");
  const asked = within(screen.getByRole("dialog", { name: "Sign out all other devices?" }));
  await act(async () => fireEvent.click(asked.getByRole("button", { name: "Sign out the others" })));
  await vi.waitFor(() => expect(rows()).toHaveLength(1));
  expect(ended).toEqual([idOf(2), idOf(3)]);
  expect(screen.queryByRole("button", { name: "Sign out the others" })).toBeNull();
});

test("with this device alone there are no others to sign out", async () => {
  devices = [HERE];
  await open();
  await screen.findByText("Chrome on Linux");
  expect(screen.queryByRole("button", { name: "Sign out the others" })).toBeNull();
  await press("Sign out everywhere");
  expect(everywhere).toHaveBeenCalledTimes(1);
});

test("a list that cannot be read says why and can be read again", async () => {
  let faults = 1;
  await open({ [LIST]: (...given) => (faults-- > 0 ? problem(500, "http.internal") : page(...given)) });
  await act(async () => fireEvent.click(await screen.findByRole("button", { name: "Try again" })));
  expect(await screen.findByText("Chrome on Linux")).toBeTruthy();
});

test("a refusal stands below the list and nothing is lost", async () => {
  await open({ [`POST /api/me/sessions/${idOf(2)}/end`]: () => problem(404, "http.not-found") });
  await screen.findByText("Firefox on Android");
  await press("Sign out Firefox on Android");
  expect(screen.getByRole("alert").textContent).not.toBe("");
  expect(rows()).toHaveLength(3);
});
