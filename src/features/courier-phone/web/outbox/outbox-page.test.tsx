import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { stubServer } from "#test/support/web/stub-server.ts";
import type { CourierDay } from "#features/courier/contract/api.ts";
import { type Phone, type PhoneView, clearPhone, showPhone } from "#features/courier/web/phone-view.ts";
import { startWords } from "#web/i18n/words.ts";
import type { Op } from "#kernel/outbox/op.ts";
import { OutboxPage } from "./outbox-page.tsx";

const { sendAgain, confirm, startDuty } = vi.hoisted(() => ({
  sendAgain: vi.fn<Phone["sendAgain"]>(),
  confirm: vi.fn<Phone["confirm"]>(),
  startDuty: vi.fn<Phone["startDuty"]>(),
}));
vi.mock("#features/courier/web/phone-view.ts", async (original) => ({
  ...(await original<object>()),
  phone: () => Promise.resolve({ sendAgain, confirm, startDuty, refresh: () => undefined }),
}));

beforeAll(() => startWords("hall", "courier", "courier-phone", "custody", "deliveries", "session"));
beforeEach(() => {
  stubServer({});
});
afterEach(() => {
  cleanup();
  clearPhone();
});

const AS_OF = Date.parse("2026-11-23T09:41:00Z");
const show = async (view: Partial<PhoneView>) => {
  // Safe: lists and lines read the zone alone.
  const day = { timezone: "UTC", stops: [] } as unknown as CourierDay;
  showPhone({ isReady: true, asOf: AS_OF, end: "sent", day, ...view });
  await act(async () => {
    render(
      <Suspense fallback={null}>
        <OutboxPage />
      </Suspense>,
    );
  });
};
const counts = (commands: number, files = 0, looks = 0) => ({ commands, files, looks });

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
  await show({ ops: [op(more)], end, counts: counts(1) });
  expect(document.body.textContent).toMatch(/Done · Mon, Nov 23, 9:41.* · 5 Rue Haute/);
  expect(screen.getByText(new RegExp(why.replace(".", "\\.")))).toBeTruthy();
});

test("a refused picture says why, and is sent again or confirmed", async () => {
  const file = { id: "f", deliveryId: "d", taskId: "t", kind: "photo", sha256: "", bytes: 1 } as const;
  const refused = { state: "look", code: "courier.proof-broken", takenAt: AS_OF, endedAt: AS_OF } as const;
  await show({ files: [{ ...file, ...refused }], counts: counts(0, 0, 1) });
  expect(screen.getByText("The picture did not arrive whole. Send it again.")).toBeTruthy();
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Send again" })));
  expect(sendAgain).toHaveBeenCalledExactlyOnceWith("f");
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Got it" })));
  expect(confirm).toHaveBeenCalledExactlyOnceWith(["f"]);
  await act(async () => showPhone({ files: [{ ...file, ...refused, isSeen: true }], counts: counts(0) }));
  expect(screen.getByText("Everything is sent")).toBeTruthy();
});

test("with nothing left the list says so, and a refused write never reads as nothing", async () => {
  await show({});
  expect(screen.getByText("Everything is sent")).toBeTruthy();
  await act(async () => showPhone({ isNotSaved: true }));
  expect(screen.queryByText("Everything is sent")).toBeNull();
});

test("a browser that does not promise to keep the work is named, with the way out", async () => {
  await show({ warnings: ["not-kept"] });
  expect(screen.getByText(/This browser may delete your work/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Put Waybill on the home screen" }).getAttribute("href")).toBe(
    "/c/install",
  );
  await act(async () => showPhone({ warnings: [] }));
  expect(screen.queryByText(/This browser may delete/)).toBeNull();
});

test("an app on the home screen asks the browser once more to keep the work", async () => {
  await show({ warnings: ["not-kept"] });
  await act(async () => void dispatchEvent(new Event("appinstalled")));
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Ask the browser again" })));
  expect(startDuty).toHaveBeenCalledOnce();
  expect(screen.getByText(/The browser did not agree/)).toBeTruthy();
  startDuty.mockImplementationOnce(async () => showPhone({ warnings: [] }));
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Ask the browser again" })));
  expect(screen.queryByText(/This browser may delete/)).toBeNull();
});
