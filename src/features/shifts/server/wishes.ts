import { sql } from "kysely";
import type { ParsedOf } from "#contract/endpoint.ts";
import { zoneOf } from "#features/quotes/server/public.ts";
import type { Actor } from "#kernel/actor.ts";
import { toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { change } from "#server/db/change.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { Shift, shiftsApi } from "../contract/api.ts";
import { workAt } from "../domain/shift.ts";
import { answered, isWish } from "../domain/wish.ts";
import { checkShifts } from "./check-shifts.ts";
import { type ShiftRow, readShifts, shiftOf } from "./shift-rows.ts";
import { lockShifts, removeShifts, writeShifts } from "./write-shifts.ts";

/** Wishes of one courier that wait for an answer. */
const MOST_WISHES = 30;

interface Seen {
  readonly id: string;
  readonly version: number;
}

/** @throws Refusal `accounts.forbidden` for somebody who rides for nobody here */
export function ownCourier({ courierId }: Actor): string {
  if (!courierId) throw new Refusal("accounts.forbidden");
  return courierId;
}

/** Writes the next state of a shift under the lock and tells staff and its courier. */
async function write(
  context: Context,
  type: "shift.asked" | "shift.declined" | "shift.withdrawn" | "shift.answered",
  body: object,
  make: (tx: Tx, zone: string) => Promise<ShiftRow>,
): Promise<Shift> {
  const { actor, db, key } = context;
  // A new wish has the call's key as its id, so that a call that comes again finds it.
  const id = "id" in body ? String(body.id) : key;
  return db.as(actor, async (tx) => {
    await lockShifts(tx);
    const zone = await zoneOf(tx, actor.orgId);
    const row = await change(tx, context, {
      type,
      aggregateId: id,
      body,
      write: () => make(tx, zone),
      event: ({ courierId, date, state }) => ({
        aggregate: "planned-shift",
        type,
        data: { courierId, date, state },
        audience: { staff: true, courierId },
      }),
    });
    const after = row ?? (await readShifts(tx, sql`id = ${id}`))[0];
    if (!after) throw new Refusal("http.not-found");
    return shiftOf(after, zone);
  });
}

/** @throws Refusal `http.not-found`, also for somebody else's, `shifts.changed-meanwhile` */
async function seenShift(tx: Tx, { id, version }: Seen, courierId?: string): Promise<ShiftRow> {
  const [row] = await readShifts(tx, sql`id = ${id}`);
  if (!row || (courierId !== undefined && row.courierId !== courierId)) throw new Refusal("http.not-found");
  if (row.version !== version) throw new Refusal("shifts.changed-meanwhile", { version: row.version });
  return row;
}

/** Asks for a shift of one's own. @throws Refusal `shifts.past`, `shifts.too-many-wishes` and the faults of rules */
export function askForShift(wish: ParsedOf<typeof shiftsApi.askForShift>, context: Context): Promise<Shift> {
  const courierId = ownCourier(context.actor);
  const { now, key } = context;
  return write(context, "shift.asked", wish, async (tx, zone) => {
    const { date, from, to, note } = wish;
    const { window, rests } = workAt(date, { from, to, breaks: [] }, zone);
    if (window.start <= now) throw new Refusal("shifts.past");
    const open = await first(
      tx,
      sql<{ count: number }>`
        select count(*) as count from planned_shift
        where org_id = app_org() and courier_id = ${courierId} and state = 'asked' and starts_at > ${toIso(now)}`,
    );
    if ((open?.count ?? 0) >= MOST_WISHES) throw new Refusal("shifts.too-many-wishes", { most: MOST_WISHES });
    const { start, end } = window;
    const row: ShiftRow = {
      id: key,
      courierId,
      date,
      start,
      end,
      rests,
      vehicleId: null,
      state: "asked",
      note,
      version: 1,
    };
    await checkShifts(tx, [row]);
    await writeShifts(tx, [row], now);
    return row;
  });
}

/** Asks to be freed of one's own shift. @throws Refusal `shifts.no-wish` where it is not planned, `shifts.past` */
export function declineShift(
  wish: ParsedOf<typeof shiftsApi.declineShift>,
  context: Context,
): Promise<Shift> {
  const courierId = ownCourier(context.actor);
  return write(context, "shift.declined", wish, async (tx) => {
    const before = await seenShift(tx, wish, courierId);
    if (before.state !== "planned") throw new Refusal("shifts.no-wish");
    if (before.start <= context.now) throw new Refusal("shifts.past");
    return next(tx, context, before, { state: "declined", note: wish.note });
  });
}

/** Takes back one's own wish. @throws Refusal `shifts.no-wish` where none is open */
export async function withdrawWish(seen: Seen, context: Context): Promise<Record<string, never>> {
  const courierId = ownCourier(context.actor);
  await context.db.as(context.actor, async (tx) => {
    await lockShifts(tx);
    await change(tx, context, {
      type: "shift.withdrawn",
      aggregateId: seen.id,
      body: seen,
      write: async () => {
        const before = await seenShift(tx, seen, courierId);
        if (!isWish(before.state)) throw new Refusal("shifts.no-wish");
        if (before.state === "declined") return next(tx, context, before, { state: "planned", note: null });
        await removeShifts(tx, [before.id]);
        return before;
      },
      event: ({ date }) => ({
        aggregate: "planned-shift",
        type: "shift.withdrawn",
        data: { courierId, date },
        audience: { staff: true, courierId },
      }),
    });
  });
  return {};
}

/** Grants or refuses a wish. @throws Refusal `shifts.no-wish` where none is open, and the faults of rules */
export function answerWish(answer: ParsedOf<typeof shiftsApi.answerWish>, context: Context): Promise<Shift> {
  return write(context, "shift.answered", answer, async (tx) => {
    const before = await seenShift(tx, answer);
    const state = answered(before.state, answer.isGranted);
    if (!state) throw new Refusal("shifts.no-wish");
    if (state === "planned" && before.state === "asked") await checkShifts(tx, [before]);
    return next(tx, context, before, { state });
  });
}

async function next(
  tx: Tx,
  { now }: Context,
  before: ShiftRow,
  changed: Partial<ShiftRow>,
): Promise<ShiftRow> {
  const after = { ...before, ...changed, version: before.version + 1 };
  await writeShifts(tx, [after], now);
  return after;
}
