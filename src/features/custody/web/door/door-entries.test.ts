import { afterEach, expect, test } from "vitest";
import type { CourierStop } from "#features/courier/contract/api.ts";
import { COMMAND_BODIES } from "#features/courier/contract/sync.ts";
import { clearPhone, showPhone } from "#features/courier/web/phone-view.ts";
import { doorEntries } from "./door-entries.ts";

afterEach(clearPhone);

const id = (n: number) => `01937c0e-0000-7000-8000-00000000000${n}`;
const PHOTO = {
  id: id(9),
  kind: "photo" as const,
  sha256: "a".repeat(64),
  takenAt: "2026-11-23T10:01:00.000Z",
  bytes: 9,
};
const stopOf = (n: number) =>
  ({
    taskId: id(n),
    deliveryId: id(n + 3),
    addressTag: "tag",
    address: { label: "5 Rue Haute" },
    parcels: [{ code: `WB-${n}-1` }],
    proofs: [],
  }) as unknown as CourierStop; // Safe: a command is made of these alone.

test("each delivery at a door has its own command and names the one picture, under an id of its own but for the first", () => {
  const draft = { ...PHOTO, deliveryId: id(4), taskId: id(1), takenAt: 1, code: null, endedAt: null };
  showPhone({ files: [{ ...draft, state: "draft" }] });
  let made = 6;
  const entries = doorEntries(
    [stopOf(1), stopOf(2)],
    [PHOTO],
    { recipientName: "Rita", note: null, draft: "custody.door.t" },
    () => id((made += 1)),
  );
  const bodies = entries.map(({ body }) => COMMAND_BODIES.succeed.parse(body));
  expect(bodies.map(({ taskId, codes, proofs }) => ({ taskId, codes, proofs }))).toEqual([
    {
      taskId: id(1),
      codes: ["WB-1-1"],
      proofs: [{ id: PHOTO.id, kind: "photo", sha256: PHOTO.sha256, bytes: 9 }],
    },
    {
      taskId: id(2),
      codes: ["WB-2-1"],
      proofs: [{ id: id(7), kind: "photo", sha256: PHOTO.sha256, bytes: 9, of: PHOTO.id }],
    },
  ]);
  expect(entries.map(({ fileIds, canUndo }) => ({ fileIds, canUndo }))).toEqual([
    { fileIds: [PHOTO.id], canUndo: true },
    { fileIds: [PHOTO.id], canUndo: true },
  ]);
});
