import { act, renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { CourierStop } from "../contract/api.ts";
import { COMMAND_BODIES } from "../contract/sync.ts";
import { clearPhone, phone, showPhone } from "./phone-view.ts";
import { type Fact, entryOf, useRecord } from "./use-record.ts";

const recorded = vi.fn<() => Promise<void>>();
vi.mock("./phone/phone.ts", () => ({ startPhone: () => ({ record: recorded }) }));

afterEach(clearPhone);

const TASK = "01937c0e-0000-7000-8000-000000000001";
const DELIVERY = "01937c0e-0000-7000-8000-000000000002";
const picture = (id: string, kind: "photo" | "signature", minute: number) => ({
  id: `01937c0e-0000-7000-8000-00000000000${id}`,
  kind,
  sha256: "a".repeat(64),
  takenAt: `2026-11-23T10:0${minute}:00.000Z`,
  bytes: 9,
});
const stop = {
  taskId: TASK,
  deliveryId: DELIVERY,
  addressTag: "tag",
  address: { label: "5 Rue Haute" },
  proofs: [picture("3", "photo", 1), picture("4", "photo", 2), picture("5", "signature", 1)],
} as unknown as CourierStop; // Safe: a command is made of these alone.

test.each<[Fact]>([
  [{ type: "start" }],
  [{ type: "arrive" }],
  [{ type: "succeed", recipientName: "Rita", note: null }],
  [{ type: "fail", reason: "recipient_absent", note: "Rang twice" }],
  [{ type: "correct", to: "failed", reason: "recipient_absent", recipientName: null, note: null }],
])("a command's body is what the contract freezes: %o", (fact) => {
  const entry = entryOf(stop, fact);
  expect(COMMAND_BODIES[fact.type].safeParse(entry.body).success).toBe(true);
  expect(entry).toMatchObject({ v: 1, deliveryId: DELIVERY, taskId: TASK, label: "5 Rue Haute" });
});

test("an outcome names the newest picture of each kind with its hash, and takes those of this phone along", () => {
  const [, newer] = stop.proofs;
  showPhone({
    files: [
      {
        ...picture("4", "photo", 2),
        deliveryId: DELIVERY,
        taskId: TASK,
        takenAt: 1,
        state: "draft",
        code: null,
        endedAt: null,
      },
    ],
  });
  const entry = entryOf(stop, { type: "succeed", recipientName: "Rita", note: null }, "courier.done.t");
  expect(Reflect.get(entry.body, "proofs")).toEqual([
    { id: newer?.id, kind: "photo", sha256: "a".repeat(64), bytes: 9 },
    { id: picture("5", "signature", 1).id, kind: "signature", sha256: "a".repeat(64), bytes: 9 },
  ]);
  expect(entry.fileIds).toEqual([newer?.id]);
  expect(entry.canUndo).toBe(true);
  expect(entry.droppedDrafts).toEqual(["courier.done.t"]);
});

test("a correction names no picture that waits with the outcome before it, and can be taken back", () => {
  const kept = (id: string, state: "draft" | "waiting" | "sent") => ({
    ...picture(id, "photo", 2),
    deliveryId: DELIVERY,
    taskId: TASK,
    takenAt: 1,
    state,
    code: null,
    endedAt: null,
  });
  const fact = { type: "correct", to: "succeeded", reason: null, recipientName: "Rita", note: null } as const;
  const namedIn = (...files: ReturnType<typeof kept>[]) => {
    showPhone({ files });
    const { body, fileIds = [], canUndo } = entryOf(stop, fact);
    const { proofs = [] } = COMMAND_BODIES.correct.parse(body);
    return { named: proofs.map(({ id }) => id.at(-1)), fileIds: fileIds.map((id) => id.at(-1)), canUndo };
  };
  expect(namedIn(kept("4", "waiting"))).toEqual({ named: ["5"], fileIds: [], canUndo: true });
  expect(namedIn(kept("4", "draft"))).toEqual({ named: ["4", "5"], fileIds: ["4"], canUndo: true });
  expect(namedIn(kept("4", "sent"))).toEqual({ named: ["4", "5"], fileIds: [], canUndo: true });
});

test("a press is written before its wait is drawn, and a second press meanwhile is none", async () => {
  let stored = () => undefined as void;
  recorded.mockReturnValue(new Promise((done) => (stored = done)));
  let drawn = 0;
  await phone();
  const { result } = renderHook(() => {
    drawn += 1;
    return useRecord(stop);
  });
  result.current.mutate({ type: "start" });
  result.current.mutate({ type: "start" });
  // The phone's code is there: no timer runs between the press and its write.
  await phone();
  expect(recorded).toHaveBeenCalledTimes(1);
  expect(drawn).toBe(1);
  await waitFor(() => expect(result.current.isPending).toBe(true));
  await act(async () => stored());
  await waitFor(() => expect(result.current.isPending).toBe(false));
  expect(recorded).toHaveBeenCalledTimes(1);
});

test("the next step can be pressed as soon as it is shown, while the write before it still ends", async () => {
  let stored = () => undefined as void;
  recorded.mockReset();
  recorded.mockReturnValue(new Promise((done) => (stored = done)));
  const at = (state: CourierStop["state"]): CourierStop => ({ ...stop, state });
  const { result, rerender } = renderHook((shown: CourierStop) => useRecord(shown), {
    initialProps: at("assigned"),
  });
  result.current.mutate({ type: "start" });
  await waitFor(() => expect(result.current.isPending).toBe(true));
  rerender(at("en_route"));
  expect(result.current.isPending).toBe(false);
  result.current.mutate({ type: "arrive" });
  await waitFor(() => expect(recorded).toHaveBeenCalledTimes(2));
  await waitFor(() => expect(result.current.isPending).toBe(true));
  await act(async () => stored());
  await waitFor(() => expect(result.current.isPending).toBe(false));
});

test("a damaged parcel's photo goes along beside the handover's, which it does not replace", () => {
  const [older, newer] = stop.proofs;
  const left = [{ code: "WB-1", how: "damaged" as const, note: "wet", proofIds: [newer?.id ?? ""] }];
  const entry = entryOf(stop, { type: "succeed", recipientName: "Rita", note: null, left });
  const named = Reflect.get(entry.body, "proofs") as { readonly id: string }[];
  expect(named.map(({ id }) => id)).toEqual([older?.id, picture("5", "signature", 1).id, newer?.id]);
  expect(entry.v).toBe(2);
});
