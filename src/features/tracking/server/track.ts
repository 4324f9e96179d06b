import { courierForRecipient } from "#features/courier/server/public.ts";
import type { SeenCourier } from "#features/courier/server/public.ts";
import { snapPoint } from "#features/courier/domain/visibility.ts";
import { isTerminal, publicWordOf, stateOf } from "#features/deliveries/domain/state.ts";
import { proofsOf, readDelivery } from "#features/deliveries/server/public.ts";
import type { DeliveryRecord, ProofRecord } from "#features/deliveries/server/public.ts";
import type { Address } from "#features/places/contract/api.ts";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Context } from "#server/http/route.ts";
import type { TrackingView } from "../contract/api.ts";
import { openLink } from "./links.ts";
import { storyOf } from "../domain/story.ts";
import type { Step } from "../domain/story.ts";
import { stepsOf } from "./queries.ts";

/**
 * Tells what a recipient may see: plain words, the window, a coarse place, and who comes only while they come.
 *
 * @throws Refusal `tracking.unknown-link`
 */
export function track(context: Context): Promise<TrackingView> {
  const { actor, now } = context;
  return context.db.read(actor, async (tx) => {
    const { deliveryId: id, carrier } = await openLink(tx, actor.orgId, context.trackingToken, now);
    const delivery = await readDelivery(tx, actor.orgId, id);
    if (!delivery) throw new Refusal("tracking.unknown-link");
    const steps = storyOf(await stepsOf(tx, actor.orgId, id), now);
    const courier = mayBeComing(delivery) ? await courierForRecipient(tx, actor.orgId, id, now) : null;
    const proofs = await proofsOf(tx, actor.orgId, [id]);
    return viewOf(delivery, { carrier, steps, courier, proofs, now });
  });
}

interface Around {
  readonly carrier: { readonly name: string; readonly timezone: string };
  readonly steps: readonly Step[];
  readonly courier: SeenCourier | null;
  readonly proofs: readonly ProofRecord[];
  readonly now: Instant;
}

function viewOf(delivery: DeliveryRecord, around: Around): TrackingView {
  const { carrier, steps, courier, now } = around;
  const state = stateOf(delivery);
  const timeline = timelineOf(steps);
  return {
    number: delivery.number,
    state: publicWordOf(state),
    carrier: carrier.name,
    timezone: carrier.timezone,
    window: { start: toIso(delivery.window.start), end: toIso(delivery.window.end) },
    from: coarse(delivery.pickup),
    to: coarse(delivery.dropoff),
    dropoff: isTerminal(state) ? null : snapPoint(delivery.dropoff.point),
    parcels: delivery.parcels.length,
    courier: courier && { ...courier, at: courier.at === null ? null : toIso(courier.at) },
    timeline,
    proof: proofShown(delivery, around),
    updatedAt: toIso(steps.at(-1)?.occurredAt ?? delivery.createdAt),
    readAt: toIso(now),
  };
}

const UNDER_WAY = new Set<string>(["assigned", "en_route", "arrived"]);

/** Whether there is a courier to look for: the parcels are aboard, and the way to the recipient is not over. */
const mayBeComing = ({ custody, tasks }: DeliveryRecord): boolean =>
  custody === "courier" && tasks.some(({ kind, state }) => kind === "deliver" && UNDER_WAY.has(state));

/** Street and town. The house number stays with those who need it; an address without a street is its town. */
const coarse = ({ street, houseNumber, city }: Address): string =>
  [houseNumber === null ? withoutNumber(street ?? "") : street, city]
    .filter((part) => part !== null && part !== "")
    .join(", ");

/** A street as a person typed it may end or begin with its house number. */
const withoutNumber = (street: string): string =>
  street.replace(/[\s,]+\d+\s*[a-z]?([-/]\d+\s*[a-z]?)?$/iu, "").replace(/^\d+\s*[a-z]?[\s,]+(?=\D)/iu, "");

/** The public words in the order they came true; inner steps that read the same are one. */
function timelineOf(steps: readonly Step[]): TrackingView["timeline"] {
  const shown = steps.map((step) => ({ state: publicWordOf(step.state), at: toIso(step.occurredAt) }));
  return shown.filter((entry, n) => entry.state !== shown[n - 1]?.state);
}

/** That there is proof, and who took the parcels. The pictures themselves need more than a link. */
function proofShown(delivery: DeliveryRecord, { proofs, now }: Around): TrackingView["proof"] {
  const done = delivery.tasks.findLast(
    (task) => task.state === "succeeded" && (task.kind === "deliver" || task.kind === "return"),
  );
  if (!done?.outcome) return null;
  const kinds = new Set(proofs.filter((proof) => proof.taskId === done.id).map((proof) => proof.kind));
  return {
    recipientName: done.kind === "deliver" ? done.outcome.recipientName : null,
    at: toIso(Math.min(done.outcome.occurredAt, now)),
    photo: kinds.has("photo"),
    signature: kinds.has("signature"),
  };
}
