import fc from "fast-check";
import { strToU8, zipSync } from "fflate";
import { writeXlsx } from "hucre/xlsx";
import { describe, expect, test } from "vitest";
import { IMPORT_LIMITS } from "../domain/limits.ts";
import { readTable } from "./read-table.ts";
import { csvOf } from "./tables.ts";

const read = (bytes: Uint8Array | string) => readTable(Buffer.from(bytes));
const refusal = async (bytes: Uint8Array | string): Promise<unknown> => {
  const error: unknown = await read(bytes).then(
    () => undefined,
    (refused: unknown) => refused,
  );
  return error;
};
const BODY = "Name;Ort\r\nJürgen „Groß“;Köln\r\n";

describe("text", () => {
  const utf16 = (text: string) => Buffer.from(text, "utf16le");
  test.each([
    ["UTF-8", Buffer.from(BODY), "utf-8"],
    ["UTF-8 with its mark", Buffer.from(`\uFEFF${BODY}`), "utf-8"],
    ["UTF-16 with its mark", utf16(`\uFEFF${BODY}`), "utf-16le"],
    ["UTF-16 without", utf16(BODY), "utf-16le"],
    ["UTF-16 of the other order", utf16(`\uFEFF${BODY}`).swap16(), "utf-16be"],
    [
      "Windows-1252",
      Buffer.from(BODY.replace("„", "\u0084").replace("“", "\u0093"), "latin1"),
      "windows-1252",
    ],
  ])("%s is read", async (_name, bytes, encoding) => {
    expect(await read(bytes)).toMatchObject({
      encoding,
      separator: ";",
      header: ["Name", "Ort"],
      rows: [{ no: 2, cells: ["Jürgen „Groß“", "Köln"] }],
    });
  });

  test.each(["الاسم;المدينة\r\nريتا راي;برلين\r\n", "Name;Ort\r\nŁucja Śmigły;Kraków – Ā’\r\n"])(
    "UTF-16 of %j is read, with its mark and without",
    async (text) => {
      const [, cells] = text
        .trim()
        .split("\r\n")
        .map((line) => line.split(";"));
      const expected = { encoding: "utf-16le", rows: [{ no: 2, cells }] };
      expect(await read(utf16(`\uFEFF${text}`))).toMatchObject(expected);
      expect(await read(utf16(text))).toMatchObject(expected);
      expect(await read(utf16(text).swap16())).toMatchObject({ ...expected, encoding: "utf-16be" });
    },
  );

  test("a character on the border of two pieces stays whole", async () => {
    const row = `x,${"🚚".repeat(99)}\n`;
    const { rows } = await read(`a,b\n${row.repeat(400)}`);
    expect(new Set(rows.map(({ cells }) => cells[1]))).toEqual(new Set(["🚚".repeat(99)]));
  });

  test.each([
    ["a,b\n1,2", ","],
    ["a;b\n1,5;2,5\n3,5;1", ";"],
    ["a\tb\n1,5\t2", "\t"],
    ['"a;;;;",b\n1,2', ","],
    ["sep=;\na;b\n1;2", ";"],
  ])("the separator of %j is %j", async (text, separator) => {
    expect(await read(text)).toMatchObject({ separator, header: { length: 2 } });
  });

  test("quoted lines stay in their cell, and rows are counted as a spreadsheet counts them", async () => {
    const { rows } = await read('a,b\n"two\nlines",1\n\n"say ""hi""",2\n');
    expect(rows).toEqual([
      { no: 2, cells: ["two\nlines", "1"] },
      { no: 4, cells: ['say "hi"', "2"] },
    ]);
  });

  test("a table of ours is read as it was, also where its cells look like formulas", async () => {
    const cell = fc.oneof(
      fc.constantFrom("=1+1", "x;=1", "x\t@y", "x,+1", "+4930123", "-5", "@x", "a;b", 'q"q', "two\nlines"),
      fc.string({ minLength: 1 }).map((text) => `x${text.replaceAll("\0", "").trim()}`),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 }), async (rows) => {
        for (const locale of ["en", "de"] as const) {
          const table = await read(csvOf([["a", "b"], ...rows], locale));
          expect(table.rows.map(({ cells }) => cells)).toEqual(rows);
        }
      }),
    );
  });
});

describe("workbooks", () => {
  test("numbers, days and times are read as they are shown, and a formula is its text or its stored result", async () => {
    const rows = [
      ["PLZ", "Datum", "Zeit", "kg", "Note"],
      [1067, new Date("2026-11-27T00:00:00Z"), new Date("1899-12-30T14:30:00Z"), 2.5, "=1+1"],
    ];
    const book = await writeXlsx({ sheets: [{ name: "S", rows }] });
    expect(await read(book)).toMatchObject({
      kind: "xlsx",
      rows: [{ no: 2, cells: ["1067", "2026-11-27", "14:30", "2.5", "=1+1"] }],
    });
  });

  // v5.0.0-5.2.3
  test("a bomb is refused before it is unpacked, one that lies about its size is not unpacked further", async () => {
    const name = "xl/worksheets/sheet1.xml";
    /** An archive whose directory says another size of its part. */
    const saying = (size: number, part: Uint8Array): Buffer => {
      const archive = Buffer.from(zipSync({ [name]: part }));
      archive.writeUInt32LE(size, archive.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24);
      return archive;
    };
    const bomb = saying(IMPORT_LIMITS.unpackedBytes + 1, new Uint8Array(10));
    expect(await refusal(bomb)).toMatchObject({ code: "imports.too-large", facts: { mb: 48 } });
    const liar = saying(10, new Uint8Array(4_000_000));
    expect(await refusal(liar)).toMatchObject({ code: "imports.unreadable" });
  });

  // v5.0.0-5.2.2
  test("an old or encrypted workbook, a broken one and a picture are refused", async () => {
    expect(await refusal(Buffer.from("d0cf11e0a1b11ae1", "hex"))).toMatchObject({
      code: "imports.old-format",
    });
    expect(await refusal(zipSync({ "a.txt": strToU8("x") }))).toMatchObject({ code: "imports.unreadable" });
    expect(await refusal(Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"))).toMatchObject({
      code: "imports.unreadable",
    });
  });
});

describe("limits", () => {
  const lines = (count: number) => `a\n${"x\n".repeat(count)}`;
  // v5.0.0-5.2.1
  test.each([
    ["bytes", "x".repeat(IMPORT_LIMITS.bytes + 1), { code: "imports.too-large", facts: { mb: 5 } }],
    ["rows", lines(IMPORT_LIMITS.rows + 1), { code: "imports.too-many-rows", facts: { most: 5_000 } }],
    ["columns", `${"a,".repeat(60)}a\n1`, { code: "imports.too-many-columns", facts: { most: 60, row: 1 } }],
    [
      "a cell",
      `a,b\n1,${"x".repeat(1_001)}`,
      { code: "imports.cell-too-long", facts: { most: 1_000, row: 2, column: 2 } },
    ],
    ["no row", "a,b\n", { code: "imports.empty" }],
    ["an open quote", 'a,b\n"1,2\n', { code: "imports.unreadable" }],
  ])("%s beyond the limit is refused by its name", async (_name, text, expected) => {
    expect(await refusal(text)).toMatchObject(expected);
  });

  test("a file of exactly the most rows is read", async () => {
    expect((await read(lines(IMPORT_LIMITS.rows))).rows).toHaveLength(IMPORT_LIMITS.rows);
  });
});
