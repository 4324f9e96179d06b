import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { DAY_MS, HOUR_MS, toIso } from "#kernel/instant.ts";
import { stubDialog } from "#test/support/web/stub-dialog.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import { follows } from "./later/follows.ts";
import { RetryDialog } from "./retry-dialog.tsx";

const sent = vi.hoisted(() => vi.fn<(endpoint: { id: string }, input: object) => Promise<object>>());
vi.mock("#web/api/call.ts", () => ({ call: sent }));
vi.mock("#web/session/config.ts", () => ({ useZone: () => "UTC", configAtHand: () => undefined }));

const NOON = Date.UTC(2026, 5, 1, 12);
const windowAt = (start: number) => ({ start: toIso(start), end: toIso(start + 2 * HOUR_MS) });
const deliveryOf = (start: number, changes: Partial<Delivery> = {}) =>
  ({
    id: "d",
    version: 7,
    number: "WB-1",
    custody: "courier",
    courierName: "Kim",
    window: windowAt(start),
    tasks: [
      {
        id: "t",
        kind: "deliver",
        tryNo: 1,
        state: "failed",
        outcome: { reason: "recipient_absent", fault: "recipient" },
      },
    ],
    ...changes,
  }) as unknown as Delivery; // Safe: the dialog reads these alone.

beforeAll(async () => {
  stubDialog();
  follows.add(() =>
    Promise.resolve(({ act: name, deliveryId, version }) => (
      <p data-testid="follows">{[name, deliveryId, version].join(" ")}</p>
    )),
  );
  await startWords("hall", "delivery-pages", "deliveries");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  vi.useRealTimers();
});

async function open(delivery: Delivery) {
  vi.setSystemTime(NOON);
  sent.mockResolvedValue({});
  await act(async () => {
    render(<RetryDialog delivery={delivery} onDone={() => undefined} onClose={() => undefined} />);
  });
}
const submit = () => act(async () => void fireEvent.submit(document.querySelector("form") ?? document.body));
const command = () => sent.mock.calls.map(([, input]) => Reflect.get(input, "command"))[0];

test("what is still promised stays, and the courier who has the parcels is named", async () => {
  await open(deliveryOf(NOON));
  expect(screen.getByText(/Kim has the parcels\. Give the try to Kim/)).toBeTruthy();
  expect(screen.getByText(/It will be try 2\./)).toBeTruthy();
  await submit();
  expect(command()).toMatchObject({ type: "retry" });
  expect(command()).not.toHaveProperty("window");
});

test("a promise that is over moves to the next day at one press", async () => {
  await open(deliveryOf(NOON - 4 * HOUR_MS));
  expect(screen.queryByLabelText(/As promised/)).toBeNull();
  await submit();
  expect(command()).toMatchObject({ window: windowAt(NOON - 4 * HOUR_MS + DAY_MS) });
});

test("another time is typed, and a missing one is named", async () => {
  await open(deliveryOf(NOON, { custody: "hub", courierName: null }));
  expect(screen.getByText(/The parcels are at the hub/)).toBeTruthy();
  fireEvent.click(screen.getByLabelText(/Another time/));
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  type("Date", "");
  await submit();
  expect(sent).not.toHaveBeenCalled();
  type("Date", "2026-06-05");
  type("From", "22:00");
  type("Until", "01:00");
  await submit();
  expect(command()).toMatchObject({
    window: { start: "2026-06-05T22:00:00.000Z", end: "2026-06-06T01:00:00.000Z" },
  });
});

test("a return that is tried again asks for no time", async () => {
  const failed = { id: "t", kind: "return", tryNo: 2, state: "failed", outcome: { reason: "closed" } };
  await open(deliveryOf(NOON, { tasks: [failed] } as unknown as Partial<Delivery>));
  expect(screen.queryByText("When")).toBeNull();
  await submit();
  expect(command()).not.toHaveProperty("window");
});

const later = { extraAttempt: { minor: 292, currency: "EUR" }, return: { minor: 583, currency: "EUR" } };
const priced = (fault: string): Partial<Delivery> =>
  ({
    tasks: [{ id: "t", kind: "deliver", tryNo: 1, state: "failed", outcome: { reason: "closed", fault } }],
    price: { later },
  }) as unknown as Partial<Delivery>;

test("the consequences stand before the press; where the price names no amount, it may be charged by hand", async () => {
  await open(deliveryOf(NOON, priced("recipient")));
  expect((await screen.findByTestId("follows")).textContent).toBe("retry d 7");
  expect(screen.queryByText(/may be charged/)).toBeNull();
  cleanup();
  await open(deliveryOf(NOON));
  expect(screen.getByText(/may be charged/)).toBeTruthy();
});
