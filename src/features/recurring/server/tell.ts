import type { Actor } from "#kernel/actor.ts";
import type { Instant } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";
import { emit } from "#server/db/events.ts";

/** Tells the office that a standing order, or one of its days, changed. */
export async function tellRule(
  tx: Tx,
  { actor, now }: { readonly actor: Actor; readonly now: Instant },
  ruleId: string,
): Promise<void> {
  await emit(tx, actor, now, {
    aggregate: "recurring",
    aggregateId: ruleId,
    type: "recurring.changed",
    data: { ruleId },
    audience: { staff: true },
    occurredAt: now,
  });
}
