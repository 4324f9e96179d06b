import { lockDeliveries } from "#features/deliveries/server/public.ts";
import type { Phone } from "#features/courier/server/public.ts";
import type { Verdict } from "#features/courier/domain/sync/verdict.ts";
import type { Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Tx } from "#server/db/db.ts";
import { sha256 } from "#server/db/hash.ts";
import type { CustodyBody } from "../contract/commands.ts";
import { codeOfHash, termsText } from "../domain/handover-code.ts";
import { mayBeHeld } from "../domain/held.ts";
import { faultOf, partnersOf } from "../domain/join.ts";
import { insertHalf, lockHalves } from "./half-rows.ts";
import type { Half, Parcels } from "./half-rows.ts";
import { joinHalves, lockHeld } from "./join-halves.ts";

type HalfBody = Extract<CustodyBody, { type: "handed_over" | "taken_over" }>;

interface Said {
  readonly id: string;
  readonly happenedAt: Instant;
  readonly body: HalfBody;
}

/**
 * Records one courier's half of a handover and joins it with the other one where that is here.
 *
 * @throws Refusal `custody.code-wrong`, `custody.code-used`, `custody.own-code`, `custody.not-held`,
 * `deliveries.not-yours`
 */
export async function recordHandover(tx: Tx, phone: Phone, { id, happenedAt, body }: Said): Promise<Verdict> {
  const { actor, now } = phone;
  const { courierId } = actor;
  const { code } = body;
  const parcels = parcelsOf(body);
  const side = body.type === "handed_over" ? "given" : "taken";
  const half: Half = { id, code, side, courierId, parcels, happenedAt };
  const others = await lockHalves(tx, code);
  const fault = body.type === "handed_over" && !isBound(body) ? "custody.code-wrong" : faultOf(half, others);
  if (fault) throw new Refusal(fault, { code });
  if (parcels) await mustHold(tx, phone, half, parcels);
  await insertHalf(tx, half, now);
  const joined = await joinAll(tx, phone, half, partnersOf(half, others));
  const isConflict = joined.some((one) => one.isConflict);
  const facts = joined.length > 0 ? { joined: joined.length } : { waits: 1 };
  return isConflict
    ? { verdict: "conflict", code: "custody.reassigned", facts }
    : { verdict: "accepted", code: null, facts };
}

/** Joins a half with its partners, in the order in which deliveries are held. */
async function joinAll(
  tx: Tx,
  phone: Phone,
  half: Half,
  partners: readonly Half[],
): Promise<{ readonly isConflict: boolean }[]> {
  const joined = [];
  const pairs = partners
    .map((other) => (half.side === "given" ? { given: half, taken: other } : { given: other, taken: half }))
    .toSorted((a, b) => ((a.given.parcels?.deliveryId ?? "") < (b.given.parcels?.deliveryId ?? "") ? -1 : 1));
  for (const { given, taken } of pairs) {
    const { parcels } = given;
    if (!parcels) continue;
    try {
      joined.push(await joinHalves(tx, phone, { given: { ...given, parcels }, taken }));
    } catch (error) {
      // Digits stand for several deliveries: one that is over keeps no other from its taker.
      if (half.parcels || !(error instanceof Refusal) || error.code !== "custody.not-held") throw error;
    }
  }
  return joined;
}

function parcelsOf({ deliveryId, taskId }: HalfBody): Parcels | null {
  if (deliveryId === null || taskId === null) return null;
  return { deliveryId: deliveryId.toLowerCase(), taskId: taskId.toLowerCase() };
}

const isBound = (body: Extract<HalfBody, { type: "handed_over" }>): boolean =>
  codeOfHash(sha256(termsText(body))) === body.code &&
  body.deliveryIds.some((id) => id.toLowerCase() === body.deliveryId.toLowerCase());

/** A giver must have or have had the task; the taker may name what some courier holds, or soon is known to hold. */
async function mustHold(tx: Tx, { actor }: Phone, { side }: Half, parcels: Parcels): Promise<void> {
  if (side === "taken") {
    const [delivery] = await lockDeliveries(tx, [parcels.deliveryId]);
    if (delivery && mayBeHeld(delivery, parcels.taskId)) return;
    throw new Refusal("custody.not-held", { taskId: parcels.taskId });
  }
  const delivery = await lockHeld(tx, parcels);
  const task = delivery.tasks.find(({ id }) => id === parcels.taskId);
  const had = task?.courierId === actor.courierId || task?.pastCourierIds.includes(actor.courierId) === true;
  if (!had) throw new Refusal("deliveries.not-yours", { taskId: parcels.taskId });
}
