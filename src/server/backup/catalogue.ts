import pg from "pg";
import type { Sequence } from "./manifest.ts";

export interface TableName {
  readonly schema: string;
  readonly name: string;
}
export interface TableShape extends TableName {
  /** In their order, without those that the database computes. */
  readonly columns: readonly string[];
}

export const quoted = ({ schema, name }: TableName): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;

const columnsOf = ({ columns }: TableShape): string => columns.map(pg.escapeIdentifier).join(", ");

/** Statement that reads a table out, in the order in which its rows lie. */
export const copyOut = (table: TableShape): string =>
  `copy (select ${columnsOf(table)} from ${quoted(table)}) to stdout`;

export const copyIn = (table: TableShape): string => `copy ${quoted(table)} (${columnsOf(table)}) from stdin`;

/**
 * Tables of these schemas that outlive a crash, without the list of migrations. Transaction ids mean nothing in another
 * database: columns of the type xid8 are left out, so that rows get the id of the transaction that writes them there.
 */
export async function tablesIn(client: pg.ClientBase, schemas: readonly string[]): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(
    `select n.nspname::text as schema, c.relname::text as name,
            array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       and a.attgenerated = '' and a.atttypid <> 'xid8'::regtype
     where c.relkind in ('r', 'p') and c.relpersistence = 'p' and not c.relispartition
       and n.nspname = any ($1) and (n.nspname, c.relname) <> ('public', 'schema_migration')
       and not exists (select from pg_depend d
                       where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     group by 1, 2 order by 1, 2`,
    [schemas],
  );
  return rows;
}

/** Sequences of these schemas and how far they came. */
export async function sequencesIn(client: pg.ClientBase, schemas: readonly string[]): Promise<Sequence[]> {
  const { rows } = await client.query<TableName>(
    `select n.nspname::text as schema, c.relname::text as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'S' and n.nspname = any ($1) order by 1, 2`,
    [schemas],
  );
  const found: Sequence[] = [];
  for (const sequence of rows) {
    const at = await client.query<Pick<Sequence, "last" | "called">>(
      `select last_value::text as last, is_called as called from ${quoted(sequence)}`,
    );
    const [row] = at.rows;
    if (row) found.push({ ...sequence, ...row });
  }
  return found;
}

interface ForeignKey {
  readonly of: string;
  readonly name: string;
  readonly rule: string;
}

/** Foreign keys between tables of these schemas. */
export async function foreignKeysIn(
  client: pg.ClientBase,
  schemas: readonly string[],
): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select format('%I.%I', n.nspname, c.relname) as of, quote_ident(k.conname) as name,
            pg_get_constraintdef(k.oid) as rule
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f' and k.conparentid = 0 and n.nspname = any ($1) order by 1, 2`,
    [schemas],
  );
  return rows;
}
