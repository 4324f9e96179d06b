import { sql } from "kysely";
import type { ParsedOf } from "#contract/endpoint.ts";
import type { Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { aggregateOf } from "#server/db/commands.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import { instantIn } from "#server/http/instant-in.ts";
import type { Cancellation as Shown, deliveriesApi } from "../contract/api.ts";
import type { Delivery } from "../contract/shapes.ts";
import { byCard, cancellationOf, type Cancellation } from "../domain/cancellation.ts";
import { latest } from "../domain/delivery.ts";
import { stateOf } from "../domain/state.ts";
import { maySee, notFound, type Who } from "./access.ts";
import { viewAfter } from "./view.ts";
import { deliveryFor } from "./read-delivery.ts";
import { lockDelivery, type DeliveryRecord } from "./record.ts";
import { runCommand } from "./run-command.ts";

/** Cost of cancelling now. A failed pickup costs only the party at fault. */
export function costOf(delivery: DeliveryRecord, takesCards: boolean): Cancellation {
  const state = stateOf(delivery);
  const fault = state === "pickup_failed" ? latest(delivery, "collect")?.outcome?.fault : undefined;
  const cost = cancellationOf(state, delivery.price, fault ?? "sender", delivery.cancelTerms);
  return takesCards ? byCard(cost) : cost;
}

export const previewCancellation = (
  takesCards: boolean,
  { id }: ParsedOf<typeof deliveriesApi.previewCancellation>,
  context: Context,
): Promise<Shown> =>
  context.db.as(context.actor, async (tx) => costOf(await deliveryFor(tx, context, id), takesCards));

/**
 * Cancels for the fee that was shown, which must still be the fee.
 *
 * @throws Refusal `deliveries.not-found`, `deliveries.wrong-state`, `deliveries.fee-changed`
 */
export function cancelDelivery(
  takesCards: boolean,
  input: ParsedOf<typeof deliveriesApi.cancelDelivery>,
  context: Context,
): Promise<Delivery> {
  const occurredAt = instantIn(input.occurredAt, "occurredAt");
  return context.db.as(context.actor, async (tx) => {
    const delivery = await lockDelivery(tx, input.id);
    if (!delivery || !maySee(delivery, context)) throw notFound({ id: input.id });
    await cancelLocked(tx, context, delivery, { ...input, occurredAt, takesCards });
    return viewAfter(tx, context, input.id);
  });
}

interface Wish {
  readonly commandId: string;
  readonly occurredAt: Instant;
  readonly fee: Shown["fee"];
  readonly note: string | null;
  readonly takesCards: boolean;
}

/** Cancels a delivery that the caller holds and may cancel. @throws Refusal `deliveries.wrong-state`, `deliveries.fee-changed` */
export async function cancelLocked(tx: Tx, who: Who, delivery: DeliveryRecord, wish: Wish): Promise<void> {
  const { commandId, occurredAt, note, takesCards } = wish;
  const cost = costOf(delivery, takesCards);
  const { fee, refund, reason } = cost;
  const isNew = (await aggregateOf(tx, commandId)) === undefined;
  if (isNew) check(delivery, cost, wish.fee);
  const facts = { feeMinor: fee.minor, refundMinor: refund.minor, currency: fee.currency, why: reason };
  const command = { type: "cancel" as const, commandId, occurredAt, note };
  const { outcome } = await runCommand(tx, who, { deliveryId: delivery.id, command }, facts);
  if (outcome === "accepted")
    await sql`update delivery set cancel_fee_minor = ${fee.minor}
              where org_id = app_org() and id = ${delivery.id}`.execute(tx);
}

function check(delivery: DeliveryRecord, { allowed, fee }: Cancellation, shown: Shown["fee"]): void {
  if (!allowed) throw new Refusal("deliveries.wrong-state", { state: stateOf(delivery), command: "cancel" });
  if (shown.minor !== fee.minor || shown.currency !== fee.currency)
    throw new Refusal("deliveries.fee-changed", { feeMinor: fee.minor, currency: fee.currency });
}

/** Lets the booking's own payment pay the whole price of what was cancelled and is reopened: it was capped at the fee. */
export const liftCancelFee = (tx: Tx, deliveryId: string): Promise<unknown> =>
  sql`update delivery set cancel_fee_minor = null where org_id = app_org() and id = ${deliveryId}`.execute(
    tx,
  );
