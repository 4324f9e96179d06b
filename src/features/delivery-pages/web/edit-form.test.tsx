import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { fill, press, usePage } from "#test/support/web/page.tsx";
import { Problem } from "#web/api/problem.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { EditForm } from "./edit-form.tsx";

const { sent, gone } = vi.hoisted(() => ({
  sent: vi.fn<(endpoint: { id: string }, input: object) => Promise<object>>(),
  gone: vi.fn<(href: string) => void>(),
}));
vi.mock("#web/api/call.ts", () => ({ call: sent }));
vi.mock("#web/shell/navigate.ts", () => ({ go: gone }));
vi.mock("#web/session/config.ts", () => ({
  useZone: () => "Europe/Berlin",
  useConfigIfThere: () => undefined,
  useOffered: () => ["en"],
  configAtHand: () => undefined,
}));

usePage("delivery-pages", "deliveries", "slots");
beforeEach(() => vi.clearAllMocks());

const contact = { name: "Rita Ray", phone: "+4930123456", email: null, note: "" };
// Safe: the form reads these alone.
const delivery = {
  id: "d",
  version: 3,
  state: "assigned",
  courierName: "Kim Kurier",
  sender: { ...contact, name: "Sam Sender" },
  recipient: contact,
  pickup: { label: "Lindenstraße 5" },
  dropoff: { label: "Kanalstraße 3" },
  window: { start: "2026-11-25T12:00:00.000Z", end: "2026-11-25T13:00:00.000Z" },
  tasks: [],
  timeline: [],
} as unknown as Delivery;

const edited = {
  seq: 4,
  type: "delivery.edited",
  occurredAt: "2026-11-25T09:00:00.000Z",
  recordedAt: "2026-11-25T09:00:00.000Z",
  actor: { kind: "person", name: "Greta Boss" },
  data: { state: "assigned" },
  changes: [{ field: "sender-note", from: "", to: "Ring once" }],
} as Delivery["timeline"][number];
const newer: Delivery = {
  ...delivery,
  version: 4,
  sender: { ...delivery.sender, note: "Ring once" },
  timeline: [edited],
};

async function open(first = delivery, onStale = async (): Promise<void> => undefined) {
  const client = new QueryClient();
  const tree = (shown: Delivery) => (
    <QueryClientProvider client={client}>
      <EditForm delivery={shown} onStale={onStale} />
    </QueryClientProvider>
  );
  const { rerender, unmount } = render(tree(first));
  return { now: (next: Delivery) => act(async () => rerender(tree(next))), leave: unmount };
}
const part = (name: string) => screen.getByRole("group", { name });
const inputs = () => sent.mock.calls.map(([, input]) => input);

test("only the part that was typed over is sent, under the version that was seen", async () => {
  sent.mockResolvedValue(newer);
  await open();
  fill("Phone", "+4930777777", part("Recipient"));
  await press("Save changes");
  expect(inputs()).toEqual([{ id: "d", version: 3, recipient: { ...contact, phone: "+4930777777" } }]);
  expect(gone).toHaveBeenCalledWith("/d/deliveries/d");
});

test("nothing typed sends nothing", async () => {
  await open();
  await press("Save changes");
  expect(sent).not.toHaveBeenCalled();
  expect(gone).toHaveBeenCalledWith("/d/deliveries/d");
});

test("a form that another's edit overtook keeps what was typed, says what changed and saves over the newer one", async () => {
  sent.mockRejectedValueOnce(new Problem("deliveries.changed-meanwhile", { status: 409 }));
  sent.mockResolvedValue(newer);
  const onStale = vi.fn<() => Promise<void>>(async () => undefined);
  const { now } = await open(delivery, onStale);
  fill("Name", "Zoe Zander", part("Recipient"));
  await press("Save changes");
  await screen.findByText(/changed meanwhile\. What you typed is still here/);
  expect(onStale).toHaveBeenCalledOnce();
  await now(newer);
  await screen.findByText("Ring once", { selector: "bdi" });
  expect(screen.getByText(/Greta Boss/)).toBeTruthy();
  await press("Save changes");
  expect(inputs().at(-1)).toEqual({ id: "d", version: 4, recipient: { ...contact, name: "Zoe Zander" } });
});

test("what is too late is locked with its reason, and of an ended delivery nothing is saved any more", async () => {
  const { now } = await open({ ...delivery, state: "at_dropoff" });
  await screen.findByText(/parcels were collected/);
  await screen.findByText(/courier is at the door/);
  const isLocked = (name: string) => (part(name) as HTMLFieldSetElement).disabled;
  expect(["Sender", "Recipient", "Promised time"].map(isLocked)).toEqual([true, false, true]);
  fill("Name", "Zoe Zander", part("Recipient"));
  await now({ ...delivery, state: "delivered", version: 5 });
  await screen.findByText(/This delivery has ended/);
  expect(screen.queryByRole("button", { name: "Save changes" })).toBeNull();
  expect(screen.getByDisplayValue("Zoe Zander")).not.toBeNull();
});

test("what was typed is still there when the page is opened again, until it is discarded", async () => {
  const first = await open();
  fill("Name", "Zoe Zander", part("Recipient"));
  first.leave();
  const again = await open(newer);
  expect(screen.getByDisplayValue("Zoe Zander")).toBeTruthy();
  expect(screen.getByDisplayValue("Ring once")).toBeTruthy();
  await press("Discard changes");
  await press("Discard changes", await screen.findByRole("dialog"));
  again.leave();
  await open(newer);
  expect(screen.queryByDisplayValue("Zoe Zander")).toBeNull();
});

test("a day that is not the courier's says that the plan stays as it is", async () => {
  await open();
  fill("Date", "2026-11-26");
  expect(await screen.findByText(/stays on Kim Kurier’s route/)).toBeTruthy();
});
