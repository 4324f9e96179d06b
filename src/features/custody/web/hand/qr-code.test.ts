import { expect, test } from "vitest";
import type { CourierStop } from "#features/courier/contract/api.ts";
import { decodedFrom, painted } from "#test/support/codes/barcodes.ts";
import { drawCode } from "#web/scan/qr-path.ts";
import { qrTextOf, readQrText } from "../../contract/handover-qr.ts";

const id = (n: number) => `01937c0e-0000-7000-8000-0000000000${String(n).padStart(2, "0")}`;
const stopOf = (n: number, label: string, contactName: string) =>
  ({
    taskId: id(n),
    deliveryId: id(n + 30),
    number: `WB-7K4M-92Q${n}`,
    kind: "deliver",
    address: { label, detail: "3", point: { lon: 4.35, lat: 50.84 } },
    addressTag: "tag",
    contactName,
    contactPhone: "+3225551234",
    window: { start: "2026-11-23T10:00:00.000Z", end: "2026-11-23T12:00:00.000Z" },
    parcels: [{ size: "small", massG: 2_000, fragile: true }],
    required: ["recipient_name"],
  }) as unknown as CourierStop; // Safe: the code is made of these alone.

/** The picture of a code that the giver's phone draws. @param scale pixels of a module */
function drawn(text: string, scale: number) {
  const { size, path } = drawCode(text);
  const dark = [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => [
    Number(x) * scale,
    Number(y) * scale,
    scale,
    scale,
  ]);
  return painted({ width: size * scale, height: size * scale }, dark);
}

test("a parcel for adults and a fragile one keep their marks", () => {
  const stop = stopOf(1, "5 Rue Haute, 1000 Brussels", "Rita Ray");
  const parcel = (fragile: boolean, ageRestricted: boolean) => ({
    size: "small" as const,
    massG: 900,
    contents: "",
    code: "c",
    fragile,
    ageRestricted,
  });
  const marks = [parcel(false, false), parcel(true, false), parcel(false, true), parcel(true, true)];
  const read = readQrText(qrTextOf("0123456789", [{ ...stop, parcels: marks }]));
  expect(read?.parcels[0]?.stop?.parcels).toMatchObject(
    marks.map(({ fragile, ageRestricted }) => ({ fragile, ...(ageRestricted && { ageRestricted }) })),
  );
});

test.each([
  ["three stops with their addresses", 3, "5 Rue Haute, 1000 Brussels", "Rita Ray"],
  ["stops in Arabic letters", 2, "٥ شارع الملك فيصل، بيروت", "ريتا الخوري"],
  ["stops in other letters", 2, "Große Straße 5, Łódź", "Zoë Ōno 山田"],
  ["as many deliveries as one code takes", 10, "5 Rue Haute, 1000 Brussels", "Rita Ray"],
])("the scanner reads a handover of %s from the giver's screen", async (_, count, label, name) => {
  const stops = Array.from({ length: count }, (_one, n) => stopOf(n, label, name));
  const text = qrTextOf("0123456789", stops);
  // 300 px wide on the narrowest phone: 2 px a module.
  const read = await decodedFrom(drawn(text, 2));
  expect(read).toEqual([{ format: "QRCode", text }]);
  expect(readQrText(read[0]?.text ?? "")?.parcels.map(({ taskId }) => taskId)).toEqual(
    stops.map(({ taskId }) => taskId),
  );
});
