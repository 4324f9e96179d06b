import { sql } from "kysely";
import { readDeliveries } from "#features/deliveries/server/public.ts";
import type { Contradiction } from "#features/courier/domain/sync/store.ts";
import type { Report } from "#features/courier/domain/sync/report.ts";
import type { Verdict } from "#features/courier/domain/sync/verdict.ts";
import { faultsOf } from "#test/support/people/delivery-faults.ts";
import type { Instant } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import type { Db } from "#server/db/db.ts";
import { type Applied, type Data, emptyData, type StoredHalf, type StoredInHand } from "../server-db.ts";
import { readCash } from "./cash.ts";
import { aloneKey } from "./decide-alone.ts";
import type { Truth } from "../truth.ts";
import type { World } from "../world.ts";
import type { Organisation } from "./organisation.ts";

interface Parts {
  readonly world: World;
  readonly truth: Truth;
  readonly db: Db;
  readonly org: Organisation;
}

interface ReportRow extends Report, Verdict {
  readonly courierId: string;
  readonly device: string;
  readonly deliveryId: string | null;
  readonly taskId: string | null;
  readonly lo: Instant;
  readonly best: Instant;
  readonly hi: Instant;
  readonly receivedAt: Instant;
}

/** Everything that the checks compare, as the database has it now. */
export async function readData({ world, truth, db, org }: Parts): Promise<Data> {
  const data = emptyData();
  const names = new Map([...org.couriers].map(([name, { courierId }]) => [courierId, name]));
  const all = <R>(statement: ReturnType<typeof sql<R>>): Promise<R[]> =>
    db.as({ orgId: org.orgId }, (tx) => rows(tx, statement));
  for (const row of await all(sql<ReportRow>`
    select id, courier_id as "courierId", device_id as device, seq, type, v, body, delivery_id as "deliveryId",
      task_id as "taskId", wall, mono, life, lo_at as lo, best_at as best, hi_at as hi, received_at as "receivedAt",
      verdict, code, facts
    from courier_report where org_id = app_org() order by seq`)) {
    const { verdict, code, facts, lo, best, hi, courierId, device, deliveryId, taskId, receivedAt } = row;
    const head = { user: names.get(courierId) ?? "", device, deliveryId, taskId, receivedAt };
    const judged = { verdict: { verdict, code, facts }, times: { lo, best, hi } };
    data.reports.set(row.id, { report: row, ...head, ...judged });
  }
  for (const row of await all(
    sql<Contradiction>`select key, kind, facts, command from exception where org_id = app_org()`,
  ))
    data.exceptions.set(row.key, row);
  for (const { deliveryId, pin } of await all(
    sql<{ deliveryId: string; pin: string }>`
      select delivery_id as "deliveryId", pin from delivery_pin where org_id = app_org()`,
  ))
    data.pins.set(deliveryId, pin);
  for (const row of await all(sql<StoredInHand>`
    select delivery_id as "deliveryId", task_id as "taskId", courier_id as "courierId", key, bring_to as "bringTo",
      ended_as as "endedAs" from parcel_in_hand where org_id = app_org()`))
    data.inHand.set(row.deliveryId, { ...row, courierId: nameOf(row.courierId) ?? "" });
  for (const [id, cash] of await readCash(db, org.orgId)) data.cash.set(id, cash);
  await readProofs();
  await readTracks();
  await readHands();
  data.applied = await readApplied();
  const ids = (await all(sql<{ id: string }>`select id from delivery where org_id = app_org()`)).map(
    ({ id }) => id,
  );
  for (const delivery of await db.as({ orgId: org.orgId }, (tx) => readDeliveries(tx, ids))) {
    for (const fault of faultsOf(delivery)) world.broke(14, fault);
    const tasks = delivery.tasks.map((task) => ({
      ...task,
      courierId: nameOf(task.courierId),
      pastCourierIds: task.pastCourierIds.map((id) => names.get(id) ?? id),
    }));
    data.deliveries.set(delivery.id, { ...delivery, tasks });
  }
  return data;

  function nameOf(courierId: string | null): string | null {
    return courierId === null ? null : (names.get(courierId) ?? courierId);
  }

  async function readProofs(): Promise<void> {
    interface ProofRow {
      readonly id: string;
      readonly taskId: string;
      readonly sha256: string;
      readonly userId: string | null;
    }
    const users = new Map([...org.couriers].map(([name, { userId }]) => [userId, name]));
    for (const { id, taskId, sha256, userId } of await all(sql<ProofRow>`
      select id, task_id as "taskId", given_sha256 as sha256, kept_by as "userId" from proof where org_id = app_org()`)) {
      const taken = truth.shots.get(id);
      const bytes = taken?.sha256 === sha256 ? taken.bytes : new Uint8Array();
      data.shots.set(id, { taskId, sha256, total: bytes.length, bytes, user: users.get(userId ?? "") ?? "" });
    }
  }

  async function readHands(): Promise<void> {
    type HalfRow = Omit<StoredHalf, "isDecided" | "parcels"> & {
      readonly deliveryId: string | null;
      readonly taskId: string | null;
    };
    const keys = await all(
      sql<{ key: string }>`select key from exception where org_id = app_org() and resolved_at is null`,
    );
    const open = new Set(keys.map(({ key }) => key));
    for (const { deliveryId, taskId, ...row } of await all(sql<HalfRow>`
      select id, code, side, courier_id as "courierId", delivery_id as "deliveryId", task_id as "taskId",
        happened_at as "happenedAt", received_at as "receivedAt", joined_at is not null as "isJoined",
        told_at is not null as "isTold"
      from handover_half where org_id = app_org()`)) {
      const parcels = deliveryId !== null && taskId !== null ? { deliveryId, taskId } : null;
      const half = { ...row, parcels, courierId: nameOf(row.courierId) ?? "" };
      const isDecided = half.isTold && !open.has(aloneKey(half));
      data.halves.set(half.id, { ...half, isDecided });
    }
    for (const key of open) {
      const [room, courierId = "", ...place] = key.split(":");
      const user = nameOf(courierId) ?? "";
      if (room === "load") data.loads.set(`load:${user}:${place.join(":")}`, user);
    }
  }

  async function readTracks(): Promise<void> {
    interface ShiftRow {
      readonly courierId: string;
      readonly startedAt: Instant;
      readonly endedAt: Instant | null;
    }
    for (const { courierId, ...shift } of await all(sql<ShiftRow>`
      select courier_id as "courierId", started_at as "startedAt", ended_at as "endedAt" from shift
      where org_id = app_org() order by started_at`)) {
      const name = names.get(courierId) ?? "";
      data.shifts.set(name, [...(data.shifts.get(name) ?? []), shift]);
    }
    for (const { courierId, at } of await all(sql<{ courierId: string; at: Instant }>`
      select courier_id as "courierId", at from position_track where org_id = app_org()`)) {
      const user = names.get(courierId) ?? "";
      const fix = { at, point: { lon: 0, lat: 0 }, accuracyM: 0, trueAt: at, life: "" };
      data.tracks.set(`${user} ${at}`, { ...fix, user });
    }
  }

  /** Phones' commands in the order in which each delivery took them; a command's events stand together. */
  async function readApplied(): Promise<Applied[]> {
    const found = await all(sql<{ deliveryId: string; commandId: string }>`
      select e.aggregate_id as "deliveryId", e.command_id as "commandId" from event e
      join courier_report r on r.org_id = e.org_id and r.id = e.command_id
      where e.org_id = app_org() and e.aggregate = 'delivery' order by e.aggregate_id, e.seq`);
    return found
      .filter(({ commandId }, nth) => found[nth - 1]?.commandId !== commandId)
      .map(({ deliveryId, commandId }) => {
        const { user = "", device = "", report } = data.reports.get(commandId) ?? {};
        return { commandId, deliveryId, user, device, seq: report?.seq ?? 0 };
      });
  }
}
