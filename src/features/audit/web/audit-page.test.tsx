import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { auditActs } from "#contract/audit-acts.ts";
import { type Answer, problem, stubServer } from "#test/support/web/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { AuditEntry } from "../contract/api.ts";
import { type AuditSearch, NO_FILTER } from "../contract/filter.ts";
import { AuditPage } from "./audit-page.tsx";

const KIM = "0190a000-0000-7000-8000-000000000002";
const ENTRY: AuditEntry = {
  id: "0190a000-0000-7000-8000-000000000001",
  at: "2026-06-17T08:00:00.000Z",
  actor: { id: "0190a000-0000-7000-8000-00000000000a", name: "Ada Admin", roles: ["org-admin"] },
  act: "people.changed",
  subject: { kind: "person", id: KIM, name: "Kim Courier" },
  facts: { roles: ["courier", "dispatcher"], status: "suspended" },
  number: 12,
};

beforeAll(async () => {
  await startWords("hall", "audit");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const setSearch = vi.fn<(patch: Partial<AuditSearch>) => void>();
async function show(answer: Answer, search: AuditSearch = NO_FILTER): Promise<void> {
  stubServer({ "GET /api/audit": answer });
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <AuditPage params={{}} search={search} setSearch={setSearch} />
      </QueryClientProvider>,
    );
  });
  await vi.waitFor(() => expect(document.querySelectorAll("[aria-busy=true], .skeleton")).toHaveLength(0));
}
const asked: string[] = [];
const rows =
  (...items: AuditEntry[]): Answer =>
  (_body, url) => {
    asked.push(url);
    return { body: { items, next: null } };
  };
const text = () => screen.getByRole("listitem").textContent;

test("an entry says what was done to whom, by whom, by which role, and its number", async () => {
  await show(rows(ENTRY));
  for (const part of [
    "A person’s membership was changed: Kim Courier",
    "Ada Admin (Administrator)",
    "Roles: Courier and Dispatcher",
    "suspended",
    "No. 12",
  ])
    expect(text()).toContain(part);
  expect(screen.getByRole("link").getAttribute("href")).toBe("/a/people?q=Kim%20Courier");
});

test("whoever is no longer here has no name, and what is not sealed yet says so", async () => {
  await show(
    rows({
      ...ENTRY,
      actor: { ...ENTRY.actor, name: null },
      number: null,
      subject: { ...ENTRY.subject, name: null },
    }),
  );
  expect(text()).toContain("somebody who is no longer here");
  expect(text()).toContain("Not sealed yet");
  expect(screen.queryByRole("link")).toBeNull();
});

test.each(auditActs())("every act has its words: %s", async (name) => {
  await show(
    rows({ ...ENTRY, act: name, subject: { kind: "organisation", id: KIM, name: null }, facts: {} }),
  );
  expect(text()).not.toContain(name);
});

test("amounts, days and counts are written as people read them", async () => {
  await show(
    rows({
      ...ENTRY,
      facts: {
        amount: { minor: 1250, currency: "EUR" },
        agree: true,
        version: 3,
        from: "2026-06-01",
        to: "2026-06-17",
        recipient: 30,
        sender: null,
        pictures: 90,
        others: [KIM],
      },
    }),
  );
  for (const part of [
    "€12.50",
    "agreed",
    "in place of version 3",
    "2026-06-01 to 2026-06-17",
    "senders for ever",
    "and one more",
  ])
    expect(text()).toContain(part);
});

test("facts of a later version are left out, not fatal", async () => {
  await show(rows({ ...ENTRY, facts: { roles: 7 } }));
  expect(text()).toContain("Kim Courier");
});

test("filters go to the server and into the address", async () => {
  await show(rows(ENTRY), { ...NO_FILTER, group: "people", from: "2026-06-01" });
  expect(Object.fromEntries(new URL(asked.at(-1) ?? "", "http://x").searchParams)).toMatchObject({
    group: "people",
    from: "2026-06-01",
  });
  fireEvent.change(screen.getByLabelText("Person"), { target: { value: ENTRY.actor.id } });
  expect(setSearch).toHaveBeenLastCalledWith({ person: ENTRY.actor.id });
  fireEvent.change(screen.getByLabelText("Kind of act"), { target: { value: "money" } });
  expect(setSearch).toHaveBeenLastCalledWith({ group: "money" });
  fireEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(setSearch).toHaveBeenLastCalledWith(NO_FILTER);
});

test("an empty log and filters that fit nothing say different things", async () => {
  await show(rows());
  expect(screen.getByText("Nothing is recorded yet")).toBeTruthy();
  cleanup();
  await show(rows(), { ...NO_FILTER, group: "money" });
  expect(screen.getByText("No entry fits the filters")).toBeTruthy();
});

test("a log that may not be read says why", async () => {
  await show(() => problem(403, "accounts.forbidden"));
  expect(screen.getByText("Not for this account")).toBeTruthy();
});
