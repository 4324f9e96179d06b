import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import type { ReceiptContent } from "../domain/receipt.ts";
import { receiptPdf } from "./receipt-pdf.ts";
import { LOCALES, type Locale } from "#kernel/locale.ts";

const ISSUED = Date.UTC(2026, 5, 17, 9);
const content: ReceiptContent = {
  kind: "receipt",
  number: "R-2026-000042",
  day: "2026-06-17",
  currency: "EUR",
  seller: { name: "Radkurier Nord", address: "Hafenstraße 1, 20457 Hamburg", taxId: "DE123456789" },
  buyer: { name: "Łukasz Ørsted-Γεωργίου", email: null },
  order: { number: "WB-1004", pickup: "Lindenstraße 5, Кирилловская", dropoff: "شارع الملك (3)" },
  lines: [
    { title: "Base fee", rule: "base", minor: 600 },
    { title: "Piano & co.", rule: "piano", minor: 123_400 },
  ],
  netMinor: 124_000,
  taxes: [{ basisPoints: 1_900, minor: 23_560 }],
  totalMinor: 147_560,
  heldMinor: 147_560,
  card: { brand: "visa", last4: "4242" },
  corrects: null,
};

async function read(bytes: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  return text.replaceAll(/[\u00a0\u202f]/g, " ");
}
const pdf = (locale: Locale, given = content) => receiptPdf(given, ISSUED, locale);

test("the page says in English what was sold, what was taken and from which card", async () => {
  const text = await read(await pdf("en"));
  for (const said of [
    "Radkurier Nord",
    "Tax number: DE123456789",
    "Number R-2026-000042",
    "Date: June 17, 2026",
    "Paid by: Łukasz Ørsted-Γεωργίου",
    "From: Lindenstraße 5, Кирилловская",
    "Base fee",
    "€6.00",
    "Piano & co.",
    "€1,234.00",
    "Tax, 19%",
    "€235.60",
    "€1,475.60",
    "Visa •••• 4242",
    "That was no charge.",
  ])
    expect(text).toContain(said);
});

test.each<[Locale, string[]]>([
  ["en-GB", ["Receipt", "Date: 17 June 2026", "€1,475.60"]],
  ["de", ["Quittung", "Grundpreis", "1.475,60 €", "Steuer, 19 %", "Das war keine Abbuchung."]],
  ["fr", ["Reçu", "Prix de base", "1 475,60 €", "17 juin 2026"]],
  ["es", ["Recibo", "Tarifa base", "1475,60 €", "17 de junio de 2026"]],
])("it is said in %s", async (locale, said) => {
  const text = await read(await pdf(locale));
  for (const one of said) expect(text).toContain(one);
});

test("Arabic is joined, set from right to left, and reads back in order, with Latin inside it", async () => {
  const bytes = await pdf("ar");
  const text = await read(bytes);
  for (const said of [
    "إيصال",
    "R-2026-000042",
    "المجموع",
    "شارع الملك",
    "(3)",
    "1,475.60",
    "عند الحجز حجزت بطاقتك",
  ])
    expect(text).toContain(said);
  expect(text).toContain("Piano & co.");
});

test("the same receipt is the same bytes; other languages are other pages", async () => {
  const pages = await Promise.all(LOCALES.map((locale) => pdf(locale)));
  for (const [at, locale] of LOCALES.entries())
    expect((await pdf(locale)).equals(pages[at] ?? Buffer.alloc(0))).toBe(true);
  expect(new Set(pages.map((page) => page.toString("latin1"))).size).toBe(LOCALES.length);
});

test("a credit note names its receipt and says that the money goes back", async () => {
  const note = {
    ...content,
    kind: "credit-note",
    number: "C-2026-000007",
    corrects: content.number,
  } as const;
  const text = await read(await pdf("en", note));
  for (const said of [
    "Credit note",
    "Takes back from receipt R-2026-000042",
    "Refunded",
    "Your bank shows it",
  ])
    expect(text).toContain(said);
  expect(text).not.toContain("That was no charge");
});

test("long names, many lines and letters that no font holds: nothing is lost, nothing leaves the page", async () => {
  const lines = Array.from({ length: 45 }, (_, at) => ({
    title: `Line ${at} `.repeat(20),
    rule: `r${at}`,
    minor: at,
  }));
  const odd = {
    ...content,
    buyer: { name: `${"Wolfeschlegelsteinhausen".repeat(8)} 漢字`, email: null },
    lines,
  };
  const bytes = await pdf("en", odd);
  const text = await read(bytes);
  expect(text).toContain("Line 44");
  expect(text).toContain("\ufffd");
  expect((await getDocumentProxy(new Uint8Array(bytes))).numPages).toBeGreaterThan(1);
});
