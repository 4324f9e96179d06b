import type { Contradiction } from "#features/courier/domain/sync/store.ts";
import { accepted, type Verdict } from "#features/courier/domain/sync/verdict.ts";
import type { CustodyBody } from "#features/custody/contract/commands.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Data, StoredInHand } from "../server-db.ts";
import type { World } from "../world.ts";

const ENDED_BY: Readonly<Record<string, StoredInHand["endedAs"]>> = {
  deliver: "recipient",
  return: "sender",
};

/** Follows parcels of a cancelled delivery as the product's `followInHand` does. */
export function followInHand(world: World, data: Data, user: string, found: Contradiction): void {
  const { kind, deliveryId, taskId, facts, key } = found;
  const isCancelled = facts["code"] === "courier.parcel-in-hand" && facts["closedAs"] === "cancelled";
  if (!isCancelled || kind !== "command_refused" || deliveryId === null || taskId === null) return;
  if (facts["kind"] !== "collect") endInHand(data, user, deliveryId, ENDED_BY[facts["kind"] ?? ""]);
  else if (!data.inHand.has(deliveryId) && world.has("in-hand-followed"))
    data.inHand.set(deliveryId, { deliveryId, taskId, courierId: user, key, bringTo: null, endedAs: null });
}

function endInHand(
  data: Data,
  user: string,
  deliveryId: string,
  endedAs: StoredInHand["endedAs"] = null,
): void {
  const one = data.inHand.get(deliveryId);
  if (endedAs !== null && one?.endedAs === null && one.courierId === user)
    data.inHand.set(deliveryId, { ...one, endedAs });
}

/** Records where a courier brought the parcels, as `recordEnd` does. @throws Refusal */
export function recordEnd(
  world: World,
  data: Data,
  user: string,
  { deliveryId, to }: Extract<CustodyBody, { type: "parcel_ended" }>,
): Verdict {
  const one = data.inHand.get(deliveryId);
  if (!one || (one.courierId !== user && world.has("end-by-holder")))
    throw new Refusal("custody.not-in-hand", { deliveryId });
  if (one.endedAs !== null && world.has("end-once"))
    return { verdict: "noted", code: "custody.ended-before", facts: {} };
  data.inHand.set(deliveryId, { ...one, endedAs: to });
  const isOther = one.bringTo !== null && one.bringTo !== to && world.has("other-place");
  return isOther ? { verdict: "conflict", code: "custody.other-place", facts: { to } } : accepted;
}

/** Lets the office say where the parcels go. */
export function tellInHand(data: Data, { deliveryId }: StoredInHand, bringTo: "sender" | "hub"): void {
  const one = data.inHand.get(deliveryId);
  if (one?.endedAs === null) data.inHand.set(deliveryId, { ...one, bringTo });
}

/** Parcels without a task in the day of a courier; no key where there are none, as in the product's answer. */
export function inHandOf(data: Data, user: string) {
  const inHand = [...data.inHand.values()]
    .filter(({ courierId, endedAs }) => courierId === user && endedAs === null)
    .map(({ deliveryId, taskId, bringTo }) => ({ deliveryId, taskId, bringTo }));
  return inHand.length > 0 ? { inHand } : {};
}
