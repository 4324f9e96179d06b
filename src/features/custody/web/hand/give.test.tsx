import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { CourierStop } from "#features/courier/contract/api.ts";
import { type Phone, clearPhone } from "#features/courier/web/phone-view.ts";
import { startWords } from "#web/i18n/words.ts";
import { Give } from "./give.tsx";

const { saveDraft } = vi.hoisted(() => ({ saveDraft: vi.fn<Phone["saveDraft"]>() }));
vi.mock("#features/courier/web/phone-view.ts", async (original) => ({
  ...(await original<object>()),
  phone: () => Promise.resolve({ saveDraft }),
}));

beforeAll(() => startWords("hall", "courier", "custody"));
afterEach(() => {
  cleanup();
  clearPhone();
});

const stop = {
  taskId: "0197a0b0-0000-7000-8000-000000000002",
  deliveryId: "0197a0b0-0000-7000-8000-000000000001",
  kind: "deliver",
  state: "assigned",
  number: "WB-7K4M-92QX",
  contactName: "Rita",
  contactPhone: null,
  note: "",
  addressTag: "tag",
  proofs: [],
  required: [],
  preferred: [],
  custody: "courier",
  cash: null,
  window: { start: "2026-11-24T10:00:00Z", end: "2026-11-24T11:00:00Z" },
  address: { label: "5 Rue Haute", detail: null, point: { lon: 4.35, lat: 50.84 } },
  parcels: [{ size: "small", massG: 900, contents: "books", fragile: false, code: "WB-7K4M-92QX-1" }],
} as unknown as CourierStop; // Safe: the code is made of these alone.

test("the focus goes to the code when it is shown, and to the heading when the choice begins again", async () => {
  render(
    <main>
      <h1>Give parcels</h1>
      <Give stops={[stop]} />
    </main>,
  );
  fireEvent.click(screen.getByRole("checkbox"));
  fireEvent.click(screen.getByRole("button", { name: "Show the code for 1 delivery" }));
  const code = await screen.findByTestId("handover-code");
  expect(code.textContent).toMatch(/^\d{5} \d{5}$/);
  await waitFor(() => expect(document.activeElement).toBe(code));
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Choose again" })));
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Give parcels" }));
});
