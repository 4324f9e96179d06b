import { act, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Order } from "#features/deliveries/contract/shapes.ts";
import type { Payment } from "#features/payments/contract/api.ts";
import {
  ID,
  booked,
  eur,
  openBooked as open,
  title,
  unbooked,
  undone,
  useBookedPage,
  waits,
} from "#test/support/people/booked-page.tsx";
import { problem } from "#test/support/web/stub-server.ts";
import { type LiveHandler, matches } from "#web/live/live.ts";

const live = vi.hoisted(() => ({ handlers: [] as LiveHandler[] }));
vi.mock("#web/live/live.ts", async (original) => ({
  ...(await original<object>()),
  useLive: (handlers: LiveHandler[]) => void (live.handlers = handlers),
}));

useBookedPage();

const over = { state: "cancelled" as const };
const ended = (deliveryState: Order["deliveryState"]) => ({ state: "completed" as const, deliveryState });
const taken = { state: "captured" as const, captured: eur(1190) };

test.each<[string, Partial<Order>, Partial<Payment> | null, string, RegExp | null]>([
  ["held", {}, {}, "It is booked", /€11.90 is reserved on your card/],
  [
    "under way",
    { state: "in_progress", deliveryState: "out_for_delivery" },
    {},
    "Your delivery is under way",
    /is reserved/,
  ],
  ["delivered", ended("delivered"), taken, "Delivered", /€11.90 was charged to your card/],
  ["brought back", ended("returned"), taken, "Brought back", /was charged to your card/],
  ["lost", ended("lost"), { state: "voided" }, "Lost", /Nothing was charged/],
  ["disposed of", ended("disposed"), taken, "Not delivered", /was charged/],
  [
    "cancelled, being released",
    { ...undone, cancelFee: eur(0) },
    {},
    "This booking is cancelled",
    /€11.90 reserved on your card is being released/,
  ],
  [
    "cancelled, released",
    { ...undone, cancelFee: eur(0) },
    { state: "voided" },
    "This booking is cancelled",
    /Nothing was charged/,
  ],
  [
    "cancelled, fee due",
    { ...undone, cancelFee: eur(300) },
    {},
    "This booking is cancelled",
    /fee of €3.00 is charged/,
  ],
  [
    "cancelled, fee taken",
    { ...undone, cancelFee: eur(300) },
    { state: "captured", captured: eur(300) },
    "This booking is cancelled",
    /fee of €3.00 was charged/,
  ],
  [
    "refunded in part",
    ended("delivered"),
    { ...taken, refunded: eur(190) },
    "Delivered",
    /€1.90 of it was refunded/,
  ],
  [
    "refunded",
    ended("delivered"),
    { ...taken, refunded: eur(1190) },
    "Delivered",
    /charged to your card and refunded/,
  ],
  ["hold lost", {}, { state: "expired" }, "It is booked", /could not collect €11.90/],
  [
    "charged back",
    ended("delivered"),
    { ...taken, state: "charged_back" },
    "Delivered",
    /bank took back the €11.90/,
  ],
  ["in doubt", {}, { state: "review" }, "It is booked", /Please do not pay again/],
  [
    "given up",
    { ...over, ...unbooked },
    { state: "voided" },
    "You gave this booking up",
    /Nothing was charged/,
  ],
  ["given up, never opened", { ...over, ...unbooked }, null, "You gave this booking up", null],
  [
    "ran out",
    { state: "expired", ...unbooked },
    { state: "voided" },
    "The time to pay is over",
    /Nothing was charged/,
  ],
  ["not paid yet", waits, { state: "created" }, "Your booking waits for payment", null],
  ["declined", waits, { state: "failed" }, "Your booking waits for payment", null],
  ["asked by the bank", waits, { state: "action_required" }, "Your bank waits for you", null],
  ["declined for good", waits, { state: "failed_final" }, "This booking is not paid", null],
  [
    "released before it was booked",
    waits,
    { state: "voided" },
    "This booking is not paid",
    /Nothing was charged/,
  ],
  ["in doubt before it was booked", waits, { state: "review" }, "We are checking the payment", null],
])("%s: the page says so, and nothing else", async (_name, order, payment, says, money) => {
  await open({ order, payment });
  expect(await title()).toBe(says);
  expect(screen.queryAllByText(/It is booked/)).toHaveLength(says === "It is booked" ? 1 : 0);
  expect(screen.queryByText("Payment")?.parentElement?.textContent ?? "").toMatch(money ?? /^$/);
});

test("where the payment could not be read, nobody is told to pay", async () => {
  await open({
    order: waits,
    answers: { [`GET /api/orders/${ID}/payment`]: () => problem(503, "payments.provider-silent") },
  });
  expect(await title()).toBe("Checking the payment");
  expect(screen.queryByRole("link", { name: "Go on to payment" })).toBeNull();
});

test("a booking that an office cancels while its page is open says so by itself", async () => {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"],
    shouldAdvanceTime: true,
  });
  let order: Partial<Order> = {};
  await open({ answers: { [`GET /api/orders/${ID}`]: () => ({ body: { ...booked, ...order } }) } });
  expect(await title()).toBe("It is booked");
  order = { ...undone, cancelFee: eur(0) };
  await act(() => vi.advanceTimersByTimeAsync(31_000));
  await waitFor(async () => expect(await title()).toBe("This booking is cancelled"));
  expect(screen.queryByLabelText("Link for the recipient")).toBeNull();
});

test.each(["order.cancelled", "payment.voided", "delivery.cancelled"])(
  "a signed-in sender's page follows %s at once",
  async (type) => {
    let order: Partial<Order> = {};
    await open({ answers: { [`GET /api/orders/${ID}`]: () => ({ body: { ...booked, ...order } }) } });
    expect(await title()).toBe("It is booked");
    order = { ...undone, cancelFee: eur(0) };
    await act(async () => {
      for (const one of live.handlers.filter(({ type: pattern }) => matches(pattern, type)))
        one.run({ type, data: {} } as Parameters<typeof one.run>[0]);
    });
    await waitFor(async () => expect(await title()).toBe("This booking is cancelled"));
  },
);

test.each<[string, Partial<Order>, Partial<Payment>, boolean]>([
  ["waits to be paid", waits, { state: "created" }, true],
  ["is being released", { ...undone, cancelFee: eur(0) }, {}, true],
  ["owes a fee", { ...undone, cancelFee: eur(300) }, {}, true],
  ["is booked", {}, {}, false],
  ["is under way", { state: "in_progress", deliveryState: "out_for_delivery" }, {}, false],
  ["is paid", ended("delivered"), taken, false],
])("a booking that %s is asked for as often as its money moves", async (_name, order, payment, isOften) => {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"],
    shouldAdvanceTime: true,
  });
  const sent = await open({ order, payment });
  await title();
  const reads = () => sent.filter(({ route }) => route === `GET /api/orders/${ID}`).length;
  const before = reads();
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(reads() > before).toBe(isOften);
});
