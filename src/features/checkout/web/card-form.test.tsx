import { act, screen } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { show, usePage } from "#test/support/web/page.tsx";
import type { Order } from "#features/deliveries/contract/shapes.ts";
import { stubAuth } from "#test/support/sign-in/stub-auth.ts";
import { stubServer } from "#test/support/web/stub-server.ts";
import { word } from "#web/i18n/words.ts";
import { type PaymentProblemCode, problemOf } from "#features/payments/contract/payment-problems.ts";
import { isMakerOf } from "./bank.ts";
import { sessionOf } from "#test/support/paying/samples.ts";
import { PayPanel } from "./pay-panel.tsx";

const loaded = vi.hoisted(() => ({ script: Promise.resolve<unknown>(undefined) }));
vi.mock("./load-script.ts", () => ({ loadScript: () => loaded.script }));

const session = sessionOf();
// Safe: the panel reads these three alone.
const order = {
  id: session.payment.orderId,
  total: session.payment.amount,
  expiresAt: null,
} as unknown as Order;

usePage("payments");
/** Loaded before the clock is the test's. */
beforeAll(() => import("./stripe-bank.ts"));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  stubAuth();
});

/** Opens the payment with a script that made this. */
async function openWith(made: unknown) {
  loaded.script = Promise.resolve({ ok: true, value: () => made });
  await open();
}
async function open() {
  stubServer({ [`POST /api/orders/${order.id}/payment`]: () => ({ body: session }) });
  await show(
    <PayPanel order={order} headers={{}} onPaid={() => undefined} ways={{ "pay-link": () => undefined }} />,
  );
  await pass(0);
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const payButton = () => screen.queryByRole<HTMLButtonElement>("button", { name: /^Pay / });
function expectShown(code: PaymentProblemCode) {
  const { says } = problemOf(code);
  expect(screen.getByText(word("payments", says ?? "pay.still"))).toBeTruthy();
}

/** A script whose form says that it is ready after that many ms, or never. */
const scriptReadyAfter = (ms: number | undefined, mount: () => void = () => undefined) => ({
  elements: () => ({
    create: () => ({
      on: (event: string, listener: (said: object) => void) => {
        if (event === "ready" && ms !== undefined) setTimeout(() => listener({}), ms);
      },
      mount,
      focus: () => undefined,
      destroy: () => undefined,
    }),
    submit: () => Promise.resolve({}),
  }),
  confirmPayment: () => Promise.resolve({}),
});

test("no press is taken before the form is ready", async () => {
  await openWith(scriptReadyAfter(4_000));
  expect(payButton()?.disabled).toBe(true);
  await pass(4_000);
  expect(payButton()?.disabled).toBe(false);
});

test("element.not-loaded: a form that never gets ready is given up after 12 s, with ways out", async () => {
  await openWith(scriptReadyAfter(undefined));
  await pass(11_900);
  expect(payButton()?.disabled).toBe(true);
  await pass(200);
  expectShown("element.not-loaded");
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
});

test("element.slow: a script that stalls offers ways out before 12 s", async () => {
  loaded.script = new Promise(() => undefined);
  await open();
  await pass(3_100);
  expectShown("element.slow");
  expect(screen.queryByRole("button")).toBeNull();
  await pass(7_000);
  expect(screen.getByRole("button", { name: "Reload page" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Pay later or elsewhere" })).toBeTruthy();
});

const noElement = { elements: () => ({}), confirmPayment: () => Promise.resolve({}) };
test.each<[string, unknown]>([
  ["makes nothing", undefined],
  ["makes a text", "Stripe"],
  ["has no elements", { confirmPayment: () => Promise.resolve({}) }],
  ["cannot confirm", { elements: () => ({}) }],
  ["has elements without a card form", noElement],
])("script.wrong-version: a script that %s is told with ways out", async (_says, made) => {
  await openWith(made);
  await vi.waitFor(() => expectShown("script.wrong-version"));
  expect(screen.getByRole("button", { name: "Reload page" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Pay later or elsewhere" })).toBeTruthy();
});

test("a form that the script refuses to draw is told, and the page stands", async () => {
  await openWith(
    scriptReadyAfter(0, () => {
      throw new Error("these options differ from the intent's");
    }),
  );
  expectShown("element.not-available");
  expect(payButton()).toBeNull();
});

const maker = (version?: unknown) => Object.assign(() => undefined, { version });
test.each<[string, unknown, boolean]>([
  ["https://js.bank.example/endive/stripe.js", maker("endive"), true],
  ["https://js.bank.example/endive/stripe.js", maker("clover"), false],
  ["https://js.bank.example/endive/stripe.js", maker(3), false],
  ["https://js.bank.example/v3/", maker(3), true],
  ["https://js.bank.example/endive/stripe.js", () => undefined, true],
  ["/sandbox-bank/endive/stripe.js", maker("endive"), true],
  ["/sandbox-bank/endive/stripe.js", { version: "endive" }, false],
])("a script at %s that is %o may be used: %s", (url, value, expected) => {
  expect(isMakerOf(url, value)).toBe(expected);
});
