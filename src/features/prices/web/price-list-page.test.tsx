import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { problem, stubServer } from "#test/support/web/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { PriceList } from "#features/quotes/contract/api.ts";
import { PriceListPage } from "./price-list-page.tsx";

const list: PriceList = {
  version: 3,
  currency: "EUR",
  publishedAt: "2026-11-20T08:00:00.000Z",
  publishedBy: "Ada",
  rules: [
    { id: "base", title: "Base", when: [], do: { kind: "flat", amount: 490 } },
    {
      id: "far",
      title: "Far",
      when: [{ fact: "distanceM", from: 3000 }],
      do: { kind: "perDistance", freeM: 3000, stepM: 500, amount: 90 },
    },
    { id: "tax", title: "VAT", when: [], do: { kind: "tax", basisPoints: 1900 } },
  ],
  cases: [],
};

beforeAll(async () => {
  await startWords("drafts", "hall", "levels", "quotes", "prices");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const setSearch = vi.fn<() => void>();

async function open(add: "" | "later" = "") {
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <PriceListPage params={{}} search={{ add }} setSearch={setSearch} />
      </QueryClientProvider>,
    );
  });
  await screen.findByText("VAT");
}
const titles = () =>
  screen.getAllByTestId("price-rule").map((row) => within(row).getByText(/^(Base|Far|VAT)$/).textContent);
const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole("button", { name })));

/** The list is read anew beside it. */
const isPublished = ({ route }: { readonly route: string }) => route === "PUT /api/price-list";

test("rules are told in words, and the example is priced by them", async () => {
  stubServer({ "GET /api/price-list": () => ({ body: list }) });
  await open();
  expect(screen.getByText(/When the distance is 3 km or more: €0.90 per started 500 m/)).toBeTruthy();
  // 4.90 + 4 started steps of 0.90 = 8.50, and 19 % on it
  expect(screen.getByTestId("trial-price").textContent).toContain("€10.12");
});

test("a rule moves by keyboard, is announced, survives a reload and is published", async () => {
  const sent = stubServer({
    "GET /api/price-list": () => ({ body: list }),
    "PUT /api/price-list": (body) => ({
      body: { ...list, version: 4, rules: Reflect.get(body as object, "rules") },
    }),
  });
  await open();
  fireEvent.keyDown(screen.getByRole("button", { name: /Change “Far”/ }), { key: "ArrowUp", altKey: true });
  await waitFor(() => expect(titles()).toEqual(["Far", "Base", "VAT"]));
  expect(screen.getByText("“Far” is now number 1 of 3.")).toBeTruthy();
  cleanup();
  await open();
  expect(titles()).toEqual(["Far", "Base", "VAT"]);
  await press("Publish version 4");
  expect(sent.findLast(isPublished)).toMatchObject({ body: { version: 3 } });
  await waitFor(() => expect(screen.queryByRole("button", { name: /Publish/ })).toBeNull());
});

test("a list without a base fee is not even sent, and says why", async () => {
  const sent = stubServer({ "GET /api/price-list": () => ({ body: list }) });
  await open();
  await press(/Remove “Base”/);
  await press(/Publish/);
  expect(screen.getByText(/has no base fee/)).toBeTruthy();
  expect(sent.filter(({ route }) => route.startsWith("PUT"))).toEqual([]);
});

test("faults that the server finds land on their rules", async () => {
  const fields = [{ path: "rules.1.do.amount", code: "negative" }];
  stubServer({
    "GET /api/price-list": () => ({ body: list }),
    "PUT /api/price-list": () => problem(422, "quotes.bad-price-list", fields),
  });
  await open();
  await press(/Move “Far” up/);
  await press(/Publish/);
  const wrong = await screen.findByText(/cannot be below zero/);
  expect(wrong.closest("[data-testid=price-rule]")?.textContent).toContain("Base");
});

test("a newer list leaves mine in place and lets me put it on top", async () => {
  let version = 3;
  const sent = stubServer({
    "GET /api/price-list": () => ({ body: { ...list, version } }),
    "PUT /api/price-list": () => {
      version = 4;
      return problem(409, "quotes.changed-meanwhile");
    },
  });
  await open();
  await press(/Move “Far” up/);
  await press(/Publish/);
  expect(await screen.findByText(/Your rules are still here/)).toBeTruthy();
  expect(titles()).toEqual(["Far", "Base", "VAT"]);
  await press("Keep mine on top");
  await press("Publish version 5");
  expect(sent.findLast(isPublished)).toMatchObject({ body: { version: 4 } });
});

test("a list that prices no further try is offered both rules at one press, and one that does is offered none", async () => {
  const sent = stubServer({
    "GET /api/price-list": () => ({ body: list }),
    "PUT /api/price-list": (body) => ({
      body: { ...list, version: 4, rules: Reflect.get(body as object, "rules") },
    }),
  });
  await open();
  expect(screen.getByText(/No rule prices another try or the way back/)).toBeTruthy();
  await press("Add both: 50% and 100% of the base fee");
  expect(screen.queryByText(/No rule prices/)).toBeNull();
  expect(screen.getAllByTestId("price-rule")).toHaveLength(5);
  await waitFor(() => expect(document.activeElement?.id).toBe("rule-extra-attempt-edit"));
  await press(/Publish/);
  await waitFor(() => expect(sent.some(isPublished)).toBe(true));
  expect(sent.find(isPublished)?.body).toMatchObject({
    rules: [
      { id: "base" },
      { id: "far" },
      { id: "extra-attempt", do: { kind: "extraAttempt", basisPoints: 5000 } },
      { id: "return", do: { kind: "return", basisPoints: 10_000 } },
      { id: "tax" },
    ],
  });
});

test("an example is kept as a test case, which fails when a rule changes, until its total is mended", async () => {
  const sent = stubServer({
    "GET /api/price-list": () => ({ body: list }),
    "PUT /api/price-list": (body) => ({ body: { ...list, version: 4, ...(body as object) } }),
  });
  await open();
  await press("Keep as a test case");
  const row = within(screen.getByTestId("price-case"));
  expect(row.getByText(/Costs €10.12, as it must/)).toBeTruthy();
  await press(/Remove “Far”/);
  await waitFor(() => expect(row.getByText(/Must cost €10.12, but costs €5.83/)).toBeTruthy());
  await press("Publish version 4");
  expect(sent.filter(isPublished)).toEqual([]);
  await press("Expect €5.83 instead");
  await press("Publish version 4");
  await waitFor(() =>
    expect(sent.findLast(isPublished)).toMatchObject({
      body: { version: 3, cases: [{ facts: { distanceM: 5000, leadMin: 180 }, totalMinor: 583 }] },
    }),
  );
});

test("rules of every new kind are told in words", async () => {
  const rules: PriceList["rules"] = [
    {
      id: "early",
      title: "Early",
      when: [{ fact: "leadMin", from: 1440 }],
      do: { kind: "discount", of: "running", basisPoints: 1000 },
    },
    {
      id: "feast",
      title: "Feast",
      when: [{ fact: "specialDay" }, { fact: "vehicle", in: ["car"] }],
      do: { kind: "surcharge", amount: 500 },
    },
    {
      id: "bands",
      title: "Bands",
      when: [],
      do: {
        kind: "band",
        by: "massG",
        asBase: false,
        steps: [{ below: 5000, amount: 100 }, { amount: 300 }],
      },
    },
    {
      id: "zones",
      title: "Zones",
      when: [],
      do: { kind: "matrix", asBase: true, cells: [{ from: "a", to: "", amount: 700 }] },
    },
  ];
  stubServer({ "GET /api/price-list": () => ({ body: { ...list, rules: [...list.rules, ...rules] } }) });
  await open();
  expect(
    screen.getByText("When it is ordered 24 hours or more ahead: 10% off everything above"),
  ).toBeTruthy();
  expect(screen.getByText("When the day is a special one and a car is needed: €5.00 more")).toBeTruthy();
  expect(screen.getByText("€1.00 to €3.00 by “Weight”, in 2 steps (extra charge)")).toBeTruthy();
  expect(screen.getByText("€7.00 to €7.00 by the zones of both ends, for 1 pair (base fee)")).toBeTruthy();
});

test("who comes from the set-up finds both rules of a failed try in the draft, once", async () => {
  stubServer({ "GET /api/price-list": () => ({ body: list }) });
  await open("later");
  await waitFor(() => expect(screen.getAllByTestId("price-rule")).toHaveLength(5));
  const kinds = screen.getAllByTestId("price-rule").map((row) => row.textContent ?? "");
  expect(kinds.at(-1), "tax closes the list").toContain("VAT");
  expect(setSearch).toHaveBeenCalledWith({ add: "" }, { replace: true });
  expect(screen.queryByText(/charges nothing for/)).toBeNull();
});
