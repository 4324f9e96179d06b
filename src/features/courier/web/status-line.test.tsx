import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { stubServer } from "#test/support/web/stub-server.ts";
import { chooseAndStoreLocale, setLocale, startWords } from "#web/i18n/words.ts";
import { HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import type { CourierDay } from "../contract/api.ts";
import type { Op } from "#kernel/outbox/op.ts";
import { OutboxPage } from "./outbox-page.tsx";
import { type Phone, type PhoneView, clearPhone, showPhone } from "./phone-view.ts";
import { StatusLine, ageTone } from "./status-line.tsx";

const { sendAgain, confirm } = vi.hoisted(() => ({
  sendAgain: vi.fn<Phone["sendAgain"]>(),
  confirm: vi.fn<Phone["confirm"]>(),
}));
vi.mock("./phone-view.ts", async (original) => ({
  ...(await original<object>()),
  phone: () => Promise.resolve({ sendAgain, confirm, refresh: () => undefined }),
}));

beforeAll(() => startWords("hall", "courier", "deliveries", "session"));
beforeEach(() => {
  stubServer({});
});
afterEach(async () => {
  cleanup();
  clearPhone();
  await setLocale("en");
});

const AS_OF = Date.parse("2026-11-23T09:41:00Z");
const show = async (view: Partial<PhoneView>, page = <StatusLine />) => {
  // Safe: lists and lines read the zone alone.
  const day = { timezone: "UTC", stops: [] } as unknown as CourierDay;
  showPhone({ isReady: true, asOf: AS_OF, end: "sent", day, ...view });
  await act(async () => {
    render(<Suspense fallback={null}>{page}</Suspense>);
  });
};
const counts = (commands: number, files = 0, looks = 0) => ({ commands, files, looks });
const line = () => screen.getByTestId("phone-status").textContent;

test.each<[string, Partial<PhoneView>, string]>([
  ["all sent", {}, "All sent"],
  ["waiting", { counts: counts(3), end: "no-network" }, "Saved on this phone (3 waiting)"],
  ["photos", { counts: counts(0, 2), end: "no-network" }, "2 photos still to send"],
  ["signed out", { counts: counts(3), end: "signed-out" }, "Sign in to send 3. They are safe here."],
  ["a look", { counts: counts(0, 0, 1) }, "1 needs a look"],
  [
    "a look beside what waits",
    { counts: counts(5, 0, 1) },
    "1 needs a look · Saved on this phone (5 waiting)",
  ],
])("one line says what waits: %s", async (_title, view, text) => {
  await show(view);
  expect(line()).toContain(text);
  expect(screen.getByRole("link").getAttribute("href")).toBe("/c/outbox");
});

test("an undo that came too late is said, with the way to correct", async () => {
  await show({ isUndoLate: true });
  expect(
    screen.getByText("It was sent before you pressed Undo. Correct the outcome at the stop."),
  ).toBeDefined();
  expect(screen.queryByTestId("undo")).toBeNull();
});

test("a write that the phone refused stands in red and is read out", async () => {
  await show({ isNotSaved: true });
  expect(screen.getByRole("alert").textContent).toBe("NOT saved. Write it down, then try again.");
});

test("another person's unsent work is named, with who alone can send it", async () => {
  await show({ others: [{ name: "Ana", unsent: 3 }] });
  expect(screen.getByText("Ana has 3 unsent. Only Ana can send them.")).toBeTruthy();
});

test.each([
  [0, "done"],
  [15 * MINUTE_MS - 1, "done"],
  [15 * MINUTE_MS, "warning"],
  [4 * HOUR_MS - 1, "warning"],
  [4 * HOUR_MS, "trouble"],
])("a day that is %i ms old is %s", (age, tone) => {
  expect(ageTone(AS_OF, AS_OF + age)).toBe(tone);
});

test("an old day says of when it is", async () => {
  vi.spyOn(Date, "now").mockReturnValue(AS_OF + HOUR_MS);
  await show({ end: "no-network" });
  expect(line()).toContain("As of 9:41");
  vi.restoreAllMocks();
});

const op = (more: Partial<Op>): Op => ({
  command: { id: "c", seq: 1, type: "succeed", v: 1, body: "{}", wall: AS_OF, mono: 0, life: "l" },
  deliveryId: "d",
  taskId: "t",
  label: "5 Rue Haute",
  fileIds: [],
  state: "waiting",
  notBefore: 0,
  tries: 1,
  verdict: null,
  code: null,
  facts: {},
  endedAt: null,
  isSeen: false,
  ...more,
});

test.each<[string, Partial<Op>, PhoneView["end"], string]>([
  ["no network", {}, "no-network", "Waits for a network."],
  ["no session", {}, "signed-out", "Waits until you sign in."],
  ["the server", { verdict: "later" }, "sent", "The server cannot take it now"],
  [
    "a colleague's half",
    { verdict: "later", code: "courier.awaits-handover" },
    "sent",
    "until your colleague’s phone has sent the handover.",
  ],
  [
    "a cancelled delivery",
    { state: "look", verdict: "refused", code: "courier.parcel-in-hand" },
    "sent",
    "Keep the parcels: dispatch says where to bring them.",
  ],
  ["a refusal", { state: "look", verdict: "refused", code: "x.y" }, "sent", "It was not accepted."],
  ["a conflict", { state: "done", verdict: "conflict" }, "sent", "the plan was different"],
])("the list says what is not settled and why: %s", async (_title, more, end, why) => {
  await show({ ops: [op(more)], end, counts: counts(1) }, <OutboxPage />);
  expect(screen.getByText(/Done · 9:41.* · 5 Rue Haute/)).toBeTruthy();
  expect(screen.getByText(new RegExp(why.replace(".", "\\.")))).toBeTruthy();
});

test("a refused picture says why, and is sent again or confirmed", async () => {
  const file = { id: "f", deliveryId: "d", taskId: "t", kind: "photo", sha256: "", bytes: 1 } as const;
  const refused = { state: "look", code: "courier.proof-broken", takenAt: AS_OF, endedAt: AS_OF } as const;
  await show({ files: [{ ...file, ...refused }], counts: counts(0, 0, 1) }, <OutboxPage />);
  expect(screen.getByText("The picture did not arrive whole. Send it again.")).toBeTruthy();
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Send again" })));
  expect(sendAgain).toHaveBeenCalledExactlyOnceWith("f");
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Got it" })));
  expect(confirm).toHaveBeenCalledExactlyOnceWith(["f"]);
  await act(async () => showPhone({ files: [{ ...file, ...refused, isSeen: true }], counts: counts(0) }));
  expect(screen.getByText("Everything is sent")).toBeTruthy();
});

test("with nothing left the list says so, and a refused write never reads as nothing", async () => {
  await show({}, <OutboxPage />);
  expect(screen.getByText("Everything is sent")).toBeTruthy();
  await act(async () => showPhone({ isNotSaved: true }));
  expect(screen.queryByText("Everything is sent")).toBeNull();
});

test("unsent work is saved as a file with the bytes as they were frozen", async () => {
  const files: File[] = [];
  Object.assign(navigator, {
    canShare: () => true,
    share: async (data: { files: File[] }) => void files.push(...data.files),
  });
  await show({ ops: [op({})], counts: counts(1), ownerName: "Ana" }, <OutboxPage />);
  await act(
    async () => void fireEvent.click(screen.getByRole("button", { name: "Save unsent work as a file" })),
  );
  await vi.waitFor(() => expect(files).toHaveLength(1));
  const said = JSON.parse((await files[0]?.text()) ?? "{}");
  expect(said).toMatchObject({ kind: "waybill-unsent", person: "Ana", commands: [op({}).command] });
});

test("the line is said in Arabic, too", async () => {
  await chooseAndStoreLocale("ar");
  await show({ counts: counts(3), end: "no-network" });
  expect(line()).toContain("حُفظ على هذا الهاتف (3 تنتظر)");
});
