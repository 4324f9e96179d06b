import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { CourierStop } from "#features/courier/contract/api.ts";
import { layHandovers } from "#features/courier/domain/lay-handovers.ts";
import { CUSTODY_BODIES } from "../../contract/commands.ts";
import { qrTextOf, readQrText } from "../../contract/handover-qr.ts";
import { codeOfHash, termsText } from "../../domain/handover-code.ts";
import { givenEntries, takenEntries } from "./handover-entries.ts";

const id = (n: number) => `01937c0e-0000-7000-8000-0000000000${String(n).padStart(2, "0")}`;
const stopOf = (n: number): CourierStop => ({
  taskId: id(n),
  deliveryId: id(n + 30),
  number: "WB-7K4M-92QX",
  seq: 0,
  kind: "deliver",
  state: "assigned",
  window: { start: "2026-11-23T10:00:00.000Z", end: "2026-11-23T12:00:00.000Z" },
  address: {
    label: "5 Rue Haute, Brussels",
    street: null,
    houseNumber: null,
    postcode: null,
    city: null,
    detail: "3rd floor",
    point: { lon: 4.35, lat: 50.84 },
    precision: "rooftop",
    pinConfirmed: true,
  },
  addressTag: "tag",
  contactName: "Rita Ray",
  contactPhone: "+3225551234",
  note: "",
  parcels: [{ size: "small", massG: 2_000, contents: "", fragile: true, code: "WB-7K4M-92QX-1" }],
  proofs: [],
  required: ["recipient_name"],
  preferred: [],
  blocked: false,
  custody: "courier",
  cash: null,
  correctableUntil: null,
});
const offerOf = (stops: readonly CourierStop[]) => {
  const terms = { secret: id(99), at: 1, deliveryIds: stops.map(({ deliveryId }) => deliveryId) };
  return { ...terms, code: codeOfHash(createHash("sha256").update(termsText(terms)).digest("hex")) };
};
const frozen = (entries: ReturnType<typeof takenEntries>) =>
  entries.map(({ type, body }) => ({ type, body: JSON.stringify(body) }));

test("both phones show at once who has the parcels, without a network", () => {
  const stops = [stopOf(1), stopOf(2), stopOf(3)];
  const given = stops.slice(0, 2);
  const offer = offerOf(given);
  const halves = givenEntries(given, offer, "custody.give");
  for (const { body } of halves) expect(CUSTODY_BODIES.handed_over.safeParse(body).success).toBe(true);
  expect(layHandovers(stops, frozen(halves))).toEqual([stopOf(3)]);

  const read = readQrText(qrTextOf(offer.code, given));
  if (!read) throw new Error("the code cannot be read");
  const taken = takenEntries(read);
  for (const { body } of taken) expect(CUSTODY_BODIES.taken_over.safeParse(body).success).toBe(true);
  expect(layHandovers([], frozen(taken))).toEqual(given);
  expect([...halves, ...taken].every(({ canUndo }) => canUndo === true)).toBe(true);
});

test("ten deliveries fit a code that names them without their addresses", () => {
  const stops = Array.from({ length: 10 }, (_, n) => stopOf(n + 1));
  const text = qrTextOf("0123456789", stops);
  expect(text.length).toBeLessThan(1_200);
  expect(readQrText(text)?.parcels).toEqual(
    stops.map(({ deliveryId, taskId }) => ({ deliveryId, taskId, stop: null })),
  );
});

test("typed digits are one command without a delivery, and other codes are no handover", () => {
  const [entry] = takenEntries({ code: "0123456789", parcels: [] });
  expect(CUSTODY_BODIES.taken_over.parse(entry?.body)).toEqual({
    deliveryId: null,
    taskId: null,
    code: "0123456789",
  });
  expect(readQrText("WB-7K4M-92QX-1")).toBeUndefined();
  expect(readQrText("WBH1{")).toBeUndefined();
});
