import { randomUUID } from "node:crypto";
import { toIso } from "#kernel/instant.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { receivablesApi } from "#features/debts/contract/receivables.ts";
import { good, order } from "../people/booking.ts";
import type { Crew } from "../people/crew.ts";
import type { World } from "../world.ts";

/** Cash was taken at the collection's door, then the order was cancelled for nothing. */
export async function cancelledAfterCash(world: World, crew: Crew) {
  const placed = await order(world, crew.sam);
  const amount = placed.total;
  good(await crew.sam.call(receivablesApi.chooseWay, { id: placed.id, way: "cash-collection" }));
  const { deliveryId } = good(await crew.sam.call(deliveriesApi.readOrder, { id: placed.id }));
  const id = deliveryId ?? "";
  good(await crew.bo.call(receivablesApi.recordCash, { id, amount }));
  const head = { commandId: randomUUID(), occurredAt: toIso(world.now) };
  const { fee } = good(await crew.sam.call(deliveriesApi.previewCancellation, { id }));
  good(await crew.sam.call(deliveriesApi.cancelDelivery, { id, ...head, fee, note: null }));
  await world.settled();
  return { placed, amount, fee };
}
