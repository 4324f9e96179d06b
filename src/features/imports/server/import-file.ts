import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { ParsedOf } from "#contract/endpoint.ts";
import { toIso } from "#kernel/instant.ts";
import { acceptOnce } from "#server/db/commands.ts";
import { json } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { sha256 } from "#server/db/hash.ts";
import type { Context } from "#server/http/route.ts";
import type { Import, importsApi } from "../contract/api.ts";
import { asksDateOrder, dateOrderOf } from "../domain/cells.ts";
import { columnNames, headerText } from "../domain/headings.ts";
import { SAMPLES } from "../domain/limits.ts";
import { readImport } from "./import-record.ts";
import { readTable } from "./read-table.ts";
import type { Table } from "./table.ts";
import { tellImport } from "./tell.ts";

/**
 * Reads an uploaded file and keeps its rows; the same key is one import.
 *
 * @throws Refusal as `readTable`
 */
export async function importFile(
  asked: ParsedOf<typeof importsApi.importFile>,
  context: Context,
): Promise<Import> {
  const { actor, db, now, key: id } = context;
  const bytes = Buffer.from(asked.file, "base64");
  const table = await readTable(bytes);
  return db.as(actor, async (tx) => {
    const body = { name: asked.name, file: sha256(asked.file) };
    const command = { commandId: id, occurredAt: now, type: "import.upload", aggregateId: id, body };
    if (await acceptOnce(tx, actor, now, command)) {
      await keepFile(tx, context, { name: asked.name, table });
      await tellImport(tx, context, { id, state: "columns" });
    }
    return readImport(tx, id);
  });
}

async function keepFile(
  tx: Tx,
  { actor, now, key: id }: Context,
  { name, table }: { readonly name: string; readonly table: Table },
): Promise<void> {
  const names = columnNames(table.header);
  const { kind, encoding, separator, rows } = table;
  const columns = names.map((column, at) => {
    const values = rows.map(({ cells }) => cells[at] ?? "").filter((cell) => cell !== "");
    return {
      name: column,
      samples: [...new Set(values)]
        .slice(0, SAMPLES)
        .map((sample) => Array.from(sample).slice(0, 60).join("")),
      asksDateOrder: asksDateOrder(values),
      dateOrder: dateOrderOf(values) ?? null,
    };
  });
  await sql`
    insert into import_file (org_id, id, name, kind, state, columns, header_hash, read_as, created_by, created_at)
    values (app_org(), ${id}, ${name}, ${kind}, 'columns', ${json(columns)}, ${sha256(headerText(names))},
      ${json({ encoding, separator })}, ${actor.userId ?? null}, ${toIso(now)})`.execute(tx);
  const kept = rows.map((row) => ({ ...row, id: randomUUID() }));
  await sql`
    insert into import_row (org_id, import_id, no, id, cells, state)
    select app_org(), ${id}, g.no, g.id, g.cells, 'new'
    from jsonb_to_recordset(${json(kept)}) as g (no integer, id uuid, cells jsonb)`.execute(tx);
}
