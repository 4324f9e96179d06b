import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, configure, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { problem, stubServer } from "#test/support/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { BalanceReport } from "../contract/balance.ts";
import { MoneyBalance } from "./money-balance.tsx";

const eur = (minor: number) => ({ minor, currency: "EUR" });
const line: BalanceReport["lines"][number] = {
  taken: eur(10_000),
  givenBack: eur(1_000),
  disputed: eur(0),
  fees: eur(165),
  others: eur(0),
  paidOut: eur(5_000),
  there: eur(3_835),
  onItsWay: eur(0),
  ledger: eur(3_835),
};
const report: BalanceReport = {
  state: "read",
  readAt: "2026-11-21T08:00:00.000Z",
  isEqual: true,
  notOurs: 0,
  lines: [line],
};

beforeAll(async () => {
  configure({ asyncUtilTimeout: 10_000 });
  await startWords("hall", "money");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(answer: () => { status?: number; body: unknown }): Promise<HTMLElement> {
  stubServer({ "GET /api/money/balance": answer });
  let shown: HTMLElement | undefined;
  await act(async () => {
    shown = render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MoneyBalance />
      </QueryClientProvider>,
    ).container;
  });
  if (!shown) throw new Error("nothing was drawn");
  return shown;
}

test("what was taken, given back, charged and paid out stands beside what is there and in the books", async () => {
  await open(() => ({ body: report }));
  expect(await screen.findByText(/balance and the books agree/)).toBeTruthy();
  const figureOf = (word: string) => screen.getByText(word).parentElement?.textContent;
  expect(figureOf("Taken")).toContain("€100.00");
  expect(figureOf("Given back")).toContain("€10.00");
  expect(figureOf("Fees")).toContain("€1.65");
  expect(figureOf("Paid out")).toContain("€50.00");
  expect(figureOf("Still there")).toContain("€38.35");
  expect(figureOf("In the books")).toContain("€38.35");
  for (const rare of ["Disputed", "Moved by others", "On its way there"])
    expect(screen.queryByText(rare)).toBeNull();
});

test("what is on its way, disputed or of others is shown where there is some, and others are counted", async () => {
  const more = { ...line, disputed: eur(700), others: eur(90), onItsWay: eur(1_190), ledger: eur(5_025) };
  await open(() => ({ body: { ...report, notOurs: 2, lines: [more] } }));
  expect((await screen.findByText("On its way there")).parentElement?.textContent).toContain("€11.90");
  expect(screen.getByText("Disputed")).toBeTruthy();
  expect(screen.getByText(/2 movements in this account are not of this Waybill/)).toBeTruthy();
});

test.each([
  ["a difference", { isEqual: false }, /say different things/],
  ["a key that may not ask", { state: "not-asked", lines: [], readAt: null }, /the key may not/],
  ["nothing read yet", { state: "not-yet", lines: [], readAt: null }, /has not been read yet/],
] as const)("%s is said in one sentence", async (_what, changes, says) => {
  await open(() => ({ body: { ...report, ...changes } }));
  expect(await screen.findByText(says)).toBeTruthy();
  expect(screen.queryByText(/books agree/)).toBeNull();
});

test("where nobody paid by card nothing is shown", async () => {
  const shown = await open(() => ({ body: { ...report, state: "none", lines: [], readAt: null } }));
  await vi.waitFor(() => expect(shown.textContent).toBe(""));
});

test("an answer that does not come can be asked for again", async () => {
  let asked = 0;
  await open(() => {
    asked += 1;
    return asked === 1 ? problem(500, "internal") : { body: report };
  });
  fireEvent.click(await screen.findByRole("button", { name: "Try again" }));
  expect(await screen.findByText(/balance and the books agree/)).toBeTruthy();
});
