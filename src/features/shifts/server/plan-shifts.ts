import { sql } from "kysely";
import type { ReplyOf } from "#contract/endpoint.ts";
import { couriersById } from "#features/accounts/server/public.ts";
import { zoneOf } from "#features/quotes/server/public.ts";
import { Refusal } from "#kernel/refusal.ts";
import { acceptOnce } from "#server/db/commands.ts";
import type { Tx } from "#server/db/db.ts";
import { emitAll } from "#server/db/events.ts";
import type { Context } from "#server/http/route.ts";
import { newId } from "#server/ids.ts";
import type { ShiftCell, ShiftTimes, shiftsApi } from "../contract/api.ts";
import { workAt } from "../domain/shift.ts";
import { checkShifts, checkVehicles } from "./check-shifts.ts";
import { type ShiftRow, readShifts, shiftOf, standing } from "./shift-rows.ts";
import { lockShifts, removeShifts, writeShifts } from "./write-shifts.ts";

/**
 * Plans whole days of couriers against what their author has seen, all or none.
 *
 * @throws Refusal `shifts.changed-meanwhile`, `shifts.courier-unknown`, `shifts.vehicle-unknown`,
 * `shifts.vehicle-taken` and the faults of `domain/rules.ts`
 */
export function planShifts(
  { cells }: { readonly cells: readonly ShiftCell[] },
  context: Context,
): Promise<ReplyOf<typeof shiftsApi.planShifts>> {
  const { actor, now, key, db } = context;
  const { orgId } = actor;
  return db.as(actor, async (tx) => {
    await lockShifts(tx);
    const zone = await zoneOf(tx, orgId);
    const couriers = [...new Set(cells.map(({ courierId }) => courierId.toLowerCase()))].toSorted();
    const command = { commandId: key, type: "planShifts", body: { cells }, occurredAt: now };
    const aggregateId = couriers[0] ?? key;
    if (await acceptOnce(tx, actor, now, { ...command, aggregateId })) {
      const before = await standingOf(tx, cells);
      const { kept, gone } = replaced(cells, before, { zone, now });
      await checkCouriers(tx, cells);
      await checkShifts(tx, kept, gone);
      await removeShifts(tx, gone);
      await writeShifts(tx, kept, now);
      await checkVehicles(tx, kept);
      await emitAll(
        tx,
        actor,
        now,
        couriers.map((courierId) => ({
          aggregate: "courier-shifts",
          aggregateId: courierId,
          type: "shift.planned",
          data: { courierId, date: cells.find((cell) => cell.courierId.toLowerCase() === courierId)?.date },
          audience: { staff: true, courierId },
          commandId: key,
          occurredAt: now,
        })),
      );
    }
    return { shifts: (await standingOf(tx, cells)).map((row) => shiftOf(row, zone)) };
  });
}

/** Work of these days. */
const standingOf = (tx: Tx, cells: readonly ShiftCell[]): Promise<ShiftRow[]> =>
  readShifts(
    tx,
    sql`${standing} and (courier_id, date) in (
      select * from unnest(${cells.map(({ courierId }) => courierId)}::uuid[],
        ${cells.map(({ date }) => date)}::date[]))`,
  );

/** @throws Refusal `shifts.courier-unknown` */
async function checkCouriers(tx: Tx, cells: readonly ShiftCell[]): Promise<void> {
  const filled = cells
    .filter(({ shifts }) => shifts.length > 0)
    .map(({ courierId }) => courierId.toLowerCase());
  const known = await couriersById(tx, filled);
  const riding = new Set(known.filter(({ active }) => active).map(({ id }) => id));
  const unknown = filled.find((id) => !riding.has(id));
  if (unknown !== undefined) throw new Refusal("shifts.courier-unknown", { courierId: unknown });
}

const isSame = (before: ShiftRow, { start, end, rests, vehicleId }: Slot): boolean =>
  before.start === start &&
  before.end === end &&
  before.vehicleId === vehicleId &&
  JSON.stringify(before.rests) === JSON.stringify(rests);

type Slot = Pick<ShiftRow, "start" | "end" | "rests" | "vehicleId">;

interface When {
  readonly zone: string;
  readonly now: number;
}

/** Rows to write and ids to remove; shifts that stay as they are, stay untouched. @throws Refusal `shifts.changed-meanwhile` */
function replaced(
  cells: readonly ShiftCell[],
  before: readonly ShiftRow[],
  when: When,
): { kept: ShiftRow[]; gone: string[] } {
  const kept: ShiftRow[] = [];
  const gone: string[] = [];
  for (const cell of cells) {
    const own = before.filter(
      ({ courierId, date }) => courierId === cell.courierId.toLowerCase() && date === cell.date,
    );
    const seen = new Set(cell.seen.map(({ id, version }) => `${id.toLowerCase()} ${version}`));
    if (seen.size !== own.length || own.some(({ id, version }) => !seen.has(`${id} ${version}`)))
      throw new Refusal("shifts.changed-meanwhile", { courierId: cell.courierId, date: cell.date });
    kept.push(...cell.shifts.map((times, nth) => rowOf(cell, times, own[nth], when)));
    gone.push(...own.slice(cell.shifts.length).map(({ id }) => id));
  }
  return { kept, gone };
}

function rowOf(
  cell: ShiftCell,
  times: ShiftTimes,
  before: ShiftRow | undefined,
  { zone, now }: When,
): ShiftRow {
  const { window, rests } = workAt(cell.date, times, zone);
  const { vehicleId } = times;
  if (before && isSame(before, { start: window.start, end: window.end, rests, vehicleId })) return before;
  return {
    id: before?.id ?? newId(now),
    courierId: cell.courierId.toLowerCase(),
    date: cell.date,
    start: window.start,
    end: window.end,
    rests,
    vehicleId,
    state: before?.state ?? "planned",
    note: before?.note ?? null,
    version: (before?.version ?? 0) + 1,
  };
}
