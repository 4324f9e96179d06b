import { sql } from "kysely";
import { performance } from "node:perf_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import { zoneCodes } from "#features/zones/server/public.ts";
import type { Actor } from "#kernel/actor.ts";
import { toIso } from "#kernel/instant.ts";
import { json, type Tx } from "#server/db/db.ts";
import { isOutOfReach } from "#server/db/out-of-reach.ts";
import type { RoomJobs } from "#server/jobs/jobs.ts";
import type { RoomParts } from "#server/room.ts";
import { bandOf } from "../domain/bands.ts";
import type { ZoneCodes } from "../domain/gap.ts";
import { type Replayed, replayOrder } from "../domain/replay-order.ts";
import { type BookedRow, nextOrders } from "./booked-orders.ts";
import { outcomeOf } from "./outcome.ts";
import { endReplay, forgetReplays, lockReplay, type ReplayRun } from "./replay-record.ts";
import { addWork, REPLAY_JOB } from "./start-replay.ts";

/** How long and how much the job works at once. */
interface Pace {
  /** Milliseconds of one turn of the job: others get theirs. */
  readonly turnMs: number;
  /** Orders of one transaction. */
  readonly page: number;
}
const PACE: Pace = { turnMs: 3_000, page: 50 };
/** Milliseconds of computing after which other calls are answered. */
const SLICE_MS = 10;

type Parts = Pick<RoomParts, "db" | "orgId" | "clock"> & { readonly log: Pick<RoomParts["log"], "error"> };

/** Jobs that replay orders, and delete what is over. */
export function replayJobs(parts: Parts, { turnMs, page }: Pace = PACE): RoomJobs {
  const { db, orgId, clock, log } = parts;
  const actor: Actor = { kind: "system", orgId, roles: [], name: "Waybill" };
  return {
    jobs: {
      [REPLAY_JOB]: async ({ id }) => {
        const run = String(id);
        const until = performance.now() + turnMs;
        try {
          let goesOn = true;
          do goesOn = await db.as(actor, (tx) => workOn(tx, parts, { id: run, page }));
          while (goesOn && performance.now() < until);
          if (goesOn) await db.as(actor, (tx) => addWork(tx, orgId, run));
        } catch (error) {
          // The queue tries again once the database is back.
          if (isOutOfReach(error)) throw error;
          log.error({ replay: run, err: error }, "a replay failed");
          await db.as(actor, (tx) => endReplay(tx, run, { state: "failed", at: clock() }));
        }
      },
      forgetReplays: () => db.as(actor, (tx) => forgetReplays(tx, clock())),
    },
    every: { forgetReplays: "hourly" },
  };
}

/** Replays one page of orders, and ends the run behind the last one. @returns whether there are more */
async function workOn(
  tx: Tx,
  { clock }: Parts,
  { id, page }: { readonly id: string; readonly page: number },
): Promise<boolean> {
  const run = await lockReplay(tx, id);
  if (run?.state !== "running") return false;
  const orders = await nextOrders(tx, run, page);
  if (orders.length > 0) await writeRows(tx, run, await replayed(run, orders, await zoneCodes(tx)));
  if (orders.length === page) return true;
  await forgetReplays(tx, clock());
  await endReplay(tx, id, { state: "done", at: clock(), outcome: await outcomeOf(tx, id) });
  return false;
}

interface ReplayedRow {
  readonly order: BookedRow;
  readonly result: Replayed;
}

/** Prices the orders, and lets other calls be answered between them. */
async function replayed(
  { rules, currency }: ReplayRun,
  orders: readonly BookedRow[],
  drawn: ZoneCodes,
): Promise<ReplayedRow[]> {
  const draft = { version: 0, currency, rules };
  const results: ReplayedRow[] = [];
  let since = performance.now();
  for (const order of orders) {
    results.push({ order, result: replayOrder(order, draft, drawn) });
    if (performance.now() - since < SLICE_MS) continue;
    await nextTurn();
    since = performance.now();
  }
  return results;
}

const rowOf = ({ order, result }: ReplayedRow) => {
  const { orderId, bookedAt, known, totalMinor, currency } = order;
  const { facts, zonesVersion } = known;
  return {
    orderId,
    bookedAt: toIso(bookedAt),
    level: facts.serviceLevel ?? "",
    from: facts.zoneFrom ?? null,
    to: facts.zoneTo ?? null,
    zonesKnown: zonesVersion !== null,
    band: bandOf(facts.distanceM ?? 0),
    was: totalMinor,
    currency,
    ...("reason" in result
      ? { now: null, reason: result.reason, detail: result.detail, changed: [] }
      : { now: result.total, reason: null, detail: "", changed: result.changed }),
  };
};

async function writeRows(tx: Tx, { id }: ReplayRun, found: readonly ReplayedRow[]): Promise<void> {
  const last = found.at(-1)?.order;
  await sql`
    insert into replay_order (org_id, run_id, order_id, booked_at, service_level, zone_from, zone_to, zones_known, band,
      was_minor, now_minor, currency, reason, detail, changed)
    select app_org(), ${id}, g."orderId", g."bookedAt", g.level, g."from", g."to", g."zonesKnown", g.band, g.was, g.now,
      g.currency, g.reason, g.detail, g.changed
    from jsonb_to_recordset(${json(found.map(rowOf))}) as g ("orderId" uuid, "bookedAt" timestamptz, level text,
      "from" text, "to" text, "zonesKnown" boolean, band smallint, was bigint, now bigint, currency text, reason text,
      detail text, changed jsonb)`.execute(tx);
  await sql`
    update replay_run set done = done + ${found.length}::int, cursor_at = ${toIso(last?.bookedAt ?? 0)},
      cursor_id = ${last?.orderId ?? null}
    where org_id = app_org() and id = ${id}`.execute(tx);
}
