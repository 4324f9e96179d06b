import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Locale } from "#kernel/locale.ts";
import { type Answer, problem, type Sent, stubServer } from "#test/support/web/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { Consequences } from "../contract/api.ts";
import { Following } from "./following.tsx";

const ID = "0190a000-0000-7000-8000-000000000001";
const ROUTE = `GET /api/deliveries/${ID}/consequences`;
const EUR = { minor: 583, currency: "EUR" };
const toldBy = (way: "mail" | "sms", isOff = false): Consequences["told"][number] => ({
  audience: "recipient",
  way,
  notice: "returning",
  corrects: false,
  waitsMinutes: 2,
  isOff,
});
const nothing: Consequences = {
  version: 7,
  state: "returning",
  custody: "courier",
  couriers: [],
  givenTo: null,
  told: [],
  dropped: [],
  money: [],
};
const much: Consequences = {
  ...nothing,
  couriers: [
    { name: "Kim Kurier", push: true },
    { name: "Lee Later", push: false },
  ],
  told: [toldBy("mail"), toldBy("sms"), { ...toldBy("sms", true), audience: "sender" }],
  dropped: [{ ...toldBy("mail"), notice: "missed", waitsMinutes: 0 }],
  money: [{ what: "return-later", amount: EUR }],
};

beforeAll(() => startWords("hall", "delivery-pages", "notices", "deliveries"));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

type Props = Partial<Parameters<typeof Following>[0]>;
const queries = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });

async function show(answer: Answer, props: Props = {}, locale: Locale = "en") {
  await setLocale(locale);
  const sent: Sent[] = stubServer({ [ROUTE]: answer });
  const client = queries();
  const at = (more: Props) => (
    <QueryClientProvider client={client}>
      <Following deliveryId={ID} version={7} act="send_back" {...more} />
    </QueryClientProvider>
  );
  const { rerender } = await act(async () => render(at(props)));
  return { sent, again: (more: Props) => act(async () => rerender(at({ ...props, ...more }))) };
}
const row = async (name: string) => within((await screen.findByText(name)).parentElement ?? document.body);
const textOf = async (name: string) => (await screen.findByText(name)).nextElementSibling?.textContent;

test("says what becomes of the delivery, who is told and how, what is dropped, which courier loses it, who pays", async () => {
  await show(() => ({ body: much }));
  expect(await textOf("Delivery")).toBe("ReturningParcels with: The courier");
  const told = await row("Told");
  expect(told.getAllByText(/Goes back/).map(({ textContent }) => textContent)).toEqual([
    "Recipient: Goes back · Mail · Text message · in 2 minutes, so that it can still be undone",
    "Sender: Goes back · Text message · not sent, they switched messages off",
  ]);
  expect(await textOf("No longer sent")).toBe("Recipient: Not delivered · Mail");
  const courier = await row("Courier");
  expect(courier.getByText(/Kim Kurier.* loses this stop; their phone says so at once/)).toBeTruthy();
  expect(courier.getByText(/Lee Later.* Their phone does not ring/)).toBeTruthy();
  expect(await textOf("Sender pays")).toBe("€5.83 for the way back once it was made.");
});

test("names the courier who has the parcels after a handover, and whether their phone rings", async () => {
  const lee = { name: "Lee Later", push: true };
  await show(() => ({ body: { ...nothing, givenTo: lee } }), { act: "hand_over", courierId: ID });
  expect(await textOf("Delivery")).toMatch(/Parcels with: .*Lee Later/);
  expect(await textOf("New courier")).toMatch(/Lee Later.* gets this stop; their phone says so at once/);
});

test("says of nobody that they have parcels that are lost", async () => {
  await show(() => ({ body: { ...nothing, state: "lost" } }), { act: "lose" });
  expect(await textOf("Delivery")).toBe("Lost");
});

test("says that nobody is told and nothing is paid, and names no courier where none loses a stop", async () => {
  await show(() => ({ body: nothing }));
  expect(await textOf("Told")).toBe("Recipient and sender get no message.");
  expect(await textOf("Sender pays")).toBe("Nothing more and nothing less.");
  for (const name of ["Courier", "No longer sent"]) expect(screen.queryByText(name)).toBeNull();
});

test("leaves the fee to the dialog of cancelling, but says that the price is owed no more", async () => {
  const fee = { what: "fee", amount: EUR } as const;
  await show(() => ({ body: { ...nothing, money: [fee, { what: "refund", amount: EUR }] } }), {
    act: "cancel",
  });
  expect(await textOf("Told")).toBe("Recipient and sender get no message.");
  expect(screen.queryByText("Sender pays")).toBeNull();
});

test("waits with grey lines, and shows nothing that was not computed", async () => {
  await show(() => ({ body: new Promise(() => undefined) }));
  expect(screen.getByRole("region", { name: "What follows" })).toBeTruthy();
  expect(screen.queryByText("Told")).toBeNull();
});

test("names what went wrong, leaves the act possible, and reads again at one press", async () => {
  let isDown = true;
  await show(() => (isDown ? problem(500, "http.internal") : { body: much }));
  expect(await screen.findByRole("alert")).toBeTruthy();
  expect(screen.getByText("You can go on without knowing what follows.")).toBeTruthy();
  isDown = false;
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Try again" })));
  expect(await textOf("Sender pays")).toMatch(/5\.83/);
});

test("says that there is no network, and reads by itself once there is one", async () => {
  let isDown = true;
  await show(() => (isDown ? problem(503, "http.offline") : { body: much }));
  expect((await screen.findByRole("alert")).className).toContain("banner-warning");
  isDown = false;
  await act(async () => void dispatchEvent(new Event("online")));
  expect(await textOf("Sender pays")).toMatch(/5\.83/);
});

test("reads again for another version, act or reason", async () => {
  const urls: string[] = [];
  const { again } = await show(
    (_, url) => {
      urls.push(url.slice(url.indexOf("?") + 1));
      return { body: nothing };
    },
    { act: "correct", taskId: ID, reason: "weather" },
  );
  await again({ version: 8 });
  await again({ version: 8, reason: "closed" });
  await vi.waitFor(() =>
    expect(urls).toEqual([
      `act=correct&taskId=${ID}&reason=weather`,
      `act=correct&taskId=${ID}&reason=weather`,
      `act=correct&taskId=${ID}&reason=closed`,
    ]),
  );
});

test.each([
  ["de", "Was daraus folgt"],
  ["es", "Consecuencias"],
  ["fr", "Ce qui s’ensuit"],
  ["ar", "ما الذي يترتب على ذلك"],
] as const)("speaks %s", async (locale, title) => {
  const { sent } = await show(() => ({ body: much }), {}, locale);
  const block = await screen.findByRole("region", { name: title });
  await vi.waitFor(() => expect(block.querySelectorAll("dt")).toHaveLength(5));
  expect(block.textContent).not.toMatch(/[a-z-]+:[a-z]+[.-]|\{|undefined/);
  expect(sent).toHaveLength(1);
});
