import { expect, test } from "vitest";
import { receiptFormats } from "#features/receipts/server/public.ts";
import { LOCALES } from "#kernel/locale.ts";
import { tell, wordingIn } from "./evidence-text.ts";

const AT = "2026-06-17T09:05:00.000Z";

test.each(LOCALES)("a time and a mass are never parted at the end of a line (%s)", (locale) => {
  const wording = wordingIn(locale, "UTC", { en: {}, de: {}, es: {}, fr: {}, ar: {} });
  const fact = {
    kind: "booked",
    order: "WB-1004",
    parcels: [{ code: "WB-1", massG: 2500 }],
    at: AT,
  } as const;
  const { lines } = tell({ seq: 1, fact, hash: "" } as never, wording);
  const said = JSON.stringify(lines);
  expect(said).toContain("2.5\u00a0kg");
  expect(said).not.toMatch(/:05:00 \p{L}/u);
  expect(receiptFormats(locale).moment(Date.parse(AT), "UTC")).not.toMatch(/:05 /);
});
