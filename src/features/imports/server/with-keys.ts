import type { Tx } from "#server/db/db.ts";
import { fault } from "../domain/fault.ts";
import { firstWithKeys, knownKeys, type RowResult } from "./import-rows.ts";

/**
 * Compares checked rows with those that were imported before, and with the rows above them in the file. A row that says
 * the same as one above needs a reference of its own.
 */
export async function withKeys(
  tx: Tx,
  importId: string,
  results: readonly RowResult[],
): Promise<RowResult[]> {
  const keys = results.flatMap(({ rowKey }) => rowKey ?? []);
  const known = await knownKeys(tx, keys);
  const first = new Map(await firstWithKeys(tx, importId, keys));
  return results
    .toSorted((a, b) => a.no - b.no)
    .map((result) => {
      const key = result.rowKey ?? "";
      if (known.has(key)) return { ...result, state: "known", faults: [], entry: null, total: null };
      const above = first.get(key);
      if (above === undefined || above >= result.no) first.set(key, result.no);
      if (above === undefined || above >= result.no || result.state !== "ready") return result;
      const faults = [fault("reference", "repeats", { row: above })];
      return { ...result, state: "faulty", faults, entry: null, total: null };
    });
}
