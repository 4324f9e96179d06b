import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { HOUR_MS, MINUTE_MS, toIso } from "#kernel/instant.ts";
import { json } from "#server/db/db.ts";
import { dice } from "#test/support/seeds/dice.ts";
import type { World } from "#test/support/world.ts";

/** One recorded end of a task; the last one counts. */
interface Said {
  readonly result: "succeeded" | "failed";
  readonly at: number;
  readonly reason: string | null;
}

export interface RandomTask {
  readonly id: string;
  readonly kind: "collect" | "deliver" | "return";
  readonly courierId: string;
  readonly arrivedAt: number | null;
  readonly said: readonly Said[];
}

export interface RandomDelivery {
  readonly id: string;
  readonly orderId: string;
  readonly windowStart: number;
  readonly windowEnd: number;
  readonly level: string;
  readonly pickup: { readonly postcode: string; readonly lon: number };
  readonly dropoff: { readonly postcode: string; readonly lon: number };
  readonly closed: "cancelled" | "lost" | "disposed" | null;
  readonly tasks: readonly RandomTask[];
}

const LEVELS = ["asap_60", "same_day", "next_day"];
const REASONS = ["recipient_absent", "no_access", "refused"];

export const lastSaid = ({ said }: RandomTask): Said =>
  said.at(-1) ?? { result: "failed", at: 0, reason: null };

/** State of a delivery as the last facts say. */
export function stateNow({ closed, tasks }: RandomDelivery): string {
  if (closed) return closed;
  const last = tasks.at(-1);
  if (!last) return "created";
  if (lastSaid(last).result === "failed") return "attempt_failed";
  return { collect: "collected", deliver: "delivered", return: "returned" }[last.kind];
}

/**
 * Deliveries of some days with failures, corrections, several tries, returns, tries after midnight and ends of every kind.
 *
 * @param from instant around which the days begin @param days how many
 */
export function randomDays(
  seed: number,
  { from, days, couriers, count }: { from: number; days: number; couriers: readonly string[]; count: number },
): RandomDelivery[] {
  const die = dice(seed);
  const place = () => ({
    postcode: String(10_001 + die.between(0, 4)),
    lon: 13.3 + die.between(0, 200) / 1000,
  });
  const saidAt = (at: number, mayFail: boolean): Said[] => {
    const one = (nth: number): Said => {
      const failed = mayFail && die.chance(0.4);
      return {
        result: failed ? "failed" : "succeeded",
        at: at + nth * MINUTE_MS,
        reason: failed ? die.pick(REASONS) : null,
      };
    };
    // Some are corrected, a few of them twice.
    return die.chance(0.2) ? (die.chance(0.3) ? [one(0), one(1), one(2)] : [one(0), one(1)]) : [one(0)];
  };
  return Array.from({ length: count }, (): RandomDelivery => {
    const windowStart = from + die.between(0, days * 24 * 4 - 1) * 15 * MINUTE_MS;
    const windowEnd = windowStart + die.between(1, 6) * 30 * MINUTE_MS;
    const task = (kind: RandomTask["kind"], at: number, mayFail = true): RandomTask => ({
      id: randomUUID(),
      kind,
      courierId: die.pick(couriers),
      arrivedAt: die.chance(0.7) ? at - die.between(0, 20) * MINUTE_MS : null,
      said: saidAt(at, mayFail),
    });
    const tasks: RandomTask[] = [];
    let at = windowStart + die.between(-30, 60) * MINUTE_MS;
    if (die.chance(0.9)) tasks.push(task("collect", at, false));
    for (let tries = 0; tasks.length > 0 && tries < 3 && die.chance(0.9); tries += 1) {
      at += die.between(5, 300) * MINUTE_MS;
      const next = task("deliver", at);
      tasks.push(next);
      if (lastSaid(next).result === "succeeded") break;
    }
    const last = tasks.at(-1);
    const isFailed = last?.kind === "deliver" && lastSaid(last).result === "failed";
    if (isFailed && die.chance(0.4)) tasks.push(task("return", at + 2 * HOUR_MS, false));
    const isEnded = ["delivered", "returned"].includes(stateNow({ tasks, closed: null } as never));
    const closed = !isEnded && die.chance(0.25) ? die.pick(["cancelled", "lost", "disposed"] as const) : null;
    return {
      id: randomUUID(),
      orderId: randomUUID(),
      windowStart,
      windowEnd,
      level: die.pick(LEVELS),
      pickup: place(),
      dropoff: place(),
      closed,
      tasks,
    };
  });
}

const point = ({ postcode, lon }: RandomDelivery["pickup"]) => ({
  label: postcode,
  postcode,
  city: "Town",
  point: { lon, lat: 52.5 },
});

/** Writes deliveries with their tasks as the product's tables hold them. Foreign keys are not looked at. */
export async function writeDays(world: World, deliveries: readonly RandomDelivery[]): Promise<void> {
  const rows = deliveries.map((one) => ({
    id: one.id,
    order_id: one.orderId,
    number: one.id,
    pickup: point(one.pickup),
    dropoff: point(one.dropoff),
    level: one.level,
    start: toIso(one.windowStart),
    end: toIso(one.windowEnd),
    state: stateNow(one),
    version: 1 + one.tasks.reduce((sum, { said }) => sum + said.length, 0),
  }));
  const tasks = deliveries.flatMap((one) =>
    one.tasks.map((task, ordinal) => {
      const { result, at, reason } = lastSaid(task);
      return {
        id: task.id,
        delivery_id: one.id,
        kind: task.kind,
        nth: ordinal + 1,
        state: result,
        courier_id: task.courierId,
        arrived_at: task.arrivedAt === null ? null : toIso(task.arrivedAt),
        outcome: { occurredAt: at, recordedAt: at, reason, proofIds: [] },
        ordinal,
        at: toIso(at),
      };
    }),
  );
  await world.db.owner(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`
      insert into delivery (org_id, id, number, order_id, sender, recipient, pickup, dropoff, parcels, service_level,
        window_start, window_end, pickup_start, pickup_end, distance_m, distance_source, price, total_minor, currency,
        custody, undeliverable_action, max_attempts, state_shown, search_doc, created_at, version)
      select ${world.orgId}, g.id, g.number, g.order_id, '{"name":"Sam"}', '{"name":"Rita"}', g.pickup, g.dropoff, '[]', g.level,
        g.start, g."end", g.start, g."end", 1500, 'estimated', '{}', 500, 'EUR', 'sender', 'return_to_sender', 3, g.state, '',
        g.start, g.version
      from jsonb_to_recordset(${json(rows)}) as g (id uuid, order_id uuid, number text, pickup jsonb, dropoff jsonb,
        level text, start timestamptz, "end" timestamptz, state text, version integer)`.execute(tx);
    await sql`
      insert into task (org_id, id, delivery_id, kind, try_no, state, courier_id, window_start, window_end, arrived_at,
        outcome, ordinal, changed_at)
      select ${world.orgId}, g.id, g.delivery_id, g.kind, g.nth, g.state, g.courier_id, g.at, g.at, g.arrived_at, g.outcome,
        g.ordinal, g.at
      from jsonb_to_recordset(${json(tasks)}) as g (id uuid, delivery_id uuid, kind text, nth integer, state text,
        courier_id uuid, arrived_at timestamptz, outcome jsonb, ordinal integer, at timestamptz)`.execute(tx);
  });
}
