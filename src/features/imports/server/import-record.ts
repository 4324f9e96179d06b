import { sql } from "kysely";
import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { fromIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { first, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { isoText } from "#server/db/iso-text.ts";
import { newestFirst } from "#server/db/page.ts";
import type { Context } from "#server/http/route.ts";
import type { Import, ImportLine, importsApi, Mapping } from "../contract/api.ts";
import type { DateOrder } from "../domain/fields.ts";
import type { ImportState } from "../domain/import-lifecycle.ts";
import { suggestedMapping } from "./suggested-mapping.ts";

const COUNTS = sql`(
  select json_build_object(
    'new', count(*) filter (where r.state = 'new'), 'ready', count(*) filter (where r.state = 'ready'),
    'faulty', count(*) filter (where r.state = 'faulty'), 'known', count(*) filter (where r.state = 'known'),
    'imported', count(*) filter (where r.state = 'imported'), 'undone', count(*) filter (where r.state = 'undone'), 'kept', count(*) filter (where r.state = 'kept'))
  from import_row r where r.org_id = f.org_id and r.import_id = f.id)`;

const LINE = sql`
  f.id, f.name, f.state, ${isoText("f.created_at")} as "createdAt", p.name as "createdBy", ${COUNTS} as counts`;

type Row = Omit<Import, "mapping" | "isRemembered"> & {
  readonly mapping: Mapping | null;
  readonly headerHash: string;
};

/** @throws Refusal `imports.not-found` */
export async function readImport(tx: Tx, id: string): Promise<Import> {
  const found = await first(
    tx,
    sql<Row>`
      select ${LINE}, f.kind, f.read_as as "readAs", f.columns, f.mapping, f.header_hash as "headerHash",
        f.to_check as "toCheck",
        (select json_build_object('minor', sum(r.total_minor), 'currency', trim(min(r.currency)))
         from import_row r where r.org_id = f.org_id and r.import_id = f.id and r.state = 'ready'
         having count(*) > 0) as total
      from import_file f left join people p on p.org_id = f.org_id and p.id = f.created_by
      where f.org_id = app_org() and f.id = ${id}`,
  );
  if (!found) throw new Refusal("imports.not-found", { id });
  const { headerHash, mapping, columns: kept, ...line } = found;
  const columns = kept.map(({ name, samples, asksDateOrder }) => ({ name, samples, asksDateOrder }));
  const rest = { ...line, columns };
  if (mapping) return { ...rest, mapping, isRemembered: false };
  return { ...rest, ...(await suggestedMapping(tx, headerHash, columns)) };
}

export async function listImports(
  { cursor, limit }: ParsedOf<typeof importsApi.listImports>,
  { db, actor }: Context,
): Promise<ReplyOf<typeof importsApi.listImports>> {
  const page = newestFirst({ list: "imports" }, { cursor, limit }, ["f.created_at", "f.id"]);
  const found = await db.read(actor, (tx) =>
    rows(
      tx,
      sql<ImportLine>`
        select ${LINE} from import_file f left join people p on p.org_id = f.org_id and p.id = f.created_by
        where f.org_id = app_org() ${page.rest}`,
    ),
  );
  return page.of(found, ({ createdAt, id }) => [fromIso(createdAt), id]);
}

/** A file as jobs and commands see it. */
export interface ImportFile {
  readonly id: string;
  readonly state: ImportState;
  readonly columns: readonly {
    readonly name: string;
    readonly asksDateOrder: boolean;
    /** As the column's own values show it. */
    readonly dateOrder: DateOrder | null;
  }[];
  readonly headerHash: string;
  readonly mapping: Mapping | null;
  readonly confirmedBy: string | null;
  readonly confirmedName: string | null;
  /** Number of the step that it is at; work of an earlier step writes nothing. */
  readonly run: number;
}

const FILE = sql`
  f.id, f.state, f.columns, f.header_hash as "headerHash", f.mapping, f.confirmed_by as "confirmedBy",
  f.confirmed_name as "confirmedName", f.run`;

/** @throws Refusal `imports.not-found` */
export async function readFileOf(tx: Tx, id: string): Promise<ImportFile> {
  const found = await first(
    tx,
    sql<ImportFile>`select ${FILE} from import_file f where f.org_id = app_org() and f.id = ${id}`,
  );
  if (!found) throw new Refusal("imports.not-found", { id });
  return found;
}

/** Holds a file alone until the transaction ends. @throws Refusal `imports.not-found` */
export async function lockImport(tx: Tx, id: string): Promise<ImportFile> {
  const found = await first(
    tx,
    sql<ImportFile>`select ${FILE} from import_file f where f.org_id = app_org() and f.id = ${id} for update`,
  );
  if (!found) throw new Refusal("imports.not-found", { id });
  return found;
}

export const writeState = async (tx: Tx, id: string, state: ImportState): Promise<void> =>
  void (await sql`update import_file set state = ${state} where org_id = app_org() and id = ${id}`.execute(
    tx,
  ));
