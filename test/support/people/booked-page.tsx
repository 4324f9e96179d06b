import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, configure, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeAll, vi } from "vitest";
import type { Order } from "#features/deliveries/contract/shapes.ts";
import type { Payment } from "#features/payments/contract/api.ts";
import { signedIn, stubAuth } from "../sign-in/stub-auth.ts";
import { stubDialog } from "../web/stub-dialog.ts";
import { type Answer, problem, stubServer } from "../web/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import { loadConfig } from "#web/session/config.ts";
import { PREFIX } from "#features/sender/web/booking-key.ts";
import { Booked } from "#features/sender/web/booked/booked.tsx";

export const ID = "0190a000-0000-7000-8000-000000000002";
export const KEY = "k".repeat(22);
export const eur = (minor: number) => ({ minor, currency: "EUR" });
const place = (label: string) => ({
  label,
  street: label,
  houseNumber: null,
  postcode: null,
  city: "Berlin",
  detail: null,
  point: { lon: 13.4, lat: 52.5 },
  precision: "rooftop" as const,
  pinConfirmed: true,
});
const person = (name: string) => ({ name, phone: "+4930123456", email: null, note: "" });
export const booked: Order = {
  id: ID,
  number: "WB-1",
  state: "confirmed",
  quoteId: ID,
  deliveryId: ID,
  deliveryState: "created",
  cancelFee: null,
  total: eur(1190),
  price: {
    lines: [{ ruleId: "base", label: "price.flat", inputs: { title: "Base fare" }, amount: eur(1000) }],
    subtotal: eur(1000),
    taxes: [{ basisPoints: 1900, amount: eur(190) }],
    total: eur(1190),
    base: eur(1000),
    priceListVersion: 1,
  },
  sender: person("Sam"),
  recipient: person("Rita"),
  pickup: place("5 Rue Haute"),
  dropoff: place("Market Square 1"),
  parcels: [{ size: "small", massG: 2_000, contents: "books", fragile: false }],
  serviceLevel: "same_day",
  window: { start: "2026-11-27T08:00:00.000Z", end: "2026-11-27T10:00:00.000Z" },
  createdAt: "2026-11-27T07:00:00.000Z",
  expiresAt: null,
};
export const unbooked = { deliveryId: null, deliveryState: null };
const held: Payment = {
  id: ID,
  orderId: ID,
  purpose: "booking",
  state: "authorized",
  amount: eur(1190),
  captured: eur(0),
  decline: null,
  triesLeft: 5,
  createdAt: "2026-11-27T07:00:00.000Z",
};

interface Stage {
  readonly order?: Partial<Order>;
  readonly payment?: Partial<Payment> | null;
  readonly answers?: Readonly<Record<string, Answer>>;
  /** They booked here; a guest who came by a link has no such key. */
  readonly isGuest?: boolean | "by-link";
}

/** The page after booking, with what its server says. @returns what it sent */
export async function openBooked({ order = {}, payment = {}, answers = {}, isGuest = true }: Stage = {}) {
  stubAuth(isGuest ? undefined : signedIn(["sender"]));
  if (isGuest === true) localStorage.setItem(PREFIX + ID, KEY);
  const sent = stubServer({
    [`GET /api/orders/${ID}`]: () => ({ body: { ...booked, ...order } }),
    [`GET /api/orders/${ID}/payment`]: () =>
      payment === null ? problem(404, "payments.none") : { body: { ...held, ...payment } },
    [`GET /api/orders/${ID}/cancellation`]: () => ({
      body: { allowed: true, fee: eur(0), refund: eur(1190), reason: "free-before-start" },
    }),
    [`GET /api/orders/${ID}/receipts`]: () => ({ body: { items: [] } }),
    [`POST /api/orders/${ID}/tracking-links`]: () => ({
      body: { token: "t".repeat(22), path: `/t/${"t".repeat(22)}`, createdAt: booked.createdAt },
    }),
    ...answers,
  });
  await loadConfig();
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Suspense>
          <Booked params={{ id: ID }} search={{}} setSearch={() => undefined} />
        </Suspense>
      </QueryClientProvider>,
    );
  });
  return sent;
}
export const title = async (): Promise<string> =>
  (await screen.findByRole("heading", { level: 1 })).textContent ?? "";

/** Sets up and tears down tests of this page. */
export function useBookedPage(): void {
  beforeAll(async () => {
    configure({ asyncUtilTimeout: 10_000 });
    stubDialog();
    await startWords("hall", "payments", "owed", "sender", "pay", "booked", "deliveries", "quotes");
    await setLocale("en");
  });
  afterEach(() => {
    cleanup();
    localStorage.clear();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}

export const undone = { state: "cancelled" as const, deliveryState: "cancelled" as const };
export const waits = { state: "pending_payment" as const, ...unbooked };
