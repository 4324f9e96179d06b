import { createHash } from "node:crypto";
import type { CustodyBody } from "#features/custody/contract/commands.ts";
import { codeOfHash, termsText } from "#features/custody/domain/handover-code.ts";
import { isHeld, mayBeHeld } from "#features/custody/domain/held.ts";
import { faultOf, partnersOf } from "#features/custody/domain/join.ts";
import { decide } from "#features/deliveries/domain/decide.ts";
import type { DeliveryState } from "#features/deliveries/domain/delivery.ts";
import { evolve } from "#features/deliveries/domain/evolve.ts";
import { DEFAULT_POLICY } from "#features/deliveries/domain/policy.ts";
import type { OtherReport } from "#features/courier/domain/sync/store.ts";
import { accepted, type Verdict } from "#features/courier/domain/sync/verdict.ts";
import { type Instant, MINUTE_MS } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { faultsOf } from "#test/support/people/delivery-faults.ts";
import type { Data, Parcels, StoredHalf } from "../server-db.ts";
import type { World } from "../world.ts";
import { recordLoad } from "./load.ts";
import { recordEnd } from "./server-in-hand.ts";

type HandoverBody = Extract<CustodyBody, { type: "handed_over" | "taken_over" }>;

export const isBound = (body: Extract<CustodyBody, { type: "handed_over" }>): boolean =>
  codeOf(body) === body.code && body.deliveryIds.includes(body.deliveryId);

/** The code of terms, as both the phone and the server make it. */
export const codeOf = (terms: Parameters<typeof termsText>[0]): string =>
  codeOfHash(createHash("sha256").update(termsText(terms)).digest("hex"));

const UNTOLD_MS = 15 * MINUTE_MS;

export interface Caller {
  readonly user: string;
  readonly now: Instant;
}

/** Records a command of the custody room as that room does; refuses before anything is written. */
export function recordCustody(
  world: World,
  data: Data,
  { user, now }: Caller,
  { id, body: { said }, happenedAt }: OtherReport,
): Verdict {
  // Safe: `readCustody` made it.
  const body = said as CustodyBody;
  if (body.type === "load_checked") return recordLoad(world, data, user, body);
  if (body.type === "parcel_ended") return recordEnd(world, data, user, body);
  const half: StoredHalf = {
    id,
    code: body.code,
    side: body.type === "handed_over" ? "given" : "taken",
    courierId: user,
    parcels: parcelsOf(body),
    happenedAt,
    receivedAt: now,
    isJoined: false,
    isTold: false,
    isDecided: false,
  };
  const others = [...data.halves.values()].filter((one) => one.code === half.code && one.id !== id);
  mustBeTrue(world, body, half, others);
  mustHold(data, half);
  data.halves.set(id, half);
  if (!world.has("both-halves")) joinByOne(world, data, now, half);
  if (!world.has("any-order") && half.side === "given") return { ...accepted, facts: { waits: 1 } };
  try {
    return joinAll(world, data, now, half, partnersOf(half, others));
  } catch (error) {
    data.halves.delete(id);
    throw error;
  }
}

/** @throws Refusal as `record-handover.ts` */
function mustBeTrue(world: World, body: HandoverBody, half: StoredHalf, others: readonly StoredHalf[]): void {
  const isFalse = body.type === "handed_over" && world.has("bound-code") && !isBound(body);
  const fault = isFalse ? "custody.code-wrong" : world.has("one-taker") && faultOf(half, others);
  if (fault) throw new Refusal(fault, { code: half.code });
}

/** Without the guard a taker's word is enough. */
function joinByOne(world: World, data: Data, now: Instant, half: StoredHalf): void {
  const { parcels, side } = half;
  const delivery = parcels && data.deliveries.get(parcels.deliveryId);
  if (side === "taken" && delivery && isHeld(delivery, parcels.taskId))
    join(world, data, now, { given: { ...half, side: "given", parcels }, taken: half });
}

function joinAll(
  world: World,
  data: Data,
  now: Instant,
  half: StoredHalf,
  partners: readonly StoredHalf[],
): Verdict {
  const joined: { readonly isConflict: boolean }[] = [];
  for (const other of partners) {
    const [given, taken] = half.side === "given" ? [half, other] : [other, half];
    const { parcels } = given;
    // Digits stand for several deliveries: one that is over keeps no other from its taker.
    const delivery = parcels && data.deliveries.get(parcels.deliveryId);
    if (parcels && (half.parcels || (delivery && isHeld(delivery, parcels.taskId))))
      joined.push(join(world, data, now, { given: { ...given, parcels }, taken }));
  }
  const facts = joined.length > 0 ? { joined: joined.length } : { waits: 1 };
  return joined.some(({ isConflict }) => isConflict)
    ? { verdict: "conflict", code: "custody.reassigned", facts }
    : { ...accepted, facts };
}

interface Pair {
  readonly given: StoredHalf & { readonly parcels: Parcels };
  readonly taken: StoredHalf;
}

function join(world: World, data: Data, now: Instant, { given, taken }: Pair) {
  const { deliveryId, taskId } = given.parcels;
  const delivery = data.deliveries.get(deliveryId);
  if (!delivery || !isHeld(delivery, taskId)) throw new Refusal("custody.not-held", { taskId });
  for (const { id } of [given, taken]) {
    const stored = data.halves.get(id);
    if (stored) data.halves.set(id, { ...stored, isJoined: true });
  }
  const planned = delivery.tasks.find(({ id }) => id === taskId)?.courierId ?? null;
  if (planned === taken.courierId) return { isConflict: false };
  giveTo(world, data, now, { delivery, taskId, courierId: taken.courierId });
  return { isConflict: planned !== given.courierId };
}

interface Gift {
  readonly delivery: DeliveryState;
  readonly taskId: string;
  readonly courierId: string;
}

/** Gives the task to a courier by the rules of the plan. @throws Refusal */
function giveTo(world: World, data: Data, now: Instant, { delivery, taskId, courierId }: Gift): void {
  const command = {
    type: "assign",
    commandId: world.newId("handover"),
    occurredAt: now,
    taskIds: [taskId],
    courierId,
  } as const;
  const actor = { role: "system", courierId: null } as const;
  const context = { actor, now, policy: DEFAULT_POLICY, newTaskId: world.newId("task") };
  const after = decide(delivery, command, context).reduce(evolve, delivery);
  data.deliveries.set(delivery.id, after);
  for (const fault of faultsOf(after)) world.broke(14, fault);
}

function parcelsOf({ deliveryId, taskId }: HandoverBody): Parcels | null {
  return deliveryId === null || taskId === null ? null : { deliveryId, taskId };
}

/** As `record-handover.ts`: a giver has or had the task. @throws Refusal */
function mustHold(data: Data, { side, parcels, courierId }: StoredHalf): void {
  if (!parcels) return;
  const delivery = data.deliveries.get(parcels.deliveryId);
  const rule = side === "given" ? isHeld : mayBeHeld;
  if (!delivery || !rule(delivery, parcels.taskId))
    throw new Refusal("custody.not-held", { taskId: parcels.taskId });
  const task = delivery.tasks.find(({ id }) => id === parcels.taskId);
  const had = task?.courierId === courierId || task?.pastCourierIds.includes(courierId) === true;
  if (side === "given" && !had) throw new Refusal("deliveries.not-yours", { taskId: parcels.taskId });
}

/** Halves that wait for the other one, and about which nobody at the office has decided. */
export const undecided = (data: Data, user: string): StoredHalf[] =>
  [...data.halves.values()].filter((one) => one.courierId === user && !one.isJoined && !one.isDecided);

/** Tasks that a courier gave away or took over by their own word alone. */
export function heldBy(world: World, data: Data, user: string) {
  const halves = world.has("day-follows-hands") && data.halves.size > 0 ? undecided(data, user) : [];
  const on = (side: StoredHalf["side"]): ReadonlySet<string> =>
    new Set(halves.flatMap((half) => (half.side === side && half.parcels ? [half.parcels.taskId] : [])));
  return { gone: on("given"), come: on("taken") };
}

export const isAwaited = (data: Data, user: string, deliveryId: string): boolean =>
  undecided(data, user).some(({ side, parcels }) => side === "taken" && parcels?.deliveryId === deliveryId);

/** Tells the office of halves that were alone for 15 minutes. */
export function tellAlone(data: Data, now: Instant): void {
  for (const half of data.halves.values())
    if (!half.isJoined && !half.isTold && half.receivedAt < now - UNTOLD_MS)
      data.halves.set(half.id, { ...half, isTold: true });
}

/** Lets the office decide about a half of which it was told: the taker gets the task where that goes, else nobody does. */
export function decideAlone(world: World, data: Data, half: StoredHalf, isForTaker: boolean): void {
  data.halves.set(half.id, { ...half, isDecided: true });
  const { side, parcels, courierId } = half;
  const delivery = parcels && data.deliveries.get(parcels.deliveryId);
  if (!isForTaker || side === "given" || !parcels || !delivery) return;
  try {
    giveTo(world, data, world.now(), { delivery, taskId: parcels.taskId, courierId });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
