import { sql } from "kysely";
import type { ParsedOf } from "#contract/endpoint.ts";
import { couriersOf } from "#features/accounts/server/public.ts";
import { couriersOnDuty } from "#features/courier/server/public.ts";
import { settleAlone } from "#features/custody/server/public.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import {
  type DeliveryRecord,
  lockDeliveries,
  notFound,
  readDelivery,
  viewAfter,
} from "#features/deliveries/server/public.ts";
import { type TellHandover, editPlan, lockRoutes, plannedDay } from "#features/dispatch/server/public.ts";
import { sendNote } from "#features/messages/server/public.ts";
import { toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { acceptOnce } from "#server/db/commands.ts";
import { type Tx, rows } from "#server/db/db.ts";
import { writeContext } from "#server/db/tx-context.ts";
import type { Context } from "#server/http/route.ts";
import { derivedId } from "#server/ids.ts";
import type { HandOverSheet, deskHandoverApi } from "../contract/api.ts";
import { handedOver, heldIn } from "../domain/hand-over.ts";

/** Reads who has the parcels and who can take them. @throws Refusal `deliveries.not-found`, `custody.not-held` */
export const readHandOver = (
  { id }: ParsedOf<typeof deskHandoverApi.readHandOver>,
  { db, actor }: Context,
): Promise<HandOverSheet> =>
  db.read(actor, async (tx) => {
    const delivery = await readDelivery(tx, id);
    if (!delivery) throw notFound({ id });
    const { courierId, courierName } = heldIn(delivery);
    const onDuty = await rows(tx, sql<{ id: string }>`select courier_id as id from (${couriersOnDuty}) duty`);
    const couriers = (await couriersOf(tx))
      .filter((one) => one.id !== courierId)
      .map(({ id: other, name }) => {
        return { id: other, name, onDuty: onDuty.some(({ id }) => id === other) };
      });
    return {
      version: delivery.version,
      number: delivery.number,
      from: { id: courierId, name: courierName ?? "" },
      couriers: [...couriers.filter((one) => one.onDuty), ...couriers.filter((one) => !one.onDuty)],
    };
  });

type Asked = ParsedOf<typeof deskHandoverApi.handOver>;

/**
 * Gives the stop with its parcels to another courier and sends both the note, once for the call's key.
 *
 * @throws Refusal `deliveries.not-found`, `deliveries.changed-meanwhile`, those of `handedOver`, `editPlan` and `sendNote`
 */
export const handOver = (asked: Asked, context: Context): Promise<Delivery> =>
  context.db.as(context.actor, async (tx) => {
    const { actor, now, key: commandId } = context;
    const { id } = asked;
    const command = { commandId, occurredAt: now, type: "delivery.hand_over", aggregateId: id, body: asked };
    if (await acceptOnce(tx, actor, now, command)) {
      const [delivery] = await lockDeliveries(tx, [id]);
      if (!delivery) throw notFound({ id });
      await give(tx, context, { asked, delivery });
    }
    return viewAfter(tx, context, id);
  });

async function give(
  tx: Tx,
  context: Context,
  { asked, delivery }: { readonly asked: Asked; readonly delivery: DeliveryRecord },
): Promise<void> {
  const { actor, now, key } = context;
  const to = asked.courierId.toLowerCase();
  const { id: deliveryId, version } = delivery;
  if (version !== asked.version)
    throw new Refusal("deliveries.changed-meanwhile", { version, expected: asked.version });
  const task = handedOver(delivery, to);
  const from = task.courierId;
  const day = await plannedDay({ tx, orgId: actor.orgId, now }, task);
  // Held by this transaction from here on: the revisions are still the same when the edit compares them.
  const routes = await lockRoutes(writeContext(tx, context), day, [from, to]);
  const edit = {
    type: "assign" as const,
    commandId: derivedId(key, "plan"),
    occurredAt: toIso(now),
    date: day.date,
    deliveryIds: [deliveryId],
    courierId: to,
    beforeTaskId: null,
    seen: [...routes].map(([courierId, { revision }]) => ({ courierId, revision })),
  };
  // Parcels are on the road already: money that is in doubt stops nobody from going on with them.
  await editPlan(tx, context, edit, { facts: { handover: true } });
  await tellHandover(
    tx,
    { ...context, key: derivedId(key, "note") },
    { deliveryId, from, to, note: asked.note },
  );
}

/** Settles halves of a handover that waited for each other, and sends both couriers the note about it. */
export const tellHandover: TellHandover = async (tx, who, { deliveryId, from, to, note }) => {
  await settleAlone(tx, { deliveryId, from, to }, who.now);
  await sendNote(tx, who, { text: note, toAll: false, courierIds: [from, to], deliveryId });
};
