import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { Problem } from "#web/api/problem.ts";
import { startWords } from "#web/i18n/words.ts";
import type { CourierStop } from "../contract/api.ts";
import { Day } from "./day.tsx";
import { type Phone, type PhoneView, clearPhone, showPhone } from "./phone-view.ts";

const { record } = vi.hoisted(() => ({ record: vi.fn<Phone["record"]>() }));
vi.mock("./phone-view.ts", async (original) => ({
  ...(await original<object>()),
  phone: () => Promise.resolve({ record, startDuty: () => Promise.resolve(), refresh: () => undefined }),
}));

beforeAll(() => startWords("hall", "courier", "session"));
beforeEach(() => {
  record.mockReset();
  record.mockResolvedValue(undefined);
});
afterEach(() => {
  cleanup();
  clearPhone();
});

const TASK = "0197a0b0-0000-7000-8000-000000000002";

function show(onDuty: boolean, states: readonly CourierStop["state"][], view: Partial<PhoneView> = {}): void {
  const stops = states.map((state, at) => ({
    taskId: at === 0 ? TASK : `${TASK.slice(0, -1)}${at + 2}`,
    deliveryId: "0197a0b0-0000-7000-8000-000000000001",
    kind: "deliver",
    state,
    blocked: false,
    custody: "courier",
    number: "WB-7K4M-92QX",
    contactName: "Rita",
    window: { start: "2026-11-24T10:00:00Z", end: "2026-11-24T11:00:00Z" },
    address: { label: "5 Rue Haute", detail: null, point: { lon: 4.35, lat: 50.84 } },
    parcels: [{ size: "small", massG: 900, contents: "books", fragile: false, code: "WB-7K4M-92QX-1" }],
    required: [],
    preferred: [],
    cash: null,
  }));
  // Safe: the page reads these alone.
  const day = {
    date: "2026-11-24",
    timezone: "UTC",
    onDuty,
    route: null,
    stops,
  } as unknown as PhoneView["day"];
  showPhone({ isReady: true, end: "sent", asOf: Date.now(), day, ...view });
}

const foot = () => within(document.querySelector<HTMLElement>(".courier-actions") ?? document.body);
const checked = [{ command: { type: "load_checked" }, label: "2026-11-24" }] as unknown as PhoneView["ops"];

async function open(): Promise<void> {
  await act(async () => void render(<Day />));
  await screen.findByText("Hand over to a colleague");
}

test("off duty the main action goes on duty, and the focus goes on to the load check", async () => {
  show(false, ["assigned"]);
  await open();
  record.mockImplementation(async () => show(true, ["assigned"]));
  const begin = foot().getByRole("button", { name: "Go on duty" });
  begin.focus();
  await act(async () => void fireEvent.click(begin));
  expect(record).toHaveBeenCalledExactlyOnceWith([
    expect.objectContaining({ type: "shift", body: { onDuty: true } }),
  ]);
  const load = foot().getByRole("link", { name: "Load check" });
  expect(load.getAttribute("href")).toBe("/c/load");
  expect(document.activeElement).toBe(load);
  // The way is there once.
  expect(screen.getAllByRole("link", { name: "Load check" })).toHaveLength(1);
});

test("after the load check, complete or not, it leads to the next stop", async () => {
  show(true, ["assigned", "assigned"], { ops: checked });
  await open();
  expect(foot().getByRole("link", { name: "Next stop" }).getAttribute("href")).toBe(`/c/stop/${TASK}`);
  // A parcel that is not ticked can still be looked for.
  expect(screen.getByRole("link", { name: "Load check" })).toBeTruthy();
  await act(async () => show(true, ["en_route", "assigned"]));
  expect(foot().getByRole("link", { name: "Back to the stop" }).getAttribute("href")).toBe(`/c/stop/${TASK}`);
});

test("it goes off duty after the last stop, once that can be undone no more", async () => {
  show(true, ["succeeded"], { undo: { ids: ["a"], until: Date.now() + 8_000 } });
  await open();
  expect(screen.queryByRole("button", { name: "Go off duty" })).toBeNull();
  await act(async () => show(true, ["succeeded"], { undo: null }));
  await act(async () => void fireEvent.click(foot().getByRole("button", { name: "Go off duty" })));
  expect(record).toHaveBeenCalledExactlyOnceWith([
    expect.objectContaining({ type: "shift", body: { onDuty: false } }),
  ]);
});

test("a phone that cannot store it says so beside the action", async () => {
  show(false, ["assigned"]);
  await open();
  record.mockRejectedValue(new Problem("courier.not-saved"));
  await act(async () => void fireEvent.click(foot().getByRole("button", { name: "Go on duty" })));
  expect(foot().getByText(/^NOT saved/)).toBeTruthy();
  expect(foot().getByRole("button", { name: "Go on duty" })).toBeTruthy();
});
