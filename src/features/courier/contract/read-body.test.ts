import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { readBody } from "./read-body.ts";
import { COMMAND_BODIES } from "./sync.ts";

const FOLDER = "src/features/courier/contract/fixtures";
const ids = {
  deliveryId: "0197a0b0-0000-7000-8000-000000000001",
  taskId: "0197a0b0-0000-7000-8000-000000000002",
};
const photo = {
  id: "0197a0b0-0000-7000-8000-000000000003",
  kind: "photo",
  sha256: "ab".repeat(32),
  bytes: 350_000,
};

/** Meaning of each command that a phone may still hold, by its fixture: a released one stays readable for a year. */
const MEANINGS: Readonly<Record<string, object>> = {
  "start-v1": { type: "start", ...ids },
  "arrive-v1": { type: "arrive", ...ids },
  "succeed-v1": {
    type: "succeed",
    ...ids,
    note: "at the door",
    proofs: [photo],
    recipientName: "Rita Ray",
    addressTag: "0123456789abcdef",
  },
  "succeed-v1-scanned": {
    type: "succeed",
    ...ids,
    note: null,
    proofs: [],
    recipientName: null,
    codes: ["K7M2QD-1"],
    notScanned: "label_missing",
  },
  "fail-v1": { type: "fail", ...ids, note: null, proofs: [], reason: "recipient_absent" },
  "correct-v1": {
    type: "correct",
    ...ids,
    to: "failed",
    reason: "recipient_absent",
    recipientName: null,
    note: null,
  },
  "correct-v1-proven": {
    type: "correct",
    ...ids,
    to: "succeeded",
    reason: null,
    recipientName: "Rita Ray",
    note: null,
    ofAge: true,
    pin: "4821",
    codes: ["K7M2QD-1"],
    proofs: [photo],
  },
  "cash-v1": { type: "cash", ...ids, amount: { minor: 1250, currency: "EUR" } },
  "shift-v1": { type: "shift", onDuty: true },
  "succeed-v2-left": {
    type: "succeed",
    ...ids,
    note: null,
    proofs: [photo],
    recipientName: "Rita Ray",
    left: [
      { code: "K7M2QD-2", how: "damaged", note: "corner crushed", proofIds: [photo.id] },
      { code: "K7M2QD-3", how: "refused", note: null, proofIds: [] },
    ],
  },
  "correct-v2-left": {
    type: "correct",
    ...ids,
    to: "failed",
    reason: null,
    recipientName: null,
    note: null,
    left: [{ code: "K7M2QD-3", how: "refused", note: null, proofIds: [] }],
  },
};

const names = readdirSync(FOLDER).map((file) => file.replace(".json", ""));
const fixture = (name: string) => JSON.parse(readFileSync(`${FOLDER}/${name}.json`, "utf8"));

test.each(names)("a phone's %s is read as it was meant", (name) => {
  expect(readBody(fixture(name))).toEqual({ kind: "read", body: MEANINGS[name] });
});

test("every command has a fixture of each version", () => {
  expect(names.toSorted()).toEqual(Object.keys(MEANINGS).toSorted());
  for (const type of Object.keys(COMMAND_BODIES)) expect(names).toContain(`${type}-v1`);
});

test("a command of version 1 speaks of all parcels, whatever it says of single ones", () => {
  const left = [{ code: "K7M2QD-2", how: "refused", note: null, proofIds: [] }];
  const body = JSON.stringify({ ...ids, note: null, proofs: [], recipientName: null, left });
  const read = (v: number) => readBody({ type: "succeed", v, body });
  expect(read(1)).toMatchObject({ kind: "read", body: { type: "succeed" } });
  expect(read(1)).not.toHaveProperty("body.left");
  expect(read(2)).toMatchObject({ kind: "read", body: { left } });
  expect(read(3)).toMatchObject({ kind: "newer" });
});

test("a word that a later build adds is left out, a later version waits, and ids are read in small letters", () => {
  const body = JSON.stringify({ ...ids, deliveryId: ids.deliveryId.toUpperCase(), tip: 3 });
  expect(readBody({ type: "start", v: 1, body })).toEqual({ kind: "read", body: { type: "start", ...ids } });
  expect(readBody({ type: "start", v: 2, body })).toEqual({ kind: "newer", deliveryId: ids.deliveryId });
  expect(readBody({ type: "scan", v: 1, body: "[]" })).toEqual({ kind: "newer", deliveryId: null });
  expect(readBody({ type: "fail", v: 1, body })).toEqual({ kind: "malformed", deliveryId: ids.deliveryId });
  expect(readBody({ type: "fail", v: 1, body: "nonsense" })).toEqual({ kind: "malformed", deliveryId: null });
});
