import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { humanNumber } from "#kernel/human-number.ts";
import type { Locale } from "#kernel/locale.ts";
import { decodedFrom, painted } from "#test/support/codes/barcodes.ts";
import { boxesOfPages } from "#test/support/codes/pdf-boxes.ts";
import type { LabelFormat } from "../contract/labels.ts";
import { labelsOf } from "../domain/labels-of.ts";
import { labelPdf } from "./label-pdf.ts";
import { levelNameIn } from "./level-name.ts";

const NUMBER = humanNumber(new Uint8Array([7, 20, 4, 20, 9, 2, 23]));
const delivery = {
  number: NUMBER,
  sender: { name: "Blumen Łukasz" },
  recipient: { name: "Elif Ørsted" },
  pickup: { label: "Lindenstraße 5, 20457 Hamburg" },
  dropoff: { label: "Kanalstraße 3, 20457 Hamburg", detail: "2. Hof, Aufgang C" },
  parcels: [
    { massG: 2_000, fragile: false },
    { massG: 12_500, fragile: true },
  ],
  serviceLevel: "same_day" as const,
  window: { start: Date.UTC(2026, 5, 17, 12), end: Date.UTC(2026, 5, 17, 14) },
};
const pdf = (locale: Locale, format: LabelFormat = "a6", given = delivery) =>
  labelPdf(labelsOf([given]), {
    format,
    locale,
    zone: "Europe/Berlin",
    author: "Waybill",
    levelName: levelNameIn([], locale),
    madeAt: 0,
  });

async function pagesOf(bytes: Buffer): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: false });
  return text.map((page) => page.replaceAll(/[\u00a0\u202f\u2009]/g, " "));
}

test("a label says to whom, from whom, when, and which parcel of how many it is", async () => {
  const [first = "", second = ""] = await pagesOf(await pdf("en"));
  for (const said of [
    "From: Blumen Łukasz",
    "Elif Ørsted",
    "Kanalstraße 3, 20457",
    "2. Hof, Aufgang C",
    "Same day",
    "Wed, Jun 17, 2:00 – 4:00 PM",
    NUMBER,
    `${NUMBER}-1`,
    "Parcel 1 of 2",
    "2 kg",
  ])
    expect(first).toContain(said);
  expect(first).not.toContain("FRAGILE");
  for (const said of [`${NUMBER}-2`, "Parcel 2 of 2", "12.5 kg", "FRAGILE: handle with care"])
    expect(second).toContain(said);
});

test.each<[Locale, string[]]>([
  [
    "de",
    ["Von: Blumen Łukasz", "Am selben Tag", "Mi., 17. Juni", "Paket 2 von 2", "ZERBRECHLICH", "12,5 kg"],
  ],
  ["fr", ["De: Blumen Łukasz", "Le jour même", "Colis 2 sur 2", "FRAGILE : à manier", "12,5 kg"]],
  ["es", ["Para", "El mismo día", "Paquete 2 de 2", "FRÁGIL", "12,5 kg"]],
  ["ar", ["من", "اليوم نفسه", "الطرد", "يُرجى الحذر", "Elif Ørsted", `${NUMBER}-2`]],
])("it is said in %s", async (locale, said) => {
  const text = (await pagesOf(await pdf(locale))).at(-1);
  for (const one of said) expect(text).toContain(one);
});

test("a window past midnight names both days shortly", async () => {
  const window = { start: Date.UTC(2026, 5, 17, 21, 35), end: Date.UTC(2026, 5, 17, 22, 20) };
  const text = (await pagesOf(await pdf("de", "a6", { ...delivery, window }))).at(0);
  expect(text).toContain("Mi., 17. Juni, 23:35 – Do., 00:20");
});

const PIXELS_A_POINT = 4;

/** Reads the symbols of a page from what it fills, the ground below "fragile" included. */
const codesIn = (boxes: readonly number[][]) =>
  decodedFrom(
    painted(
      { width: 300 * PIXELS_A_POINT, height: 440 * PIXELS_A_POINT },
      boxes.map((box) => box.map((side) => side * PIXELS_A_POINT)),
    ),
  );

test.each<[LabelFormat, Locale, [number, number]]>([
  ["a6", "en", [297.64, 419.53]],
  ["4x6", "ar", [288, 432]],
  ["100x150", "de", [283.46, 425.2]],
])("both symbols of a page of %s in %s hold the parcel's code", async (format, locale, [width, height]) => {
  const bytes = await pdf(locale, format);
  const page = await (await getDocumentProxy(new Uint8Array(bytes))).getPage(1);
  expect(page.view.map((edge: number) => Math.round(edge))).toEqual([
    0,
    0,
    Math.round(width),
    Math.round(height),
  ]);
  const pages = boxesOfPages(bytes);
  expect(pages).toHaveLength(2);
  for (const [at, boxes] of pages.entries()) {
    for (const [x = 0, y = 0, w = 0, h = 0] of boxes) {
      expect(x).toBeGreaterThan(8);
      expect(x + w).toBeLessThan(width - 8);
      expect(y + h).toBeLessThan(height - 8);
    }
    expect(await codesIn(boxes)).toEqual([
      { format: "Code128", text: `${NUMBER}-${at + 1}` },
      { format: "QRCode", text: `${NUMBER}-${at + 1}` },
    ]);
  }
});

test.each(["a6", "4x6", "100x150"] as const)("long texts end before the codes on %s", async (format) => {
  const long = {
    ...delivery,
    pickup: { label: "Lange Straße der vielen Höfe 5, ".repeat(6) },
    recipient: { name: "Wolfeschlegelsteinhausenbergerdorff ".repeat(3) },
    dropoff: {
      label: "Straße der vereinigten Kuriergenossenschaften 117, ".repeat(6),
      detail: "Hof ".repeat(60),
    },
  };
  const bytes = await pdf("de", format, long);
  for (const page of await pagesOf(bytes)) expect(page).toContain("…");
  for (const [at, boxes] of boxesOfPages(bytes).entries())
    expect((await codesIn(boxes)).map(({ text }) => text)).toEqual(Array(2).fill(`${NUMBER}-${at + 1}`));
});

test("the same labels are the same bytes, and each language its own", async () => {
  const [first, again, other] = await Promise.all([pdf("en"), pdf("en"), pdf("de")]);
  expect(first.equals(again)).toBe(true);
  expect(first.equals(other)).toBe(false);
});
