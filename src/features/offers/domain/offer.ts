import type { Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";

/**
 * Ends of an offer. `accepted`, `declined` (by everybody), `expired` and `withdrawn` are its own; `assigned`, `changed` and
 * `over` follow from what became of the delivery.
 */
export const ENDS = ["accepted", "declined", "expired", "withdrawn", "assigned", "changed", "over"] as const;
export type End = (typeof ENDS)[number];
export type OfferState = "open" | End;

export const ANSWERS = ["accepted", "declined"] as const;

/** A courier to whom the offer went. */
export interface Asked {
  readonly courierId: string;
  readonly answer: (typeof ANSWERS)[number] | null;
}

export interface Offer {
  readonly expiresAt: Instant;
  /** Null until the end is written; it is never written twice. */
  readonly end: End | null;
  readonly couriers: readonly Asked[];
}

/** The delivery of an offer now. */
export interface Work {
  /** `open`: there is work and no courier has any of it. */
  readonly kind: "open" | "held" | "none";
  /** Places and window are those that were offered. */
  readonly isSame: boolean;
}

/** State of an offer now, also where nobody has written its end yet. */
export function stateOf(
  { end, expiresAt }: Pick<Offer, "end" | "expiresAt">,
  work: Work,
  now: Instant,
): OfferState {
  if (end !== null) return end;
  if (work.kind === "none") return "over";
  if (work.kind === "held") return "assigned";
  if (!work.isSame) return "changed";
  return now >= expiresAt ? "expired" : "open";
}

const CODES = {
  accepted: "offers.taken",
  declined: "offers.declined",
  expired: "offers.expired",
  withdrawn: "offers.withdrawn",
  assigned: "offers.assigned",
  changed: "offers.changed",
  over: "offers.over",
} as const satisfies Record<End, string>;

interface Answering {
  readonly courierId: string;
  readonly work: Work;
  readonly now: Instant;
}

/** @throws Refusal `offers.not-found` for somebody to whom it did not go */
function askedOf({ couriers }: Offer, courierId: string): Asked {
  const asked = couriers.find((one) => one.courierId === courierId);
  if (!asked) throw new Refusal("offers.not-found");
  return asked;
}

/**
 * Whether a courier takes the delivery now; `false` where it was theirs before.
 *
 * @throws Refusal `offers.not-found`, `offers.declined`, and the one that says why the offer ended
 */
export function mayAccept(offer: Offer, { courierId, work, now }: Answering): boolean {
  const { answer } = askedOf(offer, courierId);
  if (answer === "accepted") return false;
  const state = stateOf(offer, work, now);
  if (state !== "open") throw new Refusal(CODES[state]);
  if (answer === "declined") throw new Refusal("offers.declined");
  return true;
}

/**
 * Effect of a courier's no: nothing where it was said before, and the end where all others said it.
 *
 * @throws Refusal `offers.not-found`, and the one that says why the offer ended
 */
export function declineOf(offer: Offer, { courierId, work, now }: Answering): "nothing" | "noted" | "last" {
  if (askedOf(offer, courierId).answer === "declined") return "nothing";
  const state = stateOf(offer, work, now);
  if (state !== "open") throw new Refusal(CODES[state]);
  const others = offer.couriers.filter((one) => one.courierId !== courierId);
  return others.every(({ answer }) => answer === "declined") ? "last" : "noted";
}

/** Whether the office ends it now; `false` where it did before. @throws Refusal that says why the offer ended */
export function mayWithdraw(offer: Offer, work: Work, now: Instant): boolean {
  const state = stateOf(offer, work, now);
  if (state === "withdrawn") return false;
  if (state !== "open") throw new Refusal(CODES[state]);
  return true;
}

/** The end to be written for an offer that is over; null while it is open, or written. */
export function dueEnd(offer: Offer, work: Work, now: Instant): End | null {
  const state = stateOf(offer, work, now);
  return offer.end !== null || state === "open" ? null : state;
}

/**
 * @returns the delivery's open offer as it must be ended first, or nothing
 * @throws Refusal `offers.not-open` where somebody has the work or there is none, `offers.already-open`
 */
export function endBefore(open: Offer | undefined, work: Work, now: Instant): End | null {
  if (work.kind !== "open") throw new Refusal("offers.not-open");
  if (!open) return null;
  const end = dueEnd(open, work, now);
  if (end === null) throw new Refusal("offers.already-open");
  return end;
}
