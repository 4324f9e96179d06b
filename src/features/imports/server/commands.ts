import { sql } from "kysely";
import type { ParsedOf } from "#contract/endpoint.ts";
import { hasOrdered } from "#features/deliveries/server/public.ts";
import { toIso } from "#kernel/instant.ts";
import { advance, type Machine } from "#kernel/machine.ts";
import { Refusal } from "#kernel/refusal.ts";
import { acceptOnce } from "#server/db/commands.ts";
import { first, json } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import { addJob } from "#server/jobs/jobs.ts";
import type { Import, importsApi, Mapping } from "../contract/api.ts";
import { REQUIRED } from "../domain/fields.ts";
import { IMPORT_MACHINE, type ImportState, isWorking } from "../domain/import-lifecycle.ts";
import { type ImportFile, lockImport, readImport } from "./import-record.ts";
import { stopRecheck } from "./stop-recheck.ts";
import { tellImport } from "./tell.ts";

export const WORK_JOB = "workOnImport";

/** Queues the work on an import, once however often it is asked for. */
export const addWork = (tx: Tx, orgId: string, id: string): Promise<void> =>
  addJob(tx, WORK_JOB, { orgId, id }, { key: `${WORK_JOB}:${id}` });

type CommandName = typeof IMPORT_MACHINE extends Machine<ImportState, infer C> ? C : never;

interface Step {
  readonly id: string;
  readonly command: (file: ImportFile, tx: Tx) => CommandName | Promise<CommandName>;
  readonly body: unknown;
  /** Checks and writes what belongs to the step. */
  readonly write?: (tx: Tx, file: ImportFile) => Promise<void>;
}

/** Takes an import to its next state, once for the call's key, and queues the work that the state stands for. */
export function step(context: Context, { id, command, body, write }: Step): Promise<Import> {
  const { actor, now, key } = context;
  return context.db.as(actor, async (tx) => {
    const file = await lockImport(tx, id);
    const accepted = { commandId: key, occurredAt: now, type: "import.step", aggregateId: id, body };
    if (await acceptOnce(tx, actor, now, accepted)) {
      const state = advance(IMPORT_MACHINE, file.state, await command(file, tx));
      await write?.(tx, file);
      // A job that works on the state before gives up its lease with its next chunk.
      await sql`update import_file set state = ${state}, run = run + 1, worked_until = null
                where org_id = app_org() and id = ${id}`.execute(tx);
      if (isWorking(state)) await addWork(tx, actor.orgId, id);
      await tellImport(tx, context, { id, state });
    }
    return readImport(tx, id);
  });
}

/**
 * Settles the columns; every row is checked anew.
 *
 * @throws Refusal `imports.not-found`, `imports.wrong-state`, `imports.column-unknown`, `imports.columns-missing`,
 * `imports.date-order-missing`, `imports.begun`, `order-entry.unknown-account`
 */
export const mapColumns = (
  { id, mapping }: ParsedOf<typeof importsApi.mapColumns>,
  context: Context,
): Promise<Import> =>
  step(context, {
    id,
    command: () => "map",
    body: { map: mapping },
    write: async (tx, file) => {
      checkMapping(mapping, file);
      if (await hasRow(tx, id, "imported")) throw new Refusal("imports.begun");
      const { payer } = mapping;
      if (payer && !(await hasOrdered(tx, payer.id, payer.phone)))
        throw new Refusal("order-entry.unknown-account");
      // Values, accounts and places are of one sender, and the next file may be another's.
      const uses = mapping.uses.flatMap(({ field, column }) =>
        column === null ? [] : [{ field, column, value: null }],
      );
      await sql`
        with kept as (
          insert into import_mapping (org_id, header_hash, uses, used_at)
          values (app_org(), ${file.headerHash}, ${json(uses)}, ${toIso(context.now)})
          on conflict (org_id, header_hash) do update set uses = excluded.uses, used_at = excluded.used_at),
        again as (
          update import_row set state = 'new', faults = '[]', entry = null, total_minor = null, row_key = null
          where org_id = app_org() and import_id = ${id})
        update import_file set mapping = ${json(mapping)},
          to_check = (select count(*) from import_row where org_id = app_org() and import_id = ${id})
        where org_id = app_org() and id = ${id}`.execute(tx);
    },
  });

/** @throws Refusal `imports.column-unknown`, `imports.columns-missing`, `imports.date-order-missing` */
function checkMapping({ uses, pickup, dateOrder }: Mapping, { columns }: ImportFile): void {
  const names = new Map(columns.map((column) => [column.name, column]));
  const unknown = uses.find(({ column }) => column !== null && !names.has(column));
  if (unknown) throw new Refusal("imports.column-unknown", { field: unknown.field });
  const given = new Set(
    uses
      .filter(({ column, value }) => column !== null || (value ?? "").trim() !== "")
      .map(({ field }) => field),
  );
  const missing = REQUIRED.filter((field) => !given.has(field) && !(field === "pickup" && pickup));
  if (missing.length > 0) throw new Refusal("imports.columns-missing", { field: missing.join(",") });
  const date = uses.find(({ field }) => field === "date")?.column;
  if (date != null && names.get(date)?.asksDateOrder && dateOrder === null)
    throw new Refusal("imports.date-order-missing", { field: "dateOrder" });
}

const hasRow = async (tx: Tx, id: string, state: "ready" | "imported"): Promise<boolean> =>
  (await first(
    tx,
    sql`select from import_row where org_id = app_org() and import_id = ${id} and state = ${state} limit 1`,
  )) !== undefined;

/** @throws Refusal `imports.not-found`, `imports.wrong-state`, `imports.nothing` */
export const confirmImport = ({ id }: { readonly id: string }, context: Context): Promise<Import> =>
  step(context, {
    id,
    command: () => "confirm",
    body: { confirm: id },
    write: async (tx) => {
      if (!(await hasRow(tx, id, "ready"))) throw new Refusal("imports.nothing");
      const { userId = null, name = null } = context.actor;
      await sql`update import_file set confirmed_by = ${userId}, confirmed_name = ${name}
                where org_id = app_org() and id = ${id}`.execute(tx);
    },
  });

/** @throws Refusal `imports.not-found`, `imports.wrong-state` */
export const cancelImport = ({ id }: { readonly id: string }, context: Context): Promise<Import> =>
  step(context, {
    id,
    command: async ({ state }, tx) => {
      if (state !== "checking") return "cancel";
      return (await stopRecheck(tx, id)) ? "cancel-recheck" : "cancel-check";
    },
    body: { cancel: id },
  });

/** @throws Refusal `imports.not-found`, `imports.wrong-state`, `imports.nothing` */
export const undoImport = ({ id }: { readonly id: string }, context: Context): Promise<Import> =>
  step(context, {
    id,
    command: () => "undo",
    body: { undo: id },
    write: async (tx) => {
      if (!(await hasRow(tx, id, "imported"))) throw new Refusal("imports.nothing");
      const { userId = null, name = null } = context.actor;
      await sql`update import_file set confirmed_by = ${userId}, confirmed_name = ${name}
                where org_id = app_org() and id = ${id}`.execute(tx);
    },
  });
