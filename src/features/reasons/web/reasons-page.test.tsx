import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import type { Locale } from "#kernel/locale.ts";
import { stubDialog } from "#test/support/web/stub-dialog.ts";
import { type Answer, problem, type Sent, stubServer } from "#test/support/web/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { ReasonList } from "../contract/api.ts";
import { ReasonTerms, writableReason } from "../contract/shapes.ts";
import { DEFAULT_TERMS, newReason, NO_NAMES } from "../domain/terms.ts";
import { ReasonsPage } from "./reasons-page.tsx";

const ROUTE = "/api/failure-reasons";
const DOG: ReasonTerms = {
  ...writableReason(newReason("dropoff", "dogbarks")),
  names: { ...NO_NAMES, en: "A dog in the yard" },
  proofs: ["photo"],
};
const listOf = (
  version: number,
  changes: Readonly<Record<string, Partial<ReasonTerms>>> = {},
): ReasonList => ({
  version,
  reasons: [...DEFAULT_TERMS, DOG].map((one) => ({ ...writableReason(one), ...changes[one.code] })),
  changedAt: "2026-11-20T08:00:00.000Z",
  changedBy: "Ada",
});

beforeAll(async () => {
  stubDialog();
  await startWords("hall", "reasons", "deliveries", "drafts");
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

async function show(answers: Record<string, Answer> = {}, locale: Locale = "en"): Promise<Sent[]> {
  await setLocale(locale);
  const sent = stubServer({ [`GET ${ROUTE}`]: () => ({ body: listOf(3) }), ...answers });
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <ReasonsPage />
      </QueryClientProvider>,
    );
  });
  await vi.waitFor(() => expect(document.querySelector("h1")).toBeTruthy());
  await vi.waitFor(() => expect(screen.queryByLabelText("Loading")).toBeNull());
  return sent;
}
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });
const press = (name: string | RegExp) => act(async () => void fireEvent.click(button(name)));
const turn = (name: string) => fireEvent.click(screen.getByRole("switch", { name: `Offer “${name}”` }));
const preview = () => within(screen.getByRole("tabpanel"));
const Saved = z.object({ version: z.int(), reasons: z.array(ReasonTerms) });
const savedIn = (sent: readonly Sent[]) =>
  Saved.parse(sent.findLast(({ route }) => route.startsWith("PUT"))?.body);

test("a new reason is added with name, proof and next step, couriers' choice shows it, and it is saved as a whole", async () => {
  const sent = await show({ [`PUT ${ROUTE}`]: () => ({ body: listOf(4) }) });
  await press("Add one for the door");
  const dialog = within(screen.getByRole("dialog"));
  await press("Put into the list");
  expect(screen.getByRole("dialog").textContent).toContain("Name · In English: Please fill this in");
  fireEvent.change(dialog.getByLabelText(/English/), { target: { value: "The lift is broken" } });
  fireEvent.change(dialog.getByLabelText("Fault"), { target: { value: "recipient" } });
  fireEvent.change(dialog.getByLabelText("Usual next step"), { target: { value: "hub" } });
  fireEvent.click(dialog.getByRole("button", { name: "a photo" }));
  await press("Put into the list");
  expect(screen.getByText("Recipient’s fault · To the hub · needs a photo")).toBeTruthy();
  fireEvent.click(preview().getByLabelText("The lift is broken"));
  expect(preview().getByText("Next: To the hub")).toBeTruthy();
  expect(preview().getByText("Needed: a photo")).toBeTruthy();
  await press("Save");
  const { version, reasons } = savedIn(sent);
  expect(version).toBe(3);
  expect(reasons.at(-1)?.phase).toBe("transit");
  expect(reasons).toHaveLength(DEFAULT_TERMS.length + 2);
  expect(reasons.findLast(({ phase }) => phase === "dropoff")).toMatchObject({
    code: expect.stringMatching(/^own_[a-z]{8}$/),
    phase: "dropoff",
    fault: "recipient",
    nextAction: "hub",
    proofs: ["photo"],
    names: { ...NO_NAMES, en: "The lift is broken" },
  });
});

test("a name that the stage has already is refused at its input", async () => {
  await show();
  await press("Add one for the door");
  const dialog = within(screen.getByRole("dialog"));
  fireEvent.change(dialog.getByLabelText(/English/), { target: { value: " A dog in the yard " } });
  await press("Put into the list");
  expect(dialog.getAllByText(/Another reason of this stage has this name/).length).toBeGreaterThan(0);
});

test("a saved reason keeps its stage and cannot be taken away; one that was not saved can", async () => {
  await show();
  expect(screen.queryByRole("button", { name: /Take “A dog in the yard”/ })).toBeNull();
  await press("Change “A dog in the yard”");
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.getByLabelText<HTMLSelectElement>("Stage").disabled).toBe(true);
  fireEvent.change(dialog.getByLabelText(/English/), { target: { value: "A big dog" } });
  await press("Put into the list");
  expect(screen.getAllByText("A big dog").length).toBeGreaterThan(0);
});

test("one that is switched off leaves couriers' choice, and the last of a stage stays on with a sentence", async () => {
  const off = DEFAULT_TERMS.filter(({ phase, code }) => phase === "pickup" && code !== "not_ready");
  const changes = Object.fromEntries(off.map(({ code }) => [code, { isOn: false }]));
  const sent = await show({
    [`GET ${ROUTE}`]: () => ({ body: listOf(3, changes) }),
    [`PUT ${ROUTE}`]: () => ({ body: listOf(4) }),
  });
  turn("Not ready to be collected");
  expect(screen.getByRole("alert").textContent).toMatch(/At least one reason of each stage stays on/);
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  turn("Nobody was there");
  expect(preview().queryByLabelText("Nobody was there")).toBeNull();
  expect(preview().getByLabelText("No way to the door")).toBeTruthy();
  await press("Save");
  const off2 = savedIn(sent).reasons.find(({ code }) => code === "recipient_absent");
  expect(off2?.isOn).toBe(false);
});

test("a fixed reason says what is usual where it is changed", async () => {
  await show();
  await press("Change “The weather did not allow it”");
  const dialog = within(screen.getByRole("dialog"));
  fireEvent.change(dialog.getByLabelText("Fault"), { target: { value: "carrier" } });
  expect(dialog.getByText("Another try is free. Usually: Nobody’s fault.")).toBeTruthy();
  expect(
    [...dialog.getByLabelText<HTMLSelectElement>("Usual next step").options].map(({ value }) => value),
  ).toEqual(["reschedule", "retry", "hub", "return", "settle"]);
});

test("keys move a reason among those of its stage", async () => {
  const sent = await show({ [`PUT ${ROUTE}`]: () => ({ body: listOf(4) }) });
  const up = button("Move “No way to the door” up");
  up.focus();
  fireEvent.keyDown(up, { key: "ArrowUp", altKey: true });
  expect(screen.getByText("“No way to the door” is now number 1 of 12.")).toBeTruthy();
  await press("Save");
  const doors = savedIn(sent).reasons.filter(({ phase }) => phase === "dropoff");
  expect(doors.slice(0, 2).map(({ code }) => code)).toEqual(["no_access", "recipient_absent"]);
});

test("who changed the list meanwhile and what is told, and one's own goes on top of it", async () => {
  let version = 3;
  const theirs = { closed: { isOn: false } };
  const sent = await show({
    [`GET ${ROUTE}`]: () => ({ body: version === 3 ? listOf(3) : listOf(4, theirs) }),
    [`PUT ${ROUTE}`]: () =>
      version === 3 ? ((version = 4), problem(409, "reasons.changed-meanwhile")) : { body: listOf(5) },
  });
  turn("Nobody was there");
  await press("Save");
  expect((await screen.findByRole("alert")).textContent).toMatch(
    /Ada changed meanwhile: The place was closed/,
  );
  await press("Keep mine on top");
  await press("Save");
  const { reasons, version: onto } = savedIn(sent);
  expect(onto).toBe(4);
  expect(reasons.filter(({ isOn }) => !isOn).map(({ code }) => code)).toEqual(["recipient_absent", "closed"]);
});

async function readFile(items: unknown[]): Promise<void> {
  const content = JSON.stringify({ waybill: "failure-reasons", version: 1, items });
  const file = new File([content], "reasons.json", { type: "application/json" });
  await act(
    async () => void fireEvent.change(screen.getByLabelText("Read a file …"), { target: { files: [file] } }),
  );
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).not.toBeNull());
}

test("a file adds and changes reasons by their codes, and those that it does not name stay", async () => {
  await show();
  const lift = { ...DOG, code: "own_lift", names: { ...NO_NAMES, en: "The lift is broken" } };
  await readFile([{ ...DOG, names: { ...NO_NAMES, en: "A big dog" } }, lift]);
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.getByText("Changed: A big dog")).toBeTruthy();
  expect(dialog.getByText("New: The lift is broken")).toBeTruthy();
  expect(dialog.queryByText(/^Gone/)).toBeNull();
  await press("Take as a draft");
  expect(screen.getAllByTestId("reason")).toHaveLength(DEFAULT_TERMS.length + 2);
});

test("a file at fault names each place, and nothing is taken", async () => {
  await show();
  await readFile([{ ...DOG, fault: "dog" }]);
  expect(screen.getByText("items.0.fault")).toBeTruthy();
  fireEvent.click(screen.getAllByRole("button", { name: "Close" }).at(-1) ?? document.body);
  await readFile([{ ...DOG, code: "own_lift", names: NO_NAMES }]);
  expect(screen.getByText("items.0.names.en")).toBeTruthy();
  expect(screen.getByText(/needs a name in your first language/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Take as a draft" })).toBeNull();
});

test.each([
  ["no network", problem(503, "http.offline")],
  ["whoever may not", problem(403, "accounts.forbidden")],
  ["a fault of the server", problem(500, "http.internal")],
])("has a face for %s", async (_what, answer) => {
  await show({ [`GET ${ROUTE}`]: () => answer });
  expect(screen.queryByRole("switch")).toBeNull();
  await vi.waitFor(() => expect(screen.getAllByRole("heading").length).toBeGreaterThan(1));
});

test.each(["de", "es", "fr", "ar"] as const)("speaks %s", async (locale) => {
  await show({}, locale);
  await vi.waitFor(() => expect(screen.getAllByTestId("reason")).toHaveLength(DEFAULT_TERMS.length + 1));
  expect(document.body.textContent).not.toMatch(/reasons:|\{|undefined/);
});
