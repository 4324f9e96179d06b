import { sql } from "kysely";
import type { ParsedOf } from "#contract/endpoint.ts";
import { advance } from "#kernel/machine.ts";
import { Refusal } from "#kernel/refusal.ts";
import { first, json } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { ImportRow, importsApi } from "../contract/api.ts";
import { IMPORT_MACHINE } from "../domain/import-lifecycle.ts";
import { checkRow } from "./check-row.ts";
import { lockImport, readFileOf, writeState } from "./import-record.ts";
import { type Changes, readRow, rowsWhere, writeResults } from "./import-rows.ts";
import { openChecker } from "./open-checker.ts";
import type { RoomContext } from "./room-context.ts";
import { tellImport } from "./tell.ts";
import { withKeys } from "./with-keys.ts";

/**
 * Corrects a row and checks it at once. Places and prices are asked before the transaction that writes; a row that
 * somebody else changed meanwhile is refused, and so is one that was checked by other columns.
 *
 * @throws Refusal `imports.not-found`, `imports.wrong-state`, `imports.changed-meanwhile`
 */
export async function correctRow(
  room: RoomContext,
  asked: ParsedOf<typeof importsApi.correctRow>,
  context: Context,
): Promise<ImportRow> {
  const { actor, db } = context;
  const { id, no } = asked;
  const { file, row } = await db.read(actor, async (tx) => ({
    file: await readFileOf(tx, id),
    row: (await rowsWhere(tx, id, sql`r.no = ${no}`))[0],
  }));
  if (!row) throw new Refusal("imports.not-found", { id, no });
  advance(IMPORT_MACHINE, file.state, "mend");
  if (row.state !== "faulty" && row.state !== "ready")
    throw new Refusal("imports.wrong-state", { state: row.state, command: "correct" });
  const changes = changedBy(row.changes, asked);
  const result = await checkRow(await openChecker(room, file, context), { ...row, changes });
  return db.as(actor, async (tx) => {
    const { state, run } = await lockImport(tx, id);
    const next = advance(IMPORT_MACHINE, state, "mend");
    if (run !== file.run) throw new Refusal("imports.changed-meanwhile", { no });
    const held = await first(
      tx,
      sql`update import_row set changes = ${json(changes)}
          where org_id = app_org() and import_id = ${id} and no = ${no} and changes = ${json(row.changes)}
            and state in ('faulty', 'ready') returning no`,
    );
    if (!held) throw new Refusal("imports.changed-meanwhile", { no });
    const keyed = await withKeys(tx, id, [result]);
    await writeResults(tx, id, keyed, ["faulty", "ready"]);
    await writeState(tx, id, next);
    await tellImport(tx, context, { id, state: next });
    return readRow(tx, id, no);
  });
}

type Asked = Pick<ParsedOf<typeof importsApi.correctRow>, "texts" | "pickup" | "dropoff">;

/** A new text takes back the place that was chosen for it. */
function changedBy(before: Changes, { texts, pickup, dropoff }: Asked): Changes {
  const given = Object.fromEntries(texts.map(({ field, text }) => [field, text.trim()]));
  const { pickup: oldPickup, dropoff: oldDropoff } = before;
  const newPickup = pickup ?? ("pickup" in given ? undefined : oldPickup);
  const newDropoff = dropoff ?? ("dropoff" in given ? undefined : oldDropoff);
  return {
    texts: { ...before.texts, ...given },
    ...(newPickup && { pickup: newPickup }),
    ...(newDropoff && { dropoff: newDropoff }),
  };
}
