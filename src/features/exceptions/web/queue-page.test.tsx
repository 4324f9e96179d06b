import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { follows } from "#features/delivery-pages/web/later/follows.ts";
import { type Answer, problem, type Sent, stubServer } from "#test/support/web/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { Exception, ExceptionRow } from "../contract/api.ts";
import { OpenExceptions } from "./public.tsx";
import { QueuePage } from "./queue-page.tsx";
import type { QueueSearch } from "./queue-search.ts";

const id = (n: number) => `0190a000-0000-7000-8000-00000000000${n}`;
const row: ExceptionRow = {
  id: id(1),
  kind: "command_refused",
  severity: 1,
  happenedAt: "2026-06-17T07:30:00.000Z",
  openedAt: "2026-06-17T08:00:00.000Z",
  dueAt: "2026-06-17T08:10:00.000Z",
  delivery: { id: id(2), number: "W-0001-5" },
  task: {
    id: id(3),
    kind: "collect",
    window: { start: "2026-06-17T08:00:00.000Z", end: "2026-06-17T10:00:00.000Z" },
  },
  place: "Lindenstraße 5",
  courier: { id: id(4), name: "Kim Kurier" },
  against: null,
  owner: null,
  resolvedAt: null,
  resolution: null,
};
const late: ExceptionRow = { ...row, id: id(5), kind: "late", severity: 2 };
const whole: Exception = {
  ...row,
  facts: { code: "deliveries.not-yours", type: "arrive" },
  reported: { type: "arrive", occurredAt: row.happenedAt },
  courierPhone: "+4930123456",
  history: [{ what: "opened", at: row.openedAt, by: null, resolution: null, note: null }],
  resolutions: ["apply", "dismiss"],
  costs: { "try-again": null, "send-back": null },
  reopening: null,
};
const SEARCH: QueueSearch = { group: "open", kind: "", owner: "", id: "" };

beforeAll(async () => {
  await startWords("hall", "exceptions", "deliveries");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function show(
  items: readonly ExceptionRow[],
  { search = {}, answers = {} }: { search?: Partial<QueueSearch>; answers?: Record<string, Answer> } = {},
): Promise<Sent[]> {
  const sent = stubServer({
    "GET /api/exceptions": () => ({ body: { items, next: null } }),
    "GET /api/exceptions/count": () => ({ body: { open: items.length, worst: items[0]?.severity ?? null } }),
    [`GET /api/exceptions/${row.id}`]: () => ({ body: whole }),
    [`POST /api/exceptions/${row.id}/take`]: () => ({ body: { ...whole, owner: { id: id(9), name: "Bo" } } }),
    ...answers,
  });
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <OpenExceptions />
        <QueuePage params={{}} search={{ ...SEARCH, ...search }} setSearch={() => undefined} />
      </QueryClientProvider>,
    );
  });
  return sent;
}

test("with nothing to settle, the queue says so, and the board's count is calm", async () => {
  await show([]);
  expect(await screen.findByRole("heading", { name: "No open exceptions" })).toBeTruthy();
  expect(await screen.findByRole("link", { name: "0 exceptions" })).toBeTruthy();
});

test("the board's count names the worst severity and leads to the queue", async () => {
  await show([row, late]);
  const link = await screen.findByRole("link", { name: "2 exceptions · Urgent" });
  expect(link.getAttribute("href")).toBe("/d/exceptions");
});

test("rows name kind, delivery, place, courier and owner; arrows walk them, T takes the one with the focus", async () => {
  const sent = await show([row, late]);
  const list = await screen.findByRole("list", { name: "Exceptions" });
  const [first, second] = within(list).getAllByRole("link");
  for (const part of [
    "Report refused",
    "Urgent",
    "W-0001-5",
    "Lindenstraße 5",
    "Kim Kurier",
    "Nobody has it",
  ])
    expect(first?.textContent).toContain(part);
  // The focus of a page that was just opened is nowhere.
  expect(document.activeElement).toBe(document.body);
  fireEvent.keyDown(document.body, { key: "ArrowDown" });
  expect(document.activeElement).toBe(first);
  fireEvent.keyDown(list, { key: "ArrowDown" });
  expect(document.activeElement).toBe(second);
  fireEvent.keyDown(list, { key: "ArrowUp" });
  await act(async () => void fireEvent.keyDown(list, { key: "t" }));
  expect(sent.map(({ route }) => route)).toContain(`POST /api/exceptions/${row.id}/take`);
});

test("an exception tells what happened, and its resolutions say what they do", async () => {
  let stored = whole;
  const sent = await show([row], {
    search: { id: row.id },
    answers: {
      [`GET /api/exceptions/${row.id}`]: () => ({ body: stored }),
      [`POST /api/exceptions/${row.id}/resolve`]: (body) =>
        JSON.stringify(body).includes("dismiss")
          ? problem(422, "exceptions.note-missing")
          : {
              body: (stored = { ...whole, resolution: "apply", resolvedAt: row.dueAt, resolutions: [] }),
            },
    },
  });
  const detail = await screen.findByRole("article", { name: "Report refused" });
  expect(within(detail).getByText(/Kim Kurier reported “arrived” at .+ another courier/)).toBeTruthy();
  expect(
    within(detail)
      .getByRole("link", { name: /^Call .*4930123456/ })
      .getAttribute("href"),
  ).toBe("tel:+4930123456");
  expect(within(detail).getByText(/in your name, at the time at which it really happened/)).toBeTruthy();
  await act(async () => void fireEvent.click(within(detail).getByRole("button", { name: "Dismiss" })));
  expect((await within(detail).findByRole("alert")).textContent).toContain("why the report is dismissed");
  const record = within(detail).getByRole("button", { name: "Record it for the courier" });
  record.focus();
  await act(async () => void fireEvent.click(record));
  expect(sent.filter(({ route }) => route.endsWith("/resolve")).map(({ body }) => body)).toEqual([
    { resolution: "dismiss", note: null },
    { resolution: "apply", note: null },
  ]);
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Report refused" }));
});

test.each([
  [
    { cause: "reassigned", planned: { id: id(7), name: "Lee Later" } },
    "by the plan: Lee Later",
    /Kim Kurier reported “arrived” at .+ for a stop that the plan gives to another: Lee Later\. The report stands/,
  ],
  [{ cause: "reassigned", planned: null }, "by the plan: nobody", /gives to another: nobody/],
  [
    { cause: "address_changed", planned: null },
    "the address changed meanwhile",
    /for the address that the phone showed/,
  ],
  [
    { cause: "role_gone", planned: null },
    "no courier any more",
    /is no courier any more\. The report stands/,
  ],
] as const)(
  "a conflict names the courier of the plan and its cause: %j",
  async (against, short, sentence) => {
    const conflict: ExceptionRow = { ...row, kind: "plan_conflict", severity: 2, against };
    await show([conflict], {
      search: { id: row.id },
      answers: {
        [`GET /api/exceptions/${row.id}`]: () => ({
          body: { ...whole, ...conflict, resolutions: ["accept"] },
        }),
      },
    });
    expect((await screen.findByRole("article")).textContent).toMatch(sentence);
    const list = screen.getByRole("list", { name: "Exceptions" });
    expect(within(list).getByRole("link").textContent).toContain(`Kim Kurier · ${short}`);
  },
);

test("a late stop can be shown on the board of its day", async () => {
  await show([late], {
    search: { id: late.id },
    answers: {
      [`GET /api/exceptions/${late.id}`]: () => ({
        body: { ...whole, ...late, courierPhone: null, facts: {}, reported: null, resolutions: ["called"] },
      }),
    },
  });
  const link = await screen.findByRole("link", { name: "Show on the board to reassign" });
  expect(link.getAttribute("href")).toBe("/d/board?date=2026-06-17&q=W-0001-5");
  expect(screen.getByText("No number is known.")).toBeTruthy();
});

test("another try and the way back say before the press what they cost the sender", async () => {
  const left = {
    ...whole,
    resolutions: ["try-again", "send-back", "accept"],
    costs: { "try-again": { minor: 292, currency: "EUR" }, "send-back": null },
  };
  await show([row], {
    search: { id: row.id },
    answers: { [`GET /api/exceptions/${row.id}`]: () => ({ body: left }) },
  });
  const textOf = async (name: string) =>
    (await screen.findByRole("button", { name })).closest("li")?.textContent;
  expect(await textOf("Try again")).toContain("The sender pays €2.92 for it once it was done.");
  expect(await textOf("Send the parcels back")).toContain("It costs the sender nothing.");
  expect(await textOf("Accept")).not.toContain("sender pays");
});

test("without a permission or the network the page says so", async () => {
  await show([], { answers: { "GET /api/exceptions": () => problem(403, "accounts.forbidden") } });
  expect(await screen.findByRole("heading", { level: 1 })).toBeTruthy();
  expect(screen.queryByText("No open exceptions")).toBeNull();
});

test("an exception that cannot be read has a way back to the queue", async () => {
  await show([row], {
    search: { id: row.id },
    answers: { [`GET /api/exceptions/${row.id}`]: () => problem(404, "exceptions.not-found") },
  });
  const back = await screen.findByRole("link", { name: "Back to the list" });
  expect(back.getAttribute("href")).not.toContain(row.id);
});

test.each([
  [{}, null, null],
  [{}, "return-parcel", "The courier has not recorded yet that they are there."],
  [{ handEnd: "sender" }, "return-parcel", /The parcels are back with the sender since .*[0-9]/],
  [{ handEnd: "hub" }, "bring-to-hub", /The parcels are at the hub since /],
  [{ handEnd: "recipient" }, "by-itself", /Kim Kurier reports that they were handed to the recipient at /],
] as const)(
  "parcels in hand of a cancelled delivery say where they are: %j %s",
  async (end, resolution, told) => {
    const handAt = "handEnd" in end ? { handAt: Date.parse("2026-06-17T09:00:00Z") } : {};
    const facts = { code: "courier.parcel-in-hand", type: "succeed", ...end, ...handAt };
    const resolvedAt = resolution && row.openedAt;
    await show([row], {
      search: { id: row.id },
      answers: {
        [`GET /api/exceptions/${row.id}`]: () => ({ body: { ...whole, facts, resolution, resolvedAt } }),
      },
    });
    const detail = await screen.findByRole("article");
    expect(detail.textContent).toContain(
      "the delivery was cancelled meanwhile, and the courier has the parcels.",
    );
    expect(within(detail).queryAllByText(told ?? /parcels are|not recorded yet/)).toHaveLength(
      told === null ? 0 : 1,
    );
  },
);

test("what follows of a resolution is read once it is opened, and only of those that act on the delivery", async () => {
  follows.add(() => Promise.resolve(({ act: name, deliveryId }) => <p>{`${name} of ${deliveryId}`}</p>));
  const offered = { ...whole, resolutions: ["send-back", "dismiss"] };
  await show([row], {
    search: { id: row.id },
    answers: { [`GET /api/exceptions/${row.id}`]: () => ({ body: offered }) },
  });
  const open = await screen.findByText("What follows: Send the parcels back");
  expect(screen.getAllByText(/What follows/)).toHaveLength(1);
  expect(screen.queryByText(/send_back of/)).toBeNull();
  await act(async () => {
    open.closest("details")?.setAttribute("open", "");
    fireEvent(open.closest("details") ?? open, new Event("toggle"));
  });
  expect(await screen.findByText(`send_back of ${id(2)}`)).toBeTruthy();
});

const REOPENED = {
  en: {
    asked: "Record as delivered, ask for €8.90",
    waived: "Record as delivered, waive €8.90",
    debtor: /The sender owes €8\.90: what cancelling had released or refunded\./,
    changed: "Another amount is to be paid by now.",
  },
  ar: {
    asked: /تسجيلها كمسلَّمة مع طلب .*8\.90/,
    waived: /تسجيلها كمسلَّمة مع التنازل عن .*8\.90/,
    debtor: /على المرسل .*8\.90.*: ما حُرّر أو رُدّ عند الإلغاء/,
    changed: "صار المبلغ المستحق مختلفًا.",
  },
} as const;

test.each(["en", "ar"] as const)(
  "reopening names amount and debtor, and may waive it (%s)",
  async (locale) => {
    await setLocale(locale);
    onTestFinished(() => setLocale("en"));
    const words = REOPENED[locale];
    const amount = { minor: 890, currency: "EUR" };
    const delivered: Exception = {
      ...whole,
      task: row.task && { ...row.task, kind: "deliver" },
      resolutions: ["reopen", "dismiss"],
      reopening: { amount, owedBy: "sender", isPaid: false },
    };
    const sent = await show([row], {
      search: { id: row.id },
      answers: {
        [`GET /api/exceptions/${row.id}`]: () => ({ body: delivered }),
        [`POST /api/exceptions/${row.id}/reopen`]: (body) =>
          JSON.stringify(body).includes("890")
            ? problem(409, "exceptions.charge-changed")
            : { body: { ...delivered, resolution: "reopen", resolvedAt: row.dueAt, resolutions: [] } },
      },
    });
    const ask = await screen.findByRole("button", { name: words.asked });
    expect(ask.closest("li")?.textContent).toMatch(words.debtor);
    await act(async () => void fireEvent.click(ask));
    expect((await screen.findByRole("alert")).textContent).toContain(words.changed);
    await act(async () => void fireEvent.click(screen.getByRole("button", { name: words.waived })));
    expect(sent.filter(({ route }) => route.endsWith("/reopen")).map(({ body }) => body)).toEqual([
      { charge: amount, note: null },
      { charge: null, note: null },
    ]);
  },
);
