import type { ParcelInHand } from "#features/courier/contract/api.ts";
import type { Contradiction } from "#features/courier/domain/sync/store.ts";
import { accepted } from "#features/courier/domain/sync/verdict.ts";
import type { Verdict } from "#features/courier/domain/sync/verdict.ts";
import type { Phone } from "#features/courier/server/public.ts";
import { readDeliveries } from "#features/deliveries/server/public.ts";
import { addFacts, closeException, openException } from "#features/exceptions/server/public.ts";
import type { LaterActs } from "#features/exceptions/server/public.ts";
import { HOUR_MS } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { parcelCodes } from "#kernel/parcel-code.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { organisationIds } from "#server/db/organisations.ts";
import type { CustodyBody } from "../contract/commands.ts";
import { insertInHand, markEnded, markTold, readInHand, takeUnended } from "./in-hand-rows.ts";
import type { InHand, InHandEnd, Place } from "./in-hand-rows.ts";

/** Time after which the office is reminded of parcels whose end nobody recorded. */
export const REMIND_MS = 4 * HOUR_MS;

const remindKey = (deliveryId: string): string => `in-hand:${deliveryId}`;

interface End {
  readonly as: InHandEnd;
  /** When it happened. */
  readonly at: Instant;
  readonly now: Instant;
  readonly noted?: Parameters<typeof addFacts>[2]["noted"];
}

/** Records where the parcels went, and says so at the exception of the refused report. */
async function end(tx: Tx, { deliveryId, key }: InHand, { as, at, now, noted }: End): Promise<void> {
  await addFacts(tx, key, { facts: { handEnd: as, handAt: at }, at: now, ...(noted && { noted }) });
  await markEnded(tx, deliveryId, as, at);
}

/** As `end`, with the exceptions that are still open about it. */
async function endAndClose(tx: Tx, one: InHand, how: End): Promise<void> {
  for (const key of [one.key, remindKey(one.deliveryId)]) await closeException(tx, key, how.now);
  await end(tx, one, how);
}

/**
 * Ends parcels in hand whose delivery goes on.
 *
 * @param taskId that of the exception that is being resolved
 */
export async function endReopened(tx: Tx, deliveryId: string, taskId: string, now: Instant): Promise<void> {
  const one = await readInHand(tx, deliveryId);
  if (one?.endedAs !== null) return;
  if (one.taskId !== taskId) await closeException(tx, one.key, now);
  await closeException(tx, remindKey(deliveryId), now);
  await end(tx, one, { as: "reopened", at: now, now });
}

const ENDED_BY = { deliver: "recipient", return: "sender" } as const;
const isOnward = (kind: unknown): kind is keyof typeof ENDED_BY => kind === "deliver" || kind === "return";

/**
 * Follows a success that was refused since the delivery is cancelled: after the pickup the parcels are with the courier,
 * after a later stop with whoever took them there.
 */
export async function followInHand(tx: Tx, { actor, now }: Phone, found: Contradiction): Promise<void> {
  const { deliveryId, taskId, facts, key, happenedAt } = found;
  const isCancelled = facts["code"] === "courier.parcel-in-hand" && facts["closedAs"] === "cancelled";
  if (!isCancelled || found.kind !== "command_refused" || deliveryId === null || taskId === null) return;
  const { kind } = facts;
  const { courierId } = actor;
  if (kind === "collect") await insertInHand(tx, { deliveryId, taskId, courierId, key }, happenedAt);
  if (!isOnward(kind)) return;
  const one = await readInHand(tx, deliveryId);
  if (one?.endedAs === null && one.courierId === courierId)
    await endAndClose(tx, one, { as: ENDED_BY[kind], at: happenedAt, now });
}

/** Parcels in hand as the courier's phone shows them. */
export async function shownInHand(
  tx: Tx,
  open: readonly Pick<InHand, "deliveryId" | "taskId" | "bringTo">[],
): Promise<ParcelInHand[]> {
  const deliveries = await readDeliveries(
    tx,
    open.map(({ deliveryId }) => deliveryId),
  );
  return open.flatMap(({ deliveryId, taskId, bringTo }) => {
    const delivery = deliveries.find(({ id }) => id === deliveryId);
    if (!delivery) return [];
    const { number, parcels, sender, pickup } = delivery;
    const codes = parcelCodes(number, parcels.length);
    const { name, phone } = sender;
    return [{ deliveryId, taskId, number, codes, bringTo, sender: { name, phone, address: pickup } }];
  });
}

interface Said {
  readonly body: Extract<CustodyBody, { type: "parcel_ended" }>;
  readonly happenedAt: Instant;
}

/**
 * Records where a courier brought the parcels. Another place than dispatch wanted counts, too, and the office sees it.
 *
 * @throws Refusal `custody.not-in-hand`
 */
export async function recordEnd(tx: Tx, { actor, now }: Phone, { body, happenedAt }: Said): Promise<Verdict> {
  const deliveryId = body.deliveryId.toLowerCase();
  const one = await readInHand(tx, deliveryId);
  if (one?.courierId !== actor.courierId) throw new Refusal("custody.not-in-hand", { deliveryId });
  const otherPlace = { verdict: "conflict", code: "custody.other-place", facts: { to: body.to } } as const;
  // The office sent the parcels on to the recipient meanwhile, and they are elsewhere.
  if (one.endedAs === "reopened") return otherPlace;
  if (one.endedAs !== null) return { verdict: "noted", code: "custody.ended-before", facts: {} };
  const noted = body.takenBy === null ? {} : { noted: { actor, note: body.takenBy } };
  await endAndClose(tx, one, { as: body.to, at: happenedAt, now, ...noted });
  const isOther = one.bringTo !== null && one.bringTo !== body.to;
  return isOther ? otherPlace : accepted;
}

const tell =
  (bringTo: Place): NonNullable<LaterActs[keyof LaterActs]> =>
  async (tx, { deliveryId }, now) => {
    if (deliveryId !== null) await markTold(tx, deliveryId, bringTo, now);
  };

/** Acts of the office on parcels in hand, by the resolution of their exception. */
export const custodyActs: LaterActs = {
  "return-parcel": tell("sender"),
  "bring-to-hub": tell("hub"),
  settled: async (tx, { deliveryId }, now) => {
    const one = deliveryId === null ? undefined : await readInHand(tx, deliveryId);
    if (one?.endedAs === null) await end(tx, one, { as: one.bringTo ?? "sender", at: now, now });
  },
  dismiss: async (tx, { kind, deliveryId, taskId }, now) => {
    if (kind !== "command_refused" || deliveryId === null) return;
    const one = await readInHand(tx, deliveryId);
    if (one?.endedAs === null && one.taskId === taskId) await end(tx, one, { as: "none", at: now, now });
  },
};

/** Opens an exception for parcels that the courier was to bring somewhere, and whose end nobody recorded. */
export async function checkInHand(db: Db, now: Instant): Promise<void> {
  for (const orgId of await organisationIds(db))
    await db.as({ orgId }, async (tx) => {
      for (const { deliveryId, taskId, courierId } of await takeUnended(tx, now - REMIND_MS, now))
        await openException(tx, {
          kind: "parcel_in_hand",
          key: remindKey(deliveryId),
          deliveryId,
          taskId,
          courierId,
          happenedAt: now,
          facts: {},
          command: null,
        });
    });
}
