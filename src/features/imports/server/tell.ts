import type { Actor } from "#kernel/actor.ts";
import type { Instant } from "#kernel/instant.ts";
import { emit } from "#server/db/events.ts";
import type { Tx } from "#server/db/db.ts";
import type { ImportState } from "../domain/import-lifecycle.ts";

/** Tells the office that an import went on. */
export async function tellImport(
  tx: Tx,
  { actor, now }: { readonly actor: Actor; readonly now: Instant },
  { id, state }: { readonly id: string; readonly state: ImportState },
): Promise<void> {
  await emit(tx, actor, now, {
    aggregate: "import",
    aggregateId: id,
    type: "import.changed",
    data: { importId: id, state },
    audience: { staff: true },
    occurredAt: now,
  });
}
