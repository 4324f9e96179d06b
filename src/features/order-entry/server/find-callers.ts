import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { toIso } from "#kernel/instant.ts";
import { phoneDigits } from "#kernel/phone.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Context } from "#server/http/route.ts";
import { ordersByPhone, ordersBySender, pastOrder } from "#features/deliveries/server/public.ts";
import type { PastOrder } from "#features/deliveries/server/public.ts";
import { CALLERS_SHOWN, LAST_SHOWN, type orderEntryApi, type PastEntry } from "../contract/api.ts";
import { callersIn } from "../domain/callers.ts";

/** Senders of earlier orders, by number or name. */
export async function findCallers(
  { q }: ParsedOf<typeof orderEntryApi.findCallers>,
  { db, actor }: Context,
): Promise<ReplyOf<typeof orderEntryApi.findCallers>> {
  const digits = phoneDigits(q);
  const orders = await db.as(actor, (tx) =>
    digits === undefined ? ordersBySender(tx, q) : ordersByPhone(tx, digits),
  );
  const callers = callersIn(
    orders.map((order) => ({
      phone: order.sender.phone,
      place: order.request.pickup.label,
      goal: `${order.recipient.phone} ${order.request.dropoff.label}`,
      order,
    })),
    { callers: CALLERS_SHOWN, last: LAST_SHOWN },
  );
  return {
    callers: callers.flatMap(({ last, usual, count }) => {
      const [newest] = last;
      if (!newest) return [];
      const { sender, payerId } = newest;
      return [{ sender, payerId, pickup: usual.request.pickup, orders: count, last: last.map(pastEntry) }];
    }),
  };
}

/** @throws Refusal `deliveries.not-found` */
export async function readPastEntry(
  { id }: ParsedOf<typeof orderEntryApi.readPastEntry>,
  { db, actor }: Context,
): Promise<PastEntry> {
  const order = await db.as(actor, (tx) => pastOrder(tx, id));
  if (!order) throw new Refusal("deliveries.not-found");
  return pastEntry(order);
}

const pastEntry = ({ id, createdAt, sender, recipient, payerId, request }: PastOrder): PastEntry => ({
  orderId: id,
  at: toIso(createdAt),
  sender,
  recipient,
  payerId,
  pickup: request.pickup,
  dropoff: request.dropoff,
  parcels: request.parcels,
  serviceLevel: request.serviceLevel,
});
