import { type RawBuilder, sql } from "kysely";
import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import type { Money } from "#contract/schemas.ts";
import type { Contact } from "#features/deliveries/contract/shapes.ts";
import type { Address } from "#features/places/contract/api.ts";
import type { QuoteRequest } from "#features/quotes/contract/api.ts";
import { Refusal } from "#kernel/refusal.ts";
import { first, json, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { pageBy } from "#server/db/page.ts";
import type { Context } from "#server/http/route.ts";
import type { ImportRow, importsApi, Mapping } from "../contract/api.ts";
import type { ImportWay } from "../domain/cells.ts";
import type { Fault } from "../domain/fault.ts";
import { type Texts, textsOf } from "../domain/fields.ts";
import type { RowState } from "../domain/import-lifecycle.ts";
import { readImport } from "./import-record.ts";

/** Corrections of a row. */
export interface Changes {
  readonly texts?: Partial<Texts>;
  readonly pickup?: Address;
  readonly dropoff?: Address;
}

/** An order as it will be entered. */
export interface Entry {
  readonly request: QuoteRequest;
  readonly sender: Contact;
  readonly recipient: Contact;
  readonly way: ImportWay;
  readonly payerId: string | null;
}

/** A row as jobs and commands see it. */
export interface StoredRow {
  readonly no: number;
  readonly id: string;
  readonly cells: readonly string[];
  readonly changes: Changes;
  readonly state: RowState;
  readonly faults: readonly Fault<Address>[];
  readonly rowKey: string | null;
  readonly entry: Entry | null;
  readonly total: Money | null;
  readonly orderId: string | null;
}

const ROW = sql`
  r.no, r.id, r.cells, r.changes, r.state, r.faults, r.row_key as "rowKey", r.entry, r.order_id as "orderId",
  case when r.total_minor is not null
    then json_build_object('minor', r.total_minor, 'currency', trim(r.currency)) end as total`;

/** Rows of a file by a condition, in their order. */
export const rowsWhere = (
  tx: Tx,
  importId: string,
  condition: RawBuilder<unknown>,
  most = 1_000_000,
): Promise<StoredRow[]> =>
  rows(
    tx,
    sql<StoredRow>`
      select ${ROW} from import_row r
      where r.org_id = app_org() and r.import_id = ${importId} and ${condition} order by r.no limit ${most}`,
  );

/** Result of a check or an import of a row. */
export interface RowResult {
  readonly no: number;
  readonly state: RowState;
  readonly faults: readonly Fault<Address>[];
  readonly rowKey: string | null;
  readonly entry: Entry | null;
  readonly total: Money | null;
}

/** Writes results of rows that are still in one of these states. @returns how many */
export async function writeResults(
  tx: Tx,
  importId: string,
  results: readonly RowResult[],
  from: readonly RowState[],
): Promise<number> {
  if (results.length === 0) return 0;
  const written = await rows(
    tx,
    sql`
      update import_row r set state = g.state, faults = g.faults, row_key = g."rowKey", entry = g.entry,
        total_minor = (g.total ->> 'minor')::bigint, currency = g.total ->> 'currency'
      from jsonb_to_recordset(${json(results)}) as g (no integer, state text, faults jsonb, "rowKey" text, entry jsonb,
        total jsonb)
      where r.org_id = app_org() and r.import_id = ${importId} and r.no = g.no and r.state = any (${[...from]}::text[])
      returning r.no`,
  );
  return written.length;
}

/** Those of the keys by which a row was imported, unless its delivery was cancelled. */
export async function knownKeys(tx: Tx, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await rows(
    tx,
    sql<{ key: string }>`
      select k.row_key as key from import_key k
      where k.org_id = app_org() and k.row_key = any (${[...keys]}::text[])
        and not exists (
          select from deliveries d
          where d.org_id = k.org_id and d.order_id = k.order_id and d.closed_as = 'cancelled')`,
  );
  return new Set(found.map(({ key }) => key));
}

/** The first row of a file with each of these keys, of those that were checked. */
export async function firstWithKeys(
  tx: Tx,
  importId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const found = await rows(
    tx,
    sql<{ key: string; no: number }>`
      select r.row_key as key, min(r.no) as no from import_row r
      where r.org_id = app_org() and r.import_id = ${importId} and r.row_key = any (${[...keys]}::text[])
        and r.state <> 'new'
      group by r.row_key`,
  );
  return new Map(found.map(({ key, no }) => [key, no]));
}

type Shown = StoredRow & { readonly delivery: ImportRow["delivery"] };

const shownRows = sql`
  select ${ROW}, case when d.id is not null then json_build_object('id', d.id, 'number', d.number) end as delivery
  from import_row r
  left join import_key k on r.state = 'known' and k.org_id = r.org_id and k.row_key = r.row_key
  left join deliveries d on d.org_id = r.org_id and d.order_id = coalesce(r.order_id, k.order_id)`;

export async function listImportRows(
  { id, state, cursor, limit }: ParsedOf<typeof importsApi.listImportRows>,
  { db, actor }: Context,
): Promise<ReplyOf<typeof importsApi.listImportRows>> {
  const page = pageBy(
    { list: "import-rows", id, state },
    { cursor, limit },
    { column: "lpad(r.no::text, 8, '0')", id: "r.id", type: "text", direction: "asc" },
  );
  return db.read(actor, async (tx) => {
    const file = await readImport(tx, id);
    const found = await rows(
      tx,
      sql<Shown>`${shownRows}
        where r.org_id = app_org() and r.import_id = ${id} ${state === undefined ? sql`` : sql`and r.state = ${state}`}
          ${page.rest}`,
    );
    return page.of(
      found,
      (row) => [String(row.no).padStart(8, "0"), row.id],
      (row) => shownRow(row, file),
    );
  });
}

/** @throws Refusal `imports.not-found` */
export async function readRow(tx: Tx, importId: string, no: number): Promise<ImportRow> {
  const file = await readImport(tx, importId);
  const found = await first(
    tx,
    sql<Shown>`${shownRows} where r.org_id = app_org() and r.import_id = ${importId} and r.no = ${no}`,
  );
  if (!found) throw new Refusal("imports.not-found", { id: importId, no });
  return shownRow(found, file);
}

interface Header {
  readonly columns: readonly { readonly name: string }[];
  readonly mapping: Mapping | null;
}

/** Texts of a row with its corrections; a place that was chosen stands as its label. */
export function textsOfRow(row: Pick<StoredRow, "cells" | "changes">, { columns, mapping }: Header): Texts {
  const { texts = {}, pickup, dropoff } = row.changes;
  const given = pickup ?? mapping?.pickup ?? undefined;
  return textsOf(
    mapping?.uses ?? [],
    columns.map(({ name }) => name),
    {
      cells: row.cells,
      changes: {
        ...texts,
        ...(given && { pickup: given.label }),
        ...(dropoff && { dropoff: dropoff.label }),
      },
    },
  );
}

function shownRow({ entry, total, delivery, ...row }: Shown, file: Header): ImportRow {
  const texts = textsOfRow(row, file);
  return {
    no: row.no,
    state: row.state,
    texts: { ...texts },
    faults: row.faults.map((one) => ({
      ...one,
      facts: { ...one.facts },
      candidates: [...one.candidates],
      value: texts[one.field],
    })),
    entry:
      entry && total
        ? {
            recipient: entry.recipient.name,
            pickup: entry.request.pickup.label,
            dropoff: entry.request.dropoff.label,
            window: entry.request.window,
            total,
          }
        : null,
    delivery,
  };
}
