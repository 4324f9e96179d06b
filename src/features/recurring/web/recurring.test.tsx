import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { type ReactElement, Suspense } from "react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { DEFAULT_LEVELS } from "#features/quotes/domain/service-levels.ts";
import { standingRule } from "#test/support/people/standing-order.ts";
import { stubAuth } from "#test/support/sign-in/stub-auth.ts";
import { type Answer, problem, stubServer } from "#test/support/web/stub-server.ts";
import { forgetAllDrafts } from "#web/forms/draft.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { Day, StandingOrder } from "../contract/api.ts";
import { RecurringEditPage } from "./recurring-edit-page.tsx";
import { RecurringListPage } from "./recurring-list-page.tsx";
import { RecurringPage } from "./recurring-page.tsx";

const ID = "0190a000-0000-7000-8000-000000000001";
const DELIVERY = "0190a000-0000-7000-8000-000000000002";
const FRIDAY = "2026-06-19";
const order: StandingOrder = {
  id: ID,
  version: 1,
  state: "active",
  rule: standingRule(),
  changedAt: "2026-06-17T08:00:00.000Z",
  changedBy: "Dora",
  timezone: "Europe/Berlin",
  today: "2026-06-17",
  failed: [],
  made: 1,
};
const day = (changes: Partial<Day>): Day => ({
  day: FRIDAY,
  state: "planned",
  window: { start: "2026-06-19T08:00:00.000Z", end: "2026-06-19T09:00:00.000Z" },
  movedBy: null,
  delivery: null,
  reason: null,
  ...changes,
});
const area = {
  id: ID,
  name: "Berlin",
  timezone: "Europe/Berlin",
  currency: "EUR",
  polygon: { type: "Polygon", coordinates: [Array.from({ length: 4 }, () => [13.4, 52.5])] },
  hours: {
    weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: "08:00", closes: "20:00" })),
    exceptions: [],
  },
  maxDistanceM: 40_000,
  maxMassG: 100_000,
  version: 1,
};
const RULE = `/api/recurring/${ID}`;
const ANSWERS: Readonly<Record<string, Answer>> = {
  [`GET ${RULE}`]: () => ({ body: order }),
  [`GET ${RULE}/days`]: () => ({ body: { from: order.today, days: [day({})] } }),
  "GET /api/area": () => ({ body: area }),
  "GET /api/service-levels": () => ({
    body: { version: 0, levels: DEFAULT_LEVELS, changedAt: null, changedBy: null },
  }),
  "GET /api/entry-ways": () => ({ body: { ways: ["card-link", "cash-collection"] } }),
  "GET /api/windows/prices": () => ({
    body: {
      timezone: "Europe/Berlin",
      distanceM: 1,
      distanceSource: "road",
      prices: [],
      windows: [],
      refused: [],
    },
  }),
};

beforeAll(async () => {
  await startWords("hall", "recurring", "order-entry", "book", "sender", "quotes", "owed", "deliveries");
  await setLocale("en");
});
beforeEach(() => {
  forgetAllDrafts();
  stubAuth();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function show(page: ReactElement, answers: Readonly<Record<string, Answer>> = {}) {
  const sent = stubServer({ ...ANSWERS, ...answers });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await act(async () =>
    render(
      <QueryClientProvider client={client}>
        <Suspense>{page}</Suspense>
      </QueryClientProvider>,
    ),
  );
  return sent;
}
const onePage = <RecurringPage params={{ id: ID }} search={{ from: "" }} setSearch={() => undefined} />;
const press = (name: string | RegExp) =>
  act(async () => void fireEvent.click(screen.getByRole("button", { name })));
const written = (sent: Awaited<ReturnType<typeof show>>) =>
  sent.filter(({ route }) => !route.startsWith("GET"));

test("a day is left out by one press, and a made one leads to its delivery", async () => {
  const made = day({
    day: "2026-06-22",
    state: "made",
    delivery: { id: DELIVERY, number: "WB-1", state: "created" },
  });
  const sent = await show(onePage, {
    [`GET ${RULE}/days`]: () => ({ body: { from: order.today, days: [day({}), made] } }),
    [`POST ${RULE}/skip`]: () => ({ body: order }),
  });
  const link = await screen.findByRole("link", { name: "WB-1" });
  expect(link.getAttribute("href")).toBe(`/d/deliveries/${DELIVERY}`);
  await press("Leave out");
  expect(written(sent)).toEqual([{ route: `POST ${RULE}/skip`, body: { day: FRIDAY } }]);
});

test("a day that could not be made says why, and the ways out", async () => {
  const failed = day({ state: "failed", reason: { code: "quotes.outside-area", facts: {} } });
  const sent = await show(onePage, {
    [`GET ${RULE}`]: () => ({ body: { ...order, failed: [failed] } }),
    [`GET ${RULE}/days`]: () => ({ body: { from: order.today, days: [] } }),
    [`POST ${RULE}/plan`]: () => ({ body: order }),
  });
  await screen.findByText(/could not be made/);
  expect(screen.getByText(/area/).textContent).toContain("area");
  await press("Make again");
  expect(written(sent)).toEqual([{ route: `POST ${RULE}/plan`, body: { day: FRIDAY, at: null } }]);
});

test("one delivery is moved to an open time of another day", async () => {
  const sent = await show(onePage, { [`POST ${RULE}/plan`]: () => ({ body: order }) });
  await screen.findByRole("button", { name: "Leave out" });
  await press("Another time");
  const dialog = screen.getByRole("dialog");
  await act(
    async () =>
      void fireEvent.change(within(dialog).getByLabelText("Day"), { target: { value: "2026-06-20" } }),
  );
  await act(
    async () => void fireEvent.change(within(dialog).getByLabelText("Time"), { target: { value: "14:00" } }),
  );
  await press("Move");
  expect(written(sent)).toMatchObject([{ body: { day: FRIDAY, at: { date: "2026-06-20", time: "14:00" } } }]);
});

test("ending is asked first, and says what becomes of the delivery that is made", async () => {
  const sent = await show(onePage, { [`POST ${RULE}/turn`]: () => ({ body: { ...order, state: "ended" } }) });
  await screen.findByRole("button", { name: "End" });
  await press("End");
  const dialog = screen.getByRole("dialog");
  expect(dialog.textContent).toContain("The delivery that is made stays");
  await act(async () => void fireEvent.click(within(dialog).getByRole("button", { name: "End" })));
  expect(written(sent)).toEqual([{ route: `POST ${RULE}/turn`, body: { act: "end" } }]);
});

test("a conflicting edit names what changed, and goes on with either version", async () => {
  const theirs = { ...order, version: 2, changedBy: "Ada", rule: standingRule({ weekdays: [2] }) };
  let reads = 0;
  const sent = await show(<RecurringEditPage params={{ id: ID }} search={{}} setSearch={() => undefined} />, {
    [`GET ${RULE}`]: () => {
      reads += 1;
      return { body: reads === 1 ? order : theirs };
    },
    [`PUT ${RULE}`]: () => {
      const refused = problem(409, "recurring.changed-meanwhile");
      return { ...refused, body: { ...refused.body, facts: { version: 2, by: "Ada" } } };
    },
  });
  await screen.findByRole("button", { name: "Save" });
  expect(screen.getByText(/The one that is made stays/).textContent).toContain("not made yet");
  await press("Save");
  await screen.findByText(/Ada changed this standing order/);
  const changes = within(screen.getByRole("list", { name: "What changed since" })).getAllByRole("listitem");
  expect(changes.map(({ textContent }) => textContent)).toEqual([expect.stringContaining("Tue")]);
  await press("Save mine all the same");
  await waitFor(() => expect(written(sent).length).toBe(2));
  expect(written(sent)).toMatchObject([{ body: { version: 1 } }, { body: { version: 2 } }]);
});

test("a form without a day of the week is not sent", async () => {
  const sent = await show(<RecurringEditPage params={{ id: ID }} search={{}} setSearch={() => undefined} />);
  await screen.findByRole("button", { name: "Save" });
  await press("Monday");
  await press("Friday");
  await press("Save");
  expect(written(sent)).toEqual([]);
  expect(screen.getByRole("group", { name: "Days of the week" }).className).toContain("field-wrong");
});

test("the list says where to begin while it is empty, and what needs somebody", async () => {
  const page = <RecurringListPage params={{}} search={{ q: "", group: "all" }} setSearch={() => undefined} />;
  await show(page, { "GET /api/recurring": () => ({ body: { items: [], next: null } }) });
  await screen.findByText("No standing order yet");
  cleanup();
  const line = { id: ID, state: "active", rule: order.rule, next: day({}).window, failed: 2 };
  await show(page, { "GET /api/recurring": () => ({ body: { items: [line], next: null } }) });
  await screen.findByText("2 not made");
  expect(screen.getByRole("table").textContent).toContain("Mon and Fri");
});
