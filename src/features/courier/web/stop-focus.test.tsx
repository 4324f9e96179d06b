import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { stubServer } from "#test/support/web/stub-server.ts";
import { withData } from "#web/api/with-data.tsx";
import { startWords } from "#web/i18n/words.ts";
import type { CourierStop } from "../contract/api.ts";
import { type Phone, type PhoneView, clearPhone, showPhone } from "./phone-view.ts";
import { Stop } from "./stop.tsx";

const { record } = vi.hoisted(() => ({ record: vi.fn<Phone["record"]>() }));
vi.mock("./phone-view.ts", async (original) => ({
  ...(await original<object>()),
  phone: () => Promise.resolve({ record, refresh: () => undefined }),
}));

beforeAll(() => startWords("hall", "courier", "deliveries", "payments", "session", "scan"));
beforeEach(() => {
  stubServer({});
});
afterEach(() => {
  cleanup();
  clearPhone();
});

const TASK = "0197a0b0-0000-7000-8000-000000000002";

function showStop(state: CourierStop["state"]): void {
  const stop = {
    taskId: TASK,
    deliveryId: "0197a0b0-0000-7000-8000-000000000001",
    kind: "deliver",
    state,
    blocked: false,
    custody: "courier",
    number: "WB-7K4M-92QX",
    note: "",
    contactName: "Rita",
    contactPhone: null,
    window: { start: "2026-11-24T10:00:00Z", end: "2026-11-24T11:00:00Z" },
    address: { label: "5 Rue Haute", detail: null, point: { lon: 4.35, lat: 50.84 } },
    parcels: [{ size: "small", massG: 900, contents: "books", fragile: false, code: "WB-7K4M-92QX-1" }],
    proofs: [],
    required: [],
    preferred: [],
    cash: null,
    correctableUntil: null,
  };
  // Safe: the page reads these alone.
  const day = { date: "2026-11-24", timezone: "UTC", stops: [stop] } as unknown as PhoneView["day"];
  showPhone({ isReady: true, end: "sent", asOf: Date.now(), day });
}

test("the focus goes on to the next main action after Start and after I am there", async () => {
  showStop("assigned");
  const Page = withData(Stop);
  await act(async () => {
    render(
      <Suspense fallback={null}>
        <Page params={{ id: TASK }} search={{}} setSearch={() => undefined} />
      </Suspense>,
    );
  });
  for (const [name, after, next] of [
    ["Start", "en_route", "I am there"],
    ["I am there", "arrived", "Hand over"],
  ] as const) {
    const button = await screen.findByRole("button", { name });
    record.mockImplementation(async () => showStop(after));
    button.focus();
    await act(async () => void fireEvent.click(button));
    const action = screen.getByText(next).closest("a, button");
    expect(document.activeElement).toBe(action);
  }
});
