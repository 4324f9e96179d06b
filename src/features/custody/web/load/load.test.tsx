import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { stubDialog } from "#test/support/web/stub-dialog.ts";
import { type Phone, type PhoneView, clearPhone, showPhone } from "#features/courier/web/phone-view.ts";
import { startWords } from "#web/i18n/words.ts";
import { Load } from "./load.tsx";

const { record } = vi.hoisted(() => ({ record: vi.fn<Phone["record"]>() }));
vi.mock("#features/courier/web/phone-view.ts", async (original) => ({
  ...(await original<object>()),
  phone: () => Promise.resolve({ record, refresh: () => undefined }),
}));

beforeAll(async () => {
  stubDialog();
  await startWords("hall", "courier", "custody", "session", "scan");
});
afterEach(() => {
  cleanup();
  clearPhone();
  localStorage.clear();
  record.mockReset();
});

const CODE = "WB-7K4M-92QX-1";

async function open(): Promise<void> {
  const stop = {
    taskId: "0197a0b0-0000-7000-8000-000000000002",
    deliveryId: "0197a0b0-0000-7000-8000-000000000001",
    kind: "deliver",
    state: "assigned",
    custody: "hub",
    blocked: false,
    number: "WB-7K4M-92QX",
    address: { label: "5 Rue Haute" },
    parcels: [{ size: "small", massG: 900, contents: "books", fragile: false, code: CODE }],
    required: [],
    preferred: [],
  };
  // Safe: the page and its line read these alone.
  const day = { date: "2026-11-24", timezone: "UTC", stops: [stop] } as unknown as PhoneView["day"];
  showPhone({ isReady: true, end: "sent", asOf: Date.now(), day });
  await act(async () => {
    render(
      <Suspense fallback={null}>
        <Load />
      </Suspense>,
    );
  });
}
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole("button", { name })));

test("a check with nothing ticked asks before it says that everything is missing", async () => {
  await open();
  await press("Finish the check");
  expect(screen.getByRole("dialog", { name: "Nothing is ticked yet" })).toBeTruthy();
  await press("Go on checking");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(record).not.toHaveBeenCalled();
  await press("Finish the check");
  await press("Everything is missing");
  expect(record).toHaveBeenCalledOnce();
  expect(await screen.findByTestId("missing")).toBeTruthy();
});

test("a check with something ticked is recorded at once", async () => {
  await open();
  await act(async () => void fireEvent.click(screen.getByRole("checkbox", { name: new RegExp(CODE) })));
  await press("Finish the check");
  expect(record).toHaveBeenCalledOnce();
});
