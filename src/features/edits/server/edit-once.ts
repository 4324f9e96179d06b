import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { lockDelivery, maySee, notFound, viewAfter } from "#features/deliveries/server/public.ts";
import type { DeliveryRecord } from "#features/deliveries/server/public.ts";
import { Refusal } from "#kernel/refusal.ts";
import { acceptOnce } from "#server/db/commands.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";

interface Edit {
  /** Type of the command. */
  readonly type: string;
  readonly asked: { readonly id: string; readonly version: number };
  /** Checks and writes; `before` is locked, and of the version that the caller saw. */
  readonly write: (tx: Tx, before: DeliveryRecord) => Promise<void>;
}

/**
 * Edits a delivery in one transaction, once for the call's key.
 *
 * @returns the delivery as it stands after it
 * @throws Refusal `deliveries.not-found`, `deliveries.changed-meanwhile`, and those of `write`
 */
export function editOnce(context: Context, { type, asked, write }: Edit): Promise<Delivery> {
  const { actor, now, key, db } = context;
  return db.as(actor, async (tx) => {
    const before = await lockDelivery(tx, asked.id);
    if (!before || !maySee(before, context)) throw notFound({ id: asked.id });
    const command = { commandId: key, occurredAt: now, type, aggregateId: before.id, body: asked };
    if (await acceptOnce(tx, actor, now, command)) {
      if (before.version !== asked.version)
        throw new Refusal("deliveries.changed-meanwhile", { version: before.version });
      await write(tx, before);
    }
    return viewAfter(tx, context, before.id);
  });
}
