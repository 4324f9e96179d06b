import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { CUSTODY_BODIES, readCustody } from "./commands.ts";

const FOLDER = "src/features/custody/contract/fixtures";
const ids = {
  deliveryId: "0197a0b0-0000-7000-8000-000000000001",
  taskId: "0197a0b0-0000-7000-8000-000000000002",
};
const code = "0123456789";

/** Meaning of each command that a phone may still hold, by its fixture: a released one stays readable for a year. */
const MEANINGS: Readonly<Record<string, object>> = {
  "handed_over-v1": {
    ...ids,
    said: {
      type: "handed_over",
      ...ids,
      code,
      secret: "0197a0b0-0000-7000-8000-000000000003",
      at: 1_795_000_000_000,
      deliveryIds: [ids.deliveryId],
    },
  },
  "taken_over-v1": { ...ids, said: { type: "taken_over", ...ids, code } },
  "taken_over-v1-typed": {
    deliveryId: null,
    taskId: null,
    said: { type: "taken_over", deliveryId: null, taskId: null, code },
  },
  "parcel_ended-v1": { ...ids, said: { type: "parcel_ended", ...ids, to: "sender", takenBy: "Sam" } },
  "load_checked-v1": {
    deliveryId: null,
    taskId: null,
    said: {
      type: "load_checked",
      date: "2026-11-23",
      missing: [{ ...ids, codes: ["WB-7K4M-92QX-2"] }],
      foreign: ["WB-0000-0000-1"],
    },
  },
  "load_checked-v1-part": {
    deliveryId: null,
    taskId: null,
    said: {
      type: "load_checked",
      date: "2026-11-23",
      missing: [{ ...ids, codes: ["WB-7K4M-92QX-2"] }],
      foreign: [],
      after: "0197a0b0-0000-7000-8000-000000000001",
      until: ids.taskId,
    },
  },
};

const names = readdirSync(FOLDER).map((file) => file.replace(".json", ""));

test.each(names)("a phone's %s is read as it was meant", (name) => {
  const fixture = JSON.parse(readFileSync(`${FOLDER}/${name}.json`, "utf8"));
  expect(readCustody(fixture)).toEqual({ kind: "read", body: { type: "other", ...MEANINGS[name] } });
});

test("every command has a fixture, and commands of other rooms are left to them", () => {
  expect(names.toSorted()).toEqual(Object.keys(MEANINGS).toSorted());
  for (const type of Object.keys(CUSTODY_BODIES)) expect(names).toContain(`${type}-v1`);
  expect(readCustody({ type: "start", v: 1, body: "{}" })).toBeUndefined();
  expect(readCustody({ type: "taken_over", v: 2, body: "{}" })).toEqual({ kind: "newer", deliveryId: null });
  expect(readCustody({ type: "taken_over", v: 1, body: "[" })).toEqual({
    kind: "malformed",
    deliveryId: null,
  });
});
