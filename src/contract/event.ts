import type * as z from "zod/mini";

/** Recipients of a live event: staff of the organisation, one courier, or the sender of the delivery. */
export interface Audience {
  readonly staff?: true;
  readonly courierId?: string;
  readonly senderId?: string;
  readonly deliveryId?: string;
}

/**
 * A kind of live event: its name and the shape of what it says. Each room declares its own. A name that ends in `.*`
 * stands for every event that starts so.
 */
export interface LiveEvent<S extends z.ZodMiniType = z.ZodMiniType> {
  readonly type: string;
  readonly data: S;
}

export function liveEvent<S extends z.ZodMiniType>(type: string, data: S): LiveEvent<S> {
  return { type, data };
}

/**
 * Facts that everybody in an event's audience receives; the others (money, the courier) go to staff alone. Others
 * read anew what they may see. `courierId` goes to that courier too.
 */
export const FACTS_FOR_ALL: ReadonlySet<string> = new Set(
  (
    "deliveryId number state version taskId kind tryNo proofId " +
    "orderId delivery paymentId routeId date revision ackRevision by onDuty sid"
  ).split(" "),
);

/**
 * The wire form, one server-sent event each: `id:` is the resume cursor (absent from fleeting ones such as
 * positions), `event:` the type, `data:` the JSON. `resync` means that the reader's cursor is too old: read anew.
 */
export const LIVE_CONTROL = { hello: "live.hello", resync: "live.resync" } as const;
/** A comment line is sent this often, so that a dead connection is seen. */
export const LIVE_HEARTBEAT_MS = 20_000;
