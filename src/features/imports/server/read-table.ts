import { Refusal } from "#kernel/refusal.ts";
import { IMPORT_LIMITS } from "../domain/limits.ts";
import { decodeText } from "./decode-text.ts";
import { readCsv } from "./read-csv.ts";
import type { Table } from "./table.ts";

/**
 * Reads a file by what it holds, whatever its name says.
 *
 * @throws Refusal `imports.too-large`, `imports.old-format`, `imports.unreadable`, `imports.empty`,
 * `imports.too-many-rows`, `imports.too-many-columns`, `imports.cell-too-long`
 */
export async function readTable(bytes: Buffer): Promise<Table> {
  if (bytes.length > IMPORT_LIMITS.bytes)
    throw new Refusal("imports.too-large", { mb: IMPORT_LIMITS.bytes / 1024 / 1024 });
  // Code that reads workbooks is loaded with the first of them.
  const { isOldWorkbook, isZip, readXlsx } = await import("./read-xlsx.ts");
  if (isOldWorkbook(bytes)) throw new Refusal("imports.old-format");
  if (isZip(bytes)) return readXlsx(bytes);
  const decoded = decodeText(bytes);
  if (isBinary(decoded.text)) throw new Refusal("imports.unreadable", { row: 1 });
  return readCsv(decoded);
}

/** Control characters that no text has; a file that is none holds some of them near its start. */
const isBinary = (text: string): boolean =>
  Array.from(text.slice(0, 1_024), (sign) => sign.charCodeAt(0)).some(
    (code) => (code > 0 && code < 9) || (code > 13 && code < 27),
  );
