import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { CourierStop } from "#features/courier/contract/api.ts";
import { type Phone, type PhoneView, clearPhone, showPhone } from "#features/courier/web/phone-view.ts";
import type { ProofNeed } from "#features/proofs/domain/needs.ts";
import { startWords } from "#web/i18n/words.ts";
import { Door } from "./door.tsx";

const { record } = vi.hoisted(() => ({ record: vi.fn<Phone["record"]>() }));
vi.mock("#features/courier/web/phone-view.ts", async (original) => ({
  ...(await original<object>()),
  phone: () => Promise.resolve({ record, saveDraft: () => Promise.resolve(), refresh: () => undefined }),
}));

beforeAll(() => startWords("hall", "courier", "custody", "deliveries", "session", "scan"));
afterEach(() => {
  cleanup();
  clearPhone();
  localStorage.clear();
  record.mockReset();
});

const id = (n: number) => `01937c0e-0000-7000-8000-00000000000${n}`;
const stopOf = (n: number, required: readonly ProofNeed[]) =>
  ({
    taskId: id(n),
    deliveryId: id(n + 4),
    number: `WB-${n}`,
    kind: "deliver",
    state: "arrived",
    blocked: false,
    addressTag: "tag",
    contactName: "Rita",
    window: { start: "2026-11-23T10:00:00.000Z", end: "2026-11-23T12:00:00.000Z" },
    address: { label: "5 Rue Haute" },
    parcels: [{ code: `WB-${n}-1`, size: "small", massG: 900, contents: "", fragile: false }],
    proofs: [],
    required,
    preferred: [],
    cash: null,
  }) as unknown as CourierStop; // Safe: the page reads these alone.

async function open(stops: readonly CourierStop[], at = 1): Promise<void> {
  const day = { timezone: "UTC", stops } as unknown as PhoneView["day"];
  showPhone({ isReady: true, end: "sent", asOf: Date.now(), day });
  await act(async () => {
    render(
      <Suspense fallback={null}>
        <Door params={{ id: id(at) }} search={{}} setSearch={() => undefined} />
      </Suspense>,
    );
  });
}

const press = (name: string | RegExp) =>
  act(async () => void fireEvent.click(screen.getByRole("button", { name })));

test("a door asks for what all of its ticked deliveries need, says why, and one of them can be left out", async () => {
  await open([stopOf(1, ["recipient_name"]), stopOf(2, ["recipient_name", "age_check"])]);
  await press("Tick all");
  expect(screen.getByText("name: all deliveries")).toBeTruthy();
  expect(screen.getByText("age check (18): WB-2")).toBeTruthy();
  fireEvent.change(screen.getByLabelText("Who took it?"), { target: { value: "Rita" } });
  // The document does not prove 18 years: nothing is recorded until that delivery is left out.
  await press(/Hand over 2 deliveries/);
  expect(record).not.toHaveBeenCalled();

  const [, second] = screen.getAllByRole("button", { name: "Leave this one out" });
  await act(async () => void (second && fireEvent.click(second)));
  expect(screen.queryByText(/age check \(18\): WB-2/)).toBeNull();
  expect(screen.queryByRole("checkbox", { name: /18/ })).toBeNull();
  await press(/Hand over 1 delivery/);
  await vi.waitFor(() => expect(record).toHaveBeenCalledOnce());
  expect(record.mock.calls[0]?.[0].map(({ taskId, body }) => [taskId, body])).toMatchObject([
    [id(1), { recipientName: "Rita", codes: ["WB-1-1"] }],
  ]);
});

test("a delivery with a PIN of its own is named with its way, and is no part of the door", async () => {
  await open([stopOf(1, ["pin"]), stopOf(2, []), stopOf(3, [])], 2);
  const note = screen.getByText(/has a PIN of its own/);
  expect(within(note).getByRole("link", { name: "WB-1" }).getAttribute("href")).toBe(`/c/stop/${id(1)}`);
  expect(screen.getByText("0 of 2 deliveries ticked")).toBeTruthy();
});
