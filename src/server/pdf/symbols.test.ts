import { expect, test } from "vitest";
import { decodedFrom, pixelsOf } from "#test/support/codes/barcodes.ts";
import { code128, qrCode } from "./symbols.ts";

const CODES = ["WB-7K4M-92QX-1", "WB-0000-0000-20", "WB-ZZZZ-ZZZZ-7"];

test.each(CODES)("a phone reads %s from both symbols", async (code) => {
  const bars = code128(code);
  const tall = { ...bars, height: 40, dark: bars.dark.map(([x, y, w]) => [x, y, w, 40] as const) };
  expect(await decodedFrom(pixelsOf(tall, { quiet: 10, scale: 3 }))).toEqual([
    { format: "Code128", text: code },
  ]);
  expect(await decodedFrom(pixelsOf(qrCode(code), { quiet: 4, scale: 4 }))).toEqual([
    { format: "QRCode", text: code },
  ]);
});

test("a code that is damaged in a corner is still read", async () => {
  const code = qrCode(CODES[0] ?? "");
  const torn = { ...code, dark: code.dark.filter(([x, y]) => x < code.width - 5 || y < code.height - 5) };
  expect(torn.dark.length).toBeLessThan(code.dark.length);
  expect(await decodedFrom(pixelsOf(torn, { quiet: 4, scale: 4 }))).toEqual([
    { format: "QRCode", text: CODES[0] },
  ]);
});
