import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { stubDialog } from "#test/support/web/stub-dialog.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import { follows } from "#features/delivery-pages/web/later/follows.ts";
import type { Leave } from "../contract/api.ts";
import { LeaveDialog } from "./leave-dialog.tsx";

const sent = vi.hoisted(() => vi.fn<(endpoint: { id: string }, input: object) => Promise<object>>());
vi.mock("#web/api/call.ts", () => ({ call: sent }));
/** Stands for the consequences, which a later room reads. */
const shown = vi.fn<(asked: object) => null>(() => null);

// Safe: the dialog reads these alone.
const delivery = { id: "d", version: 7, courierName: "Kim" } as unknown as Delivery;
const open: Leave = {
  version: 7,
  handover: null,
  options: [
    { how: "neighbour", why: null },
    { how: "safe_place", why: null },
  ],
  mayTakeBack: false,
};

beforeAll(async () => {
  follows.add(async () => shown);
  stubDialog();
  await startWords("hall", "edits");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

async function show(leave: Leave): Promise<void> {
  sent.mockImplementation(({ id }) => Promise.resolve(id === "readLeave" ? leave : delivery));
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <LeaveDialog delivery={delivery} onDone={() => undefined} onClose={() => undefined} />
      </QueryClientProvider>,
    );
  });
}
const submit = () => act(async () => void fireEvent.submit(document.querySelector("form") ?? document.body));
const asked = () => sent.mock.calls.filter(([{ id }]) => id === "setLeave").map(([, input]) => input);

test("says before the press who is told and what follows, and sends what was typed", async () => {
  await show(open);
  expect(await screen.findByText(/Kim reads it on their phone at once/)).toBeTruthy();
  await vi.waitFor(() =>
    expect(shown.mock.lastCall?.[0]).toEqual({ deliveryId: "d", version: 7, act: "leave" }),
  );
  await submit();
  expect(asked()).toEqual([]);
  fireEvent.change(screen.getByRole("textbox", { name: "Name of the neighbour" }), {
    target: { value: " Frau Berg " },
  });
  await submit();
  expect(asked()).toEqual([{ id: "d", version: 7, leave: { how: "neighbour", place: "Frau Berg" } }]);
});

test("says why it is not possible", async () => {
  const options = open.options.map(({ how }) => ({ how, why: "cash" as const }));
  await show({ ...open, options });
  expect(await screen.findByText(/takes cash at the door/)).toBeTruthy();
  expect(screen.queryByRole("textbox")).toBeNull();
});

test("takes back what is agreed, also where nothing else is possible any more", async () => {
  const options = open.options.map(({ how }) => ({ how, why: "age" as const }));
  await show({ ...open, options, handover: { how: "safe_place", place: "Shed" }, mayTakeBack: true });
  const back = await screen.findByRole("button", { name: /Take it back/ });
  await act(async () => void fireEvent.click(back));
  expect(asked()).toEqual([{ id: "d", version: 7, leave: null }]);
});
