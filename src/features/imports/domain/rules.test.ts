import fc from "fast-check";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { instantAt } from "#kernel/local-time.ts";
import { chooseWindow } from "./choose-window.ts";
import { faultsOfRefusal } from "./fault.ts";
import { FIELDS, identityOf, type Texts, textsOf } from "./fields.ts";
import { columnNames, guessUses, headerText } from "./headings.ts";
import { matchPlace, wantedOf } from "./match-place.ts";
import { readRow } from "./read-row.ts";

const GERMANY = { callingCode: "49", trunk: "0", digits: 12 };
const NO_TEXTS = Object.fromEntries(FIELDS.map((field) => [field, ""])) as Texts;
const GOOD: Texts = {
  ...NO_TEXTS,
  senderName: "Corner Bakery",
  senderPhone: "030 123456",
  pickup: "Lindenstraße 5",
  recipientName: "Rita Ray",
  recipientPhone: "0170 1234567",
  dropoff: "Kanalstraße 3",
  date: "27.11.2026",
  from: "14:00",
  pay: "bar",
};

describe("headings", () => {
  test.each(["en", "de", "es", "fr", "ar"])("every heading of the template in %s is known", (locale) => {
    const words: Record<string, string> = JSON.parse(
      readFileSync(`src/features/imports/web/words/${locale}.json`, "utf8"),
    );
    const columns = FIELDS.map((field) => words[`field.${field}`] ?? "");
    expect(guessUses(columns).map(({ field, column }) => [field, column])).toEqual(
      FIELDS.map((field, at) => [field, columns[at]]),
    );
  });

  test("every column has a name of its own, and their order does not matter to the header", () => {
    expect(columnNames(["Name", "", "Name", " A  b "])).toEqual(["Name", "#2", "Name (2)", "A b"]);
    expect(headerText(["Name", "PLZ"])).toBe(headerText(["plz", "name"]));
  });
});

test("a row's texts come from its cells, then from the value for all; corrections go before both", () => {
  const uses = [
    { field: "note" as const, column: "Note", value: "ring" },
    { field: "pay" as const, column: null, value: "cash" },
  ];
  const of = (cells: string[], changes = {}) => textsOf(uses, ["Name", "Note"], { cells, changes });
  expect(of(["Rita", " two \n words "])).toMatchObject({ note: "two words", pay: "cash", recipientName: "" });
  expect(of(["Rita", ""])).toMatchObject({ note: "ring" });
  expect(of(["Rita", "x"], { note: "y" })).toMatchObject({ note: "y" });
});

test("a row is known again by its reference, else by all that it says but service and payment", () => {
  const other = { ...GOOD, pay: "account", service: "next_day" };
  const key = (texts: Texts, changes: Partial<Texts> = {}) => identityOf(texts, changes, GERMANY);
  expect(key(other)).toBe(key(GOOD));
  expect(key({ ...GOOD, dropoff: "Kanalstraße 4" })).not.toBe(key(GOOD));
  expect(key(GOOD, { dropoff: "Kanalstraße 4" })).toBe(key(GOOD));
  expect(key(GOOD, { reference: "A" })).not.toBe(key(GOOD));
});

test("a reference is known again for its sender alone, however the number is written", () => {
  const key = (senderPhone: string, rest: Texts = GOOD) =>
    identityOf({ ...rest, reference: "A", senderPhone }, {}, GERMANY);
  expect(key("030 123456")).toBe(key("+4930123456", NO_TEXTS));
  expect(key("030 123456")).not.toBe(key("030 123457"));
});

describe("reading a row", () => {
  const read = (texts: Partial<Texts>) => readRow({ ...GOOD, ...texts }, { plan: GERMANY, order: undefined });

  test("numbers are read as the country writes them, and what is not said is usual", () => {
    expect(read({})).toEqual({
      faults: [],
      row: {
        senderPhone: "+4930123456",
        recipientPhone: "+491701234567",
        date: "2026-11-27",
        from: "14:00",
        to: null,
        parcels: 1,
        size: "small",
        massG: 1_000,
        service: "scheduled",
        way: "cash-delivery",
      },
    });
  });

  test.each([
    ["recipientPhone", "12", "phone"],
    ["date", "31.11.2026", "date"],
    ["date", "03/04/2026", "date-order"],
    ["from", "late", "time"],
    ["parcels", "21", "count"],
    ["parcels", "0", "count"],
    ["weight", "1001", "weight"],
    ["size", "huge", "size"],
    ["service", "rocket", "service"],
    ["pay", "card", "pay"],
    ["dropoff", "", "missing"],
    ["recipientName", "x".repeat(121), "too-long"],
  ] as const)("%s %s is the fault %s", (field, text, code) => {
    expect(read({ [field]: text }).faults).toMatchObject([{ field, code }]);
  });

  test("whatever a row says, it is read or each wrong value is named", () => {
    const texts = fc.record(Object.fromEntries(FIELDS.map((field) => [field, fc.string()])));
    fc.assert(
      fc.property(texts, (given) => {
        const { row, faults } = readRow(given as Texts, { plan: GERMANY, order: "dmy" });
        expect(faults.every(({ field }) => FIELDS.includes(field))).toBe(true);
        expect(row.parcels).toBeGreaterThan(0);
        expect(row.massG).toBeGreaterThan(0);
      }),
    );
  });
});

describe("places", () => {
  const house = (street: string, houseNumber: string, postcode: string | null = null, city = "Berlin") => ({
    kind: "address" as const,
    address: { label: `${street} ${houseNumber}`, street, houseNumber, postcode, city },
  });
  const match = (text: string, hits: readonly ReturnType<typeof house>[]) =>
    matchPlace(wantedOf(text), hits).kind;

  test.each([
    ["Lindenstr. 5, 10969 Berlin", { line: "Lindenstr. 5", postcode: "10969", city: "Berlin" }],
    ["Lindenstr. 5 10969 Berlin", { line: "Lindenstr. 5", postcode: "10969", city: "Berlin" }],
    ["Graben 21, 1010 Wien", { line: "Graben 21", postcode: "1010", city: "Wien" }],
    ["Lindenstr. 5", { line: "Lindenstr. 5", postcode: "", city: "" }],
  ])("%s is taken apart", (text, wanted) => {
    expect(wantedOf(text)).toEqual(wanted);
  });

  test("only the very house is taken: nothing is guessed", () => {
    const hits = [house("Lindenstraße", "5", "10969"), house("Lindenstraße", "50", "10969")];
    expect(match("Lindenstr. 5", hits)).toBe("found");
    expect(match("Lindenstr. 5, 10969 Berlin", hits)).toBe("found");
    expect(match("Lindenstr. 5, 12345 Berlin", hits)).toBe("unknown");
    expect(match("Lindenallee 5", hits)).toBe("unknown");
    expect(match("Lindenstr.", hits)).toBe("house-number");
    expect(match("Lindenstr. 5", [house("Lindenstraße", "5", "1"), house("Lindenstraße", "5", "2")])).toBe(
      "unclear",
    );
  });
});

describe("windows", () => {
  const zone = "Europe/Berlin";
  const offer = (from: string, to: string) => ({
    date: "2026-11-27",
    window: { start: instantAt("2026-11-27", from, zone), end: instantAt("2026-11-27", to, zone) },
  });
  const offered = [offer("09:00", "10:00"), offer("10:00", "11:00"), offer("23:00", "24:00")];
  const chosen = (from: string | null, to: string | null, date = "2026-11-27") =>
    chooseWindow(offered, { date, from, to }, zone);

  test("the first one is taken that begins no sooner and ends no later than is wished", () => {
    expect(chosen("09:00", null)).toBe(offered[0]);
    expect(chosen("09:10", null)).toBe(offered[1]);
    expect(chosen(null, null)).toBe(offered[0]);
    expect(chosen("10:00", "11:00")).toBe(offered[1]);
    expect(chosen("22:00", "24:00")).toBe(offered[2]);
  });

  test("where none fits, the fault says which ones the day has", () => {
    expect(chosen("09:10", "10:10")).toMatchObject({
      field: "from",
      code: "no-window",
      facts: { first: "09:00", last: "24:00" },
    });
    expect(chosen("09:00", null, "2026-11-28")).toMatchObject({ field: "date", code: "no-day" });
  });
});

test("a refused price marks the fields at fault", () => {
  const field = "dropoff=quotes.outside-area,parcels=quotes.too-heavy";
  expect(faultsOfRefusal("quotes.outside-area", { field, massG: 9 })).toMatchObject([
    { field: "dropoff", code: "outside-area" },
    { field: "weight", code: "too-heavy", facts: { massG: 9 } },
  ]);
  expect(faultsOfRefusal("quotes.no-price", {})).toMatchObject([{ field: "service", code: "no-price" }]);
});
