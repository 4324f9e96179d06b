import { bareCell } from "#kernel/csv-cell.ts";
import { Refusal } from "#kernel/refusal.ts";
import { IMPORT_LIMITS } from "../domain/limits.ts";

/** A row of a file with its number as a spreadsheet counts it. */
export interface TableRow {
  readonly no: number;
  readonly cells: readonly string[];
}

export interface Table {
  readonly kind: "csv" | "xlsx";
  readonly header: readonly string[];
  readonly rows: readonly TableRow[];
  readonly encoding: string | null;
  readonly separator: string | null;
}

/** Takes the rows of a file one by one and refuses whatever is beyond a limit as soon as it comes. */
export class TableBuilder {
  #header: readonly string[] | undefined;
  readonly #rows: TableRow[] = [];

  /**
   * @throws Refusal `imports.too-many-rows`, `imports.too-many-columns`, `imports.cell-too-long`
   */
  add(no: number, cells: readonly string[]): void {
    const read = withoutEnd(cells.map((cell) => bareCell(cell.replaceAll("\0", "").trim())));
    if (read.length === 0) return;
    if (read.length > IMPORT_LIMITS.columns)
      throw new Refusal("imports.too-many-columns", { most: IMPORT_LIMITS.columns, row: no });
    const long = read.findIndex((cell) => cell.length > IMPORT_LIMITS.cellChars);
    if (long !== -1)
      throw new Refusal("imports.cell-too-long", {
        most: IMPORT_LIMITS.cellChars,
        row: no,
        column: long + 1,
      });
    if (!this.#header) {
      this.#header = read;
      return;
    }
    if (this.#rows.length >= IMPORT_LIMITS.rows)
      throw new Refusal("imports.too-many-rows", { most: IMPORT_LIMITS.rows });
    this.#rows.push({ no, cells: read });
  }

  /** @throws Refusal `imports.empty` */
  table(how: Omit<Table, "header" | "rows">): Table {
    if (!this.#header || this.#rows.length === 0) throw new Refusal("imports.empty");
    const width = Math.max(this.#header.length, ...this.#rows.map(({ cells }) => cells.length));
    const header = Array.from({ length: width }, (_, at) => this.#header?.[at] ?? "");
    return { ...how, header, rows: this.#rows };
  }
}

function withoutEnd(cells: readonly string[]): readonly string[] {
  const last = cells.findLastIndex((cell) => cell !== "");
  return cells.slice(0, last + 1);
}
