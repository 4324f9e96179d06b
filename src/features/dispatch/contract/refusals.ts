import type { RefusalTable } from "#contract/problem.ts";

export const DISPATCH_REFUSALS = {
  "dispatch.conflict": [
    409,
    "Somebody changed this route meanwhile; facts: courier, by, revision, expected, change.",
    "reload",
  ],
  "dispatch.courier-unknown": [
    422,
    "There is no such courier, or they are suspended; fact: courier.",
    "reload",
  ],
  "dispatch.pin-over": [
    409,
    "The delivery is over, so there is nothing to pin; facts: number, state.",
    "reload",
  ],
  "dispatch.pin-open": [
    409,
    "Only a delivery whose work one courier has can be pinned; fact: number.",
    "reload",
  ],
  "dispatch.parcels-held": [
    409,
    "Another courier has the parcels in their hands and must hand them over; facts: courier, numbers, n (parcels).",
    "reload",
  ],
  "dispatch.order-of-stops": [422, "A parcel must be collected before it is delivered.", "mend"],
} as const satisfies RefusalTable;
