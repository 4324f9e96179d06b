import { deliveredInPart } from "#features/parcels/domain/left.ts";
import { type ClosedAs, type DeliveryState, latest } from "./delivery.ts";
import type { TaskState } from "./task-lifecycle.ts";

/** The word that staff read for each state of a delivery, and the one that sender and recipient read. */
export const DELIVERY_STATES = [
  "created",
  "assigned",
  "en_route_to_pickup",
  "at_pickup",
  "pickup_failed",
  "collected",
  "at_hub",
  "out_for_delivery",
  "at_dropoff",
  "attempt_failed",
  "delivered",
  "returning",
  "returned",
  "cancelled",
  "lost",
  "disposed",
] as const;
export type DeliveryStateName = (typeof DELIVERY_STATES)[number];

/** Ends, but for a correction, finding what was lost, and reopening what was carried out all the same. */
export const DELIVERY_TERMINAL: readonly DeliveryStateName[] = [
  "delivered",
  "returned",
  "cancelled",
  "lost",
  "disposed",
];

export function isTerminal(state: DeliveryStateName): boolean {
  return DELIVERY_TERMINAL.includes(state);
}

const BEFORE_COLLECTION: Readonly<Record<TaskState, DeliveryStateName>> = {
  open: "created",
  assigned: "assigned",
  en_route: "en_route_to_pickup",
  arrived: "at_pickup",
  failed: "pickup_failed",
  succeeded: "collected",
  cancelled: "created",
};

function afterCollection(delivery: DeliveryState): DeliveryStateName {
  const deliver = latest(delivery, "deliver");
  if (deliver?.state === "arrived") return "at_dropoff";
  if (deliver?.state === "en_route") return "out_for_delivery";
  return delivery.custody === "hub" ? "at_hub" : "collected";
}

/** A delivery of which a part was delivered is delivered, also where the rest is lost: only one lost whole is free. */
const closedState = (delivery: DeliveryState, closedAs: ClosedAs): DeliveryStateName =>
  closedAs === "lost" && deliveredInPart(delivery).length > 0 ? "delivered" : closedAs;

/** The state of a delivery: a projection of its tasks and of who has the parcels. It is never written. */
export function stateOf(delivery: DeliveryState): DeliveryStateName {
  if (delivery.closedAs) return closedState(delivery, delivery.closedAs);
  const back = latest(delivery, "return");
  if (back) return back.state === "succeeded" ? "returned" : "returning";
  const deliver = latest(delivery, "deliver");
  if (deliver?.state === "succeeded") return "delivered";
  if (deliver?.state === "failed") return "attempt_failed";
  const collect = latest(delivery, "collect");
  return collect?.state === "succeeded"
    ? afterCollection(delivery)
    : BEFORE_COLLECTION[collect?.state ?? "open"];
}

export const PUBLIC_WORDS = [
  "booked",
  "being_collected",
  "pickup_problem",
  "with_us",
  "on_its_way",
  "at_the_door",
  "missed",
  "delivered",
  "returning",
  "returned",
  "cancelled",
  "lost",
  "disposed",
] as const;
/** Key of the plain word that sender and recipient read. */
export type PublicWord = (typeof PUBLIC_WORDS)[number];

export const PUBLIC_WORD_OF: Readonly<Record<DeliveryStateName, PublicWord>> = {
  created: "booked",
  assigned: "booked",
  en_route_to_pickup: "being_collected",
  at_pickup: "being_collected",
  pickup_failed: "pickup_problem",
  collected: "with_us",
  at_hub: "with_us",
  out_for_delivery: "on_its_way",
  at_dropoff: "at_the_door",
  attempt_failed: "missed",
  delivered: "delivered",
  returning: "returning",
  returned: "returned",
  cancelled: "cancelled",
  lost: "lost",
  disposed: "disposed",
};

/** Which states can follow which: drawn in the documentation, and compared with what random walks see. */
export const DELIVERY_FLOW: Readonly<Record<DeliveryStateName, readonly DeliveryStateName[]>> = {
  created: ["assigned", "en_route_to_pickup", "at_pickup", "pickup_failed", "collected", "cancelled"],
  assigned: ["created", "en_route_to_pickup", "at_pickup", "pickup_failed", "collected", "cancelled"],
  en_route_to_pickup: ["created", "assigned", "at_pickup", "pickup_failed", "collected", "cancelled"],
  at_pickup: ["pickup_failed", "collected", "cancelled"],
  pickup_failed: ["created", "collected", "cancelled"],
  collected: [
    "pickup_failed",
    "at_hub",
    "out_for_delivery",
    "at_dropoff",
    "attempt_failed",
    "delivered",
    "returning",
    "lost",
    "disposed",
  ],
  at_hub: ["collected", "attempt_failed", "delivered", "returning", "lost", "disposed"],
  out_for_delivery: ["collected", "at_dropoff", "attempt_failed", "delivered", "lost"],
  at_dropoff: ["attempt_failed", "delivered", "lost"],
  attempt_failed: ["collected", "at_hub", "delivered", "returning", "lost", "disposed"],
  // By a correction, or where the rest of a part delivered was lost and is found.
  delivered: ["attempt_failed"],
  returning: ["attempt_failed", "delivered", "returned", "lost", "disposed"],
  returned: ["returning"],
  cancelled: ["assigned"],
  lost: ["at_hub", "attempt_failed", "returning"],
  disposed: [],
};
