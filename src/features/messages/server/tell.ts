import type { Actor } from "#kernel/actor.ts";
import type { Instant } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";
import { emitAll } from "#server/db/events.ts";

/** Something that happened to a message. */
interface News {
  readonly id: string;
  readonly type: "message.sent" | "message.withdrawn" | "message.seen" | "message.acknowledged";
  readonly deliveryId: string | null;
  /** Couriers who are told besides the office. */
  readonly courierIds: readonly string[];
  readonly occurredAt?: Instant;
}

/** Tells the office, and each courier for themselves: none learns who the others are. */
export async function tell(
  tx: Tx,
  { actor, now }: { readonly actor: Actor; readonly now: Instant },
  { id, type, deliveryId, courierIds, occurredAt = now }: News,
): Promise<void> {
  const about = { aggregate: "message", aggregateId: id, type, occurredAt };
  await emitAll(tx, actor, now, [
    {
      ...about,
      data: { messageId: id, ...(deliveryId !== null && { deliveryId }) },
      audience: { staff: true },
    },
    ...courierIds.map((courierId) => ({ ...about, data: {}, audience: { courierId } })),
  ]);
}
