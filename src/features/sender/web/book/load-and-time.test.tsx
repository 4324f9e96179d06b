import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Address } from "#features/places/contract/api.ts";
import { NO_NAMES } from "#features/quotes/domain/service-levels.ts";
import { stubAuth } from "#test/support/sign-in/stub-auth.ts";
import { stubServer } from "#test/support/web/stub-server.ts";
import { useForm } from "#web/forms/use-form.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import { NEW_PARCEL } from "./booking.ts";
import { LoadAndTime } from "./load-and-time.tsx";
import { Trip, type TripForm, type TripTyped } from "./trip-form.ts";
import { TripPrice } from "./trip-price.tsx";

beforeAll(async () => {
  await startWords("hall", "book", "sender", "quotes");
  await setLocale("en");
});
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-23T09:00:00Z") }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const end = (label: string, lat: number): Address => ({
  label,
  street: null,
  houseNumber: null,
  postcode: null,
  city: null,
  detail: null,
  point: { lon: 10.9, lat },
  precision: "rooftop",
  pinConfirmed: true,
});
const money = (minor: number) => ({ minor, currency: "EUR" });
const PRICE = {
  lines: [],
  subtotal: money(758),
  taxes: [],
  total: money(758),
  base: money(500),
  priceListVersion: 1,
};
const soonest = (time: string) => ({
  serviceLevel: "asap_60",
  date: "2026-11-23",
  window: { start: `2026-11-23T${time}:00.000Z`, end: "2026-11-23T12:30:00.000Z" },
});
const sameDay = { ...soonest("13:00"), serviceLevel: "same_day" };
const refused = [
  { serviceLevel: "same_day", code: "quotes.too-far", facts: { distanceM: 9_000, maxDistanceM: 8_000 } },
];

const TYPED: TripTyped = {
  pickup: end("Mill Lane 3", 50.2),
  dropoff: end("Hill Road 7", 50.3),
  parcels: [NEW_PARCEL],
  serviceLevel: "",
  windowStart: "",
  windowEnd: "",
};
const noFault = () => undefined;
function Step() {
  const form: TripForm = useForm({
    schema: Trip,
    initial: TYPED,
    onSubmit: noFault,
  });
  return (
    <>
      <LoadAndTime form={form} onFaults={noFault} />
      <TripPrice form={form} />
    </>
  );
}

test("a price that is for a later soonest window than was offered before is shown, with that window", async () => {
  stubAuth();
  stubServer({
    "GET /api/windows": () => ({
      body: {
        timezone: "Europe/Berlin",
        windows: [soonest("10:40"), sameDay],
        levels: ["asap_60", "same_day"].map((code) => ({ code, names: NO_NAMES })),
      },
    }),
    "GET /api/windows/prices": () => ({
      body: {
        timezone: "Europe/Berlin",
        distanceM: 9_000,
        distanceSource: "estimated",
        prices: [PRICE],
        windows: [{ ...soonest("10:45"), price: 0 }],
        refused,
      },
    }),
  });
  await act(async () =>
    render(
      <QueryClientProvider client={new QueryClient()}>
        <Suspense>
          <Step />
        </Suspense>
      </QueryClientProvider>,
    ),
  );
  const sum = await screen.findByRole("status");
  await vi.waitFor(() => expect(sum.textContent).toContain("€7.58"));
  expect(screen.getByText(/^11:45/)).toBeDefined();
  const levels = screen.getAllByRole("radio").slice(-2);
  expect(levels.map((one) => (one as HTMLInputElement).disabled)).toEqual([false, true]);
});
