import { sql } from "kysely";
import type {
  PlaceOf,
  PlacesLeft,
  PlacesPlan,
  TakenPlace,
  Taker,
  WindowPlaces,
  ZonedPlan,
} from "#features/quotes/server/public.ts";
import { zoneOf } from "#features/quotes/server/public.ts";
import { type Instant, toIso } from "#kernel/instant.ts";
import { type LocalDate, localAt } from "#kernel/local-time.ts";
import { type Facts, Refusal } from "#kernel/refusal.ts";
import type { Window } from "#kernel/window.ts";
import { json, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { newId } from "#server/ids.ts";
import {
  type Move,
  type NoPlace,
  type Slot,
  type SlotPlan,
  type Taken,
  isPlanned,
  roomOf,
  rowsOn,
  withoutPlace,
} from "../domain/plan.ts";
import { planHolds, planJson, readPlan } from "./plan-record.ts";

/** Senders hear how many places are left from here on down; more is nobody's business. */
const LAST_PLACES = 3;

const slotOf = ({ serviceLevel, window }: PlaceOf): Slot => ({ level: serviceLevel, start: window.start });

/** The plan that this room gave; others hold it without looking into it. */
const own = (plan: PlacesPlan | null): (SlotPlan & PlacesPlan) | null =>
  plan as (SlotPlan & PlacesPlan) | null;

/** Windows that start within these times and are taken, by level and start, without some deliveries. */
export const takenWithin = (
  tx: Tx,
  { start, end }: Window,
  without: readonly string[] = [],
): Promise<Taken[]> =>
  rows(
    tx,
    sql<Taken>`
      select w.service_level as level, w.window_start as start, count(*)::int as count
      from taken_windows w
      where w.org_id = app_org() and w.window_start >= ${toIso(start)} and w.window_start < ${toIso(end)}
        and w.id <> all (${[...without]}::uuid[])
      group by w.service_level, w.window_start`,
  );

/** From the start of the first row to the end of the last, on the dates of these windows. */
function spanOf(plan: SlotPlan, slots: readonly Slot[], zone: string): Window | undefined {
  const dates = [...new Set(slots.map(({ start }) => localAt(start, zone).date))];
  const spans = dates.flatMap((date) => rowsOn(plan, date, zone));
  if (spans.length === 0) return undefined;
  return {
    start: Math.min(...spans.map(({ start }) => start)),
    end: Math.max(...spans.map(({ end }) => end)),
  };
}

async function left(tx: Tx, of: ZonedPlan, windows: readonly PlaceOf[]): Promise<PlacesLeft[]> {
  const { zone } = of;
  const plan = own(of.plan);
  const slots = windows.map(slotOf);
  const planned = plan ? slots.filter((slot) => isPlanned(plan, slot, zone)) : [];
  if (!plan || planned.length === 0) return windows.map(() => ({}));
  const span = spanOf(plan, planned, zone);
  const taken = span ? await takenWithin(tx, span) : [];
  return slots.map((slot): PlacesLeft => {
    const room = roomOf(plan, slot, taken, zone);
    if (room.kind === "closed") return { closed: room.reason };
    return room.kind === "limited" && room.left <= LAST_PLACES ? { left: room.left } : {};
  });
}

/** Each move with the place that asks for it. */
interface Asked extends Move {
  readonly place: TakenPlace;
}

async function take(tx: Tx, by: Taker, places: readonly TakenPlace[], known?: ZonedPlan): Promise<void> {
  const plan = known ? own(known.plan) : await readPlan(tx);
  if (!plan || plan.version === 0) return;
  const { orgId } = by.actor;
  const zone = known?.zone ?? (await zoneOf(tx, orgId));
  const moves = places
    .map((place): Asked => ({
      place,
      to: slotOf(place),
      ...(place.from && { from: { level: place.serviceLevel, start: place.from.start } }),
    }))
    .filter(({ to }) => isPlanned(plan, to, zone));
  if (moves.length === 0) return;
  await holdDates(tx, orgId, [...new Set(moves.map(({ to }) => localAt(to.start, zone).date))]);
  const span = spanOf(
    plan,
    moves.map(({ to }) => to),
    zone,
  );
  const without = moves.flatMap(({ place }) => place.deliveryId ?? []);
  const taken = span ? await takenWithin(tx, span, without) : [];
  const over = withoutPlace(plan, moves, taken, zone);
  const [first] = over;
  if (!first) return;
  if (by.overbook !== true) throw refusalOf(first, moves);
  const windows = over.flatMap(({ at }) => moves.find(({ to }) => to === at)?.place ?? []);
  await noteOverbooked(tx, by, windows);
}

/** Lets nobody else take places of these dates until the transaction ends; in one order, so that no two wait for each other. */
async function holdDates(tx: Tx, orgId: string, dates: readonly string[]): Promise<void> {
  const keys = dates.map((date) => `slots ${orgId} ${date}`).toSorted();
  await sql`
    select pg_advisory_xact_lock(hashtextextended(g.key, 0)) from unnest(${keys}::text[]) as g (key)`.execute(
    tx,
  );
}

function refusalOf(no: NoPlace, moves: readonly Asked[]): Refusal {
  const window = moves.find(({ to }) => to === no.at)?.place.window;
  const facts: Facts = { field: "window", ...(window && { start: window.start, end: window.end }) };
  return no.why === "closed"
    ? new Refusal("slots.closed", { ...facts, reason: no.reason })
    : new Refusal("slots.full", { ...facts, places: no.places });
}

async function noteOverbooked(tx: Tx, { actor, now }: Taker, places: readonly PlaceOf[]): Promise<void> {
  const given = places.map(({ serviceLevel, window }) => ({
    id: newId(now),
    service_level: serviceLevel,
    window_start: toIso(window.start),
    window_end: toIso(window.end),
  }));
  await sql`
    insert into overbooking (org_id, id, service_level, window_start, window_end, overbooked_at, overbooked_by,
      overbooked_by_name)
    select app_org(), g.id, g.service_level, g.window_start, g.window_end, ${toIso(now)}, ${actor.userId ?? null},
      ${actor.name ?? null}
    from jsonb_to_recordset(${json(given)}) as g (id uuid, service_level text, window_start timestamptz,
      window_end timestamptz)`.execute(tx);
}

/** Places by the plan of this room. */
const specialDays = (plan: PlacesPlan | null): readonly LocalDate[] =>
  (own(plan)?.days ?? []).filter(({ closed, reason }) => closed || reason !== "").map(({ date }) => date);

export const placesOfSlots: WindowPlaces = { json: planJson, holds: planHolds, specialDays, left, take };

/** Windows of a level and their starts that have no place left, or whose day is closed. */
export async function startsWithoutPlace(
  tx: Tx,
  orgId: string,
  windows: readonly PlaceOf[],
): Promise<ReadonlySet<Instant>> {
  const plan = await readPlan(tx);
  if (plan.version === 0 || windows.length === 0) return new Set();
  const known = await left(tx, { plan, zone: await zoneOf(tx, orgId) }, windows);
  const gone = windows.filter((_, at) => known[at]?.left === 0 || known[at]?.closed !== undefined);
  return new Set(gone.map(({ window }) => window.start));
}
