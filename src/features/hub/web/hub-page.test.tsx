import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { meAnswer } from "#test/support/people/me-answer.ts";
import { sampleOf } from "#test/support/seeds/sample.ts";
import { stubDialog } from "#test/support/web/stub-dialog.ts";
import { type Answer, problem, type Sent, stubServer } from "#test/support/web/stub-server.ts";
import type { Role } from "#kernel/actor.ts";
import { humanNumber } from "#kernel/human-number.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import { type HandOutSheet, type HubParcel, hubApi } from "../contract/api.ts";
import { HubPage } from "./hub-page.tsx";
import type { HubSearch } from "./hub-search.ts";

const id = (n: number) => `0190a000-0000-7000-8000-00000000000${n}`;
const NUMBER = humanNumber(new Uint8Array([7, 20, 4, 20, 9, 2, 23]));
const row: HubParcel = {
  id: id(1),
  number: NUMBER,
  state: "at_hub",
  recipientName: "Rita Ray",
  senderName: "Sam Sender",
  parcels: 2,
  waitsFor: "recipient",
  courierName: null,
  since: "2026-06-17T08:00:00.000Z",
  keptUntil: "2026-06-24T08:00:00.000Z",
};
const decided: HubParcel = {
  ...row,
  id: id(2),
  number: "WB-0001",
  state: "attempt_failed",
  waitsFor: "decision",
};
const sheet: HandOutSheet = {
  ...row,
  recipientPhone: "+4930123456",
  version: 9,
  taskId: id(3),
  needs: { required: ["recipient_name", "pin"], preferred: [] },
  parcelCodes: [`${NUMBER}-1`, `${NUMBER}-2`],
  cash: { minor: 1_200, currency: "EUR" },
};
const HUB = {
  address: "Hubstr. 1, Berlin",
  timezone: "Europe/Berlin",
  hours: { weekly: [], exceptions: [] },
  keepDays: 7,
};

const DONE = sampleOf(hubApi.handOut.reply);

beforeAll(async () => {
  stubDialog();
  await startWords("hall", "hub", "deliveries", "proofs");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Page({ start }: { start: Partial<HubSearch> }) {
  const [search, setSearch] = useState<HubSearch>({ q: "", waits: "", id: "", ...start });
  return (
    <HubPage
      params={{}}
      search={search}
      setSearch={(change) => setSearch((before) => ({ ...before, ...change }))}
    />
  );
}

async function show(
  items: readonly HubParcel[],
  {
    start = {},
    answers = {},
    roles = ["dispatcher"],
  }: { start?: Partial<HubSearch>; answers?: Record<string, Answer>; roles?: readonly Role[] } = {},
): Promise<Sent[]> {
  const sent = stubServer({
    "GET /api/hub": () => ({ body: HUB }),
    "GET /api/me": meAnswer({ id: id(9), name: "Ada" }, roles),
    "GET /api/hub/parcels": () => ({ body: { items, next: null } }),
    [`GET /api/hub/parcels/${row.id}`]: () => ({ body: sheet }),
    [`POST /api/hub/parcels/${row.id}/hand-out`]: () => ({ body: DONE }),
    ...answers,
  });
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Page start={start} />
      </QueryClientProvider>,
    );
  });
  return sent;
}
const submit = (form: Element | null) => act(async () => void fireEvent.submit(form ?? document.body));
const handedOut = (sent: readonly Sent[]) =>
  sent.flatMap(({ route, body }) => (route.endsWith("/hand-out") ? [body] : []));

test("with nothing at the hub the page says so, with the hub's address and how long parcels are kept", async () => {
  await show([]);
  expect(await screen.findByRole("heading", { name: "Nothing lies at the hub" })).toBeTruthy();
  expect(screen.getByText("Hubstr. 1, Berlin")).toBeTruthy();
  expect(screen.getByText("Parcels are kept for 7 days.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Edit the hub" })).toBeNull();
});

test("rows say for whom, from whom and until when; only what is to be handed out can be", async () => {
  await show([row, decided]);
  const list = await screen.findByRole("list", { name: "Hub" });
  const [first, second] = within(list).getAllByRole("listitem");
  expect(first?.textContent).toContain("Rita Ray");
  expect(first?.textContent).toContain("kept too long");
  expect(within(first!).getByRole("button", { name: `Hand out ${NUMBER}` })).toBeTruthy();
  expect(within(second!).getByRole("link", { name: "Open WB-0001" }).getAttribute("href")).toBe(
    `/d/deliveries/${id(2)}`,
  );
});

test("a list that cannot be read says why, and a role without it is told so", async () => {
  await show([], { answers: { "GET /api/hub/parcels": () => problem(403, "accounts.forbidden") } });
  expect(await screen.findByRole("heading", { name: "Not for this account" })).toBeTruthy();
});

test("a code with Enter opens its hand-out; one that fits nothing is said", async () => {
  await show([row]);
  const field = await screen.findByLabelText("Code, number, name or phone");
  fireEvent.change(field, { target: { value: NUMBER } });
  await submit(field.closest("form"));
  expect(await screen.findByRole("dialog", { name: "Hand out" })).toBeTruthy();
  cleanup();
  await show([]);
  const empty = await screen.findByLabelText("Code, number, name or phone");
  fireEvent.change(empty, { target: { value: "WB-0000" } });
  await submit(empty.closest("form"));
  expect(await screen.findByText("Nothing at the hub fits WB-0000.")).toBeTruthy();
});

test("handing out asks for the PIN and the proofs, and sends them with the cash and the version that was seen", async () => {
  const sent = await show([row], { start: { id: row.id } });
  const form = await screen.findByRole("form", { name: `Hand out ${NUMBER}` });
  await submit(form);
  expect(screen.getByRole("alert").textContent).toContain("PIN");
  expect(handedOut(sent)).toEqual([]);
  fireEvent.change(screen.getByLabelText(/^PIN/), { target: { value: "1234" } });
  fireEvent.change(screen.getByLabelText(/^Who took it/), { target: { value: "Rita" } });
  fireEvent.click(screen.getByLabelText(/12\.00 in cash was taken/));
  await submit(form);
  expect(handedOut(sent)).toMatchObject([
    { taskId: id(3), version: 9, recipientName: "Rita", pin: "1234", cash: sheet.cash, proofIds: [] },
  ]);
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("without the PIN a note says why", async () => {
  const sent = await show([row], { start: { id: row.id } });
  const form = await screen.findByRole("form", { name: `Hand out ${NUMBER}` });
  fireEvent.click(screen.getByLabelText(/without/i));
  fireEvent.change(screen.getByLabelText("Note"), { target: { value: "Passport seen" } });
  await submit(form);
  expect(handedOut(sent)).toMatchObject([{ unproven: true, note: "Passport seen" }]);
});

test("what changed meanwhile is looked up again, and what was typed stays", async () => {
  let version = 9;
  const sent = await show([row], {
    start: { id: row.id },
    answers: {
      [`GET /api/hub/parcels/${row.id}`]: () => ({
        body: { ...sheet, needs: { required: [], preferred: ["recipient_name"] }, version },
      }),
      [`POST /api/hub/parcels/${row.id}/hand-out`]: (body) => {
        const isNew = Reflect.get(Object(body), "version") === 10;
        version = 10;
        return isNew ? { body: DONE } : problem(409, "deliveries.changed-meanwhile");
      },
    },
  });
  const form = await screen.findByRole("form", { name: `Hand out ${NUMBER}` });
  fireEvent.change(screen.getByLabelText(/^Who took it/), { target: { value: "Rita" } });
  await submit(form);
  await act(async () => void fireEvent.click(within(form).getByRole("button", { name: "Try again" })));
  await vi.waitFor(async () => {
    await submit(form);
    expect(handedOut(sent).at(-1)).toMatchObject({ version: 10, recipientName: "Rita" });
  });
});

test("an administrator changes how long parcels are kept", async () => {
  const sent = await show([], {
    roles: ["org-admin"],
    answers: { "PUT /api/hub": () => ({ body: { ...HUB, keepDays: 3 } }) },
  });
  const change = await screen.findByRole("button", { name: "Edit the hub" });
  await act(async () => void fireEvent.click(change));
  const field = screen.getByLabelText(/^Days for which/);
  fireEvent.change(field, { target: { value: "0" } });
  await submit(field.closest("form"));
  expect(screen.getByRole("alert").textContent).toContain("between 1 and 60");
  fireEvent.change(field, { target: { value: "3" } });
  await submit(field.closest("form"));
  expect(sent.filter(({ route }) => route === "PUT /api/hub").map(({ body }) => body)).toEqual([
    { address: HUB.address, keepDays: 3 },
  ]);
});
