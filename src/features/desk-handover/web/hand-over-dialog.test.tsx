import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { follows } from "#features/delivery-pages/web/later/follows.ts";
import { isolated } from "#kernel/isolated.ts";
import type { Locale } from "#kernel/locale.ts";
import { sampleOf } from "#test/support/seeds/sample.ts";
import { stubDialog } from "#test/support/web/stub-dialog.ts";
import { type Answer, problem, type Sent, stubServer } from "#test/support/web/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { HandOverSheet } from "../contract/api.ts";
import { HandOverDialog } from "./hand-over-dialog.tsx";

const id = (n: number) => `0190a000-0000-7000-8000-00000000000${n}`;
const PATH = `/api/deliveries/${id(1)}/hand-over`;
const sheet: HandOverSheet = {
  version: 7,
  number: "WB-1",
  from: { id: id(2), name: "Kim Kurier" },
  couriers: [
    { id: id(3), name: "Lee Later", onDuty: true },
    { id: id(4), name: "Max Meister", onDuty: false },
  ],
};
// Safe: the dialog reads these alone.
const delivery = { id: id(1), version: 7 } as unknown as Delivery;
const DONE = sampleOf(deliveriesApi.readDelivery.reply);

beforeAll(async () => {
  stubDialog();
  follows.add(() =>
    Promise.resolve(({ act: name, deliveryId, version, courierId }) => (
      <p data-testid="follows">{[name, deliveryId, version, courierId].join(" ")}</p>
    )),
  );
  await startWords("hall", "delivery-pages", "custody", "dispatch", "deliveries");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(answers: Record<string, Answer> = {}, locale: Locale = "en") {
  await setLocale(locale);
  const sent: Sent[] = stubServer({
    [`GET ${PATH}`]: () => ({ body: sheet }),
    [`POST ${PATH}`]: () => ({ body: DONE }),
    ...answers,
  });
  const onDone = vi.fn<(fresh: Delivery) => void>();
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <HandOverDialog delivery={delivery} onDone={onDone} onClose={() => undefined} />
      </QueryClientProvider>,
    );
  });
  return {
    onDone,
    posted: () => sent.filter(({ route }) => route.startsWith("POST")).map(({ body }) => body),
  };
}
const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const submit = () => act(async () => void fireEvent.submit(document.querySelector("form") ?? document.body));

test("names who has the parcels and who can take them; a courier must be chosen", async () => {
  const { posted } = await open();
  expect(await screen.findByText(/Kim Kurier.* has the parcels of .*WB-1/)).toBeTruthy();
  const offered = screen.getAllByRole("option").map(({ textContent }) => textContent);
  expect(offered).toEqual(["Choose a courier", "Lee Later", "Max Meister (not on duty)"]);
  expect(screen.queryByTestId("follows")).toBeNull();
  await submit();
  expect(screen.getByRole("alert").textContent).toContain("New courier");
  expect(posted()).toEqual([]);
});

test("before the press it shows what follows and what both read; then it is handed over as it was seen", async () => {
  const { posted, onDone } = await open();
  await screen.findByLabelText("New courier");
  choose("New courier", id(3));
  expect((await screen.findByTestId("follows")).textContent).toBe(`hand_over ${id(1)} 7 ${id(3)}`);
  choose("Where and when they meet", "Market, 14:00");
  const [number, from, to] = ["WB-1", "Kim Kurier", "Lee Later"].map(isolated);
  const text = `${number}: ${from} hands the parcels over to ${to}. Market, 14:00`;
  expect(screen.getByText(/Both get this note/).textContent).toContain(text);
  await submit();
  expect(posted()).toEqual([{ version: 7, courierId: id(3), note: text }]);
  expect(onDone).toHaveBeenCalledOnce();
});

test("a refusal is said in words, and what was chosen stays", async () => {
  const { onDone } = await open({ [`POST ${PATH}`]: () => problem(409, "deliveries.changed-meanwhile") });
  await screen.findByLabelText("New courier");
  choose("New courier", id(4));
  await submit();
  expect((await screen.findByRole("alert")).textContent).toMatch(/changed/);
  expect(screen.getByLabelText<HTMLSelectElement>("New courier").value).toBe(id(4));
  expect(onDone).not.toHaveBeenCalled();
});

test.each([
  ["no courier has them any more", problem(409, "custody.not-held"), /not in a courier’s hands/],
  ["there is no network", problem(503, "http.offline"), /./],
])("says so where %s", async (_what, answer, words) => {
  await open({ [`GET ${PATH}`]: () => answer });
  expect((await screen.findByRole("alert")).textContent).toMatch(words);
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
});

test("says so where there is nobody else", async () => {
  await open({ [`GET ${PATH}`]: () => ({ body: { ...sheet, couriers: [] } }) });
  expect(await screen.findByText("There is no other courier to whom the parcels can go.")).toBeTruthy();
});

test.each(["de", "es", "fr", "ar"] as const)("speaks %s", async (locale) => {
  await open({}, locale);
  const dialog = await screen.findByRole("form");
  expect(dialog.textContent).not.toMatch(/delivery-pages:|\{|undefined/);
});
