import { setImmediate as breathe } from "node:timers/promises";
import { type Unzipped, unzipSync, zipSync } from "fflate";
import { streamXlsxRows } from "hucre/xlsx";
import { Refusal } from "#kernel/refusal.ts";
import { IMPORT_LIMITS } from "../domain/limits.ts";
import { type Table, TableBuilder } from "./table.ts";

/** Parts of a workbook that its texts come from; pictures, macros and links are never opened. */
const PARTS =
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|xl\/(?:_rels\/workbook\.xml\.rels|workbook\.xml|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml))$/i;
/** Parts that an archive may name. */
const MOST_PARTS = 2_000;
/** Rows after which other calls are answered. */
const BREATH = 100;

/** Old workbooks (XLS) and encrypted ones begin as an OLE container. */
export const isOldWorkbook = (bytes: Buffer): boolean => bytes.subarray(0, 4).toString("hex") === "d0cf11e0";
export const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).toString("hex") === "504b0304";

/**
 * Reads the first sheet of a workbook. Its parts are unpacked by us, up to the size that the archive declares and no more
 * than the limit together: a bomb is refused before a byte of it is unpacked. Formulas are not evaluated, their stored
 * results are read.
 *
 * @throws Refusal `imports.too-large`, `imports.unreadable`, and those of the limits
 */
export async function readXlsx(bytes: Buffer): Promise<Table> {
  const parts = unpack(bytes);
  const builder = new TableBuilder();
  let seen = 0;
  try {
    for await (const { index, values } of streamXlsxRows(zipSync(parts, { level: 0 }))) {
      builder.add(index + 1, values.map(textOf));
      seen += 1;
      if (seen % BREATH === 0) await breathe();
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal("imports.unreadable", { row: seen + 1 });
  }
  return builder.table({ kind: "xlsx", encoding: null, separator: null });
}

function unpack(bytes: Buffer): Unzipped {
  let declared = 0;
  let count = 0;
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        count += 1;
        if (count > MOST_PARTS) throw tooLarge();
        if (!PARTS.test(name)) return false;
        declared += originalSize;
        if (declared > IMPORT_LIMITS.unpackedBytes) throw tooLarge();
        return true;
      },
    });
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal("imports.unreadable", { row: 1 });
  }
}

const tooLarge = (): Refusal =>
  new Refusal("imports.too-large", { mb: IMPORT_LIMITS.unpackedBytes / 1024 / 1024 });

/** Workbooks count times of day from the day before the year 1900. */
const FIRST_YEAR = 1901;

/** A cell as text: days as `2026-11-27`, times as `09:30`. */
function textOf(value: string | number | boolean | Date | null): string {
  if (value === null) return "";
  if (!(value instanceof Date)) return String(value);
  if (Number.isNaN(value.getTime())) return "";
  // Minutes are what people typed; a fraction of a day is often a second short of them.
  const iso = new Date(Math.round(value.getTime() / 60_000) * 60_000).toISOString();
  const [day, time] = [iso.slice(0, 10), iso.slice(11, 16)];
  if (value.getUTCFullYear() < FIRST_YEAR) return time;
  return time === "00:00" ? day : `${day} ${time}`;
}
