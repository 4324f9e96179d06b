import type { ParsedOf } from "#contract/endpoint.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { deliveriesApi } from "../contract/api.ts";
import type { Delivery } from "../contract/shapes.ts";
import { maySee, notFound, type Who } from "./access.ts";
import { readDelivery as readRecord, type DeliveryRecord } from "./record.ts";
import { viewOf } from "./view.ts";

/** @throws Refusal `deliveries.not-found` where there is none or the caller may not see it */
export async function deliveryFor(tx: Tx, who: Who, id: string): Promise<DeliveryRecord> {
  const record = await readRecord(tx, id);
  if (!record || !maySee(record, who)) throw notFound({ id });
  return record;
}

export const readDelivery = (
  { id }: ParsedOf<typeof deliveriesApi.readDelivery>,
  context: Context,
): Promise<Delivery> =>
  context.db.as(context.actor, async (tx) => viewOf(tx, await deliveryFor(tx, context, id), context));
