import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { stubDialog } from "#test/support/web/stub-dialog.ts";
import { type Answer, problem, type Sent, stubServer } from "#test/support/web/stub-server.ts";
import { keepShown } from "#web/confirm/kept.ts";
import { isTriedInVain, noteTry } from "#web/confirm/tried.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import { land } from "#web/session/storage/landed.ts";
import type { Erasure, PersonFound, Retention } from "../contract/api.ts";
import { PrivacyPage } from "./privacy-page.tsx";

const RETENTION: Retention = {
  version: 3,
  recipient: 90,
  sender: 730,
  pictures: null,
  tracks: 60,
  messages: 400,
  notices: null,
  changedAt: "2026-06-01T08:00:00.000Z",
  due: { recipient: 4, sender: 0, pictures: 0, tracks: 9, messages: 0, notices: 0 },
};
const FOUND: PersonFound = {
  deliveries: 2,
  open: 0,
  first: "2026-05-01T08:00:00.000Z",
  last: "2026-06-01T08:00:00.000Z",
};
const ERASURE: Erasure = {
  id: "0190a000-0000-7000-8000-000000000001",
  deliveries: 2,
  pictures: 1,
  erasedAt: "2026-06-17T08:00:00.000Z",
  erasedBy: "Ada Admin",
};

beforeAll(async () => {
  stubDialog();
  await startWords("hall", "privacy");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

async function show(answers: Readonly<Record<string, Answer>> = {}): Promise<Sent[]> {
  const sent = stubServer({
    "GET /api/privacy/retention": () => ({ body: RETENTION }),
    "PUT /api/privacy/retention": () => ({ body: { ...RETENTION, version: 4 } }),
    "POST /api/privacy/person": () => ({ body: FOUND }),
    "POST /api/privacy/erasures": () => ({ body: ERASURE }),
    "GET /api/privacy/erasures": () => ({ body: { items: [ERASURE], next: null } }),
    ...answers,
  });
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <PrivacyPage />
      </QueryClientProvider>,
    );
  });
  await vi.waitFor(() => expect(document.querySelectorAll("[aria-busy=true], .skeleton")).toHaveLength(0));
  return sent;
}
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole("button", { name })));
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const bodyOf = (sent: readonly Sent[], route: string) => sent.find((one) => one.route === route)?.body;
const find = async () => {
  type("Phone number", "+4930123456");
  await press("Find");
};

test("periods are shown with what is due; an empty box keeps for ever", async () => {
  const sent = await show();
  expect(screen.getByText(/4 are due tonight/)).toBeTruthy();
  type(/Recipients/, "");
  await press("Save periods");
  expect(bodyOf(sent, "PUT /api/privacy/retention")).toEqual({
    version: 3,
    recipient: null,
    sender: 730,
    pictures: null,
    tracks: 60,
    messages: 400,
    notices: null,
  });
});

test.each(["", "61"])(
  "tracks of couriers are kept for 60 days at most, and not for %j days",
  async (days) => {
    const sent = await show();
    type(/Tracks of couriers/, days);
    await press("Save periods");
    expect(screen.getByLabelText(/Tracks of couriers/).getAttribute("aria-invalid")).toBe("true");
    expect(bodyOf(sent, "PUT /api/privacy/retention")).toBeUndefined();
  },
);

test.each([
  [/Senders/, "6", /from 7 to 3,650; empty means for ever/],
  [/Log of notices/, "119", /from 120 to 3,650; empty means for ever/],
  [/Tracks of couriers/, "61", /from 1 to 60; .* except for tracks/],
])("a period out of bounds (%s: %s) is refused with them, and nothing is sent", async (box, days, said) => {
  const sent = await show();
  type(box, days);
  await press("Save periods");
  expect(screen.getAllByText(said).length).toBeGreaterThan(0);
  expect(bodyOf(sent, "PUT /api/privacy/retention")).toBeUndefined();
});

test("somebody else's periods are not overwritten: what was typed stays until theirs are asked for", async () => {
  await show({ "PUT /api/privacy/retention": () => problem(409, "privacy.changed-meanwhile") });
  type(/Senders/, "60");
  await press("Save periods");
  expect(screen.getByText(/Somebody else saved these periods/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(/Senders/).value).toBe("60");
  await press("Show what they saved");
  expect(screen.getByLabelText<HTMLInputElement>(/Senders/).value).toBe("730");
});

test("a person is forgotten only after it was asked, by as many deliveries as were shown", async () => {
  const sent = await show();
  await find();
  expect(screen.getByText(/2 deliveries know this person/)).toBeTruthy();
  await press("Forget this person");
  const dialog = within(screen.getByRole("dialog"));
  const act1 = dialog.getByRole<HTMLButtonElement>("button", { name: "Forget this person" });
  expect(act1.disabled).toBe(true);
  fireEvent.click(dialog.getByLabelText("I know that this cannot be taken back"));
  await act(async () => void fireEvent.click(act1));
  expect(bodyOf(sent, "POST /api/privacy/erasures")).toEqual({
    person: { phone: "+4930123456" },
    deliveries: 2,
  });
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("after the way to the provider the question is open again, and whoever is sure says so anew", async () => {
  await show();
  await find();
  await press("Forget this person");
  const sure = () => screen.getByLabelText<HTMLInputElement>("I know that this cannot be taken back");
  fireEvent.click(sure());
  expect(sure().checked).toBe(true);
  keepShown();
  cleanup();
  const sent = await show();
  expect(sure().checked).toBe(false);
  noteTry(Date.now());
  land("came back", "/admin/privacy");
  expect(isTriedInVain(Date.now(), 900)).toBe(true);
  fireEvent.click(sure());
  const dialog = within(screen.getByRole("dialog"));
  await act(async () => void fireEvent.click(dialog.getByRole("button", { name: "Forget this person" })));
  expect(bodyOf(sent, "POST /api/privacy/erasures")).toMatchObject({ deliveries: 2 });
  // The next refusal is one for a reason of its own.
  expect(isTriedInVain(Date.now(), 900)).toBe(false);
});

test("a person with a delivery under way cannot be forgotten yet, and the page says why", async () => {
  await show({ "POST /api/privacy/person": () => ({ body: { ...FOUND, open: 1 } }) });
  await find();
  expect(screen.getByText(/under way or not paid/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Forget this person" })).toBeNull();
});

test.each([500, 501])(
  "of %i deliveries it says whether they can be forgotten in one go",
  async (deliveries) => {
    await show({ "POST /api/privacy/person": () => ({ body: { ...FOUND, deliveries } }) });
    await find();
    const isTooMany = deliveries > 500;
    expect(screen.queryAllByText(/more deliveries than can be forgotten in one go/)).toHaveLength(
      isTooMany ? 1 : 0,
    );
    expect(screen.queryAllByRole("button", { name: "Forget this person" })).toHaveLength(isTooMany ? 0 : 1);
  },
);

test("nobody is found where no delivery knows them", async () => {
  await show({
    "POST /api/privacy/person": () => ({ body: { deliveries: 0, open: 0, first: null, last: null } }),
  });
  await find();
  expect(screen.getByText("No delivery knows this person.")).toBeTruthy();
});

test("periods that cannot be read say why", async () => {
  await show({ "GET /api/privacy/retention": () => problem(403, "accounts.forbidden") });
  expect(screen.getByRole("heading", { name: "Not for this account" })).toBeTruthy();
});
