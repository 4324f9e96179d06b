import type { Actor } from "#kernel/actor.ts";
import type { Instant } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";
import { emitAll } from "#server/db/events.ts";

interface News {
  readonly id: string;
  readonly deliveryId: string;
  readonly type: "offer.made" | "offer.answered" | "offer.ended";
  /** Couriers who are told besides the office. */
  readonly courierIds: readonly string[];
}

/** Tells the office, and each courier for themselves: none learns who the others are. */
export async function tell(
  tx: Tx,
  { actor, now }: { readonly actor: Actor; readonly now: Instant },
  { id, deliveryId, type, courierIds }: News,
): Promise<void> {
  const about = { aggregate: "offer", aggregateId: id, type, occurredAt: now };
  await emitAll(tx, actor, now, [
    { ...about, data: { offerId: id, deliveryId }, audience: { staff: true } },
    ...courierIds.map((courierId) => ({ ...about, data: {}, audience: { courierId } })),
  ]);
}
