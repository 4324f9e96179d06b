import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  asksDateOrder,
  dateOrderOf,
  readCount,
  readDate,
  readGrams,
  readSpan,
  readTime,
  readWay,
} from "./cells.ts";

describe("dates", () => {
  test.each([
    ["2026-11-27", undefined, "2026-11-27"],
    ["2026-11-27 14:00", undefined, "2026-11-27"],
    ["27.11.2026", undefined, "2026-11-27"],
    ["3.4.26", undefined, "2026-04-03"],
    ["27/11/2026", undefined, "2026-11-27"],
    ["11/27/2026", undefined, "2026-11-27"],
    ["03/04/2026", "dmy", "2026-04-03"],
    ["03/04/2026", "mdy", "2026-03-04"],
    ["03/04/2026", undefined, undefined],
    ["05/05/2026", undefined, "2026-05-05"],
    ["٢٧/١١/٢٠٢٦", undefined, "2026-11-27"],
    ["30.02.2026", undefined, undefined],
    ["tomorrow", undefined, undefined],
  ] as const)("%s, %s first, is %s", (text, order, date) => {
    expect(readDate(text, order)).toBe(date);
  });

  test("the values of a column show their order, or somebody is asked", () => {
    expect(dateOrderOf(["03/04/2026", "27/04/2026"])).toBe("dmy");
    expect(dateOrderOf(["03/04/2026", "04/27/2026"])).toBe("mdy");
    expect(asksDateOrder(["03/04/2026", "05/06/2026"])).toBe(true);
    expect(asksDateOrder(["27/04/2026", "04/27/2026", "03/04/2026"])).toBe(true);
    expect(asksDateOrder(["2026-04-03", "3.4.2026"])).toBe(false);
  });

  test("every day is read from each of its forms", () => {
    const days = fc.date({ min: new Date("2000-01-01"), max: new Date("2099-12-31"), noInvalidDate: true });
    fc.assert(
      fc.property(days, (day) => {
        const iso = day.toISOString().slice(0, 10);
        const [year, month, date] = iso.split("-");
        expect(readDate(iso, undefined)).toBe(iso);
        expect(readDate(`${date}.${month}.${year}`, "mdy")).toBe(iso);
        expect(readDate(`${date}/${month}/${year}`, "dmy")).toBe(iso);
        expect(readDate(`${month}/${date}/${year}`, "mdy")).toBe(iso);
      }),
    );
  });
});

test.each([
  ["9", "09:00"],
  ["09:30", "09:30"],
  ["9.30", "09:30"],
  ["9h30", "09:30"],
  ["0930", "09:30"],
  ["9:30 am", "09:30"],
  ["12 am", "00:00"],
  ["12:15 pm", "12:15"],
  ["2 p.m.", "14:00"],
  ["14:00:00", "14:00"],
  ["14 Uhr", "14:00"],
  ["0.5", "12:00"],
  ["0.6041666666666666", "14:30"],
  ["24:00", "24:00"],
  ["25:00", undefined],
  ["24:01", undefined],
  ["13 pm", undefined],
  ["noon", undefined],
])("the time %s is %s", (text, time) => {
  expect(readTime(text)).toBe(time);
});

test("a cell may hold two times", () => {
  expect(readSpan("9:00 - 10:30")).toEqual({ from: "09:00", to: "10:30" });
  expect(readSpan("9 bis 11 Uhr")).toEqual({ from: "09:00", to: "11:00" });
  expect(readSpan("soon - late")).toBeUndefined();
});

test.each([
  ["2,5", 2_500],
  ["2.5 kg", 2_500],
  ["500 g", 500],
  ["0.001", 1],
  ["12", 12_000],
  ["heavy", undefined],
  ["-2", undefined],
])("the weight %s is %s grams", (text, grams) => {
  expect(readGrams(text)).toBe(grams);
});

test("numbers, and ways to pay in five languages; a card is none of them", () => {
  expect([readCount("3"), readCount("3.0"), readCount("3.5"), readCount("٣")]).toEqual([3, 3, undefined, 3]);
  for (const cash of ["cash", "Bar", "Efectivo", "espèces", "نقدًا", "نقدا عند الاستلام", "الدفع عند الاستلام"])
    expect(readWay(cash)).toBe("cash-delivery");
  expect(readWay("نقدًا عند الاستلام من المرسل")).toBe("cash-collection");
  for (const account of ["account", "Rechnung", "factura", "compte", "حساب"])
    expect(readWay(account)).toBe("invoice");
  for (const card of ["card", "Karte", "tarjeta", "card-link"]) expect(readWay(card)).toBeUndefined();
});
