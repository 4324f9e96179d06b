import { sql } from "kysely";
import { toIso, type Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import {
  notFound,
  proofsOf,
  readDelivery,
  type DeliveryRecord,
  type ProofRecord,
} from "#features/deliveries/server/public.ts";
import type { LevelTerms } from "#features/quotes/domain/service-levels.ts";
import type { ReasonTerms } from "#features/reasons/domain/terms.ts";
import { readList } from "#features/reasons/server/public.ts";
import { readLevels, zoneOf } from "#features/quotes/server/public.ts";
import { first, rows, type Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import { EVIDENCE_LIMITS } from "../contract/evidence.ts";
import type { Booked, Ended, Happened, Occurred, Proved, Standing } from "../domain/fact.ts";

interface EventRow {
  readonly aggregate: "delivery" | "proof";
  readonly id: string;
  readonly type: string;
  readonly data: Occurred["data"];
  readonly by: Occurred["by"];
  readonly occurredAt: Instant;
  readonly recordedAt: Instant;
  readonly lo: Instant | null;
  readonly hi: Instant | null;
  readonly clockOffS: number | null;
}

/** A proof whose picture was not looked at yet. */
export type Named = Omit<Proved, "file" | "picture"> & { readonly record: ProofRecord };
export type Gathered = Booked | Occurred | Named | Standing;

export interface Evidence {
  readonly deliveryId: string;
  readonly number: string;
  readonly issuer: string;
  readonly zone: string;
  /** Names of service levels, for its pages: its facts have their codes. */
  readonly levels: readonly Pick<LevelTerms, "code" | "names">[];
  /** Names of reasons, for its pages. */
  readonly reasons: readonly ReasonTerms[];
  /** When the last of the facts was recorded. */
  readonly asOf: Instant;
  readonly facts: readonly Gathered[];
}

/**
 * The delivery, for its office and for who sent it: a courier who carried it has no evidence of it.
 *
 * @throws Refusal `deliveries.not-found`
 */
export async function sentDelivery(tx: Tx, { actor, scope }: Context, id: string): Promise<DeliveryRecord> {
  const delivery = await readDelivery(tx, id);
  const isSender = actor.userId !== undefined && delivery?.payerId === actor.userId;
  if (!delivery || !(scope === "org" || isSender)) throw notFound({ id });
  return delivery;
}

/**
 * Every fact of a delivery in the order of its records, the same for everybody who may have it: without the names of
 * staff and couriers, phone numbers and mail addresses.
 *
 * @throws Refusal `deliveries.not-found`, `evidence.too-large`
 */
export async function gatherFacts(tx: Tx, context: Context, id: string): Promise<Evidence> {
  const delivery = await sentDelivery(tx, context, id);
  const proofs = await proofsOf(tx, [delivery.id]);
  const events = await eventsOf(tx, delivery.id, proofs);
  const bytes = proofs.reduce((sum, proof) => sum + proof.bytes, 0);
  const { facts: most, megabytes } = EVIDENCE_LIMITS;
  if (events.length > most - 2 || bytes > megabytes * 1_000_000)
    throw new Refusal("evidence.too-large", { most, megabytes });
  const issuer = await first(tx, sql<{ name: string }>`select name from organization where id = app_org()`);
  return {
    deliveryId: delivery.id,
    number: delivery.number,
    issuer: issuer?.name ?? "",
    zone: await zoneOf(tx, context.actor.orgId),
    levels: (await readLevels(tx)).levels,
    reasons: (await readList(tx)).reasons,
    asOf: events.reduce((last, { recordedAt }) => Math.max(last, recordedAt), delivery.createdAt),
    facts: [booked(delivery), ...told(delivery, events, proofs), standing(delivery)],
  };
}

/** In the order in which they were recorded; a proof is recorded when its picture has come. */
const eventsOf = (tx: Tx, deliveryId: string, proofs: readonly ProofRecord[]): Promise<EventRow[]> =>
  rows(
    tx,
    sql<EventRow>`
      select e.aggregate, e.aggregate_id as id, e.type, e.data, e.actor_kind as by, e.occurred_at as "occurredAt",
        e.recorded_at as "recordedAt", r.lo_at as lo, r.hi_at as hi, r.clock_off_s as "clockOffS"
      from event e left join courier_report_times r on r.org_id = e.org_id and r.id = e.command_id
      where e.org_id = app_org() and ((e.aggregate = 'delivery' and e.aggregate_id = ${deliveryId})
        or (e.aggregate = 'proof' and e.aggregate_id = any (${proofs.map(({ id }) => id)}::uuid[])
          and e.type = 'proof.available'))
      order by e.position limit ${EVIDENCE_LIMITS.facts}`,
  );

function told(
  delivery: DeliveryRecord,
  events: readonly EventRow[],
  proofs: readonly ProofRecord[],
): (Occurred | Named)[] {
  const ends = new Map(delivery.tasks.map((task) => [task.id, [...task.attempts]]));
  return events.flatMap((event): (Occurred | Named)[] => {
    if (event.aggregate === "proof") {
      const record = proofs.find(({ id }) => id === event.id);
      return record ? [named(record, event)] : [];
    }
    // The nth end of a task that was recorded belongs to the nth event that tells of one.
    const attempt = ENDS.test(event.type) ? ends.get(String(event.data["taskId"]))?.shift() : undefined;
    return [occurred(event, attempt && endedWith(attempt.outcome))];
  });
}

const ENDS = /\.(collected|delivered|returned|corrected|pickup_failed|attempt_failed|return_failed)$/;

/** Said beside the delivery's own number, or nobody's business outside the office. */
const LEFT_OUT: ReadonlySet<string> = new Set(["deliveryId", "version", "courierId"]);

function occurred(event: EventRow, outcome: Ended | undefined): Occurred {
  const { type, by, data, recordedAt, clockOffS } = event;
  const told = { ...data, ...(clockOffS !== null && { clockOffS }) };
  return {
    kind: "event",
    type,
    by,
    happened: happenedOf(event, event.occurredAt),
    recordedAt: toIso(recordedAt),
    data: Object.fromEntries(Object.entries(told).filter(([name]) => !LEFT_OUT.has(name))),
    ...(outcome && { outcome }),
  };
}

function named(record: ProofRecord, event: EventRow): Named {
  const { id, kind, taskId, sha256, givenSha256, bytes, takenAt } = record;
  return {
    kind: "proof",
    id,
    what: kind,
    taskId,
    happened: happenedOf(event, takenAt),
    recordedAt: toIso(event.recordedAt),
    sha256,
    sentSha256: givenSha256,
    bytes,
    record,
  };
}

/** Bounds a time that a phone says by its readings of the server's clock; without a reading its arrival alone bounds it. */
function happenedOf({ lo, hi, recordedAt }: EventRow, said: Instant): Happened {
  const isNow = lo === null && said === recordedAt;
  return {
    earliest: isNow ? toIso(said) : lo !== null && lo > 0 ? toIso(Math.min(lo, said)) : null,
    said: toIso(said),
    latest: toIso(Math.max(said, Math.min(hi ?? recordedAt, recordedAt))),
  };
}

type Outcome = DeliveryRecord["tasks"][number]["attempts"][number]["outcome"];

const endedWith = (outcome: Outcome): Ended => ({
  reason: outcome.reason,
  fault: outcome.fault,
  recipientName: outcome.recipientName,
  note: outcome.note,
  proofIds: outcome.proofIds,
  codes: outcome.codes ?? [],
  notScanned: outcome.notScanned ?? null,
  ofAge: outcome.ofAge ?? false,
  pinCheck: outcome.pinCheck ?? null,
  ...(outcome.left && { left: outcome.left }),
});

const booked = ({
  number,
  orderNumber,
  serviceLevel,
  parcels,
  parcelCodes,
  createdAt,
}: DeliveryRecord): Booked => ({
  kind: "booked",
  number,
  order: orderNumber,
  service: serviceLevel,
  parcels: parcels.map(({ size, massG }, at) => ({ code: parcelCodes?.[at] ?? "", size, massG })),
  at: toIso(createdAt),
});

const spot = ({ label, point: { lon, lat } }: DeliveryRecord["pickup"]) => ({ label, lon, lat });
const span = ({ start, end }: DeliveryRecord["window"]) => ({ start: toIso(start), end: toIso(end) });

const standing = (delivery: DeliveryRecord): Standing => ({
  kind: "standing",
  state: delivery.stateShown,
  custody: delivery.custody,
  sender: delivery.sender.name,
  recipient: delivery.recipient.name,
  pickup: spot(delivery.pickup),
  dropoff: spot(delivery.dropoff),
  pickupWindow: span(delivery.pickupWindow),
  window: span(delivery.window),
});
