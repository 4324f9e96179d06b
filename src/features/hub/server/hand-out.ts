import { sql } from "kysely";
import type { ParsedOf } from "#contract/endpoint.ts";
import { cashOf, takeCash } from "#features/debts/server/public.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { latest } from "#features/deliveries/domain/delivery.ts";
import {
  mayReportOn,
  notFound,
  readDelivery,
  runCommand,
  viewAfter,
} from "#features/deliveries/server/public.ts";
import { checkPin } from "#features/proofs/server/public.ts";
import { DEFAULT_NEEDS } from "#features/proofs/domain/policy.ts";
import { Refusal } from "#kernel/refusal.ts";
import { first } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import { instantIn } from "#server/http/instant-in.ts";
import type { HandOutSheet, hubApi } from "../contract/api.ts";
import { type ParcelRow, parcelColumns, shownParcel } from "./list-parcels.ts";

/** Reads all that handing out needs. @throws Refusal `deliveries.not-found`, `hub.not-here` */
export const readHandOut = (
  { id }: ParsedOf<typeof hubApi.readHandOut>,
  { db, actor }: Context,
): Promise<HandOutSheet> =>
  db.read(actor, async (tx) => {
    const delivery = await readDelivery(tx, id);
    if (!delivery) throw notFound({ id });
    const task = latest(delivery, "deliver");
    const row = await first(
      tx,
      sql<ParcelRow>`select ${parcelColumns} from hub_deliveries d
                     where d.org_id = app_org() and d.id = ${id} and d.state_shown = 'at_hub'`,
    );
    if (!row || !task) throw new Refusal("hub.not-here", { state: delivery.stateShown });
    const cash = (await cashOf(tx, [delivery.orderId])).get(delivery.orderId);
    return {
      ...shownParcel(row),
      recipientPhone: delivery.recipient.phone,
      version: delivery.version,
      taskId: task.id,
      needs: (delivery.proofNeeds ?? DEFAULT_NEEDS).deliver.succeed,
      parcelCodes: [...(delivery.parcelCodes ?? [])],
      cash: cash?.at === "deliver" && !cash.isReceived ? cash.amount : null,
    };
  });

/**
 * Hands the parcels out, with the cash that was taken, in one transaction. A wrong PIN is counted before it.
 *
 * @throws Refusal as `checkPin`, `runCommand` and `takeCash`
 */
export async function handOut(
  { id, cash, ...given }: ParsedOf<typeof hubApi.handOut>,
  context: Context,
): Promise<Delivery> {
  const occurredAt = instantIn(given.occurredAt, "occurredAt");
  if (given.pin !== undefined) await checkPin(mayReportOn, { id, pin: given.pin }, context);
  return context.db.as(context.actor, async (tx) => {
    const command = { ...given, type: "hand_out" as const, occurredAt };
    const { outcome } = await runCommand(tx, context, { deliveryId: id, command });
    if (cash && outcome === "accepted") await takeCash(tx, context, { id, amount: cash });
    return viewAfter(tx, context, id);
  });
}
