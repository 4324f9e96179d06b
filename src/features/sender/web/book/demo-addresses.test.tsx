import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { stubAuth } from "#test/support/sign-in/stub-auth.ts";
import { stubServer } from "#test/support/web/stub-server.ts";
import { useForm, useValue } from "#web/forms/use-form.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import { NEW_PARCEL } from "./booking.ts";
import { DemoAddresses } from "./demo-addresses.tsx";
import { Trip, type TripForm, type TripTyped } from "./trip-form.ts";

const HOMES = ["Mill Lane 3, 00710 Town", "Hill Road 7, 00710 Town", "River Walk 1, 00710 Town"];

beforeAll(async () => {
  await startWords("hall", "book");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const hit = (label: string) => ({
  id: label,
  kind: "address",
  distanceM: null,
  address: {
    label,
    street: null,
    houseNumber: null,
    postcode: null,
    city: null,
    detail: null,
    point: { lon: 10.9, lat: 50.2 },
    precision: "rooftop",
    pinConfirmed: false,
  },
});

const EMPTY: TripTyped = {
  pickup: null,
  dropoff: null,
  parcels: [NEW_PARCEL],
  serviceLevel: "",
  windowStart: "",
  windowEnd: "",
};

function Ends() {
  const form: TripForm = useForm({
    schema: Trip,
    initial: EMPTY,
    onSubmit: () => undefined,
  });
  const ends = [useValue(form, "pickup"), useValue(form, "dropoff")];
  return (
    <>
      <output>{ends.map((end) => (end?.pinConfirmed === true ? end.label : "none")).join(" to ")}</output>
      <DemoAddresses form={form} />
    </>
  );
}

test("two presses on demo addresses fill both ends, and then none is offered", async () => {
  stubAuth();
  const day = { speed: 0, startedAt: null, riding: 0, booked: 0, ended: 0 };
  const sent = stubServer({
    "GET /api/demo": () => ({ body: { people: [], addresses: HOMES, day } }),
    "GET /api/places": (_body, url) => {
      const street = new URL(url, "http://localhost").searchParams.get("q") ?? "";
      return { body: { hits: HOMES.filter((label) => label.startsWith(street)).map(hit) } };
    },
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Ends />
    </QueryClientProvider>,
  );
  const press = async (label: string) => {
    const button = await screen.findByRole("button", { name: label });
    await act(async () => button.click());
  };
  const filled = (text: string) => waitFor(() => expect(screen.getByRole("status").textContent).toBe(text));
  await press("Mill Lane 3, 00710 Town");
  await filled("Mill Lane 3, 00710 Town to none");
  expect(screen.queryByRole("button", { name: "Mill Lane 3, 00710 Town" })).toBeNull();
  await press("River Walk 1, 00710 Town");
  await filled("Mill Lane 3, 00710 Town to River Walk 1, 00710 Town");
  expect(screen.queryByRole("button")).toBeNull();
  expect(sent.map(({ route }) => route)).toContain("GET /api/places");
});
