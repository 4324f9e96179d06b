import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { type Phone, type PhoneView, clearPhone, showPhone } from "#features/courier/web/phone-view.ts";
import { startWords } from "#web/i18n/words.ts";
import { CUSTODY_BODIES } from "../../contract/commands.ts";
import { InHandPage } from "./in-hand-page.tsx";

const { record } = vi.hoisted(() => ({ record: vi.fn<Phone["record"]>() }));
vi.mock("#features/courier/web/phone-view.ts", async (original) => ({
  ...(await original<object>()),
  phone: () => Promise.resolve({ record, refresh: () => undefined }),
}));

beforeAll(() => startWords("hall", "courier", "custody", "session"));
afterEach(() => {
  cleanup();
  clearPhone();
  record.mockReset();
});

const ids = {
  deliveryId: "0197a0b0-0000-7000-8000-000000000001",
  taskId: "0197a0b0-0000-7000-8000-000000000002",
};

async function open(bringTo: "sender" | "hub" | null): Promise<void> {
  const address = { label: "5 Rue Haute, Brussels", point: { lon: 4.35, lat: 50.84 } };
  const parcels = { ...ids, number: "WB-7K4M-92QX", codes: ["WB-7K4M-92QX-1"], bringTo };
  const inHand = [{ ...parcels, sender: { name: "Sara", phone: "+3225551234", address } }];
  // Safe: the page and its line read these alone.
  const day = { timezone: "UTC", stops: [], inHand } as unknown as PhoneView["day"];
  showPhone({ isReady: true, end: "sent", asOf: Date.now(), day });
  await act(async () => {
    render(
      <Suspense fallback={null}>
        <InHandPage />
      </Suspense>,
    );
  });
}

test.each([
  [null, "Keep them. Dispatch says where to bring them.", ["Back with the sender", "Left at the hub"]],
  ["sender", "Bring them back to the sender.", ["Left at the hub", "Back with the sender"]],
  ["hub", "Bring them to the hub.", ["Back with the sender", "Left at the hub"]],
] as const)("the page says what dispatch wants with the parcels: %s", async (bringTo, text, acts) => {
  await open(bringTo);
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByText("WB-7K4M-92QX-1")).toBeTruthy();
  expect(screen.getAllByRole("button").map((one) => one.textContent)).toEqual([...acts]);
  expect(screen.queryAllByText("Navigate")).toHaveLength(bringTo === "hub" ? 0 : 1);
  const main = document.querySelectorAll(".courier-actions .button-filled");
  expect([...main].map((one) => one.textContent)).toEqual(bringTo === null ? [] : [acts[1]]);
  expect(screen.getByRole("link", { name: "Text message to Sara" }).getAttribute("href")).toBe(
    "sms:+3225551234",
  );
});

test("one press records the end with the name, and a phone that refuses says so", async () => {
  await open("sender");
  fireEvent.change(screen.getByLabelText("Who takes them (optional)"), { target: { value: " Sam " } });
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Back with the sender" })));
  const [[entry] = []] = record.mock.calls.map(([entries]) => entries);
  expect(CUSTODY_BODIES.parcel_ended.parse(entry?.body)).toEqual({ ...ids, to: "sender", takenBy: "Sam" });
  expect(entry).toMatchObject({ type: "parcel_ended", ...ids, canUndo: true });
  record.mockRejectedValueOnce(new Error("full"));
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Left at the hub" })));
  expect(screen.getByRole("alert")).toBeTruthy();
});
