import { expect, test } from "vitest";
import { LOCALES } from "#kernel/locale.ts";
import { saidOf } from "./link-said.ts";

const order = {
  number: "WB-Y9XW-S3NH",
  sender: { name: "Sam", phone: "+49 30 1", email: "sam@example.org", note: "" },
};
const payment = {
  amountMinor: 1190,
  currency: "EUR",
  purpose: "renewal" as const,
  reason: null,
  note: null,
  renewsUntil: Date.UTC(2026, 8, 28, 12, 50),
  createdAt: Date.UTC(2026, 8, 27, 12, 50),
};

const DATES = {
  en: "September 28, 2026 at 2:50 PM",
  "en-GB": "28 September 2026 at 14:50",
  de: "28. September 2026 um 14:50",
  fr: "28 septembre 2026 à 14:50",
  es: "28 de septiembre de 2026, 14:50",
  ar: "28 سبتمبر 2026",
} as const;

test.each(LOCALES)("the mail before a hold ends says what, until when and what for: %s", (locale) => {
  const { subject, paragraphs, button } = saidOf(
    { payment, order, seller: "Test Couriers", zone: "Europe/Berlin" },
    locale,
  );
  const [hello = "", why = "", what = ""] = paragraphs;
  expect(paragraphs).toHaveLength(3);
  expect(hello).toContain("Sam");
  expect(why.replaceAll(/\s/g, " ").replaceAll(" a las ", ", ")).toContain(DATES[locale]);
  for (const fact of ["11", "90", "WB-Y9XW-S3NH"]) expect(why).toContain(fact);
  for (const text of [subject, ...paragraphs, button]) expect(text).not.toMatch(/[{}]|undefined/);
  expect(new Set([hello, why, what, subject, button]).size).toBe(5);
  expect(subject).toContain("Test Couriers");
});
