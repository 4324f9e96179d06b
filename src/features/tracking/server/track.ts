import { courierForRecipient } from "#features/courier/server/public.ts";
import type { SeenCourier } from "#features/courier/server/public.ts";
import { snapPoint } from "#features/courier/domain/visibility.ts";
import { isTerminal, PUBLIC_WORD_OF } from "#features/deliveries/domain/state.ts";
import type { Address } from "#features/places/contract/api.ts";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Context } from "#server/http/route.ts";
import type { TrackingView } from "../contract/api.ts";
import { withoutNumber } from "../domain/answer.ts";
import { storyOf, timelineOf } from "../domain/story.ts";
import { collecting } from "./collecting.ts";
import { opensBy } from "./pictures.ts";
import { followedBy } from "./queries.ts";
import type { Followed } from "./queries.ts";

/**
 * Tells what a recipient may see: plain words, the window, a coarse place, and who comes only while they come.
 *
 * @throws Refusal `tracking.unknown-link`
 */
export function track(context: Context): Promise<TrackingView> {
  const { actor, now } = context;
  return context.db.read(actor, async (tx) => {
    const followed = await followedBy(tx, actor.orgId, context.trackingToken, now);
    if (!followed) throw new Refusal("tracking.unknown-link");
    const { id, mayBeComing } = followed.delivery;
    const courier = mayBeComing ? await courierForRecipient(tx, actor.orgId, id, now) : null;
    return viewOf(followed, courier, now);
  });
}

function viewOf(followed: Followed, courier: SeenCourier | null, now: Instant): TrackingView {
  const { delivery, carrier, timezone } = followed;
  const { state, dropoff } = delivery;
  const steps = storyOf(followed.steps, now);
  const collect = collecting(followed, now);
  return {
    number: delivery.number,
    state: PUBLIC_WORD_OF[state],
    carrier,
    timezone,
    phone: followed.phone,
    window: { start: toIso(delivery.window.start), end: toIso(delivery.window.end) },
    arrival: followed.arrival,
    from: coarse(delivery.pickup),
    to: coarse(dropoff),
    dropoff: isTerminal(state) ? null : snapPoint(dropoff.point),
    parcels: delivery.parcels,
    ...partsOf(delivery),
    courier: courier && { ...courier, at: courier.at === null ? null : toIso(courier.at) },
    timeline: timelineOf(steps),
    proof: proofShown(followed, now),
    pin: isTerminal(state) || state === "returning" ? null : followed.pin,
    ...(collect && { collect }),
    acts: followed.kind === "act",
    updatedAt: toIso(steps.at(-1)?.occurredAt ?? delivery.createdAt),
    readAt: toIso(now),
  };
}

/** Counts of a delivery whose parcels went different ways; nothing for those that go on together. */
function partsOf({ parcels, parcelStates }: Followed["delivery"]): Pick<TrackingView, "parts"> {
  if (parcelStates === null) return {};
  const { delivered = 0, not_sent: notSent = 0 } = parcelStates;
  const rest = parcels - delivered - notSent;
  return delivered === parcels || rest === parcels ? {} : { parts: { delivered, notSent, rest } };
}

/** Street and town. The house number stays with those who need it; an address without a street is its town. */
const coarse = ({ street, houseNumber, city }: Address): string =>
  [houseNumber === null ? withoutNumber(street ?? "") : street, city]
    .filter((part) => part !== null && part !== "")
    .join(", ");

/** That there is proof, and who took the parcels. The pictures themselves need more than a link. */
function proofShown(followed: Followed, now: Instant): TrackingView["proof"] {
  const { done } = followed.delivery;
  if (!done?.outcome) return null;
  return {
    recipientName: done.kind === "deliver" ? done.outcome.recipientName : null,
    at: toIso(Math.min(done.outcome.occurredAt, now)),
    photo: done.proofs.includes("photo"),
    signature: done.proofs.includes("signature"),
    ...(done.outcome.place && { place: done.outcome.place }),
    opensBy: opensBy(followed),
  };
}
