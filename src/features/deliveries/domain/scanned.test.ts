import { expect, test } from "vitest";
import { humanNumber } from "#kernel/human-number.ts";
import type { SucceedCommand } from "./command.ts";
import { decide } from "./decide.ts";
import { type DeliveryState, newDelivery } from "./delivery.ts";
import { parcelCodes } from "#kernel/parcel-code.ts";
import { DEFAULT_POLICY } from "./policy.ts";
import { DEFAULT_NEEDS } from "#features/proofs/domain/policy.ts";
import type { ProofNeed } from "#features/proofs/domain/needs.ts";

const CODES = parcelCodes(humanNumber(new Uint8Array([7, 20, 4, 20, 9, 2, 23])), 2);
const [FIRST = "", SECOND = ""] = CODES;
const booked = newDelivery({ id: "d", collectTaskId: "collect", deliverTaskId: "deliver" });
const delivery: DeliveryState = {
  ...booked,
  parcelCodes: CODES,
  tasks: booked.tasks.map((task) => ({ ...task, state: "assigned", courierId: "carla" })),
};

function collected(more: Partial<SucceedCommand>, needs: readonly ProofNeed[] = ["barcode"]) {
  const command: SucceedCommand = {
    type: "succeed",
    commandId: "c",
    occurredAt: 1_000,
    taskId: "collect",
    offline: false,
    recipientName: null,
    note: null,
    proofIds: [],
    ...more,
  };
  const ends = { ...DEFAULT_NEEDS.collect, succeed: { required: needs, preferred: [] } };
  const proofNeeds = { ...DEFAULT_NEEDS, collect: ends };
  const actor = { role: "courier", courierId: "carla" } as const;
  const context = { actor, now: 2_000, policy: DEFAULT_POLICY, newTaskId: "n" };
  return decide({ ...delivery, proofNeeds }, command, context).at(-1);
}

test("where codes are required a pickup ends with all of them, or with a reason for the rest", () => {
  expect(collected({ codes: CODES })).toMatchObject({ proofMissing: [], outcome: { codes: CODES } });
  expect(collected({ codes: [FIRST], notScanned: "label_missing" })).toMatchObject({
    proofMissing: [],
    outcome: { codes: [FIRST], notScanned: "label_missing" },
  });
  for (const codes of [[], [FIRST], undefined])
    expect(() => collected({ codes })).toThrow("deliveries.proof-missing");
});

test("without a network the pickup stands, and the codes are missing", () => {
  expect(collected({ codes: [FIRST], offline: true })).toMatchObject({
    proofMissing: ["barcode"],
    outcome: { codes: [FIRST] },
  });
});

test("a phone that names no codes is taken as before where none are required", () => {
  const change = collected({}, []);
  expect(change).toMatchObject({ proofMissing: [] });
  expect(change && "outcome" in change && "codes" in change.outcome).toBe(false);
});

test("codes are kept once each, as the label has them; one of another delivery is refused", () => {
  expect(collected({ codes: [SECOND.toLowerCase(), SECOND] }, [])).toMatchObject({
    outcome: { codes: [SECOND] },
  });
  for (const code of ["WB-0000-0000-1", "4006381333931", SECOND.replace(/2$/, "3")])
    expect(() => collected({ codes: [code] }, [])).toThrow("deliveries.code-unknown");
});

test("the label of a parcel that the office took off since is no fault of a phone that had no network", () => {
  const third = SECOND.replace(/2$/, "3");
  expect(collected({ codes: [FIRST, SECOND, third], offline: true })).toMatchObject({
    proofMissing: [],
    outcome: { codes: [FIRST, SECOND] },
  });
});
